"""Least squares on the labels, in closed form.

    minimise  r ||w||^2 + s sum_i (y_i - <w, x_i> - b)^2

With r = 0 this is seeds/004's attempt 1; with r > 0 it is ridge regression (Tikhonov), seeds/000.
The normal equations (X'X + (r/s) I) w = X'y are solved through the singular values of X, never by
forming X'X, which would square the condition number (Golub and Van Loan, section 5.3).
"""

import numpy as np

from ..fit import Fit, Trace, certify
from ..solvers.common import require


def least_squares(problem):
    """Minimise the squared loss exactly; of several minimisers, return the shortest.

    Parameters
    ----------
    problem : Problem
        With loss "squared"; any bias rule, any lam >= 0.

    Returns
    -------
    Fit
        When the columns are dependent and lam = 0 there are many minimisers: `stopped_because`
        says so, and w (with b, if penalised) is the one of least norm.
    """
    require(problem, "least_squares", losses=("squared",))
    A, target = _columns(problem), problem.y
    if problem.bias == "free":
        # Minimising over b first centres the columns and the labels.
        centre, level = A.mean(axis=0), target.mean()
        v, rank = ridge(A - centre, target - level, problem.r / problem.s)
        w, b = v, float(level - centre @ v)
    else:
        v, rank = ridge(A, target, problem.r / problem.s)
        w, b = problem.unpack(v)

    reason = "closed form"
    if problem.r == 0 and rank < A.shape[1]:
        reason += f" (rank {rank} of {A.shape[1]} columns: many minimisers, this is the shortest)"
    certificate, alpha = certify(problem, w, b)
    trace = Trace(problem, np.array([1]), w[None].copy(), np.array([b]))
    return Fit(problem, w, b, alpha, "least_squares", 1, True, reason, trace, certificate)


def ridge(A, target, penalty):
    """Return the shortest v that minimises penalty ||v||^2 + ||A v - target||^2, and A's rank."""
    U, sigma, Vt = np.linalg.svd(A, full_matrices=False)
    kept = sigma > sigma.max(initial=0.0) * max(A.shape) * np.finfo(float).eps
    shrunk = np.zeros_like(sigma)
    shrunk[kept] = sigma[kept] / (sigma[kept] ** 2 + penalty)
    return Vt.T @ (shrunk * (U.T @ target)), int(kept.sum())


def _columns(problem):
    return problem.X if problem.bias == "free" else problem.rows
