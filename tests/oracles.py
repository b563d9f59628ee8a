"""Answers nobody here computed: CVXPY with Clarabel, at tolerances of 1e-11."""

import cvxpy as cp
import numpy as np

TIGHT = {"tol_gap_abs": 1e-11, "tol_gap_rel": 1e-11, "tol_feas": 1e-11}


def solve(problem):
    """Minimise the problem's objective with CVXPY; return (value, w, b)."""
    w, b = cp.Variable(problem.d), cp.Variable()
    margins = cp.multiply(problem.y, problem.X @ w + b)
    w2 = cp.sum_squares(w) + (cp.square(b) if problem.bias == "penalised" else 0)
    constraints = [b == 0] if problem.bias == "none" else []
    if problem.hard:
        objective = problem.r * w2
        constraints.append(margins >= 1)
    else:
        loss = {
            "hinge": lambda: cp.sum(cp.pos(1 - margins)),
            "log": lambda: cp.sum(cp.logistic(-margins)),
            "squared": lambda: cp.sum_squares(1 - margins),
        }[problem.loss.name]()
        objective = problem.r * w2 + problem.s * loss
    program = cp.Problem(cp.Minimize(objective), constraints)
    # exponential cones do not always reach 1e-11
    tolerances = dict.fromkeys(TIGHT, 1e-9) if problem.loss.name == "log" else TIGHT
    program.solve(cp.CLARABEL, **tolerances)
    return program.value, w.value, float(b.value)


def overlapping(n, d, seed, noise=1.0):
    """Gaussian points and a noisy linear rule, both classes present."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d))
    y = np.where(X[:, 0] + noise * rng.standard_normal(n) > 0, 1.0, -1.0)
    y[:2] = 1.0, -1.0
    return X, y


def separable(n, d, seed, gap=0.3):
    """Points on both sides of a gap around a random hyperplane through the origin."""
    rng = np.random.default_rng(seed)
    w = rng.standard_normal(d)
    w /= np.linalg.norm(w)
    X = rng.standard_normal((n, d))
    y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    along = np.abs(X @ w) + gap
    return X + np.outer(y * along - X @ w, w), y


def soft_margin(problem):
    """The optimal hinge objective by Clarabel alone: CVXPY's translation would take ten times as long."""
    import clarabel
    import scipy.sparse as sp

    n, d = problem.X.shape
    has_bias = 0.0 if problem.bias == "none" else 1.0
    curvature = np.zeros(d + 1 + n)
    curvature[:d] = 1.0
    curvature[d] = {"penalised": 1.0, "free": 0.0, "none": 1.0}[problem.bias]
    linear = np.r_[np.zeros(d + 1), np.full(n, problem.C)]
    signed = problem.y[:, None] * np.hstack([problem.X, np.full((n, 1), has_bias)])
    above_margin = sp.hstack([sp.csc_matrix(-signed), -sp.eye(n)])
    not_negative = sp.hstack([sp.csc_matrix((n, d + 1)), -sp.eye(n)])
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-11
    solution = clarabel.DefaultSolver(
        sp.diags(curvature).tocsc(),
        linear,
        sp.vstack([above_margin, not_negative]).tocsc(),
        np.r_[-np.ones(n), np.zeros(n)],
        [clarabel.NonnegativeConeT(2 * n)],
        settings,
    ).solve()
    v = np.array(solution.x)
    return problem.objective(v[:d], v[d] * has_bias)
