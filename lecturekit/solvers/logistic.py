"""Logistic regression: batch gradient descent, SGD, or Newton's method.

    minimise  r ||w||^2 + s sum_i log(1 + exp(-y_i f(x_i)))

The gradient is 2 r w - s sum_i sigmoid(-m_i) y_i x_i, the Hessian 2 r I + s sum_i sigmoid(m_i) sigmoid(-m_i)
x_i x_i'. Newton's method is iteratively reweighted least squares (Hastie, Tibshirani and Friedman, section
4.4); steps are halved until the objective falls far enough (Armijo).

Without a regulariser, data that some line separates has no optimum: the longer w, the smaller the loss, for
ever. That is recognised and said.
"""

from dataclasses import replace

import numpy as np

from .. import inputs
from ..fit import Fit, certify
from ..steps import constant
from .common import Recorder, require, starting_point
from .sgd import regularised_length, sgd
from .subgradient import subgradient

METHODS = ("newton", "gd", "sgd")
STEPS = {"newton": 100, "gd": 1000, "sgd": 10_000}
AT_INFINITY = "the optimum is at infinity: the data is separable and the norm still grows"


def logistic(
    problem,
    *,
    method="newton",
    steps=None,
    rule=None,
    tol=1e-10,
    start=None,
    seed=0,
    progress=False,
    record="log",
):
    """Minimise the log loss.

    Parameters
    ----------
    problem : Problem
        Loss "log"; any bias rule, any lam >= 0, linear.
    method : {"newton", "gd", "sgd"}
        Newton's method, batch gradient descent, or one example at a time.
    steps : int, optional
        The most steps; 100, 1,000 and 10,000 when left out.
    rule : a rule of `lk.steps`, or a number
        For "gd" (1 / the largest curvature, when left out) and "sgd".
    tol : float
        Newton stops with the first step that promises at most this share of the objective; gd when the
        gradient is at most this long. sgd takes all its steps.
    start, seed, progress, record
        As for `lk.sgd`.

    Returns
    -------
    Fit
        `converged` is False where no optimum exists, and `stopped_because` says so.
    """
    require(problem, "logistic", losses=("log",))
    inputs.choice(method, "method", METHODS)
    steps = STEPS[method] if steps is None else inputs.count(steps, "steps")
    tol = inputs.number(tol, "tol", low=0.0)
    common = {"start": start, "progress": progress, "record": record}
    if method == "newton":
        if rule is not None:
            raise ValueError("rule is for 'gd' and 'sgd': Newton's method finds its own step")
        return newton(problem, steps, tol, **common)
    if method == "gd":
        rule = constant(1 / largest_curvature(problem)) if rule is None else rule
        fit = subgradient(problem, steps=steps, rule=rule, tol=tol, **common)
    else:
        fit = sgd(problem, steps=steps, rule=rule, seed=seed, **common)
    fit = replace(fit, solver=f"logistic ({method})")
    if problem.r == 0 and no_optimum(problem, problem.pack(fit.w, fit.b)):
        return replace(fit, converged=False, stopped_because=AT_INFINITY)
    return fit


def largest_curvature(problem):
    """Return an upper bound on the Hessian: 2 r + s ||X||^2 / 4, since sigmoid' <= 1/4."""
    return 2 * problem.r + problem.s * np.linalg.norm(problem.rows, 2) ** 2 / 4


def newton(problem, steps, tol, start, progress, record):
    """Solve for the minimum of the parabola that touches the objective, again and again."""
    v = starting_point(problem, start)
    recorder = Recorder(problem, record, steps)
    recorder.keep(0, v)
    value, taken, converged = problem.objective(*problem.unpack(v)), 0, False
    why = f"took all {steps:,} steps"
    for _, last, keep in recorder.stretches(progress):
        while taken < last:
            direction, expected = newton_direction(problem, v)
            if expected <= tol * value:  # near enough for the last step, which is taken whole
                converged, why = True, f"the last step promised at most {tol:g} of the objective"
                v, taken = v + direction, taken + 1
                break
            v, value, moved = halved_until_lower(problem, v, direction, expected, value)
            if not moved:
                converged, why = True, "no shorter step lowers the objective: rounding is reached"
                break
            taken += 1
            if problem.r == 0 and problem.margins(*problem.unpack(v)).min() > 0:
                break
        if taken < last:
            break
        if keep:
            recorder.keep(last, v)
    if problem.r == 0 and no_optimum(problem, v):
        converged, why = False, AT_INFINITY
    if taken > recorder.last_time:
        recorder.keep(taken, v)
    w, b = problem.unpack(v)
    certificate, alpha = certify(problem, w, b)
    return Fit(
        problem,
        w,
        b,
        alpha,
        "logistic (newton)",
        taken,
        converged,
        why,
        recorder.trace(),
        certificate,
    )


def newton_direction(problem, v):
    """Return -H^-1 g and half of g'H^-1 g, the decrease it promises."""
    slopes = problem.loss.slope(problem.y * (problem.rows @ v))
    penalty = np.zeros(len(v))
    penalty[: regularised_length(problem)] = 2 * problem.r
    gradient = penalty * v + problem.s * problem.rows.T @ (slopes * problem.y)
    curvature = -slopes * (1 + slopes)  # sigmoid(m) sigmoid(-m)
    hessian = np.diag(penalty) + problem.s * (problem.rows.T * curvature) @ problem.rows
    direction = -np.linalg.lstsq(hessian, gradient)[0]
    return direction, float(-gradient @ direction) / 2


def halved_until_lower(problem, v, direction, expected, value):
    """Return (v, value, moved?) after the longest of 1, 1/2, 1/4, ... steps that lowers enough."""
    for halvings in range(60):
        length = 0.5**halvings
        candidate = v + length * direction
        lower = problem.objective(*problem.unpack(candidate))
        if lower <= value - 1e-4 * length * 2 * expected:
            return candidate, lower, lower < value
    return v, value, False


def no_optimum(problem, v):
    """Say whether some direction never lowers a margin and raises one: then the loss has no minimum.

    Margins that are all positive show it at once. Otherwise, when some margin is so large that its loss
    is all but gone, a linear program looks for d with 0 <= y_i <d, x_i> <= 1 and a positive sum
    (Albert and Anderson 1984).
    """
    margins = problem.y * (problem.rows @ v)
    if margins.min() > 0:
        return True
    if margins.max() < 15:
        return False
    from scipy.optimize import linprog

    signed = problem.y[:, None] * problem.rows / np.abs(problem.rows).max()
    n = problem.n
    answer = linprog(
        -signed.sum(axis=0),
        A_ub=np.vstack([-signed, signed]),
        b_ub=np.r_[np.zeros(n), np.ones(n)],
        bounds=(None, None),
    )
    return answer.status == 0 and answer.fun < -1e-6
