"""Hildreth's coordinate ascent, on the soft-margin dual and on any small box QP."""

import numpy as np
import oracles
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.svm import SVC, LinearSVC
from strategies import problems, seeds

import lecturekit as lk

SWEEPS = ["cyclic", "back-and-forth", "random", "greedy"]


@pytest.mark.parametrize("bias", ["penalised", "none"])
@pytest.mark.parametrize("C", [0.01, 0.1, 1.0])
@pytest.mark.parametrize("seed", range(8))
def test_against_clarabel(seed, C, bias):
    n, d = [(20, 2), (60, 3), (120, 5), (200, 10)][seed % 4]
    p = lk.Problem(*oracles.overlapping(n, d, seed), C=C, bias=bias)
    fit = lk.hildreth(p, tol=1e-7, max_sweeps=20_000)
    assert fit.converged, fit
    least, w, _ = oracles.solve(p)
    assert fit.certificate.primal == pytest.approx(least, rel=1e-6)
    assert fit.certificate.dual <= least * (1 + 1e-9)
    np.testing.assert_allclose(fit.w, w, atol=1e-2)


@pytest.mark.parametrize("C", [0.01, 0.1, 1.0])
def test_against_scikit_learn(C):
    X, y = oracles.overlapping(100, 4, seed=9)
    fit = lk.hildreth(lk.Problem(X, y, C=C), tol=1e-9, max_sweeps=20_000)
    theirs = LinearSVC(loss="hinge", C=C, tol=1e-10, max_iter=1_000_000).fit(X, y)
    np.testing.assert_allclose(fit.w, theirs.coef_[0], atol=1e-4)
    assert fit.b == pytest.approx(theirs.intercept_[0], abs=1e-4)


@pytest.mark.parametrize("shrink", [True, False])
@pytest.mark.parametrize("sweep", SWEEPS)
def test_every_sweep_pattern_reaches_the_optimum(sweep, shrink):
    X, y = oracles.overlapping(40, 3, seed=2)
    p = lk.Problem(X, y, C=0.5)
    fit = lk.hildreth(p, sweep=sweep, tol=1e-8, max_sweeps=20_000, shrink=shrink)
    assert fit.converged
    assert fit.certificate.primal == pytest.approx(oracles.solve(p)[0], rel=1e-7)
    assert "gap is at most 1e-08" in fit.stopped_because


def visited(sweep, n, sweeps):
    from lecturekit.solvers.box_qp import sweep_orders

    orders = sweep_orders(sweep, n, seed=0)
    return [list(next(orders)) for _ in range(sweeps)]


def test_the_patterns_are_the_slides():
    assert visited("cyclic", 4, 2) == [[0, 1, 2, 3], [0, 1, 2, 3]]
    assert visited("back-and-forth", 4, 3) == [[0, 1, 2, 3], [2, 1, 0], [1, 2, 3]]
    assert visited("back-and-forth", 1, 3) == [[0], [0], [0]]
    first, second = visited("random", 50, 2)
    assert sorted(first) == sorted(second) == list(range(50))
    assert first != second


def test_a_step_is_exact_as_the_ecosystem_page_says():
    p = lk.Problem([[1, 2, 3], [4, 5, 6]], [1, -1], lam=1.0, form="lam/2 w2 + sum", bias="none")
    from lecturekit.solvers.hildreth import ascend

    alpha = np.array([0.1, 0.1])
    w = p.weights(alpha)[0]
    ascend(alpha, w, p.rows * p.y[:, None], np.ones(2), np.array([14.0, 77.0]), p.C, 0)
    np.testing.assert_allclose(alpha, [0.3, 0.1], rtol=1e-12)
    np.testing.assert_allclose(w, [-0.1, 0.1, 0.3], atol=1e-12)


