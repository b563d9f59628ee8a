"""Losses as functions of the margin m = y f(x), with one slope each.

    zero-one    1 if m <= 0 else 0        slope 0 (and so of no use to a descent)
    hinge       max(0, 1 - m)             slope -1 where m < 1, else 0
    perceptron  max(0, -m)                slope -1 where m <= 0, else 0
    log         log(1 + exp(-m))          slope -1 / (1 + exp(m))        (natural logarithm)
    squared     (1 - m)^2 = (y - f)^2     slope -2 (1 - m)               (since y^2 = 1)

A convex loss has a whole interval of slopes at a kink; the choice made here, once for the whole
package, is hinge 0 at m = 1 and perceptron -1 at m = 0 (so that the start w = 0 moves).

`conjugate(a)` is the convex conjugate at -a, sup_m(-a m - loss(m)): what the dual problem is made
of (Boyd and Vandenberghe 2004, section 3.3). It is +inf outside `lowest_a <= a <= highest_a`.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


def zero_one(m):
    """1 where the sign is wrong; the boundary m = 0 counts as wrong, since sign(0) is no label."""
    return np.where(np.asarray(m) <= 0, 1.0, 0.0)


def zero_one_slope(m):
    """0 everywhere: the step at m = 0 has no slope to follow."""
    return np.zeros_like(np.asarray(m, dtype=float))


def hinge(m):
    """max(0, 1 - m)."""
    return np.maximum(0.0, 1.0 - m)


def hinge_slope(m):
    """-1 inside the margin (m < 1), 0 on it and outside."""
    return 0.0 - (m < 1.0)


def perceptron(m):
    """max(0, -m): the hinge shifted so that it touches the origin."""
    return np.maximum(0.0, 0.0 - m)


def perceptron_slope(m):
    """-1 on mistakes (m <= 0), 0 elsewhere."""
    return 0.0 - (m <= 0.0)


def log(m):
    """log(1 + exp(-m)), without overflow however large |m|."""
    return np.logaddexp(0.0, -m)


def log_slope(m):
    """-sigmoid(-m) = -1 / (1 + exp(m)), through the logarithm so that nothing overflows."""
    return -np.exp(-np.logaddexp(0.0, m))


def squared(m):
    """(1 - m)^2, which is (y - f)^2 because y^2 = 1. Grows again for m > 1."""
    return (1.0 - m) ** 2


def squared_slope(m):
    """-2 (1 - m)."""
    return -2.0 * (1.0 - m)


def _entropy(a):
    """a log a + (1 - a) log(1 - a), with 0 log 0 = 0."""
    a = np.clip(a, 0.0, 1.0)
    inner = (a > 0) & (a < 1)
    safe = np.where(inner, a, 0.5)
    return np.where(inner, safe * np.log(safe) + (1 - safe) * np.log1p(-safe), 0.0)


@dataclass(frozen=True)
class Loss:
    """A loss of the margin: its value, a slope, and the conjugate its dual is made of."""

    name: str
    value: Callable
    slope: Callable
    conjugate: Callable | None = None
    lowest_a: float = 0.0
    highest_a: float = 1.0

    def __call__(self, m):
        """Evaluate the loss at the margins `m` (a number, a list, an array)."""
        return self.value(np.asarray(m, dtype=float))


LOSSES = {
    loss.name: loss
    for loss in (
        Loss("zero-one", zero_one, zero_one_slope),
        Loss("hinge", hinge, hinge_slope, lambda a: -a),
        Loss("perceptron", perceptron, perceptron_slope, lambda a: 0.0 * a),
        Loss("log", log, log_slope, _entropy),
        Loss("squared", squared, squared_slope, lambda a: a * a / 4 - a, -np.inf, np.inf),
    )
}
