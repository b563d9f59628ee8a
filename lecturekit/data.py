"""Data sets: the slides' toy problems, seeded makers, and two real sets.

Labels are -1.0 and +1.0 everywhere. The makers draw from `numpy.random.default_rng(seed)`, so the
same call gives the same points.
"""

from dataclasses import dataclass

import numpy as np

from . import inputs


@dataclass(frozen=True, eq=False, repr=False)
class Dataset:
    """Points with labels.

    Parameters
    ----------
    X : array of shape (n, d)
        One row per point; kept as read-only float64.
    y : array of shape (n,)
        Labels -1 and +1.
    name : str
        Used in titles.
    feature_names : sequence of str, optional
        One per column; x1, x2, ... when left out.
    """

    X: np.ndarray
    y: np.ndarray
    name: str = "data"
    feature_names: tuple[str, ...] = ()

    def __post_init__(self):
        """Check and freeze what was given."""
        X = inputs.points(self.X)
        names = tuple(self.feature_names) or tuple(f"x{j + 1}" for j in range(X.shape[1]))
        if len(names) != X.shape[1]:
            raise ValueError(
                f"feature_names has {len(names)} names, but X has {X.shape[1]} columns"
            )
        object.__setattr__(self, "X", X)
        object.__setattr__(self, "y", inputs.labels(self.y, len(X), both=False))
        object.__setattr__(self, "name", str(self.name))
        object.__setattr__(self, "feature_names", names)

    def __len__(self):
        """Count the points."""
        return len(self.y)

    def __repr__(self):
        """One line: name, size, classes."""
        positive = int((self.y > 0).sum())
        return (
            f"Dataset({self.name!r}: {len(self)} points, {self.X.shape[1]} features, "
            f"{positive} of class +1, {len(self) - positive} of class -1)"
        )

    def take(self, rows, name=None):
        """Return the data set of the given rows only."""
        return Dataset(self.X[rows], self.y[rows], name or self.name, self.feature_names)

    def split(self, test=0.3, seed=0):
        """Split at random into (train, test), class by class, so that both keep both classes.

        Parameters
        ----------
        test : float
            The share of each class that is held out, between 0 and 1.
        seed : int
            Seed of the shuffle.
        """
        test = inputs.number(test, "test", low=0.0, high=1.0, open_low=True, open_high=True)
        rng = np.random.default_rng(seed)
        held_out = np.zeros(len(self), dtype=bool)
        for label in (-1.0, 1.0):
            rows = rng.permutation(np.flatnonzero(self.y == label))
            if len(rows) < 2:
                raise ValueError(
                    f"{self.name} has {len(rows)} point of class {label:+g}: "
                    "a split needs two of each class"
                )
            share = min(max(round(test * len(rows)), 1), len(rows) - 1)
            held_out[rows[:share]] = True
        return self.take(~held_out, f"{self.name} (train)"), self.take(
            held_out, f"{self.name} (test)"
        )

    def standardised(self, like=None):
        """Shift and scale each feature to mean 0 and deviation 1, measured on `like` (or on itself).

        A constant feature is only shifted. For held-out data: `test.standardised(like=train)`.
        """
        source = (like or self).X
        deviation = source.std(axis=0)
        deviation = np.where(deviation > 0, deviation, 1.0)
        X = (self.X - source.mean(axis=0)) / deviation
        return Dataset(X, self.y, self.name, self.feature_names)


_SQUARE = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)]
_FIFTH = {"base": [], "near": [(-0.1, -0.1)], "nearer": [(-0.01, -0.01)], "wrong": [(-2.0, 0.0)]}


def toy(name="base"):
    """Return a toy problem of the slides: four corners of a square, and perhaps a fifth point.

    "base" is the square alone, + on the right. "near", "nearer" and "wrong" add one positive point:
    at (-0.1, -0.1), at (-0.01, -0.01), and among the negatives at (-2, 0).
    """
    fifth = _FIFTH[inputs.choice(name, "name", _FIFTH)]
    return Dataset(_SQUARE + fifth, [1, 1, -1, -1] + [1] * len(fifth), f"toy {name}")