@settings(max_examples=100)
@given(
    p=problems(losses=("hinge",), biases=("penalised", "none")),
    seed=seeds,
    sweep=st.sampled_from(SWEEPS),
)
def test_weak_duality_and_ascent_along_hildreth(p, seed, sweep):
    fit = lk.hildreth(p, sweep=sweep, seed=seed, max_sweeps=30, tol=0.0, record="all")
    objective, dual = fit.trace.objective(), fit.trace.dual
    size = objective.min() * 1e-10
    assert np.all(np.isfinite(objective))
    assert dual.max() <= objective.min() + size
    assert np.all(np.diff(dual) >= -size)
    assert np.all((fit.alpha >= 0) & (fit.alpha <= p.C))
    w, b = p.weights(fit.alpha)
    np.testing.assert_allclose(fit.w, w)
    assert fit.b == b


def test_stopping_by_increase_and_by_sweeps():
    X, y = oracles.overlapping(60, 3, seed=4)
    p = lk.Problem(X, y, C=1.0)
    loose = lk.hildreth(p, stop="increase", tol=1e-3)
    tight = lk.hildreth(p, stop="increase", tol=1e-10, max_sweeps=20_000)
    assert loose.converged
    assert "a sweep raised the dual by at most 0.001" in loose.stopped_because
    assert loose.steps < tight.steps
    assert loose.certificate.gap > tight.certificate.gap
    few = lk.hildreth(p, max_sweeps=2, tol=1e-12)
    assert not few.converged
    assert few.stopped_because == "reached max_sweeps = 2"
    assert few.steps == 2


def test_warm_start():
    X, y = oracles.overlapping(60, 3, seed=4)
    first = lk.hildreth(lk.Problem(X, y, C=1.0), tol=1e-6, max_sweeps=20_000)
    near = lk.Problem(X, y, C=1.001)
    warm, cold = lk.hildreth(near, start=first.alpha), lk.hildreth(near)
    assert warm.steps < cold.steps / 2
    assert warm.certificate.gap <= 1e-6


@pytest.mark.parametrize("bias", ["penalised", "none"])
@pytest.mark.parametrize("seed", range(4))
def test_hard_margin(seed, bias):
    X, y = oracles.separable(30, 3, seed)
    p = lk.Problem(X, y, C=np.inf, bias=bias)
    fit = lk.hildreth(p, tol=1e-8, max_sweeps=200_000)
    least, w, _ = oracles.solve(p)
    assert fit.converged
    assert fit.certificate.primal == pytest.approx(least, rel=1e-7)
    np.testing.assert_allclose(fit.w, w, rtol=1e-3, atol=1e-3)


def test_hard_margin_on_inseparable_data_says_so():
    X, y = oracles.overlapping(30, 2, seed=1)
    fit = lk.hildreth(lk.Problem(X, y, C=np.inf), max_sweeps=50)
    assert not fit.converged
    assert "perhaps the data is not separable" in fit.stopped_because
    assert fit.certificate.gap == np.inf


def test_sweeps_needed_grow_with_c():
    """CURRICULUM B11: fine for a small problem, poor for a big C."""
    X, y = oracles.overlapping(100, 4, seed=0)
    needed = [
        lk.hildreth(lk.Problem(X, y, C=C), tol=1e-6, max_sweeps=100_000, shrink=False).steps
        for C in (0.01, 0.1, 1.0, 10.0)
    ]
    assert needed == sorted(needed)
    assert needed[-1] > 20 * needed[0]


# kernels


@pytest.mark.parametrize("sweep", SWEEPS)
@pytest.mark.parametrize("bias", ["penalised", "none"])
def test_a_linear_kernel_in_disguise_gives_the_linear_answer(bias, sweep):
    X, y = oracles.overlapping(40, 3, seed=5)
    linear = lk.hildreth(lk.Problem(X, y, C=0.5, bias=bias), tol=1e-9, max_sweeps=20_000)
    disguise = lk.Problem(X, y, C=0.5, bias=bias, kernel="poly", degree=1, gamma=1.0, coef0=0.0)
    fit = lk.hildreth(disguise, tol=1e-9, max_sweeps=20_000, sweep=sweep)
    assert fit.w is None
    assert fit.certificate.primal == pytest.approx(linear.certificate.primal, rel=1e-8)
    assert fit.margin_width == pytest.approx(linear.margin_width, rel=1e-4)
    np.testing.assert_allclose(fit.decision_function(X), linear.decision_function(X), atol=1e-4)


