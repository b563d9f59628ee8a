"""Explorers: controls, a picture and a solver call. `ALL` maps each name to its factory.

Every explorer can be driven without a browser: `ex = lk.explore.c_sweep(); ex.set(C=10.0); ex.fit; ex.png()`.
"""

from .c_sweep import CSweep as c_sweep

ALL = {factory.name: factory for factory in (c_sweep,)}

__all__ = ["ALL", *ALL]
