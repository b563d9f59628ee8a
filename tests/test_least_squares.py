import numpy as np
import oracles
import pytest
from hypothesis import given, settings
from sklearn.linear_model import LinearRegression, Ridge
from strategies import problems

import lecturekit as lk


@settings(max_examples=200)
@given(p=problems(losses=("squared",)))
def test_every_answer_is_certified(p):
    fit = lk.least_squares(p)
    assert fit.converged
    assert -1e-12 <= fit.certificate.gap <= 1e-9
    np.testing.assert_allclose(fit.certificate.primal, p.objective(fit.w, fit.b), rtol=1e-14)


@pytest.mark.parametrize("bias", ["penalised", "free", "none"])
@pytest.mark.parametrize("lam", [0.0, 0.01, 10.0])
@pytest.mark.parametrize("seed", range(5))
def test_against_an_independent_solver(seed, lam, bias):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((30, 4)) * [1, 10, 0.1, 3]
    y = np.where(X[:, 0] + rng.standard_normal(30) > 0, 1.0, -1.0)
    p = lk.Problem(X, y, lam=lam, form="lam w2 + mean", loss="squared", bias=bias)
    fit = lk.least_squares(p)

    value, w, _ = oracles.solve(p)
    assert p.objective(fit.w, fit.b) == pytest.approx(value, rel=1e-10)
    np.testing.assert_allclose(fit.w, w, atol=1e-6)


def test_against_scikit_learn():
    data = lk.data.breast_cancer(features="all", standardise=True)
    plain = lk.least_squares(lk.Problem(data.X, data.y, lam=0.0, loss="squared", bias="free"))
    theirs = LinearRegression().fit(data.X, data.y)
    np.testing.assert_allclose(plain.w, theirs.coef_, rtol=1e-8)
    assert plain.b == pytest.approx(theirs.intercept_, rel=1e-8)

    p = lk.Problem(data.X, data.y, lam=3.0, form="lam w2 + sum", loss="squared", bias="free")
    ridge, theirs = lk.least_squares(p), Ridge(alpha=3.0, solver="svd").fit(data.X, data.y)
    np.testing.assert_allclose(ridge.w, theirs.coef_, rtol=1e-8)
    assert ridge.b == pytest.approx(theirs.intercept_, rel=1e-8)


def test_dependent_columns_get_the_shortest_answer_and_say_so():
    x = np.array([[-2.0], [-1.0], [1.0], [3.0]])
    y = [-1, -1, 1, 1]
    one = lk.least_squares(lk.Problem(x, y, lam=0.0, loss="squared", bias="free"))
    two = lk.least_squares(lk.Problem(np.hstack([x, x]), y, lam=0.0, loss="squared", bias="free"))
    np.testing.assert_allclose(two.w, [one.w[0] / 2] * 2, rtol=1e-12)
    assert one.stopped_because == "closed form"
    assert "rank 1 of 2 columns" in two.stopped_because
    ridge = lk.least_squares(lk.Problem(np.hstack([x, x]), y, lam=1.0, loss="squared"))
    assert ridge.stopped_because == "closed form"


def test_ill_conditioned_columns_keep_their_digits():
    x = np.linspace(-1, 1, 40)
    X = np.c_[x, x + 1e-7 * np.sin(9 * x)]  # X'X would have condition number 1e14
    y = np.where(x > 0.1, 1.0, -1.0)
    fit = lk.least_squares(lk.Problem(X, y, lam=0.0, loss="squared"))
    assert fit.certificate.gap <= 1e-9
