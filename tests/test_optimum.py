"""optimum: a certified gap of 1e-9 for every C, every bias rule, on data of every kind."""

import numpy as np
import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import degenerate

import lecturekit as lk

BIASES = ["penalised", "free", "none"]
SETS = {
    "blobs": lambda: lk.data.blobs(n=200),
    "outliers": lk.data.outliers,
    "rings": lk.data.rings,
    "moons": lk.data.moons,
    "iris": lk.data.iris,
    "iris, all features": lambda: lk.data.iris(features="all"),
    "breast cancer": lk.data.breast_cancer,
    "breast cancer, all features": lambda: lk.data.breast_cancer(features="all"),
    "breast cancer, standardised": lambda: lk.data.breast_cancer("all", standardise=True),
} | {
    f"toy {name}": (lambda name=name: lk.data.toy(name))
    for name in ("base", "near", "nearer", "wrong")
}


@pytest.mark.slow
@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("make", SETS.values(), ids=SETS)
def test_certified_from_1e_minus_8_to_1e8_and_at_the_hard_margin(make, bias):
    data = make()
    for C in 10.0 ** np.arange(-8, 9):
        fit = lk.optimum(lk.Problem(data.X, data.y, C=C, bias=bias))
        assert fit.converged
        assert -1e-12 <= fit.certificate.gap <= 1e-9
    p = lk.Problem(data.X, data.y, C=np.inf, bias=bias)
    try:
        fit = lk.optimum(p)
    except ValueError as error:
        assert "no hard margin exists" in str(error)
        assert not lk.c_path(data.X, data.y, bias).separable
    else:
        assert fit.certificate.gap <= 1e-9
        assert fit.margins().min() > 0


@settings(max_examples=150)
@given(data=degenerate(), bias=st.sampled_from(BIASES), C=st.floats(-8, 8).map(lambda p: 10.0**p))
def test_degenerate_data_against_clarabel(data, bias, C):
    p = lk.Problem(*data, C=C, bias=bias)
    fit = lk.optimum(p)
    assert -1e-12 <= fit.certificate.gap <= 1e-9
    if 1e-4 <= C <= 1e4:
        assert fit.certificate.primal <= oracles.soft_margin(p) * (1 + 1e-7)


@settings(max_examples=60)
@given(data=degenerate(), bias=st.sampled_from(BIASES))
def test_hard_margin_or_the_words_that_there_is_none(data, bias):
    p = lk.Problem(*data, C=np.inf, bias=bias)
    separable = separated(p)
    if separable is None:
        return
    if separable:
        fit = lk.optimum(p)
        assert fit.certificate.gap <= 1e-9
        assert fit.score(*data) == 1.0
    else:
        with pytest.raises(ValueError, match="no hard margin exists"):
            lk.optimum(p)


def separated(p):
    """Ask a linear program for the largest t with y f(x) >= t and |w|, |b| <= 1; None if it is too close."""
    from scipy.optimize import linprog

    rows = p.signed_rows / np.abs(p.signed_rows).max(axis=0).clip(1e-300)
    n, k = rows.shape
    answer = linprog(
        np.r_[np.zeros(k), -1.0],
        A_ub=np.hstack([-rows, np.ones((n, 1))]),
        b_ub=np.zeros(n),
        bounds=[(-1, 1)] * k + [(None, None)],
    )
    return None if 1e-12 < -answer.fun < 1e-6 else -answer.fun > 1e-6


TABLE = [  # CURRICULUM B17: name, C, w, b, alpha_i y_i where it is unique
    ("base", 1e10, (1, 0), 0, None),
    ("near", 1, (1, 0), 0, None),
    ("near", 1e10, (2.2222222, 0), 1.2222222, (0, 0, -1.111111, -1.358025, 2.469136)),
    ("nearer", 1e10, (2.0202020, 0), 1.0202020, (0, 0, -1.010101, -1.030507, 2.040608)),
    ("wrong", 1, (1, 0), 0, (0.5, 0.5, -1, -1, 1)),
    ("wrong", 1e4, (1, 0), 0, None),
]


