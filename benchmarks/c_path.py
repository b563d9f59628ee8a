"""The whole path in C against fits on a grid of 200 C."""

import warnings

import numpy as np
from sklearn.svm import SVC, LinearSVC

import lecturekit as lk

from .solvers import best_of

GRID = np.geomspace(1e-4, 1e4, 200)


def main():
    data = lk.data.blobs(n=200, separation=2.0)
    X, y = data.X, data.y
    path_seconds, path = best_of(20, lambda: lk.c_path(X, y))
    free_seconds, free = best_of(20, lambda: lk.c_path(X, y, "free"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # LinearSVC stops at its iteration cap
        linear, fits = best_of(1, lambda: [LinearSVC(loss="hinge", C=C).fit(X, y) for C in GRID])
        svc, svc_fits = best_of(1, lambda: [SVC(kernel="linear", C=C).fit(X, y) for C in GRID])
    print(f"overlapping blobs, n = 200; {path!r}")
    print(f"  penalised path {path_seconds * 1e3:.2f} ms, free path {free_seconds * 1e3:.2f} ms")
    print(
        f"  200 SVC(kernel='linear') fits {svc:.2f} s: {svc / free_seconds:,.0f} times (aim >= 100)"
    )
    print(
        f"  200 LinearSVC(loss='hinge') fits {linear:.2f} s: {linear / path_seconds:,.0f} times (aim >= 20)"
    )
    print(f"  worst excess over the optimum on the grid: path {excess(path):.1e}, ", end="")
    print(f"LinearSVC {excess(path, fits):.1e}, SVC {excess(free, svc_fits):.1e}")
    seconds, _ = best_of(3, lambda: [path.at(C) for C in GRID])
    print(f"  path.at(C), certificate included: {seconds / len(GRID) * 1e3:.2f} ms")
    for n in (100, 1_000, 10_000):
        big = lk.data.blobs(n=n, separation=2.0)
        seconds, path = best_of(1, lambda: lk.c_path(big.X, big.y))  # noqa: B023
        print(f"  n = {n:>6,}: {seconds:7.3f} s, {len(path.breakpoints):,} breakpoints", flush=True)


def excess(path, fits=None):
    """The worst (objective - optimum) / optimum over the grid."""
    worst = 0.0
    for k, C in enumerate(GRID):
        exact = path.at(C)
        value = exact.certificate.primal
        if fits is not None:
            value = exact.problem.objective(fits[k].coef_[0], float(fits[k].intercept_[0]))
        worst = max(worst, value / exact.certificate.dual - 1)
    return worst
