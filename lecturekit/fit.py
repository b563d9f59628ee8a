"""What a solver returns: the answer, the road to it, and a proof of how good it is."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from . import inputs
from .problem import Problem

KINDS = ("outside", "on margin", "inside", "wrong")


@dataclass(frozen=True)
class Certificate:
    """A value that was reached and a bound that no (w, b) can beat: dual <= minimum <= primal.

    Where no bound exists `dual` is -inf, `gap` is inf, and `reason` says why.
    """

    primal: float
    dual: float = -np.inf
    reason: str = ""

    @property
    def gap(self):
        """(primal - dual) / primal: how far above the minimum the answer can be, at most."""
        if not np.isfinite(self.primal) or self.dual == -np.inf:
            return np.inf
        if self.primal == self.dual:
            return 0.0
        return (self.primal - self.dual) / self.primal if self.primal > 0 else np.inf

    @property
    def gap_in_words(self):
        """The gap with the digits that mean something: below 1e-12 they are rounding."""
        if self.gap == np.inf:
            return "no certificate"
        return f"gap {self.gap:.1e}" if self.gap > 1e-12 else "gap below 1e-12"

    def __str__(self):
        """One line: primal, dual and gap, or why there is no bound."""
        if self.dual == -np.inf:
            return f"objective {self.primal:.6g}, no lower bound: {self.reason}"
        return f"{self.dual:.6g} <= minimum <= {self.primal:.6g}, {self.gap_in_words}"


def certify(problem, w, b, alpha=None):
    """Prove how good (w, b) is; return the certificate and the dual vector that fits it best.

    Two dual vectors compete, both made feasible first: the solver's own `alpha`, and C times minus
    the slope of the loss at each margin. The bound of the second is the strong-convexity bound
    f(w) - f* <= ||g||^2 / (4 r) where no free bias spoils it: Fenchel-Young holds with equality
    there, so that primal - dual is r ||w - w(alpha)||^2, and g = 2 r (w - w(alpha)).
    The squared loss has a third bound, the squares that remain without a regulariser.
    """
    if w is None:
        primal = problem.objective_at(alpha, b, rescale=True)
    else:
        primal = problem.objective(w, b, rescale=True)
    candidates = _dual_vectors(problem, w, b, alpha)
    bounds = [problem.dual(candidate) for candidate in candidates]
    best = candidates[int(np.argmax(bounds))] if candidates else None
    if problem.loss.name == "squared":
        bounds.append(_squares_bound(problem, primal))
    if not bounds:
        return Certificate(primal, reason=_why_no_bound(problem)), None
    return Certificate(primal, float(max(bounds))), best


def _dual_vectors(problem, w, b, alpha):
    if problem.r == 0 or problem.loss.name == "perceptron":
        return []
    candidates = [] if alpha is None else [problem.feasible(alpha)]
    if problem.linear and not problem.hard:
        slopes = problem.loss.slope(problem.margins(w, b))
        candidates.append(problem.feasible(-problem.C * slopes))
    return candidates


def _why_no_bound(problem):
    if problem.loss.name == "perceptron":
        return "the regularised perceptron loss is least at w = 0, and lam = 0 has no dual"
    if problem.r == 0:
        return "lam = 0 leaves nothing strongly convex to build one from"
    return "no dual vector is known for this hard margin"


def _squares_bound(problem, primal):
    """Return s times the squared part of y that no (w, b) can reach, which holds for any lam >= 0."""
    reached = np.linalg.lstsq(problem.rows, problem.y)[0]
    residual = problem.y - problem.rows @ reached
    bound = problem.s * float(residual @ residual)
    # A line through every label leaves squares of rounding errors, on both sides: equal, not 100 % apart.
    rounding = problem.s * problem.n * 1e-26
    return primal if primal - bound <= rounding else bound


@dataclass(frozen=True, repr=False)
class Trace:
    """The iterates a solver recorded: after step t[k] it stood at W[k], b[k].

    `dual[k]`, where there is one, bounds the minimum from below with what the solver knew then.
    `notes` holds what else one solver has to tell (the perceptron: which example it was wrong on).
    """

    problem: Problem
    t: np.ndarray
    W: np.ndarray | None
    b: np.ndarray
    dual: np.ndarray | None = None
    alpha: np.ndarray | None = None
    notes: dict = field(default_factory=dict)

    def __len__(self):
        """Count the recorded iterates."""
        return len(self.t)

    def __repr__(self):
        """One line: how many iterates, from which step to which."""
        return f"Trace({len(self)} iterates, steps {self.t[0]} to {self.t[-1]})"

    def objective(self):
        """Return the objective at each recorded iterate (a hard margin: made admissible first)."""
        if self.W is None:
            evaluate, where = self.problem.objective_at, self.alpha
        else:
            evaluate, where = self.problem.objective, self.W
        values = (evaluate(v, b, rescale=True) for v, b in zip(where, self.b, strict=True))
        return np.fromiter(values, dtype=float, count=len(self))


def recording_times(record, steps):
    """Return the steps, from 0 to `steps`, after which the trace keeps the iterate.

    Parameters
    ----------
    record : "log", "all", "ends", int, or sequence of int
        About ten per factor of ten; every step; first and last; every k-th; or these steps.
    steps : int
        The last step.
    """
    if isinstance(record, str):
        inputs.choice(record, "record", ("log", "all", "ends"))
        if record == "all":
            return np.arange(steps + 1)
        if record == "ends":
            return np.unique([0, steps])
        log_spaced = np.round(np.geomspace(1, max(steps, 1), 1 + int(10 * np.log10(max(steps, 1)))))
        return np.unique(np.r_[0, log_spaced.astype(int), steps])
    if np.ndim(record) == 0:
        return np.unique(np.r_[0 : steps + 1 : inputs.count(record, "record"), steps])
    times = [inputs.count(t, "record", low=0) for t in record]
    if times and max(times) > steps:
        raise ValueError(f"record asks for step {max(times)}, but there are only {steps}")
    return np.unique([0, *times, steps])


@dataclass(frozen=True, repr=False, eq=False)
class Fit:
    """A solved problem: the answer (w, b, alpha), how it was found, and what is proven about it.

    Attributes
    ----------
    problem : Problem
    w, b : array of shape (d,) and float
        f(x) = <w, x> + b. With a kernel `w` is None and f goes through the support vectors.
    alpha : array of shape (n,) or None
        The dual vector behind the certificate, on the scale of the box [0, C].
    solver : str
    steps : int
        Steps, sweeps or epochs taken, as the solver counts them.
    converged : bool
        Whether the solver met its own stopping rule; `stopped_because` says it in words.
    trace : Trace
    certificate : Certificate
    """

    problem: Problem
    w: np.ndarray | None
    b: float
    alpha: np.ndarray | None
    solver: str
    steps: int
    converged: bool
    stopped_because: str
    trace: Trace
    certificate: Certificate
    unit: str = "steps"

    def __repr__(self):
        """One line a student can read: solver, steps, objective, gap, support vectors."""
        parts = [f"{self.steps:,} {self.unit if self.steps != 1 else self.unit.removesuffix('s')}"]
        parts.append(f"objective {self.certificate.primal:.6g}")
        parts.append(self.certificate.gap_in_words)
        if self.problem.loss.name == "hinge" and self.alpha is not None:
            parts.append(f"{len(self.support)} support vectors")
        if not self.converged:
            parts.append(f"not converged: {self.stopped_because}")
        return f"{self.solver}: " + ", ".join(parts)

    @cached_property
    def support(self):
        """The indices of the support vectors: alpha_i > 0 (beyond rounding)."""
        if self.alpha is None:
            return np.array([], dtype=int)
        return np.flatnonzero(self.alpha > 1e-12 * np.abs(self.alpha).max())

    def decision_function(self, X):
        """Return the scores f(x) for the rows of `X`."""
        X = inputs.points(X, features=self.problem.d)
        if self.w is not None:
            return X @ self.w + self.b
        kept = self.support
        weights = self.alpha[kept] * self.problem.y[kept]
        return self.problem.kernel(X, self.problem.X[kept]) @ weights + self.b

    def predict(self, X):
        """Return the labels: +1 where f(x) >= 0, else -1."""
        return np.where(self.decision_function(X) >= 0, 1.0, -1.0)

    def score(self, X, y):
        """Return the share of labels that `predict` gets right."""
        X = inputs.points(X, features=self.problem.d)
        return float(np.mean(self.predict(X) == inputs.labels(y, len(X), both=False)))

    def margins(self):
        """Return the functional margins y_i f(x_i) of the problem's own points."""
        return self.problem.y * self.decision_function(self.problem.X)

    def kinds(self, tol=1e-6):
        """Say for each point where it stands, as an array of words.

        "outside" (y f > 1), "on margin" (y f = 1, within `tol`), "inside" (0 <= y f < 1) or
        "wrong" (y f < 0).
        """
        m = self.margins()
        which = [m > 1 + tol, m >= 1 - tol, m >= 0]
        return np.select(which, KINDS[:3], default=KINDS[3])

    @property
    def margin_width(self):
        """2 / ||w||, the distance between f = -1 and f = +1; b is never part of this ||w||."""
        if self.w is not None:
            norm = float(np.linalg.norm(self.w))
        else:
            beta = self.alpha * self.problem.y
            gram = self.problem.kernel(self.problem.X, self.problem.X)
            norm = float(np.sqrt(max(0.0, beta @ gram @ beta)))
        return 2 / norm if norm > 0 else np.inf
