"""Explorers: controls, a picture and a solver call. `ALL` maps each name to its factory.

Every explorer can be driven without a browser: `ex = lk.explore.c_sweep(); ex.set(C=10.0); ex.fit; ex.png()`.
"""

from .c_sweep import CSweep as c_sweep
from .choose_c import ChooseC as choose_C
from .descent import Descent as descent
from .forms import Forms as forms
from .gaussians import Gaussians as gaussians
from .hildreth_2d import Hildreth2d as hildreth_2d
from .hulls import Hulls as hulls
from .kernels import Kernels as kernels
from .logistic import Logistic as logistic
from .losses import Losses as losses
from .margins import Margins as margins
from .mira import Mira as mira
from .outliers import Outliers as outliers
from .pegasos import Pegasos as pegasos
from .perceptron import Perceptron as perceptron
from .race import Race as race
from .subgradient import Subgradient as subgradient
from .units import Units as units

ALL = {
    factory.name: factory
    for factory in (
        losses,
        outliers,
        perceptron,
        logistic,
        gaussians,
        margins,
        hulls,
        hildreth_2d,
        c_sweep,
        choose_C,
        units,
        subgradient,
        descent,
        pegasos,
        mira,
        forms,
        kernels,
        race,
    )
}

__all__ = ["ALL", *ALL]
