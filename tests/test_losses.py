import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lecturekit.losses import LOSSES

CONVEX = ["hinge", "perceptron", "log", "squared"]
margins = st.floats(-50, 50)


@pytest.mark.parametrize(
    ("name", "at_minus_2", "at_0", "at_half", "at_1", "at_3"),
    [
        ("zero-one", 1, 1, 0, 0, 0),
        ("hinge", 3, 1, 0.5, 0, 0),
        ("perceptron", 2, 0, 0, 0, 0),
        (
            "log",
            np.log1p(np.e**2),
            np.log(2),
            np.log1p(np.exp(-0.5)),
            np.log1p(1 / np.e),
            np.log1p(np.exp(-3)),
        ),
        ("squared", 9, 1, 0.25, 0, 4),
    ],
)
def test_values(name, at_minus_2, at_0, at_half, at_1, at_3):
    expected = [at_minus_2, at_0, at_half, at_1, at_3]
    np.testing.assert_allclose(LOSSES[name]([-2, 0, 0.5, 1, 3]), expected, rtol=1e-15, atol=1e-15)


def test_slopes_at_the_kinks_are_the_ones_the_design_states():
    assert LOSSES["hinge"].slope(1.0) == 0
    assert LOSSES["hinge"].slope(np.nextafter(1.0, 0)) == -1
    assert LOSSES["perceptron"].slope(0.0) == -1
    assert LOSSES["perceptron"].slope(np.nextafter(0.0, 1)) == 0
    assert LOSSES["zero-one"].slope(0.0) == 0


@pytest.mark.parametrize("m", [-1e6, -800.0, 800.0, 1e6])
def test_log_loss_does_not_overflow(m):
    with np.errstate(all="raise", under="ignore"):
        value, slope = LOSSES["log"](m), LOSSES["log"].slope(m)
    assert value == pytest.approx(max(0.0, -m), abs=1e-300)
    assert slope == pytest.approx(-1.0 if m < 0 else 0.0, abs=1e-300)


@given(m=margins)
def test_log_slope_is_minus_the_sigmoid_of_minus_m(m):
    assert LOSSES["log"].slope(m) == pytest.approx(-1 / (1 + np.exp(m)), rel=1e-13)


@pytest.mark.parametrize("name", CONVEX)
@given(m=margins, other=margins)
def test_the_slope_supports_the_loss(name, m, other):
    loss = LOSSES[name]
    assert loss(other) >= loss(m) + loss.slope(m) * (other - m) - 1e-9


@pytest.mark.parametrize("name", CONVEX)
@given(m=margins)
def test_conjugate_meets_fenchel_young_with_equality_at_the_slope(name, m):
    loss = LOSSES[name]
    a = -loss.slope(m)
    assert loss(m) + loss.conjugate(a) == pytest.approx(-a * m, abs=1e-9)


@pytest.mark.parametrize("name", CONVEX)
@given(m=margins, a=st.floats(0, 1))
def test_conjugate_bounds_the_loss_from_below(name, m, a):
    assert LOSSES[name](m) >= -a * m - LOSSES[name].conjugate(a) - 1e-9


def test_hinge_lies_above_zero_one_and_touches_perceptron_shifted():
    m = np.linspace(-3, 3, 601)
    assert np.all(LOSSES["hinge"](m) >= LOSSES["zero-one"](m))
    np.testing.assert_allclose(LOSSES["perceptron"](m - 1), LOSSES["hinge"](m), atol=1e-15)
