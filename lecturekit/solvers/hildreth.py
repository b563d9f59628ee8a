"""Hildreth's coordinate ascent on the soft-margin dual.

    maximise  sum_i alpha_i - 1/2 ||w(alpha)||^2    subject to  0 <= alpha_i <= C,
              w(alpha) = sum_i alpha_i y_i x_i      (1 appended to x when the bias is penalised)

One alpha exactly, the others fixed: with z_i = y_i x_i the slope along alpha_i is 1 - <w, z_i> and the
curvature ||z_i||^2. (The compiled loops take any target in place of 1, which `optimum` makes use of.)
Hildreth (1957); with w kept up to date, so that a step costs O(d), Hsieh et al. (2008). With a kernel the
same moves run on the matrix Q_ij = y_i y_j k(x_i, x_j) as in `box_qp`.
"""

import numpy as np

from .. import inputs
from ..fit import Fit, Trace, certify, recording_times
from ..jit import jit
from .box_qp import best_value, gain, greedy_sweep, keep_going, sweep_orders, sweep_through
from .common import progress_bar, require
from .loops import add_scaled, dot

STOPS = ("gap", "increase")


@jit
def ascend(alpha, w, Z, target, norms2, C, i):
    """Solve for alpha_i; keep w = sum alpha_i z_i up to date; return the increase."""
    slope = target[i] - dot(w, Z, i)
    change = best_value(alpha[i], slope, norms2[i], C) - alpha[i]
    if change == 0.0:
        return 0.0
    alpha[i] += change
    add_scaled(w, change, Z, i)
    return gain(change, slope, norms2[i])


@jit
def linear_sweep(alpha, w, Z, target, norms2, C, order, visits, gained):
    """Ascend along each alpha of `order` in turn, and again, as `keep_going` allows.

    Returns what was gained, that of the passes before (`gained`) included, and the visits made.
    """
    made = 0
    while made + len(order) <= visits:
        before = gained
        for i in order:
            gained += ascend(alpha, w, Z, target, norms2, C, i)
        made += len(order)
        if not keep_going(gained - before, gained):
            break
    return gained, made


@jit
def linear_greedy_sweep(alpha, w, Z, target, norms2, C):
    """n times: look at all, ascend along the alpha that gains most."""
    gained = 0.0
    for _ in range(len(alpha)):
        best, best_gain = 0, -1.0
        for i in range(len(alpha)):
            slope = target[i] - dot(w, Z, i)
            change = best_value(alpha[i], slope, norms2[i], C) - alpha[i]
            gained_here = gain(change, slope, norms2[i])
            if gained_here > best_gain:
                best, best_gain = i, gained_here
        gained += ascend(alpha, w, Z, target, norms2, C, best)
    return gained


