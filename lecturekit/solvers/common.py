"""What the solvers share: refusing in words, drawing examples, recording iterates, showing progress."""

import numpy as np

from .. import inputs
from ..fit import Trace, recording_times

ORDERS = ("cyclic", "random")
LONGEST_STRETCH = 1 << 16
DRAWN_AT_ONCE = 1 << 16


def require(problem, solver, *, losses=None, biases=None, kernel=False, hard=False):
    """Refuse a problem that `solver` cannot solve, and say which it can."""
    if losses is not None and problem.loss.name not in losses:
        raise ValueError(_words(solver, "loss", losses, problem.loss.name))
    if biases is not None and problem.bias not in biases:
        raise ValueError(_words(solver, "bias", biases, problem.bias))
    if not kernel and not problem.linear:
        raise ValueError(_words(solver, "kernel", ("linear",), problem.kernel.name))
    if not hard and problem.hard:
        raise ValueError(f"{solver} needs a finite C: it cannot descend on the hard margin")


def _words(solver, what, can, got):
    options = " or ".join(repr(option) for option in can)
    return f"{solver} solves problems with {what} {options}, but this one has {what} {got!r}"


def starting_point(problem, start):
    """Return the vector to start from: zero, or the given (w, b)."""
    if start is None:
        return np.zeros(problem.rows.shape[1])
    try:
        w, b = start
    except (TypeError, ValueError):
        raise ValueError(f"start must be a pair (w, b), but it is {start!r}") from None
    w, b = inputs.vector(w, problem.d, "start w"), inputs.number(b, "start b")
    if problem.bias == "none" and b != 0:
        raise ValueError(f"bias is 'none', so the start must have b = 0, but it is {b:g}")
    return problem.pack(w, b)


def runaway(problem, v):
    """Say whether v has left the range in which the objective can still be computed."""
    return not np.all(np.isfinite(v)) or np.abs(v).max() * np.abs(problem.rows).max() > 1e120


class Examples:
    """An endless stream of example numbers, the same however it is cut into pieces.

    Random draws come from a NumPy generator, outside every compiled loop, so that compiled and
    plain runs see the same examples.
    """

    def __init__(self, n, how, seed=0):
        self._draw = {
            "cyclic": lambda: np.arange(n),
            "permutation": lambda: rng.permutation(n),
            "replacement": lambda: rng.integers(n, size=DRAWN_AT_ONCE),
        }[how]
        rng = np.random.default_rng(seed)
        self._left = np.empty(0, dtype=np.int64)

    def take(self, count):
        """Return the next `count` examples."""
        pieces = [self._left]
        missing = count - len(self._left)
        while missing > 0:
            pieces.append(self._draw())
            missing -= len(pieces[-1])
        joined = np.concatenate(pieces)
        self._left = joined[count:]
        return joined[:count]


class Recorder:
    """Keeps the iterates that the trace is made of, each as a copy of its own."""

    def __init__(self, problem, record, steps):
        self.problem = problem
        self.times = recording_times(record, steps)
        self._t, self._V, self._dual = [], [], []

    def keep(self, t, v, dual=None):
        """Keep the iterate v reached after step t, and its dual value if there is one."""
        self._t.append(t)
        self._V.append(v.copy())
        self._dual.append(dual)

    @property
    def last_time(self):
        """The last step that was kept."""
        return self._t[-1]

    def trace(self, **notes):
        """Return what was kept as a `Trace`."""
        V = np.array(self._V)
        none = self.problem.bias == "none"
        W, b = (V, np.zeros(len(V))) if none else (V[:, :-1].copy(), V[:, -1].copy())
        dual = None if self._dual[0] is None else np.array(self._dual)
        return Trace(self.problem, np.array(self._t), W, b, dual, notes=notes)

    def stretches(self, progress):
        """Yield (first, last, keep?) for each run of steps between two recorded times.

        Long runs are cut, so that memory stays bounded and the progress bar moves.
        """
        with progress_bar(self.times[-1], progress) as bar:
            for begin, end in zip(self.times[:-1], self.times[1:], strict=True):
                for first in range(begin, end, LONGEST_STRETCH):
                    last = min(first + LONGEST_STRETCH, end)
                    yield first, last, last == end
                    bar.update(last - first)


def progress_bar(total, show, unit="step"):
    """Return a tqdm bar, in a notebook or a terminal; silent unless `show`."""
    from tqdm.auto import tqdm

    return tqdm(total=int(total), disable=not show, unit=unit, leave=False)
