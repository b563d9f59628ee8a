"""Choosing C: exact training, test and k-fold error for every C, read off the path."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..data import Dataset
from ..plots.choosing import ErrorCurves, TrainingBoundary
from ..solvers import c_path
from .datasets import dataset
from .frame import Explorer, certificate_line, dropdown, log_slider, slider

LOW, HIGH = -4.0, 4.0
FOLDS = 5
CHOICES = ("blobs, overlapping", "moons", "iris petals", "breast cancer")


class Study(NamedTuple):
    """One split, followed along its whole path."""

    train: Dataset
    flipped: np.ndarray
    path: object
    curves: dict  # name -> (starts, shares): the share of errors from each start on
    best: float  # the C with the least k-fold error


@lru_cache(maxsize=256)
def study(name, seed, noise, bias):
    """Split, flip labels, and compute the three error curves: once, then read."""
    train, test = dataset(name).split(seed=seed)
    train, flipped = with_noise(train, noise, seed)
    path = c_path(train.X, train.y, bias)
    kfold, ends = cross_validation(train, bias, seed)
    curves = {
        "training": _steps(path.errors(train.X, train.y)),
        "test": _steps(path.errors(test.X, test.y)),
        "k-fold": kfold,
    }
    return Study(train, flipped, path, curves, least(*kfold, *ends))


def with_noise(train, share, seed):
    """Flip this share of the labels of each class; return the data and which labels were flipped.

    The order in which points fall victim depends on the seed only: more noise flips the same, and more.
    """
    rng = np.random.default_rng(seed)
    flipped = np.zeros(len(train), dtype=bool)
    for label in (-1.0, 1.0):
        rows = rng.permutation(np.flatnonzero(train.y == label))
        flipped[rows[: round(share * len(rows))]] = True
    y = np.where(flipped, -train.y, train.y)
    return Dataset(train.X, y, train.name, train.feature_names), flipped


def cross_validation(train, bias, seed):
    """Return the exact k-fold error as (starts, shares), and the least and largest breakpoint.

    Every training point is judged once, by the path that was followed without its fold. The sum of step
    functions is a step function: it can change only where one of them does. (A path has no breakpoint when
    w = 0 is best for every C.)
    """
    fold = _folds(train.y, seed)
    errors, ends = [], []
    for k in range(FOLDS):
        rest, held = train.take(fold != k), train.take(fold == k)
        path = c_path(rest.X, rest.y, bias)
        errors.append((len(held), path.errors(held.X, held.y)))
        ends += list(path.breakpoints[[0, -1]] if len(path.breakpoints) else ())
    starts = np.unique(np.concatenate([e.C for _, e in errors]))
    starts[0] = max(starts[0], 1e-300)
    shares = sum(count * e.error(starts) for count, e in errors) / len(train)
    return (starts, shares), (min(ends, default=1.0), max(ends, default=1.0))


def least(starts, shares, first, last):
    """Return the middle, in factors, of the widest stretch of C with the least share of errors.

    Stretches are cut to the breakpoints of the paths, a factor of 10 on both sides, and the slider.
    """
    low, high = max(first / 10, 10.0**LOW), min(last * 10, 10.0**HIGH)
    begin, end = np.clip([starts, np.append(starts[1:], high)], low, high)
    inside = end > begin
    best = shares[inside].min()
    width = np.where(inside & (shares == best), np.log(end / begin), -1.0)
    k = int(np.argmax(width))
    return float(np.sqrt(begin[k] * end[k]))


def _folds(y, seed):
    """Deal the points of each class into the folds, in random order."""
    rng = np.random.default_rng(seed)
    fold = np.empty(len(y), dtype=int)
    for label in (-1.0, 1.0):
        rows = rng.permutation(np.flatnonzero(y == label))
        fold[rows] = np.arange(len(rows)) % FOLDS
    return fold


def _steps(errors):
    return errors.C, errors.shares


def _share(steps, C):
    starts, shares = steps
    return float(shares[max(int(np.searchsorted(starts, C, side="right")) - 1, 0)])


class ChooseC(Explorer):
    """The boundary on the training data; training, test and k-fold error over all C beside it."""

    name = "choose_C"
    title = "Choose C: what the training data promise, what held-out data say"
    width, height = 11.0, 4.4

    def make_controls(self):
        """C, the data, how they are split, how many labels are wrong, and the bias rule."""
        return {
            "C": log_slider("C", 1.0, LOW, HIGH, "What a unit of slack costs"),
            "data": dropdown("data", CHOICES, "iris petals"),
            "seed": slider(
                "split", 7, 0, 20, step=1, tooltip="Which 30 % are held out; other splits differ"
            ),
            "noise": slider(
                "label noise",
                0.1,
                0.0,
                0.3,
                step=0.01,
                tooltip="Share of training labels flipped; the test labels stay true",
            ),
            "bias": dropdown("bias", ("penalised", "free", "none"), "free"),
        }

    def layout_key(self, state):
        """Another data set, or errors that need another axis."""
        return state["data"], self._top

    def compute(self, state):
        """Read the fit and the errors off the path."""
        self.study = study(state["data"], state["seed"], round(state["noise"], 4), state["bias"])
        self.fit = self.study.path.at(state["C"])
        self.errors = {name: _share(c, state["C"]) for name, c in self.study.curves.items()}
        largest = max(shares.max() for _, shares in self.study.curves.values())
        self._top = 0.25 * np.ceil(largest / 0.25 + 0.1)

    def make_artists(self, figure, state):
        """The classifier on the left, the errors on the right."""
        left, right = figure.subplots(1, 2, width_ratios=(1.25, 1.0))
        data = dataset(state["data"])
        self._boundary = TrainingBoundary(
            self.fit, self.study.flipped, data.X, left, data.feature_names
        )
        self._curves = ErrorCurves(right, 10**LOW, 10**HIGH, self._top, FOLDS)
        self._title = left.set_title(" ")
        return [*self._boundary.moving, *self._curves.moving, self._title]

    def draw(self, state):
        """Move to the fit at C."""
        self._boundary.update(self.fit, self.study.flipped)
        self._curves.update(self.study.curves, state["C"], self.errors, self.study.best)
        self._title.set_text(f"{self.fit.problem.n} training points, C = {state['C']:.4g}")

    def numbers(self, state):
        """Certificate, the three errors at C, and what cross-validation would choose."""
        training, test, kfold = (self.errors[k] for k in ("training", "test", "k-fold"))
        chosen = _share(self.study.curves["test"], self.study.best)
        return (
            f"{certificate_line(self.fit)}; errors: training {training:.1%}, test {test:.1%}, "
            f"{FOLDS}-fold {kfold:.1%}; {FOLDS}-fold chooses C = {self.study.best:.3g} "
            f"(test error there {chosen:.1%})"
        )
