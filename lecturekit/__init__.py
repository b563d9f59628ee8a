"""lecturekit: linear classifiers and support vector machines that you can move.

The flow goes one way: Dataset -> Problem -> solver -> Fit -> plot -> explorer -> notebook.
"""

from . import data, explore, losses, plots, steps
from .about import about
from .fit import Certificate, Fit, Trace
from .jit import COMPILED
from .plots import lecture_style
from .problem import FORMS, Problem
from .solvers import (
    box_qp,
    c_path,
    hildreth,
    least_squares,
    logistic,
    mira,
    optimum,
    pegasos,
    perceptron,
    sgd,
    subgradient,
)

__version__ = "0.1.0"

__all__ = [
    "COMPILED",
    "FORMS",
    "Certificate",
    "Fit",
    "Problem",
    "Trace",
    "about",
    "box_qp",
    "c_path",
    "data",
    "explore",
    "hildreth",
    "least_squares",
    "lecture_style",
    "logistic",
    "losses",
    "mira",
    "optimum",
    "pegasos",
    "perceptron",
    "plots",
    "sgd",
    "steps",
    "subgradient",
]
