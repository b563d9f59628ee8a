"""The compiled helpers every step is made of: written out element by element, free of allocation."""

from .. import losses
from ..jit import jit

NUMBER_OF = {"hinge": 0, "perceptron": 1, "log": 2, "squared": 3}

_hinge = jit(losses.hinge_slope)
_perceptron = jit(losses.perceptron_slope)
_log = jit(losses.log_slope)
_squared = jit(losses.squared_slope)


@jit
def slope(loss, m):
    """Slope of the loss with this number (see `NUMBER_OF`) at the margin m."""
    if loss == 0:
        return _hinge(m)
    if loss == 1:
        return _perceptron(m)
    if loss == 2:
        return _log(m)
    return _squared(m)


@jit
def dot(v, X, i):
    """<v, x_i>."""
    total = 0.0
    for j in range(len(v)):
        total += v[j] * X[i, j]
    return total


@jit
def scale(v, factor, length):
    """Multiply the first `length` entries of v (those that are regularised) by `factor`."""
    for j in range(length):
        v[j] *= factor


@jit
def add_scaled(v, factor, X, i):
    """v <- v + factor x_i."""
    for j in range(len(v)):
        v[j] += factor * X[i, j]
