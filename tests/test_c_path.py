"""The exact path: certified everywhere, consistent with KKT, its events and errors true."""

from itertools import pairwise

import numpy as np
import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import degenerate
from test_optimum import BIASES, SETS

import lecturekit as lk

GRID = np.geomspace(1e-4, 1e4, 100)


def check_kkt(fit, tol=1e-7):
    """alpha = 0, between, or C: the margin is at least, exactly, or at most 1."""
    C, m = fit.problem.C, fit.margins()
    inside = (fit.alpha > tol * C) & (fit.alpha < C * (1 - tol))
    assert np.all(m[fit.alpha < C * (1 - tol)] >= 1 - tol)
    assert np.all(np.abs(m[inside] - 1) <= tol)
    assert np.all(m[fit.alpha > tol * C] <= 1 + tol)
    kinds = fit.kinds()
    assert np.all(fit.alpha[kinds == "outside"] <= tol * C)
    assert np.all(fit.alpha[np.isin(kinds, ["inside", "wrong"])] >= C * (1 - tol))


def compare_with_optimum_and_clarabel(X, y, bias, grid=GRID, oracle=True):
    path = lk.c_path(X, y, bias)
    for C in grid:
        fit = path.at(C)
        best = lk.optimum(fit.problem)
        for answer in (fit, best):
            assert -1e-12 <= answer.certificate.gap <= 1e-9, (C, answer)
        assert fit.certificate.primal == pytest.approx(best.certificate.primal, rel=2e-9)
        check_kkt(fit)
        if oracle:
            theirs = oracles.soft_margin(fit.problem)
            assert best.certificate.primal <= theirs * (1 + 1e-7)
            assert fit.certificate.primal <= theirs * (1 + 1e-7)
    return path


@pytest.mark.slow
@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("make", SETS.values(), ids=SETS)
def test_every_data_set_at_100_c(make, bias):
    data = make()
    large = data.X.size > 5000  # Clarabel needs seconds for 100 of these: every tenth C
    path = compare_with_optimum_and_clarabel(data.X, data.y, bias, GRID, oracle=not large)
    for C in GRID[::10] if large else []:
        fit = path.at(C)
        assert fit.certificate.primal <= oracles.soft_margin(fit.problem) * (1 + 1e-7)


@pytest.mark.slow
@settings(max_examples=100)
@given(data=degenerate())
def test_100_degenerate_sets_at_100_c(data):
    for bias in BIASES:
        compare_with_optimum_and_clarabel(*data, bias)


@settings(max_examples=20)
@given(data=degenerate(), bias=st.sampled_from(BIASES))
def test_degenerate_sets_at_a_few_c(data, bias):
    compare_with_optimum_and_clarabel(*data, bias, GRID[::20])


@pytest.mark.parametrize("bias", BIASES)
def test_below_and_beyond_the_breakpoints(bias):
    for data in (lk.data.iris(), lk.data.outliers(), lk.data.blobs(n=50)):
        path = lk.c_path(data.X, data.y, bias)
        for C in (1e-8, 1e-6, path.breakpoints[0] / 2, path.breakpoints[-1] * 2, 1e6, 1e8):
            fit = path.at(C)
            assert fit.certificate.gap <= 1e-9
            check_kkt(fit)


@pytest.mark.parametrize("bias", BIASES)
def test_the_path_is_linear_between_breakpoints_and_bends_at_them(bias):
    data = lk.data.blobs(n=60, separation=1.5, seed=2)
    path = lk.c_path(data.X, data.y, bias)
    edges = path.breakpoints
    assert np.all(np.diff(edges) > 0)
    for low, high in pairwise(edges):
        if high - low < 1e-6 * high:
            continue
        a, b = path.at(low + 1e-3 * (high - low)), path.at(high - 1e-3 * (high - low))
        middle = path.at((low + high) / 2)
        np.testing.assert_allclose(middle.alpha, (a.alpha + b.alpha) / 2, atol=1e-7 * high)
        np.testing.assert_allclose(middle.w, (a.w + b.w) / 2, atol=1e-8)


@pytest.mark.parametrize("bias", BIASES)
def test_events_say_what_kinds_says(bias):
    data = lk.data.blobs(n=80, separation=1.5, seed=3)
    path = lk.c_path(data.X, data.y, bias)
    edges = np.r_[path.breakpoints[0] / 2, path.breakpoints, path.breakpoints[-1] * 2]
    checked = 0
    for event in path.events:
        k = int(np.searchsorted(edges, event.C))
        before, after = (
            path.at((edges[k - 1] + edges[k]) / 2),
            path.at((edges[k] + edges[k + 1]) / 2),
        )
        seen = before.kinds(tol=1e-9)[event.point], after.kinds(tol=1e-9)[event.point]
        said = event.before, event.after
        assert [word.replace("wrong", "inside") for word in seen] == list(said), (event, seen)
        checked += 1
    assert checked == len(path.events) > 50


