import numpy as np
import pytest

from lecturekit import steps

t = np.array([1, 2, 4])


@pytest.mark.parametrize(
    ("rule", "formula", "expected"),
    [
        (steps.constant(0.1), "eta_t = 0.1", [0.1, 0.1, 0.1]),
        (steps.inverse_t(), "eta_t = 1/(lambda t)", [2, 1, 0.5]),
        (steps.inverse_t(shift=1), "eta_t = 1/(lambda (t + 1))", [1, 2 / 3, 0.4]),
        (steps.inverse_sqrt(3), "eta_t = 3/sqrt(t)", [3, 3 / np.sqrt(2), 1.5]),
        (steps.inverse_scaling(2, 1.5), "eta_t = 2/t^1.5", [2, 2 / 2**1.5, 0.25]),
    ],
)
def test_rules_are_their_formula(rule, formula, expected):
    assert repr(rule) == formula
    np.testing.assert_allclose(rule(t, lam=0.5), expected, rtol=1e-15)


def test_polyak_steps_by_what_is_left_to_gain():
    rule = steps.polyak(target=1.5)
    assert repr(rule) == "eta_t = (f(w_t) - 1.5)/||g_t||^2"
    assert rule(7, f=3.5, g2=4.0) == 0.5
    assert rule(7, f=1.0, g2=4.0) == 0.0
    assert rule(7, f=3.5, g2=0.0) == 0.0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: steps.constant(0), "eta0 must be above 0 and finite, but it is 0"),
        (lambda: steps.constant(-1), "eta0 must be above 0 and finite, but it is -1"),
        (lambda: steps.constant(float("nan")), "eta0 must be above 0 and finite, but it is nan"),
        (lambda: steps.constant("fast"), "eta0 must be a number, but it is 'fast'"),
        (lambda: steps.inverse_sqrt(-2), "eta0 must be above 0"),
        (lambda: steps.inverse_scaling(1, -1), "power must be above 0"),
        (lambda: steps.inverse_t(-1), "shift must be at least 0"),
        (lambda: steps.polyak(np.inf), "target must be"),
        (lambda: steps.inverse_t()(1, lam=0.0), "needs lambda > 0, but lambda is 0"),
        (
            lambda: steps.as_rule("fast", "sgd"),
            "rule must be a positive rate or one of lk.steps.constant",
        ),
        (lambda: steps.as_rule(-0.5, "sgd"), "but it is -0.5"),
        (lambda: steps.as_rule(steps.constant, "sgd"), "call it, lk.steps.constant"),
        (lambda: steps.as_rule(steps.polyak(0), "sgd"), "sgd cannot use the rule eta_t = \\(f"),
    ],
)
def test_refused_in_words(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_a_plain_number_is_a_constant_rate():
    assert steps.as_rule(0.25, "sgd") == steps.constant(0.25)
