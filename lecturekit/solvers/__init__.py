"""One file per algorithm; every solver is `solver(problem, *, options) -> Fit`."""

from .box_qp import box_qp
from .c_path import c_path
from .hildreth import hildreth
from .least_squares import least_squares
from .logistic import logistic
from .mira import mira
from .optimum import optimum
from .pegasos import pegasos
from .perceptron import perceptron
from .sgd import sgd
from .subgradient import subgradient

__all__ = [
    "box_qp",
    "c_path",
    "hildreth",
    "least_squares",
    "logistic",
    "mira",
    "optimum",
    "pegasos",
    "perceptron",
    "sgd",
    "subgradient",
]