@pytest.mark.parametrize(
    "kernel", [{"kernel": "rbf", "gamma": 1.0}, {"kernel": "poly", "degree": 3, "gamma": 1.0}]
)
def test_kernels_against_scikit_learn(kernel):
    data = lk.data.moons(n=80)
    p = lk.Problem(data.X, data.y, C=1.0, bias="none", **kernel)
    fit = lk.hildreth(p, tol=1e-8, max_sweeps=20_000)
    # SVC has a free bias; on centred kernels of its own choosing it would differ. The dual value at
    # our alpha against CVXPY is the sharper test, and the labels must agree nearly everywhere.
    assert fit.certificate.gap <= 1e-8
    theirs = SVC(C=1.0, coef0=1.0, **kernel).fit(data.X, data.y)
    assert np.mean(fit.predict(data.X) == theirs.predict(data.X)) > 0.95
    assert fit.score(data.X, data.y) > 0.95
    assert len(fit.support) < 80
    assert np.all(fit.trace.dual <= fit.trace.objective() * (1 + 1e-12))


def test_kernel_hard_margin_separates_the_rings():
    data = lk.data.rings(n=60)
    fit = lk.hildreth(
        lk.Problem(data.X, data.y, C=np.inf, kernel="rbf", gamma=2.0), max_sweeps=50_000
    )
    assert fit.converged
    assert fit.score(data.X, data.y) == 1.0
    assert set(fit.kinds(tol=1e-2)) <= {"outside", "on margin"}


BAD = [
    (lambda p: lk.hildreth(p, sweep="zigzag"), "sweep must be one of 'cyclic'"),
    (lambda p: lk.hildreth(p, stop="soon"), "stop must be one of 'gap', 'increase'"),
    (lambda p: lk.hildreth(p, tol=-1), "tol must be at least 0"),
    (lambda p: lk.hildreth(p, max_sweeps=0), "max_sweeps must be at least 1"),
    (lambda p: lk.hildreth(p, start=[1.0]), "start must have shape"),
    (
        lambda p: lk.hildreth(lk.Problem(p.X, p.y, C=1, bias="free")),
        "bias 'penalised' or 'none', but this one has bias 'free'",
    ),
    (lambda p: lk.hildreth(lk.Problem(p.X, p.y, lam=0)), "needs lam > 0"),
    (
        lambda p: lk.hildreth(lk.Problem(p.X, p.y, lam=1, loss="log")),
        "loss 'hinge', but this one has loss 'log'",
    ),
    (
        lambda p: lk.hildreth(lk.Problem([[0, 0], [1, 1]], [1, -1], C=np.inf, bias="none")),
        r"X\[0\] is all zero: without a bias no hard margin exists",
    ),
]


@pytest.mark.parametrize(("call", "message"), BAD, ids=[m[:40] for _, m in BAD])
def test_refused_in_words(call, message):
    toy = lk.data.toy("near")
    with pytest.raises(ValueError, match=message):
        call(lk.Problem(toy.X, toy.y, C=1.0))


def test_a_zero_row_without_bias_takes_the_whole_box():
    p = lk.Problem([[0.0], [1.0], [-1.0]], [1, 1, -1], C=0.3, bias="none")
    fit = lk.hildreth(p)
    np.testing.assert_allclose(fit.alpha, [0.3, 0.3, 0.3])
    assert fit.certificate.gap <= 1e-6


# box_qp