def hildreth(
    problem,
    *,
    sweep="cyclic",
    tol=1e-6,
    max_sweeps=1000,
    stop="gap",
    shrink=True,
    start=None,
    seed=0,
    progress=False,
    record="log",
):
    """Maximise the dual of the hinge one alpha at a time.

    Parameters
    ----------
    problem : Problem
        Hinge loss, penalised or no bias, any kernel, C finite or inf (the hard margin).
    sweep : {"cyclic", "back-and-forth", "random", "greedy"}
        The order in which the alphas are visited; "greedy" looks at all before each move.
    tol : float
        What `stop` is compared with.
    max_sweeps : int
        The most sweeps; a sweep is n visits, whoever is visited.
    stop : {"gap", "increase"}
        Stop when the relative duality gap is at most `tol` (it is looked at after each sweep at first,
        then every tenth part of the sweeps so far), or when a sweep raised the dual by no more than
        the share `tol`.
    shrink : bool
        After each sweep, go on through the alphas strictly inside the box for a while (at most
        ten sweeps' worth of visits): at a bound most alphas have nothing to do. False is the
        slide's algorithm to the letter. "greedy" shrinks by itself.
    start : array of shape (n,), optional
        alpha to begin with (a warm start); 0 when left out.
    seed, progress, record
        Seed of "random"; show a bar; which sweeps the trace keeps (`fit.recording_times`).

    Returns
    -------
    Fit
        With `steps` counting sweeps, and `trace.dual` the dual value after each recorded one.
    """
    require(
        problem, "hildreth", losses=("hinge",), biases=("penalised", "none"), kernel=True, hard=True
    )
    if problem.r == 0:
        raise ValueError("hildreth needs lam > 0: without a regulariser there is no dual")
    inputs.choice(stop, "stop", STOPS)
    tol = inputs.number(tol, "tol", low=0.0)
    max_sweeps = inputs.count(max_sweeps, "max_sweeps")
    alpha = np.zeros(problem.n)
    if start is not None:
        alpha = np.clip(inputs.vector(start, problem.n, "start"), 0.0, problem.C)

    ascent = (_Linear if problem.linear else _Kernel)(problem, alpha)
    orders = sweep_orders(sweep, problem.n, seed)
    times = recording_times(record, max_sweeps)
    kept = [ascent.snapshot(0)]
    sweeps, look, converged = 0, 1, False
    with progress_bar(max_sweeps, progress, "sweep") as bar:
        while not converged and sweeps < max_sweeps:
            before, order = sweeps, next(orders)
            gained = ascent.sweep(order)
            sweeps += 1
            if shrink and order is not None:
                gained, used = ascent.polish(order, min(10, max_sweeps - sweeps), gained)
                sweeps += used
            if stop == "increase":
                converged = gained <= tol * ascent.dual()
            elif sweeps >= look:
                converged = ascent.gap() <= tol
                look = sweeps + max(1, sweeps // 10)
            if converged or np.any((before < times) & (times <= sweeps)):
                kept.append(ascent.snapshot(sweeps))
            bar.update(sweeps - before)

    rule = "the gap is" if stop == "gap" else "a sweep raised the dual by"
    why = f"{rule} at most {tol:g}" if converged else f"reached max_sweeps = {max_sweeps:,}"
    if not converged and problem.hard and ascent.gap() == np.inf:
        why += ": no (w, b) with positive margins found, perhaps the data is not separable"
    w, b = ascent.answer()
    certificate, _ = certify(problem, w, b, alpha)
    trace = _trace(problem, kept)
    return Fit(
        problem, w, b, alpha, "hildreth", sweeps, converged, why, trace, certificate, "sweeps"
    )


class _Ascent:
    """alpha, and what is kept up to date with it; `passes` and `greedy` are the compiled loops."""

    def __init__(self, problem, alpha):
        self.problem, self.alpha = problem, alpha

    def sweep(self, order):
        """Visit every alpha once; return what that gained."""
        if order is None:
            return self.greedy()
        return self.passes(order, self.problem.n, 0.0)[0]

    def polish(self, order, spare, gained):
        """Visit those strictly inside the box again; return all that was gained, and the sweeps."""
        inside = order[(self.alpha[order] > 0) & (self.alpha[order] < self.problem.C)]
        if len(inside) == 0:
            return gained, 0
        gained, visits = self.passes(inside, spare * self.problem.n, gained)
        return gained, -(-visits // self.problem.n)

    def gap(self):
        primal = self.primal()
        return 1 - 2 * self.problem.r * self.dual() / primal if primal < np.inf else np.inf

    def snapshot(self, t):
        """What the trace keeps: t, w, b, alpha (only where there is no w), dual."""
        w, b = self.answer()
        kept_alpha = self.alpha.copy() if w is None else None
        return t, w, b, kept_alpha, 2 * self.problem.r * self.dual()


class _Linear(_Ascent):
    """With w(alpha): O(n d) memory, O(d) per move."""

    def __init__(self, problem, alpha):
        super().__init__(problem, alpha)
        Z = problem.signed_rows
        norms2 = np.einsum("ij,ij->i", Z, Z)
        if problem.hard and not norms2.all():
            row = int(np.argmin(norms2))
            raise ValueError(f"X[{row}] is all zero: without a bias no hard margin exists")
        self.w = Z.T @ alpha
        self.state = (alpha, self.w, Z, np.ones(problem.n), norms2, problem.C)

    def passes(self, order, visits, gained):
        return linear_sweep(*self.state, order, visits, gained)

    def greedy(self):
        return linear_greedy_sweep(*self.state)

    def dual(self):
        return self.alpha.sum() - self.w @ self.w / 2

    def primal(self):
        return self.problem.objective(*self.problem.unpack(self.w), rescale=True)

    def answer(self):
        return self.problem.weights(self.alpha)


class _Kernel(_Ascent):
    """With the slopes of all: one n x n matrix, O(n) per move."""

    def __init__(self, problem, alpha):
        super().__init__(problem, alpha)
        Q = problem.gram * np.outer(problem.y, problem.y)
        self.slopes = 1.0 - Q @ alpha
        self.state = (alpha, self.slopes, Q, np.full(problem.n, problem.C))

    def passes(self, order, visits, gained):
        return sweep_through(*self.state, order, visits, gained)

    def greedy(self):
        return greedy_sweep(*self.state)

    def dual(self):
        return self.alpha.sum() - self.alpha @ (1.0 - self.slopes) / 2

    def primal(self):
        return self.problem.objective_at(self.alpha, rescale=True)

    def answer(self):
        penalised = self.problem.bias == "penalised"
        return None, float(self.alpha @ self.problem.y) if penalised else 0.0


def _trace(problem, kept):
    t, W, b, alpha, dual = zip(*kept, strict=True)
    W = None if W[0] is None else np.array(W)
    alpha = None if alpha[0] is None else np.array(alpha)
    return Trace(problem, np.array(t), W, np.array(b), np.array(dual), alpha)
