"""Units: stretch a feature or shift the data, and see what the margin and the bias owe to them."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from ..plots.boundary import Boundary
from ..plots.choosing import extend_legend
from ..plots.units import Reference, SeenBySolver
from ..problem import Problem
from ..solvers import c_path
from .datasets import NAMES, dataset
from .frame import Explorer, certificate_line, dropdown, log_slider, slider


@lru_cache(maxsize=512)
def path_in_units(name, stretch, shift, bias):
    """The exact path of the data in other units: s x1 + t for x1."""
    data = dataset(name)
    return c_path(data.X * [stretch, 1.0] + [shift, 0.0], data.y, bias)


def drawn_back(fit, X, stretch, shift):
    """Return the classifier in the original coordinates: f is the same function of the same points.

    w1 (s x1 + t) + w2 x2 + b has the weights (s w1, w2) and the bias b + t w1.
    """
    problem = Problem(X, fit.problem.y, C=fit.problem.C, bias=fit.problem.bias)
    w = fit.w * [stretch, 1.0]
    return replace(fit, problem=problem, w=w, b=fit.b + shift * fit.w[0])


def angle_between(u, v):
    """Return the angle between two boundaries, 0 to 90 degrees; None where one of them is nowhere."""
    cross, dot = u[0] * v[1] - u[1] * v[0], u @ v
    if not np.hypot(cross, dot) > 0:
        return None
    return float(np.degrees(np.arctan2(abs(cross), abs(dot))))


class Units(Explorer):
    """The boundary found in changed units, drawn where the points always were; beside it, what was solved."""

    name = "units"
    title = "Units: the same points in centimetres, or measured from elsewhere, have another SVM"
    width, height = 11.0, 4.4

    def make_controls(self):
        """How feature 1 is measured, the bias rule, C and the data."""
        return {
            "stretch": log_slider(
                "stretch of feature 1", 3.0, -1.0, 1.0, "Feature 1 is multiplied by this"
            ),
            "shift": slider(
                "shift of feature 1", 0.0, -5.0, 5.0, step=0.1, tooltip="Added to feature 1"
            ),
            "bias": dropdown(
                "bias",
                ("penalised", "free", "none"),
                "penalised",
                "b as one more weight, outside the regulariser, or none",
            ),
            "C": log_slider("C", 0.1, -4.0, 4.0, "What a unit of slack costs"),
            "data": dropdown("data", NAMES, "blobs, overlapping"),
        }

    def layout_key(self, state):
        """Only another data set has other points."""
        return state["data"]

    def compute(self, state):
        """Solve in the changed units and in the original ones, and draw the first back."""
        stretch, shift = float(state["stretch"]), round(float(state["shift"]), 6)
        name, bias, C = state["data"], state["bias"], state["C"]
        self.fit = path_in_units(name, stretch, shift, bias).at(C)
        self.original = path_in_units(name, 1.0, 0.0, bias).at(C)
        self.back = drawn_back(self.fit, dataset(name).X, stretch, shift)
        self.angle = angle_between(self.back.w, self.original.w)

    def make_artists(self, figure, state):
        """The original coordinates on the left, the solver's on the right."""
        left, right = figure.subplots(1, 2, width_ratios=(1.35, 1.0))
        names = dataset(state["data"]).feature_names
        self._boundary = Boundary(self.back, left, names)
        self._reference = Reference(left)
        extend_legend(left, [Reference.entry("f = 0, original units"), SeenBySolver.entry()])
        self._seen = SeenBySolver(right, self.fit, (f"changed {names[0]}", names[1]))
        self._titles = [left.set_title(" "), right.set_title(" ")]
        moving = [*self._boundary.moving, *self._reference.moving, *self._seen.moving]
        return [*moving, *self._titles]

    def draw(self, state):
        """Move both pictures to the new units."""
        self._boundary.update(self.back)
        self._reference.update(self.original.w, self.original.b)
        self._seen.update(self.fit)
        turned = "no line" if self.angle is None else f"turned by {self.angle:.1f} degrees"
        self._titles[0].set_text(turned)
        stretch, shift = state["stretch"], state["shift"]
        sign = "-" if shift < 0 else "+"
        self._titles[1].set_text(f"as solved: {stretch:.3g} x1 {sign} {abs(shift):.2g}")

    def numbers(self, state):
        """Certificate, the angle, who is labelled differently, and the margin where it was solved."""
        X = self.back.problem.X
        differ = int(np.sum(self.back.predict(X) != self.original.predict(X)))
        angle = "no angle (w = 0)" if self.angle is None else f"{self.angle:.2f} degrees"
        width = self.fit.margin_width
        width = f"{width:.4g}" if np.isfinite(width) else "unbounded (w = 0)"
        return (
            f"{certificate_line(self.fit)}; between the boundaries: {angle}, {differ} of {len(X)} "
            f"points labelled differently; margin width in changed units {width}"
        )
