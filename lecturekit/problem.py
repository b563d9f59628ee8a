"""The problem every classifier in the lectures solves, and the one place that evaluates it.

    minimise over w, b    r ||w||^2 + s sum_i loss(y_i f(x_i)),        f(x) = <w, x> + b

with labels y_i = -1 or +1. The six ways the lectures write the soft margin are six pairs (r, s),
and the minimiser depends only on C = s / (2 r): a *form* is a pair, a conversion is a division.
With a penalised bias, 1 is appended to x, so that b is one more weight and ||w||^2 gains b^2.

The dual (Fenchel; for the hinge it is the familiar one of the slides, times 2 r) is

    maximise over alpha   -s sum_i loss*(-alpha_i / C) - r ||w(alpha)||^2,
                          w(alpha) = sum_i alpha_i y_i x_i

and for the hinge  2 r (sum_i alpha_i - 1/2 ||w(alpha)||^2)  on the box 0 <= alpha_i <= C. A free bias
adds sum_i alpha_i y_i = 0. Every feasible alpha bounds the minimum from below.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from . import inputs
from .kernels import kernel as make_kernel
from .losses import LOSSES

BIASES = ("penalised", "free", "none")
PROBLEM_LOSSES = ("hinge", "perceptron", "log", "squared")


@dataclass(frozen=True)
class Form:
    """One way to write the objective: `w2` ||w||^2 (times lambda, if that is the knob) + the losses.

    `knob` is the number that is chosen: "C" multiplies the sum of the losses, "lam" the regulariser.
    """

    knob: str
    w2: float
    mean: bool = False

    def pair(self, value, n):
        """Return (r, s) for this knob `value` and n points."""
        if self.knob == "C":
            return self.w2, value
        return self.w2 * value, 1 / n if self.mean else 1.0

    def value(self, C, n):
        """Return the knob for which s / (2 r) is `C`."""
        if self.knob == "C":
            return 2 * self.w2 * C
        return (1 / n if self.mean else 1.0) / (2 * self.w2 * C)


FORMS = {
    "1/2 w2 + C sum": Form("C", 0.5),
    "w2 + C sum": Form("C", 1.0),
    "lam/2 w2 + mean": Form("lam", 0.5, mean=True),
    "lam w2 + mean": Form("lam", 1.0, mean=True),
    "lam w2 + sum": Form("lam", 1.0),
    "lam/2 w2 + sum": Form("lam", 0.5),
}


class Problem:
    """Data, loss, regularisation and bias rule: everything that decides what the best w and b are.

    Parameters
    ----------
    X : array of shape (n, d)
        One row per point.
    y : array of shape (n,)
        Labels -1 and +1.
    C, lam : float
        The knob of `form`; give exactly one. `lam=0` means no regulariser. `C=inf` with the hinge is
        the hard margin: every point must have y f(x) >= 1.
    loss : {"hinge", "perceptron", "log", "squared"}
        The loss of the margin y f(x).
    form : str, optional
        A key of `lk.FORMS`; "1/2 w2 + C sum" when C is given, "lam/2 w2 + mean" when lam is.
    bias : {"penalised", "free", "none"}
        b as one more weight (1 appended to x), b outside the regulariser, or b = 0.
    kernel : {"linear", "poly", "rbf"}
        With `gamma`, `degree` and `coef0` where the kernel has them. Hinge only.

    Attributes
    ----------
    r, s : float
        The pair of this form.
    C, lam : float
        s / (2 r), and 1 / (n C), whatever the form.
    knob : float
        The number as its own form writes it.
    n, d : int
        Points and features.
    rows : array
        The points as the solvers see them: with the 1 appended, unless the bias rule is "none".
    """

    def __init__(
        self,
        X,
        y,
        *,
        C=None,
        lam=None,
        loss="hinge",
        form=None,
        bias="penalised",
        kernel="linear",
        gamma=None,
        degree=None,
        coef0=None,
    ):
        self.X = inputs.points(X)
        self.n, self.d = self.X.shape
        self.y = inputs.labels(y, self.n)
        self.loss = LOSSES[inputs.choice(loss, "loss", PROBLEM_LOSSES)]
        self.bias = inputs.choice(bias, "bias", BIASES)
        self.form, self.knob = _form_and_knob(form, C, lam, loss)
        self.r, self.s = FORMS[self.form].pair(self.knob, self.n)
        self.C = self.s / (2 * self.r) if self.r > 0 else np.inf
        if self.C in (0.0, np.inf) and self.knob not in (0.0, np.inf):
            raise ValueError(
                f"{self._knob_name} is {self.knob}: too extreme for float64 arithmetic"
            )
        self.lam = 0.0 if self.C == np.inf else 1 / (self.n * self.C)
        self.kernel = make_kernel(kernel, self.d, gamma, degree, coef0)
        if not self.linear and loss != "hinge":
            raise ValueError(f"a {kernel} kernel needs loss 'hinge', but the loss is {loss!r}")

    def __repr__(self):
        """One line: loss, form, knob, bias rule, size."""
        kernel = "" if self.linear else f", {self.kernel} kernel"
        return (
            f"Problem({self.loss.name}, {self.form} with {self._knob_name} = {self.knob:g}, "
            f"bias {self.bias}{kernel}, {self.n} points, {self.d} features)"
        )

    @property
    def linear(self):
        """Whether w lives in the space of the points themselves (no kernel)."""
        return self.kernel.name == "linear"

    @property
    def hard(self):
        """Whether this is the hard margin, C = inf."""
        return self.s == np.inf

    @property
    def _knob_name(self):
        return FORMS[self.form].knob

    @cached_property
    def rows(self):
        """The points with 1 appended, or the points alone when there is no bias."""
        if self.bias == "none":
            return self.X
        return inputs.frozen(np.hstack([self.X, np.ones((self.n, 1))]))

    @cached_property
    def signed_rows(self):
        """z_i = y_i times row i: a margin is <v, z_i>, and w(alpha) = sum_i alpha_i z_i."""
        return inputs.frozen(self.rows * self.y[:, None])

    @cached_property
    def gram(self):
        """The n x n table of inner products that `w(alpha)` is made of; +1 for a penalised bias."""
        return self.kernel(self.X, self.X) + (1.0 if self.bias == "penalised" else 0.0)

    def rewrite(self, form):
        """Return the same problem in another form: same minimiser, objective times a constant."""
        target = FORMS[inputs.choice(form, "form", FORMS)]
        if self.C == np.inf and not (self.hard and target.knob == "C"):
            what = "the hard margin (C = inf)" if self.hard else "lam = 0 (no regulariser)"
            raise ValueError(f"{what} cannot be rewritten as {form!r}")
        knob = {target.knob: target.value(self.C, self.n)}
        options = {"loss": self.loss.name, "bias": self.bias, "kernel": self.kernel.name}
        options |= {k: getattr(self.kernel, k) for k in ("gamma", "degree", "coef0")}
        return Problem(self.X, self.y, form=form, **knob, **options)

    def pack(self, w, b):
        """Return w and b as the one vector that belongs to `rows`."""
        return w.copy() if self.bias == "none" else np.append(w, b)

    def unpack(self, v):
        """Return (w, b) from the vector that belongs to `rows`."""
        return (v.copy(), 0.0) if self.bias == "none" else (v[:-1].copy(), float(v[-1]))

    def margins(self, w, b=0.0):
        """Return the functional margins y_i (<w, x_i> + b)."""
        w, b = self._checked(w, b)
        return self.y * (self.X @ w + b)

    def objective(self, w, b=0.0, *, rescale=False):
        """Return r ||w||^2 + s sum_i loss(y_i f(x_i)); inf where a hard margin is violated.

        With `rescale`, a hard margin is evaluated at (w, b) divided by the smallest margin instead:
        the least change that makes (w, b) admissible, and inf only where no division can.
        """
        w, b = self._checked(w, b)
        with np.errstate(over="ignore"):  # inf is the right answer for a w beyond all bounds
            return self._total(w @ w + self._b2(b), self.y * (self.X @ w + b), rescale)

    def objective_at(self, alpha, b=None, *, rescale=False):
        """Return the objective at w(alpha): the way to evaluate it when a kernel hides w.

        With a free bias `b` must be given; otherwise alpha determines it.
        """
        beta = inputs.vector(alpha, self.n, "alpha") * self.y
        scores = self.gram @ beta
        if self.bias == "free" and b is None:
            raise ValueError("b must be given: with a free bias alpha does not determine it")
        shift = b if self.bias == "free" else 0.0  # a penalised b is inside `gram` already
        return self._total(beta @ scores, self.y * (scores + shift), rescale)

    def subgradient(self, w, b=0.0):
        """Return one subgradient (g_w, g_b) of the objective; at a kink, the slope `losses` states."""
        if self.hard:
            raise ValueError("the hard margin (C = inf) has no subgradient: its objective jumps")
        w, b = self._checked(w, b)
        pull = self.s * self.loss.slope(self.y * (self.X @ w + b)) * self.y
        g_b = 0.0 if self.bias == "none" else pull.sum()
        if self.bias == "penalised":
            g_b += 2 * self.r * b
        return 2 * self.r * w + self.X.T @ pull, float(g_b)

    def weights(self, alpha):
        """Return w(alpha) = sum_i alpha_i y_i x_i, and its b (0 unless the bias is penalised)."""
        self._refuse_kernel()
        beta = inputs.vector(alpha, self.n, "alpha") * self.y
        return self.X.T @ beta, float(beta.sum()) if self.bias == "penalised" else 0.0

    def dual(self, alpha):
        """Return the dual objective at a feasible alpha: a lower bound on the minimum.

        Raises ValueError outside the box, or when a free bias is not balanced (see `feasible`).
        """
        if self.r == 0:
            raise ValueError("lam = 0: without a regulariser there is no dual in alpha")
        alpha = inputs.vector(alpha, self.n, "alpha")
        self._require_feasible(alpha)
        beta = alpha * self.y
        if self.linear:
            w, b = self.weights(alpha)
            w2 = w @ w + self._b2(b)
        else:
            w2 = beta @ self.gram @ beta
        if self.loss.name == "hinge":
            return 2 * self.r * (alpha.sum() - w2 / 2)
        return -self.s * self.loss.conjugate(alpha / self.C).sum() - self.r * w2

    def feasible(self, alpha):
        """Return alpha moved into the box and, for a free bias, balanced to sum alpha_i y_i = 0.

        Balancing shrinks the class that weighs more, which never leaves the box. (The squared loss
        has no box; there both classes share the correction.)
        """
        alpha = np.clip(alpha, *self._box)
        if self.bias != "free":
            return alpha
        if self.loss.lowest_a < 0:
            return alpha - self.y * (alpha @ self.y) / self.n
        plus, minus = alpha[self.y > 0].sum(), alpha[self.y < 0].sum()
        if plus == minus:
            return alpha
        heavier, factor = (1, minus / plus) if plus > minus else (-1, plus / minus)
        return np.where(self.y == heavier, alpha * factor, alpha)

    @property
    def _box(self):
        low, high = self.loss.lowest_a, self.loss.highest_a
        return low * self.C if low else 0.0, high * self.C

    def _require_feasible(self, alpha):
        low, high = self._box
        slack = 1e-12 * max(np.abs(alpha).max(), 1e-300)
        outside = np.flatnonzero((alpha < low - slack) | (alpha > high + slack))
        if len(outside):
            i = outside[0]
            raise ValueError(
                f"alpha[{i}] = {alpha[i]:g} is outside the box [{low:g}, {high:g}]: "
                "no lower bound (clip it with `feasible`)"
            )
        imbalance = alpha @ self.y
        if self.bias == "free" and abs(imbalance) > 1e-12 * np.abs(alpha).sum():
            raise ValueError(
                f"sum of alpha_i y_i is {imbalance:g}, but a free bias needs 0: "
                "no lower bound (balance it with `feasible`)"
            )

    def _checked(self, w, b):
        self._refuse_kernel()
        w, b = inputs.vector(w, self.d, "w"), inputs.number(b, "b")
        if self.bias == "none" and b != 0:
            raise ValueError(f"bias is 'none', so b must be 0, but it is {b:g}")
        return w, b

    def _refuse_kernel(self):
        if not self.linear:
            raise ValueError(
                f"with the {self.kernel.name} kernel w is never written down: use objective_at(alpha)"
            )

    def _b2(self, b):
        return b * b if self.bias == "penalised" else 0.0

    def _total(self, w2, margins, rescale):
        if not self.hard:
            return float(self.r * w2 + self.s * self.loss.value(margins).sum())
        least = float(margins.min())
        if rescale:
            return float(self.r * w2) / least**2 if least > 0 else np.inf
        return float(self.r * w2) if least >= 1 else np.inf


def _form_and_knob(form, C, lam, loss):
    """Check form, C and lam against each other; return the form's name and its number."""
    if (C is None) == (lam is None):
        given = "neither" if C is None else "both"
        raise ValueError(f"give exactly one of C and lam, but {given} was given")
    name = "C" if lam is None else "lam"
    if form is None:
        form = "1/2 w2 + C sum" if name == "C" else "lam/2 w2 + mean"
    if FORMS[inputs.choice(form, "form", FORMS)].knob != name:
        raise ValueError(f"form {form!r} is set by {FORMS[form].knob}, but {name} was given")
    if name == "lam":
        return form, inputs.number(lam, "lam", low=0.0, open_high=True)
    C = inputs.number(C, "C", low=0.0, open_low=True)
    if C == np.inf and loss != "hinge":
        raise ValueError(f"C = inf (the hard margin) needs loss 'hinge', but the loss is {loss!r}")
    return form, C