@pytest.mark.parametrize("from_path", [False, True], ids=["optimum", "path"])
@pytest.mark.parametrize(("name", "C", "w", "b", "signed"), TABLE)
def test_the_toy_table_of_the_slides(name, C, w, b, signed, from_path):
    toy = lk.data.toy(name)
    if from_path:
        fit = lk.c_path(toy.X, toy.y, "free").at(C)
    else:
        fit = lk.optimum(lk.Problem(toy.X, toy.y, C=C, bias="free"))
    np.testing.assert_allclose(fit.w, w, atol=1e-6)
    assert fit.b == pytest.approx(b, abs=1e-6)
    if signed is not None:
        np.testing.assert_allclose(fit.alpha * toy.y, signed, atol=1e-5)


def test_wrong_has_alpha_5_at_c_always_and_w_does_not_move():
    toy = lk.data.toy("wrong")
    for C in (1.5, 10.0, 1e4, 1e8):
        fit = lk.optimum(lk.Problem(toy.X, toy.y, C=C, bias="free"))
        assert fit.alpha[4] == pytest.approx(C)
        np.testing.assert_allclose(fit.w, [1, 0], atol=1e-6)


def test_the_iris_oracle_of_the_ecosystem_page():
    iris = lk.data.iris()
    fit = lk.optimum(lk.Problem(iris.X, iris.y, C=2.0, bias="free"))
    np.testing.assert_allclose(fit.w, [2.27129, 2.71287], atol=1e-5)
    assert fit.b == pytest.approx(-15.517228, abs=1e-5)
    assert fit.certificate.primal == pytest.approx(31.483366, abs=1e-6)


@pytest.mark.parametrize("C", [0.1, 0.2, 0.4])
def test_a_free_bias_is_the_midpoint_of_its_interval(C):
    # balanced, C small: every point is inside its margin, and b may slide without cost
    X, y = [[-1.0, 0.3], [1.0, 0.1], [-1.2, 0.0], [0.9, -0.4]], [-1, 1, -1, 1]
    p = lk.Problem(X, y, C=C / 4, bias="free")
    fit = lk.optimum(p)
    grid = np.linspace(fit.b - 3, fit.b + 3, 60_001)
    values = np.array([p.objective(fit.w, b) for b in grid])
    optimal = grid[values <= values.min() * (1 + 1e-9)]
    assert np.ptp(optimal) > 0.1
    assert fit.b == pytest.approx((optimal[0] + optimal[-1]) / 2, abs=2e-4)


def test_features_a_million_apart():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((60, 4)) * [1e-3, 1, 1e3, 30]
    y = np.where(X[:, 0] * 1e3 + X[:, 1] + 0.5 * rng.standard_normal(60) > 0, 1.0, -1.0)
    for bias in BIASES:
        for C in (1e-6, 1e-2, 1.0, 1e2, 1e6):
            assert lk.optimum(lk.Problem(X, y, C=C, bias=bias)).certificate.gap <= 1e-9


def test_shift_and_size():
    X, y = oracles.overlapping(40, 2, seed=0)
    plain = lk.optimum(lk.Problem(X, y, C=1.0, bias="free"))
    shifted = lk.optimum(lk.Problem(X + np.array([1000.0, -500.0]), y, C=1.0, bias="free"))
    np.testing.assert_allclose(shifted.w, plain.w, atol=1e-7)  # a free bias does not see a shift
    huge = lk.optimum(lk.Problem(X * 1e50, y, C=1e-100, bias="none"))
    same = lk.optimum(lk.Problem(X, y, C=1.0, bias="none"))
    np.testing.assert_allclose(huge.w * 1e50, same.w, rtol=1e-6)


