"""Batch subgradient descent.

    w <- w - eta_t g_t,      g_t a subgradient of the whole objective at w_t

The objective is taken as the problem's form writes it, so a rate that suits the mean is n times too
long for the sum. A subgradient need not point downhill: the objective may go up, and the trace counts
how often it did. Shor (1985); Boyd and Vandenberghe's notes on subgradient methods.
"""

import numpy as np

from .. import inputs
from ..fit import Fit, certify
from ..steps import as_rule, constant
from .common import Recorder, require, runaway, starting_point


def subgradient(
    problem, *, steps=500, rule=None, tol=0.0, start=None, seed=0, progress=False, record="log"
):
    """Descend along a subgradient of the whole objective.

    Parameters
    ----------
    problem : Problem
        Any loss, any bias rule, linear; C finite.
    steps : int
        How many steps to take.
    rule : a rule of `lk.steps`, or a number
        The step lengths; constant 0.1 when left out. The lambda of 1/(lambda t) is 2 r here, the
        strong convexity of the objective as written; Polyak's rule is bound to f and g.
    tol : float
        Stop when the subgradient is no longer than this (smooth losses; at a kink it never is).
    start, progress, record
        (w, b) to begin at; show a bar; which iterates the trace keeps (`fit.recording_times`).
    seed : int
        Not used: nothing is random. Accepted because every solver accepts it.

    Returns
    -------
    Fit
        Of the last iterate. `trace.notes["rises"]` counts the steps at which the objective went up.
    """
    require(problem, "subgradient")
    steps = inputs.count(steps, "steps")
    tol = inputs.number(tol, "tol", low=0.0)
    rule = as_rule(constant(0.1) if rule is None else rule, "subgradient", ("lam", "f", "g2"))
    w, b = problem.unpack(starting_point(problem, start))
    recorder = Recorder(problem, record, steps)
    recorder.keep(0, problem.pack(w, b))
    taken, rises, converged = 0, 0, False
    why = f"took all {steps:,} steps"
    value = problem.objective(w, b)

    for first, last, keep in recorder.stretches(progress):
        for t in range(first + 1, last + 1):
            g_w, g_b = problem.subgradient(w, b)
            g2 = g_w @ g_w + g_b * g_b
            if np.sqrt(g2) <= tol:
                converged, why = True, f"the subgradient is no longer than {tol:g}"
                break
            eta = float(rule(t, lam=2 * problem.r, f=value, g2=g2))
            with np.errstate(over="ignore", invalid="ignore"):
                next_w, next_b = w - eta * g_w, b - eta * g_b
            if runaway(problem, problem.pack(next_w, next_b)):
                why = f"diverged at step {t:,}: the steps are too long"
                break
            next_value = problem.objective(next_w, next_b)
            rises += next_value > value
            w, b, value, taken = next_w, next_b, next_value, t
        if taken < last:
            break
        if keep:
            recorder.keep(last, problem.pack(w, b))

    if taken > recorder.last_time:
        recorder.keep(taken, problem.pack(w, b))
    certificate, alpha = certify(problem, w, b)
    trace = recorder.trace(rises=int(rises))
    return Fit(problem, w, b, alpha, "subgradient", taken, converged, why, trace, certificate)
