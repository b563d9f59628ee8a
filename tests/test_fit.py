import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from strategies import problems

import lecturekit as lk
from lecturekit.fit import Certificate, Fit, Trace, certify, recording_times

toy = lk.data.toy("near")


def made_fit(p, w, b, alpha=None):
    """A Fit at a point of our choosing, certified as any solver's would be."""
    w = np.array(w, dtype=float)
    certificate, alpha = certify(p, w, b, alpha)
    trace = Trace(p, np.array([0]), w[None], np.array([b]))
    return Fit(p, w, b, alpha, "by hand", 3, True, "chosen", trace, certificate)


def test_kinds_name_where_each_point_stands():
    p = lk.Problem(
        [[2.0], [1.0], [0.5], [0.0], [-0.1], [-1.0]], [1, 1, 1, 1, 1, -1], C=1.0, bias="free"
    )
    fit = made_fit(p, [1.0], 0.0)
    assert list(fit.kinds()) == ["outside", "on margin", "inside", "inside", "wrong", "on margin"]


def test_margin_width_leaves_the_bias_out():
    p = lk.Problem(toy.X, toy.y, C=1.0)
    assert made_fit(p, [3.0, 4.0], 100.0).margin_width == pytest.approx(2 / 5)
    assert made_fit(p, [0.0, 0.0], 0.0).margin_width == np.inf


def test_predict_decision_function_and_score():
    fit = made_fit(lk.Problem(toy.X, toy.y, C=1.0), [1.0, 0.0], 0.0)
    np.testing.assert_allclose(fit.decision_function(toy.X), toy.X[:, 0])
    assert list(fit.predict([[0.5, 0], [-0.5, 0], [0, 0]])) == [1, -1, 1]
    assert fit.score(toy.X, toy.y) == 0.8
    assert fit.score(toy.X, toy.y) == np.mean(fit.predict(toy.X) == toy.y)
    with pytest.raises(ValueError, match="X has 3 features, but the problem has 2"):
        fit.predict([[1, 2, 3]])


def test_repr_is_one_readable_line():
    p = lk.Problem(toy.X, toy.y, C=1.0, bias="free")
    fit = made_fit(p, [1.0, 0.0], 0.0, alpha=np.array([0, 0.05, 0.45, 0.6, 1.0]))
    assert repr(fit) == "by hand: 3 steps, objective 1.6, gap below 1e-12, 4 support vectors"
    stopped = dataclasses.replace(fit, converged=False, stopped_because="out of steps")
    assert repr(stopped).endswith("not converged: out of steps")
    squared = lk.least_squares(lk.Problem(toy.X, toy.y, lam=0.1, loss="squared"))
    assert repr(squared).startswith("least_squares: 1 step, objective 0.")


def test_the_slides_alpha_certifies_the_toy_problem():
    p = lk.Problem(toy.X, toy.y, C=1.0, bias="free")
    certificate = made_fit(
        p, [1.0, 0.0], 0.0, alpha=np.array([0, 0.05, 0.45, 0.6, 1.0])
    ).certificate
    assert certificate.primal == pytest.approx(1.6)
    assert abs(certificate.gap) < 1e-12
    wrong_alpha = made_fit(
        p, [1.0, 0.0], 0.0, alpha=np.array([0, 0.05, 0.45, 0.6, 0.5])
    ).certificate
    assert 1e-3 < wrong_alpha.gap < np.inf


def test_hard_margin_certificate():
    base = lk.data.toy("base")
    p = lk.Problem(base.X, base.y, C=np.inf, bias="free")
    alpha = np.array([0, 0.5, 0, 0.5])
    assert made_fit(p, [1.0, 0.0], 0.0, alpha).certificate.gap == pytest.approx(0, abs=1e-15)
    half = made_fit(p, [0.5, 0.0], 0.0, alpha).certificate  # made admissible by doubling it
    assert half.primal == 0.5
    useless = made_fit(p, [0.0, 0.0], 0.0, alpha).certificate
    assert (useless.primal, useless.gap) == (np.inf, np.inf)


@settings(max_examples=200)
@given(p=problems(losses=("log", "squared", "hinge")))
def test_the_slope_certificate_is_the_strong_convexity_bound(p):
    w, b = np.full(p.d, 0.1 / np.abs(p.X).max().clip(1e-3)), 0.0
    certificate, _ = certify(p, w, b)
    assert certificate.dual <= certificate.primal * (1 + 1e-12)
    if p.bias == "free" or p.loss.name == "squared":  # the squared loss has a better bound too
        return
    g_w, g_b = p.subgradient(w, b)
    bound = (g_w @ g_w + g_b**2) / (4 * p.r)
    assert certificate.primal - certificate.dual == pytest.approx(
        bound, rel=1e-6, abs=1e-9 * (bound + certificate.primal)
    )


@pytest.mark.parametrize(
    ("loss", "lam"), [("perceptron", 0.0), ("log", 0.0), ("hinge", 0.0), ("perceptron", 1.0)]
)
def test_where_no_bound_exists_the_certificate_says_so(loss, lam):
    certificate = made_fit(
        lk.Problem(toy.X, toy.y, loss=loss, lam=lam), [1.0, 0.0], 0.0
    ).certificate
    assert certificate.dual == -np.inf
    assert certificate.gap == np.inf
    assert "no lower bound" in str(certificate)
    assert certificate.reason


def test_certificate_in_words():
    assert str(Certificate(2.0, 1.5)) == "1.5 <= minimum <= 2, gap 2.5e-01"
    assert Certificate(0.0, 0.0).gap == 0


def test_recorded_iterates_do_not_alias():
    fit = lk.least_squares(lk.Problem(toy.X, toy.y, lam=0.1, loss="squared"))
    assert not np.shares_memory(fit.trace.W, fit.w)
    np.testing.assert_allclose(fit.trace.objective(), [fit.certificate.primal])
    assert repr(fit.trace) == "Trace(1 iterates, steps 1 to 1)"


@pytest.mark.parametrize(
    ("record", "steps", "expected"),
    [
        ("all", 3, [0, 1, 2, 3]),
        ("ends", 9, [0, 9]),
        (4, 10, [0, 4, 8, 10]),
        ([5, 2], 7, [0, 2, 5, 7]),
        ("log", 1, [0, 1]),
        ("all", 0, [0]),
    ],
)
def test_recording_times(record, steps, expected):
    assert list(recording_times(record, steps)) == expected


def test_log_recording_keeps_about_ten_per_decade():
    times = recording_times("log", 10_000)
    assert times[0] == 0
    assert times[-1] == 10_000
    assert 30 <= len(times) <= 45
    assert np.all(np.diff(times) > 0)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("often", "record must be one of"),
        (0, "record must be at least 1"),
        ([99], "asks for step 99, but there are only 7"),
    ],
)
def test_bad_recording_is_refused(record, message):
    with pytest.raises(ValueError, match=message):
        recording_times(record, 7)