ODD = {
    "identical points": ([[0.9]] * 4, [1, -1, 1, 1]),
    "two points": ([[0.0, 0.0], [1.0, 0.0]], [-1, 1]),
    "zero rows": ([[0.0, 0.0], [0.0, 0.0], [1.0, 2.0]], [1, -1, 1]),
    "one against many": ([[float(i)] for i in range(30)], [1] + [-1] * 29),
    "constant feature": ([[1.0, 7.0], [2.0, 7.0], [4.0, 7.0], [1.5, 7.0]], [-1, 1, 1, -1]),
}


@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize(("X", "y"), ODD.values(), ids=ODD)
def test_odd_data(X, y, bias):
    path = lk.c_path(X, y, bias)
    for C in 10.0 ** np.arange(-8, 9, 2):
        p = lk.Problem(X, y, C=C, bias=bias)
        assert lk.optimum(p).certificate.gap <= 1e-9
        fit = path.at(C)
        assert fit.certificate.gap <= 1e-9
        assert np.all(np.isfinite(fit.w))


def test_warm_start_and_other_forms():
    X, y = oracles.overlapping(100, 3, seed=3)
    p = lk.Problem(X, y, lam=0.02, form="lam w2 + sum", bias="free")
    cold = lk.optimum(p)
    warm = lk.optimum(p, start=cold.alpha)
    assert warm.steps <= cold.steps
    assert warm.certificate.gap <= 1e-9
    assert cold.certificate.primal == pytest.approx(oracles.solve(p)[0], rel=1e-9)


def test_memory_stays_linear_in_n():
    import tracemalloc

    X, y = oracles.overlapping(20_000, 5, seed=0)
    p = lk.Problem(X, y, C=0.1)
    lk.hildreth(p, max_sweeps=2)
    for solve in (lambda: lk.optimum(p, tol=1e-6), lambda: lk.hildreth(p, tol=1e-3)):
        tracemalloc.start()
        solve()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 40 * X.nbytes  # an n x n matrix would be 4,000 times X


BAD = [
    (
        lambda p: lk.optimum(lk.Problem(p.X, p.y, C=1, loss="log")),
        "optimum solves problems with loss 'hinge'",
    ),
    (lambda p: lk.optimum(lk.Problem(p.X, p.y, C=1, kernel="rbf")), "kernel 'linear'"),
    (lambda p: lk.optimum(lk.Problem(p.X, p.y, lam=0)), "optimum needs lam > 0 or C = inf"),
    (lambda p: lk.optimum(p, tol=-1), "tol must be at least 0"),
    (lambda p: lk.optimum(p, start=[1.0]), "start must have shape"),
    (lambda p: lk.optimum(lk.Problem([[1.0], [1.0]], [1, -1], C=np.inf)), "no hard margin exists"),
    (
        lambda p: lk.optimum(lk.Problem([[0.0], [1.0]], [1, -1], C=np.inf, bias="none")),
        "no hard margin exists",
    ),
    (lambda p: lk.c_path(p.X, p.y, bias="some"), "bias must be one of"),
    (lambda p: lk.c_path(p.X, p.y).at(0), "C must be above 0, but it is 0"),
    (lambda p: lk.c_path([[1.0], [1.0], [2.0]], [1, -1, 1]).at(np.inf), "no hard margin exists"),
    (
        lambda p: lk.c_path(p.X, p.y).errors([[1.0]], [1]),
        "X_test has 1 features, but the problem has 2",
    ),
    (lambda p: lk.c_path(p.X, p.y).errors(p.X, [0, 1, 1, 1, 1]), "y_test has labels 0 and 1"),
    (lambda p: lk.c_path(p.X, p.y).errors(p.X, p.y).error(-1), "C must be above 0 and finite"),
]


@pytest.mark.parametrize(("call", "message"), BAD, ids=[m[:40] for _, m in BAD])
def test_refused_in_words(call, message):
    toy = lk.data.toy("near")
    with pytest.raises(ValueError, match=message):
        call(lk.Problem(toy.X, toy.y, C=1.0))