def test_events_in_words():
    toy = lk.data.toy("near")
    path = lk.c_path(toy.X, toy.y, "free")
    assert [str(event) for event in path.events][-1] == (
        "point 4 reaches the margin from inside at C = 2.469"
    )
    assert repr(path) == (
        "Path(5 points, bias free: 4 breakpoints, up to the hard margin at C = 2.469)"
    )
    leaving = [str(event) for event in path.events if event.before == "on margin"]
    assert any("leaves the margin to" in words for words in leaving)


def test_coinciding_events_are_one_breakpoint():
    toy = lk.data.toy("base")
    for bias in BIASES:
        path = lk.c_path(toy.X, toy.y, bias)
        np.testing.assert_allclose(path.breakpoints, [0.25, 0.5], rtol=1e-6)
        assert path.separable


def test_hard_margin_at_the_end():
    data = lk.data.outliers()
    for bias in BIASES:
        path = lk.c_path(data.X, data.y, bias)
        assert path.separable
        fit = path.at(np.inf)
        assert fit.problem.hard
        assert fit.certificate.gap <= 1e-9
        exact = lk.optimum(lk.Problem(data.X, data.y, C=np.inf, bias=bias))
        np.testing.assert_allclose(fit.w, exact.w, rtol=1e-6)
        np.testing.assert_allclose(path.at(1e6).w, exact.w, rtol=1e-6)


@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("name", ["blobs", "iris", "moons", "toy near", "outliers"])
def test_errors_are_exact_functions_of_c(name, bias):
    data = SETS[name]()
    train, test = data.split(test=0.4, seed=1) if len(data) > 10 else (data, data)
    path = lk.c_path(train.X, train.y, bias)
    errors = path.errors(test.X, test.y)
    for C in np.geomspace(1e-5, 1e5, 101):
        fit = path.at(C)
        scores = fit.decision_function(test.X)
        hinge = np.maximum(0, 1 - test.y * scores).mean()
        assert errors.hinge(C) == pytest.approx(hinge, rel=1e-8, abs=1e-10)
        if np.abs(scores).min() > 1e-9:  # a point on the boundary is rounding's to decide
            assert errors.error(C) == pytest.approx(1 - fit.score(test.X, test.y))
    C, share = errors.best()
    assert share == errors.shares.min() == errors.error(C)
    assert len(errors.C) == len(errors.shares)
    np.testing.assert_allclose(errors.error(GRID), [errors.error(C) for C in GRID])


def test_errors_change_only_where_they_say():
    train, test = lk.data.blobs(n=120, separation=1.0, seed=5).split()
    path = lk.c_path(train.X, train.y)
    errors = path.errors(test.X, test.y)
    assert len(errors.C) > 5
    for k in range(1, len(errors.C)):
        below, above = (path.at(errors.C[k] * factor) for factor in (1 - 1e-9, 1 + 1e-9))
        changed = below.predict(test.X) != above.predict(test.X)
        assert changed.any()


def test_nothing_of_size_n_times_breakpoints_is_stored():
    data = lk.data.blobs(n=1000, separation=2.0)
    path = lk.c_path(data.X, data.y)
    stored = sum(v.nbytes for v in vars(path).values() if isinstance(v, np.ndarray))
    stored += sum(status.nbytes for _, status in path._jumps)
    assert len(path.breakpoints) > 500
    assert stored < 200 * (len(path.breakpoints) + 1000)


@pytest.mark.parametrize("seed", [46, 100, 112, 208, 292])
def test_where_rounding_leads_astray_the_path_restarts(seed):
    rng = np.random.default_rng(seed)
    n, d = 25, 4
    X = rng.standard_normal((n, d)) * 10.0 ** rng.integers(-4, 5, d)
    y = np.where(X[:, 0] + rng.standard_normal(n) > 0, 1.0, -1.0)
    y[:2] = 1, -1
    for bias in BIASES:
        path = lk.c_path(X, y, bias)
        for C in GRID[::3]:
            assert path.at(C).certificate.gap <= 1e-9


def test_a_lost_path_finds_its_way(monkeypatch):
    """Pretend to be lost after every few events: the restarts must lead to the same answers."""
    import sys

    module = sys.modules["lecturekit.solvers.c_path"]
    data = lk.data.blobs(n=40, separation=1.5, seed=1)
    honest = {bias: lk.c_path(data.X, data.y, bias) for bias in BIASES}
    original, calls = module.follow, []

    def forgetful(*arguments):
        *fixed, out_C, out_point, out_to, out_w, out_b = arguments
        few = 7
        rows, C, b, m, s, moved, why = original(
            *fixed, out_C[:few], out_point[:few], out_to[:few], out_w[:few], out_b[:few]
        )
        calls.append(why)
        return rows, C, b, m, s, moved, module.LOST if why == module.FULL else why

    monkeypatch.setattr(module, "follow", forgetful)
    for bias in BIASES:
        path = lk.c_path(data.X, data.y, bias)
        assert path.restarts >= 3
        for C in GRID[::5]:
            fit = path.at(C)
            assert fit.certificate.gap <= 1e-9
            np.testing.assert_allclose(fit.w, honest[bias].at(C).w, atol=1e-6)
