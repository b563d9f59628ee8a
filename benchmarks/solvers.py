"""Pegasos against SGDClassifier and its own plain form; Hildreth against LinearSVC."""

import os
import subprocess
import sys
import time
import warnings

import numpy as np
from sklearn.linear_model import SGDClassifier
from sklearn.svm import LinearSVC

import lecturekit as lk


def overlapping(n, d, seed=0):
    """Gaussian points and a noisy linear rule."""
    rng = np.random.default_rng(seed)
    X, w = rng.standard_normal((n, d)), rng.standard_normal(d)
    return X, np.where(X @ w / np.sqrt(d) + 0.5 * rng.standard_normal(n) > 0, 1.0, -1.0)


def best_of(times, call):
    """The shortest of several runs, and the last answer: noise only ever adds."""
    shortest = np.inf
    for _ in range(times):
        start = time.perf_counter()
        answer = call()
        shortest = min(shortest, time.perf_counter() - start)
    return shortest, answer


def nanoseconds_per_visit(epochs, n=10_000, d=50, repeat=5):
    """Pegasos, everything included: checks, draws, steps, certificate."""
    X, y = overlapping(n, d)
    problem = lk.Problem(X, y, lam=1e-4)
    lk.pegasos(problem, steps=100)
    seconds, _ = best_of(repeat, lambda: lk.pegasos(problem, steps=epochs * n, record="ends"))
    return seconds / (epochs * n) * 1e9


def pegasos(n=10_000, d=50, epochs=20):
    X, y = overlapping(n, d)
    sgd = SGDClassifier(loss="hinge", alpha=1e-4, max_iter=epochs, tol=None, random_state=0)
    theirs = best_of(5, lambda: sgd.fit(X, y))[0] / (epochs * n) * 1e9
    ours = nanoseconds_per_visit(epochs)
    script = "from benchmarks.solvers import *; print(nanoseconds_per_visit(1, repeat=1))"
    environment = os.environ | {"LECTUREKIT_JIT": "0"}
    command = [sys.executable, "-c", script]
    plain = float(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
    print(f"n = {n:,}, d = {d}, nanoseconds per example visit")
    print(f"  Pegasos {ours:.0f}, SGDClassifier {theirs:.0f}, plain Python {plain:,.0f}")
    print(f"  {theirs / ours:.2f} times as fast as SGDClassifier (aim >= 1.5)")
    print(f"  {plain / ours:.0f} times as fast as plain Python (aim >= 40)")


def hildreth():
    print("time of LinearSVC(loss='hinge', tol=1e-4) / time of Hildreth to the same objective")
    ratios = {True: [], False: []}
    for n, d in ((200, 2), (2_000, 20), (10_000, 50)):
        X, y = overlapping(n, d)
        for C in (0.01, 0.1, 1.0, 10.0):
            ratio, words = hildreth_cell(X, y, C)
            ratios[C <= 1].append(ratio)
            print(f"  {n:>6,} x {d:<2}  C = {C:<5g} ratio {ratio:5.2f}   {words}", flush=True)
    for small, found in ratios.items():
        mean = np.exp(np.mean(np.log(found)))
        aim = " (aim >= 1)" if small else ""
        print(
            f"  C {'<=' if small else '>'} 1: geometric mean {mean:.2f}, least {min(found):.2f}{aim}"
        )


def hildreth_cell(X, y, C):
    problem = lk.Problem(X, y, C=C)
    svc = LinearSVC(loss="hinge", C=C, tol=1e-4, max_iter=100_000, random_state=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # at large C it stops at its iteration cap
        theirs, _ = best_of(3, lambda: svc.fit(X, y))
    goal = problem.objective(svc.coef_[0], svc.intercept_[0]) * (1 + 1e-9)
    # the loosest tolerance, in factors of 2, that reaches the same objective
    for tol in 1e-2 * 0.5 ** np.arange(34):
        options = {"tol": tol, "max_sweeps": 100_000, "record": "ends"}
        fit = lk.hildreth(problem, **options)
        if fit.certificate.primal <= goal:
            break
    ours, _ = best_of(3, lambda: lk.hildreth(problem, **options))
    words = f"LinearSVC {theirs * 1e3:8.2f} ms, Hildreth {ours * 1e3:8.2f} ms, {fit.steps:,} sweeps"
    return theirs / ours, words


def main():
    pegasos()
    hildreth()