def blobs(n=80, separation=2.0, seed=0):
    """Two round Gaussian clouds of deviation 1 whose centres are `separation` apart."""
    n = inputs.count(n, "n", low=2)
    separation = inputs.number(separation, "separation", low=0.0, open_high=True)
    rng = np.random.default_rng(seed)
    y = _alternating(n)
    centre = separation / 2 * np.array([np.cos(np.pi / 6), np.sin(np.pi / 6)])
    return Dataset(rng.standard_normal((n, 2)) + y[:, None] * centre, y, "blobs")


def outliers(n=60, far=10, distance=10.0, seed=0):
    """Two tidy clouds, and `far` more points of class +1 a long way out on their own side.

    The two panels of the classic picture are `far=0` and the default: the extra points are right
    with great confidence, and still they drag a least-squares boundary.
    """
    n, far = inputs.count(n, "n", low=2), inputs.count(far, "far", low=0)
    distance = inputs.number(distance, "distance", low=0.0, open_high=True)
    rng = np.random.default_rng(seed)
    y = _alternating(n)
    tidy = rng.standard_normal((n, 2)) * [1.5, 0.45] + y[:, None] * np.array([0.0, 1.3])
    out = 0.5 * rng.standard_normal((far, 2)) + distance * np.array([0.5, 0.85])
    return Dataset(np.vstack([tidy, out]), np.r_[y, np.ones(far)], "outliers")


def rings(n=100, noise=0.1, seed=0):
    """A disc of class +1 inside a ring of class -1: no line separates them."""
    n, noise = inputs.count(n, "n", low=2), inputs.number(noise, "noise", low=0.0, open_high=True)
    rng = np.random.default_rng(seed)
    y = _alternating(n)
    radius = np.where(y > 0, 0.5, 1.5) + noise * rng.standard_normal(n)
    angle = rng.uniform(0, 2 * np.pi, n)
    return Dataset(radius[:, None] * np.c_[np.cos(angle), np.sin(angle)], y, "rings")


def moons(n=100, noise=0.1, seed=0):
    """Two half circles that reach into each other."""
    n, noise = inputs.count(n, "n", low=2), inputs.number(noise, "noise", low=0.0, open_high=True)
    rng = np.random.default_rng(seed)
    y = _alternating(n)
    angle = rng.uniform(0, np.pi, n)
    X = y[:, None] * np.c_[np.cos(angle), np.sin(angle)] + (y[:, None] < 0) * np.array([1.0, 0.5])
    return Dataset(X + noise * rng.standard_normal((n, 2)), y, "moons")


def iris(features="petals", positive="virginica", standardise=False):
    """Fisher's irises: one species against the other two.

    Parameters
    ----------
    features : "petals" or "all"
        Petal length and width in cm, or all four measurements.
    positive : "setosa", "versicolor" or "virginica"
        The species labelled +1.
    standardise : bool
        Shift and scale each feature to mean 0 and deviation 1.
    """
    from sklearn.datasets import load_iris

    raw = load_iris()
    columns = {"petals": [2, 3], "all": [0, 1, 2, 3]}
    species = list(raw.target_names)
    positive = inputs.choice(positive, "positive", [str(s) for s in species])
    y = np.where(raw.target == species.index(positive), 1.0, -1.0)
    return _real(raw, columns, features, y, f"iris: {positive} against the rest", standardise)


def breast_cancer(features="two", standardise=False):
    """Return the Wisconsin diagnostic set: malignant (+1) against benign (-1).

    Parameters
    ----------
    features : "two" or "all"
        Mean radius and mean texture, or all thirty measurements.
    standardise : bool
        Shift and scale each feature to mean 0 and deviation 1.
    """
    from sklearn.datasets import load_breast_cancer

    raw = load_breast_cancer()
    columns = {"two": [0, 1], "all": list(range(raw.data.shape[1]))}
    y = np.where(raw.target_names[raw.target] == "malignant", 1.0, -1.0)
    return _real(raw, columns, features, y, "breast cancer: malignant against benign", standardise)


def _real(raw, columns, features, y, name, standardise):
    """Cut the wanted columns out of a scikit-learn bunch."""
    chosen = columns[inputs.choice(features, "features", columns)]
    names = tuple(str(raw.feature_names[j]) for j in chosen)
    dataset = Dataset(raw.data[:, chosen], y, name, names)
    return dataset.standardised() if standardise else dataset


def _alternating(n):
    """Labels +1, -1, +1, ...: classes of equal size, or one more positive."""
    return np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