def test_the_staircase_of_the_slides():
    result = lk.box_qp([[4, 1], [1, 2]], [-6, -4])
    expected = [(0, 0), (1.5, 0), (1.5, 1.25), (1.1875, 1.25), (1.1875, 1.40625)]
    np.testing.assert_allclose(result.trace[:5], expected, rtol=1e-15)
    np.testing.assert_allclose(result.x, [8 / 7, 10 / 7], rtol=1e-12)
    assert result.converged
    assert result.value == pytest.approx(-44 / 7)
    moves = np.abs(np.diff(result.trace, axis=0)) > 0
    assert np.all(moves.sum(axis=1) <= 1)  # one coordinate at a time
    assert repr(result).startswith("box_qp: x = [1.142857 1.428571], objective -6.28571")


@st.composite
def programs(draw):
    n, rank = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    rng = np.random.default_rng(draw(seeds))
    A = rng.standard_normal((rank, n))
    upper = rng.uniform(0, 3, n) if draw(st.booleans()) else np.full(n, np.inf)
    return A.T @ A, rng.standard_normal(n), upper


@settings(max_examples=60)
@given(program=programs(), sweep=st.sampled_from(SWEEPS))
def test_box_qp_against_clarabel(program, sweep):
    import cvxpy as cp

    Q, b, upper = program
    x = cp.Variable(len(b))
    bounds = [x >= 0] + [x[i] <= u for i, u in enumerate(upper) if np.isfinite(u)]
    oracle = cp.Problem(cp.Minimize(cp.quad_form(x, cp.psd_wrap(Q)) / 2 + b @ x), bounds)
    oracle.solve(cp.CLARABEL, **oracles.TIGHT)
    if oracle.status.startswith("unbounded"):
        with pytest.raises(ValueError, match="unbounded below"):
            lk.box_qp(Q, b, upper, sweep)
        return
    assume(oracle.status == "optimal")
    result = lk.box_qp(Q, b, upper, sweep, max_sweeps=5000, tol=1e-10, record="ends")
    assert np.all((result.x >= 0) & (result.x <= upper))
    scale = 1 + abs(oracle.value)
    assert result.value >= oracle.value - 1e-7 * scale
    if result.converged:
        assert result.value <= oracle.value + 1e-6 * scale


def test_a_zero_diagonal_entry_goes_to_a_bound():
    Q = [[2.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    result = lk.box_qp(Q, [-2.0, -1.0, 1.0], upper=[9.0, 5.0, 5.0])
    np.testing.assert_allclose(result.x, [1.0, 5.0, 0.0])
    assert result.converged


QP_BAD = [
    (
        lambda: lk.box_qp([[1, 2], [2, 1]], [0, 0]),
        "positive semidefinite, but it has the eigenvalue -1",
    ),
    (lambda: lk.box_qp([[-1]], [0], upper=1), "positive semidefinite"),
    (lambda: lk.box_qp([[1, 2], [0, 1]], [0, 0]), "Q must be symmetric"),
    (lambda: lk.box_qp([[1, 2]], [0]), "Q must be square"),
    (lambda: lk.box_qp([[1, 0], [0, 1]], [0]), r"b must have shape \(2,\)"),
    (lambda: lk.box_qp([[1, 0], [0, 1]], [0, float("nan")]), "b must be finite"),
    (lambda: lk.box_qp([[1]], [0], upper=-1), "upper must be one number or 1 numbers, 0 or more"),
    (lambda: lk.box_qp([[1]], [0], sweep="up"), "sweep must be one of"),
    (lambda: lk.box_qp([[0]], [-1]), "unbounded below"),
    (lambda: lk.box_qp([[1, -1], [-1, 1]], [-1, -1]), "unbounded below"),
    (lambda: lk.box_qp([[2, 0], [0, 0]], [-1, -1], upper=[1, np.inf]), "unbounded below"),
]


@pytest.mark.parametrize(("call", "message"), QP_BAD, ids=[m[:40] for _, m in QP_BAD])
def test_a_bad_program_is_refused_in_words(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_rounding_does_not_make_a_semidefinite_matrix_bad():
    a = np.random.default_rng(0).standard_normal((3, 30))
    assert lk.box_qp(a.T @ a, -np.ones(30), upper=1.0, max_sweeps=5000).sweeps >= 1
