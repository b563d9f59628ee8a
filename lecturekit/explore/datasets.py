"""The two-feature data sets an explorer can choose from, by name."""

from functools import cache

from .. import data, inputs

MAKERS = {
    "toy base": lambda: data.toy("base"),
    "toy near": lambda: data.toy("near"),
    "toy nearer": lambda: data.toy("nearer"),
    "toy wrong": lambda: data.toy("wrong"),
    "blobs, far apart": lambda: data.blobs(n=80, separation=5.0, seed=1),
    "blobs, overlapping": lambda: data.blobs(n=80, separation=2.0, seed=4),
    "200 points": lambda: data.blobs(n=200, separation=2.5, seed=4),
    "outliers": data.outliers,
    "moons": lambda: data.moons(n=80),
    "iris petals": lambda: data.iris(standardise=True),
    "breast cancer": lambda: data.breast_cancer(standardise=True),
}
NAMES = tuple(MAKERS)
SEPARABLE = ("toy base", "toy near", "toy nearer", "blobs, far apart", "outliers")


@cache
def dataset(name):
    """Return the data set of this name."""
    return MAKERS[inputs.choice(name, "data", MAKERS)]()
