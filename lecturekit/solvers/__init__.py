"""One file per algorithm; every solver is `solver(problem, *, options) -> Fit`."""

from .least_squares import least_squares

__all__ = ["least_squares"]
