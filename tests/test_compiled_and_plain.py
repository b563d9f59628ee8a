"""The same numbers with and without the compiler: every solver, same seed, to 1e-12."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

import lecturekit as lk

SCRIPT = """
import json, sys
sys.path.insert(0, {tests!r})
import test_compiled_and_plain as us
print(json.dumps([us.lk.COMPILED, us.answers()]))
"""


def answers():
    """Everything each solver has to say about a small problem, as plain lists."""
    data, toy = lk.data.blobs(n=40, separation=1.5, seed=7), lk.data.toy("near")
    found = {}
    for name, fit in fits(data, toy):
        found[name] = [] if fit.w is None else [*fit.w, fit.b]
        found[name] += [] if fit.alpha is None else list(fit.alpha)
        found[name] += [fit.steps, fit.certificate.primal, len(fit.trace), *fit.trace.objective()]
    for sweep in ("cyclic", "back-and-forth", "random", "greedy"):
        result = lk.box_qp([[4.0, 1.0], [1.0, 2.0]], [-6.0, -4.0], sweep=sweep)
        found[f"box_qp {sweep}"] = list(result.trace.ravel())
    return found


def fits(data, toy):
    soft = lk.Problem(data.X, data.y, lam=0.05)
    for loss in ("hinge", "perceptron", "log", "squared"):
        for bias in ("penalised", "free", "none"):
            p = lk.Problem(data.X, data.y, lam=0.05, loss=loss, bias=bias)
            rule = lk.steps.inverse_sqrt(0.1)
            yield f"sgd {loss} {bias}", lk.sgd(p, steps=300, rule=rule, batch=2, average="half")
            yield f"subgradient {loss} {bias}", lk.subgradient(p, steps=50, rule=rule)
    for variant in ("step", "sum"):
        for project in (False, True):
            options = {"variant": variant, "project": project, "average": "all"}
            yield f"pegasos {options}", lk.pegasos(soft, steps=500, **options)
    for sweep in ("cyclic", "back-and-forth", "random", "greedy"):
        yield f"hildreth {sweep}", lk.hildreth(soft, sweep=sweep, max_sweeps=20)
        kernel = lk.Problem(data.X, data.y, C=1.0, kernel="rbf")
        yield f"hildreth rbf {sweep}", lk.hildreth(kernel, sweep=sweep, max_sweeps=20)
    perceptron = lk.Problem(data.X, data.y, loss="perceptron", lam=0.0)
    yield "perceptron", lk.perceptron(perceptron, epochs=5, order="random")
    hard = lk.Problem(toy.X, toy.y, C=np.inf)
    yield "hildreth hard", lk.hildreth(hard)
    yield "mira", lk.mira(hard, epochs=10, threshold=0.9)
    yield "mira batch", lk.mira(hard, epochs=10, threshold=0.9, batch=2)
    for method in ("newton", "gd", "sgd"):
        p = lk.Problem(data.X, data.y, lam=0.05, loss="log")
        yield f"logistic {method}", lk.logistic(p, method=method, steps=20)
    squared = lk.Problem(data.X, data.y, lam=0.05, loss="squared")
    yield "least_squares", lk.least_squares(squared)
    for bias in ("penalised", "free", "none"):
        p = lk.Problem(data.X, data.y, C=1.0, bias=bias)
        yield f"optimum {bias}", lk.optimum(p)
        path = lk.c_path(data.X, data.y, bias)
        for C in (0.01, 1.0, 100.0):
            yield f"c_path {bias} {C}", path.at(C)


@pytest.fixture(scope="module")
def both():
    """The answers of this process, and of another with the switch the other way."""
    script = SCRIPT.format(tests=os.path.dirname(__file__))
    other = os.environ | {"LECTUREKIT_JIT": "0" if lk.COMPILED else "1"}
    done = subprocess.run(
        [sys.executable, "-c", script], env=other, capture_output=True, check=True
    )
    compiled, theirs = json.loads(done.stdout)
    assert compiled != lk.COMPILED
    return answers(), theirs


def test_compiled_and_plain_agree(both):
    ours, theirs = both
    assert set(ours) == set(theirs)
    for name in ours:
        np.testing.assert_allclose(ours[name], theirs[name], rtol=1e-12, atol=1e-12, err_msg=name)


def test_it_covers_every_solver(both):
    import lecturekit.solvers

    for solver in lecturekit.solvers.__all__:
        assert any(name.startswith(solver) for name in both[0]), solver
