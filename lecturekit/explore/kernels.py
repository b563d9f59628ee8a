"""Kernels: the same solver, the same dual, and a boundary that bends."""

from functools import cache, lru_cache

import numpy as np

from .. import data
from ..fit import KINDS
from ..plots.field import Field
from ..problem import Problem
from ..solvers import hildreth
from .datasets import dataset
from .frame import Explorer, dropdown, log_slider, slider

TOLERANCE, SWEEPS = 1e-6, 6000
ON_MARGIN = 2e-3  # with that tolerance a margin of 1 is met only nearly
SETS = ("moons", "rings", "blobs, overlapping", "iris petals")


@cache
def points_of(name):
    """The data set of this name; rings, which no line separates, only occur here."""
    return data.rings(n=80) if name == "rings" else dataset(name)


@lru_cache(maxsize=512)
def fit_of(name, kernel, gamma, degree, C):
    """Hildreth's answer for this kernel; parameters a kernel does not have are None."""
    points = points_of(name)
    problem = Problem(points.X, points.y, C=C, kernel=kernel, gamma=gamma, degree=degree)
    return hildreth(problem, tol=TOLERANCE, max_sweeps=SWEEPS, record="ends")


class Kernels(Explorer):
    """The field of a kernel classifier with its support vectors."""

    name = "kernels"
    title = "Kernels: only inner products matter, so the boundary may bend"
    width, height = 8.4, 4.4
    tolerance = None  # steep kernels with a large C need more sweeps than a slider can wait for

    def make_controls(self):
        """The kernel, its parameters, C and the data."""
        return {
            "kernel": dropdown(
                "kernel",
                [
                    ("linear: <x, z>", "linear"),
                    ("poly: (gamma <x, z> + 1)^degree", "poly"),
                    ("rbf: exp(-gamma ||x - z||^2)", "rbf"),
                ],
                "poly",
                "What replaces the inner product",
            ),
            "gamma": log_slider(
                "gamma", 1.0, np.log10(0.05), np.log10(20.0), "Large: narrow (poly and rbf)"
            ),
            "degree": slider("degree", 3, 1, 5, step=1, tooltip="Only for poly"),
            "C": log_slider("C", 1.0, -2, 3, "What a unit of slack costs"),
            "data": dropdown("data", SETS, "moons"),
        }

    def layout_key(self, state):
        """Another data set has other points."""
        return state["data"]

    def compute(self, state):
        """Solve, or look up what was solved before."""
        kernel = state["kernel"]
        gamma = None if kernel == "linear" else state["gamma"]
        degree = state["degree"] if kernel == "poly" else None
        self.fit = fit_of(state["data"], kernel, gamma, degree, state["C"])
        problem = self.fit.problem
        self._accuracy = self.fit.score(problem.X, problem.y)

    def make_artists(self, figure, state):
        """One picture."""
        names = points_of(state["data"]).feature_names
        ax = figure.add_subplot()
        self._field = Field(self.fit, ax, names, on_margin=ON_MARGIN)
        self._title = ax.set_title(" ")
        return [*self._field.moving, self._title]

    def draw(self, state):
        """Move to the fit."""
        self._field.update(self.fit)
        self._title.set_text(f"{self._in_words()}, C = {state['C']:.4g}")

    def _in_words(self):
        kernel = self.fit.problem.kernel
        words = [kernel.name]
        if kernel.gamma is not None:
            words.append(f"gamma = {kernel.gamma:.3g}")
        if kernel.degree is not None:
            words.append(f"degree {kernel.degree}")
        return ", ".join(words)

    def numbers(self, state):
        """The certificate, the support vectors by kind, the training accuracy, and whether time ran out."""
        fit = self.fit
        kinds = fit.kinds(ON_MARGIN)[fit.support]
        counts = {kind: int((kinds == kind).sum()) for kind in KINDS}
        words = ", ".join(f"{count} {kind}" for kind, count in counts.items() if count)
        line = f"{fit.certificate}; {len(fit.support)} support vectors: {words}; "
        line += f"training accuracy {self._accuracy:.1%}"
        if not fit.converged:
            line += f"; not there yet: stopped after {fit.steps:,} sweeps"
        return line
