import numpy as np
import oracles
import pytest
from hypothesis import given, settings
from sklearn.linear_model import LogisticRegression
from strategies import problems

import lecturekit as lk


@pytest.mark.parametrize("bias", ["penalised", "free", "none"])
@pytest.mark.parametrize("lam", [0.0, 0.001, 0.1])
@pytest.mark.parametrize("seed", range(5))
def test_newton_against_clarabel(seed, lam, bias):
    X, y = oracles.overlapping(60, 4, seed)
    p = lk.Problem(X * [1, 3, 0.3, 2], y, lam=lam, loss="log", bias=bias)
    fit = lk.logistic(p)
    assert fit.converged
    assert fit.certificate.primal == pytest.approx(oracles.solve(p)[0], rel=1e-8)


def test_against_scikit_learn():
    data = lk.data.breast_cancer(features="all", standardise=True)
    p = lk.Problem(data.X, data.y, C=0.5, loss="log", bias="free")
    fit = lk.logistic(p)
    theirs = LogisticRegression(C=0.5, tol=1e-10, max_iter=10_000).fit(data.X, data.y)
    np.testing.assert_allclose(fit.w, theirs.coef_[0], atol=1e-4)
    assert fit.b == pytest.approx(theirs.intercept_[0], abs=1e-4)
    assert fit.certificate.gap < 1e-8


@settings(max_examples=150)
@given(p=problems(losses=("log",)))
def test_newton_is_certified_for_every_regularised_problem(p):
    fit = lk.logistic(p)
    assert fit.converged, fit
    assert -1e-12 <= fit.certificate.gap <= 1e-9


@pytest.mark.parametrize("method", ["newton", "gd", "sgd"])
@pytest.mark.parametrize("bias", ["penalised", "free", "none"])
def test_all_methods_approach_the_same_answer(method, bias):
    data = lk.data.blobs(n=100, separation=2.0)
    p = lk.Problem(data.X, data.y, lam=0.05, loss="log", bias=bias)
    exact = lk.logistic(p)
    rule = lk.steps.inverse_sqrt(0.5) if method == "sgd" else None
    fit = lk.logistic(p, method=method, rule=rule)
    assert fit.solver == f"logistic ({method})"
    assert fit.certificate.primal <= exact.certificate.primal * (
        1.01 if method == "sgd" else 1 + 1e-9
    )


@pytest.mark.parametrize("method", ["newton", "gd", "sgd"])
def test_separable_data_without_regulariser_has_no_optimum(method):
    X, y = oracles.separable(30, 2, seed=0)
    p = lk.Problem(X, y, lam=0.0, loss="log")
    rule = 0.5 if method == "sgd" else None
    fit = lk.logistic(p, method=method, rule=rule)
    assert not fit.converged
    assert fit.stopped_because.startswith("the optimum is at infinity")
    assert "norm still grows" in fit.stopped_because
    assert np.all(np.isfinite(fit.w))


def test_the_norm_grows_without_bound_on_separable_data():
    X, y = oracles.separable(30, 2, seed=0)
    p = lk.Problem(X, y, lam=0.0, loss="log")
    norms = [np.linalg.norm(lk.logistic(p, method="gd", steps=s).w) for s in (100, 1000, 10_000)]
    assert norms[0] < norms[1] < norms[2]


def test_data_separable_only_with_ties_has_no_optimum_either():
    # x = 0 carries both labels, the rest is separable: the loss at 0 stays, w still grows
    X, y = [[-2.0], [-1.0], [0.0], [0.0], [1.0], [2.0]], [-1, -1, -1, 1, 1, 1]
    fit = lk.logistic(lk.Problem(X, y, lam=0.0, loss="log", bias="free"))
    assert fit.stopped_because.startswith("the optimum is at infinity")
    one_more = lk.logistic(lk.Problem([*X, [1.0]], [*y, -1], lam=0.0, loss="log", bias="free"))
    assert one_more.converged


def test_huge_margins_do_not_overflow():
    X, y = oracles.separable(20, 2, seed=1)
    for method in ("newton", "gd"):
        fit = lk.logistic(lk.Problem(X * 1e4, y, lam=1e-6, loss="log"), method=method)
        assert np.all(np.isfinite(fit.w))
        assert np.isfinite(fit.certificate.primal)


def test_dependent_columns():
    X, y = oracles.overlapping(40, 2, seed=0)
    doubled = np.hstack([X, X])
    one = lk.logistic(lk.Problem(X, y, lam=0.0, loss="log"))
    two = lk.logistic(lk.Problem(doubled, y, lam=0.0, loss="log"))
    assert two.certificate.primal == pytest.approx(one.certificate.primal, rel=1e-9)
    np.testing.assert_allclose(two.w[:2], two.w[2:], rtol=1e-6)


BAD = [
    (
        lambda p: lk.logistic(p),
        "logistic solves problems with loss 'log', but this one has loss 'hinge'",
    ),
    (lambda p: lk.logistic(log(p), method="magic"), "method must be one of 'newton', 'gd', 'sgd'"),
    (lambda p: lk.logistic(log(p), rule=0.1), "rule is for 'gd' and 'sgd'"),
    (lambda p: lk.logistic(log(p), steps=0), "steps must be at least 1"),
    (lambda p: lk.logistic(log(p), tol=-1), "tol must be at least 0"),
]


def log(p):
    return lk.Problem(p.X, p.y, lam=0.1, loss="log")


@pytest.mark.parametrize(("call", "message"), BAD, ids=[m[:40] for _, m in BAD])
def test_refused_in_words(call, message):
    toy = lk.data.toy("near")
    with pytest.raises(ValueError, match=message):
        call(lk.Problem(toy.X, toy.y, C=1.0))
