"""optimum (penalised bias, gap 1e-6) against LinearSVC to the same objective; growth with n."""

import resource
import time
import warnings

import numpy as np
from sklearn.svm import LinearSVC

import lecturekit as lk

from .solvers import best_of, overlapping

PATIENCE = 60.0  # seconds for LinearSVC in one cell


def linear_svc(problem, goal):
    """Seconds LinearSVC needs to reach the goal, and whether it did within our patience."""
    tol = 1e-1
    while True:
        svc = LinearSVC(loss="hinge", C=problem.C, tol=tol, max_iter=10_000_000, random_state=0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            seconds, _ = best_of(1, lambda: svc.fit(problem.X, problem.y))  # noqa: B023
            reached = problem.objective(svc.coef_[0], svc.intercept_[0]) <= goal
            if seconds < 1:
                seconds = min(seconds, best_of(3, lambda: svc.fit(problem.X, problem.y))[0])  # noqa: B023
        if reached or seconds > PATIENCE:
            return seconds, reached
        tol /= 4


def table():
    print("time of LinearSVC / time of optimum, both to 1e-6 of the optimum")
    ratios = []
    for n, d in ((200, 2), (2_000, 20), (20_000, 50)):
        X, y = overlapping(n, d)
        for C in (0.01, 1.0, 100.0):
            problem = lk.Problem(X, y, C=C)
            ours, fit = best_of(3, lambda: lk.optimum(problem, tol=1e-6))  # noqa: B023
            theirs, reached = linear_svc(problem, fit.certificate.dual * (1 + 1e-6))
            ratios.append(theirs / ours)
            sign = "" if reached else "at least (LinearSVC had not arrived) "
            print(
                f"  {n:>6,} x {d:<2}  C = {C:<5g} {sign}{ratios[-1]:7.2f}   "
                f"optimum {ours * 1e3:8.1f} ms, LinearSVC {theirs * 1e3:9.1f} ms",
                flush=True,
            )
    mean = np.exp(np.mean(np.log(ratios)))
    print(f"  geometric mean {mean:.2f} (aim >= 1), least {min(ratios):.2f} (aim >= 0.5)")


def growth(d=10, C=1.0):
    print(f"growth of optimum (gap 1e-9) with n, d = {d}, C = {C:g}")
    for n in (100, 1_000, 10_000, 100_000):
        problem = lk.Problem(*overlapping(n, d), C=C)
        start = time.perf_counter()
        fit = lk.optimum(problem)
        seconds = time.perf_counter() - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"  n = {n:>7,}: {seconds:7.3f} s, {fit.certificate.gap_in_words}, "
            f"process at most {peak:.0f} MB so far (X has {problem.X.nbytes / 2**20:.1f} MB)",
            flush=True,
        )


def main():
    table()
    growth()
