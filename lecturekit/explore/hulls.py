"""Convex and reduced hulls: the shortest segment between them points where w points."""

import numpy as np

from ..plots.boundary import Boundary
from ..plots.hulls import Hulls as HullsPicture
from ..plots.view import equalise
from .c_sweep import path_of
from .datasets import NAMES, dataset
from .frame import Explorer, certificate_line, dropdown, log_slider

BOTH, FULL, REDUCED = SHOWN = ("both hulls", "full hulls", "reduced hulls")


class Hulls(Explorer):
    """The hulls of both classes, their nearest points, and the same direction as w."""

    name = "hulls"
    title = (
        "Hulls: the soft margin joins the nearest points of two reduced convex hulls (free bias)"
    )
    width, height = 9.0, 4.6

    def make_controls(self):
        """C, the data, and which hulls."""
        return {
            "C": log_slider("C", 0.05, -4.0, 4.0, "Caps the weights: at C / S, S the sum of alpha"),
            "data": dropdown("data", NAMES, "blobs, overlapping"),
            "show": dropdown("show", SHOWN, BOTH, "Which hulls to draw"),
        }

    def layout_key(self, state):
        """Another data set has other hulls."""
        return state["data"]

    def compute(self, state):
        """Read the fit off the path; its alphas, divided by their sum, weigh the nearest points."""
        self.fit = path_of(state["data"], "free").at(state["C"])
        X, y, alpha = self.fit.problem.X, self.fit.problem.y, self.fit.alpha
        self.total = float(alpha[y > 0].sum())
        self.cap = min(state["C"] / self.total, 1.0)
        self.weights = np.zeros(len(y))
        for sign in (-1.0, 1.0):
            mine = y == sign
            self.weights[mine] = alpha[mine] / alpha[mine].sum()
        self.ends = np.array([self.weights[y == sign] @ X[y == sign] for sign in (-1.0, 1.0)])

    def make_artists(self, figure, state):
        """Points and boundary, with the hulls between them."""
        ax = figure.add_subplot()
        data = dataset(state["data"])
        self._classifier = Boundary(self.fit, ax, data.feature_names, legend=False, kinds=False)
        self._hulls = HullsPicture(data.X, data.y, ax)
        self._hulls.legend(loc="upper left", bbox_to_anchor=(1.01, 1.02))
        self._title = ax.set_title(" ")
        equalise(ax)  # so that what is perpendicular looks it
        return [*self._classifier.moving, *self._hulls.moving, self._title]

    def draw(self, state):
        """Move to the hulls and the fit at C."""
        self._classifier.update(self.fit)
        show = state["show"]
        self._hulls.update(self.cap, self.weights, self.ends, show != REDUCED, show != FULL)
        cap = "1: the convex hulls" if self.cap >= 1 else f"C/S = {self.cap:.3g}"
        self._title.set_text(f"C = {state['C']:.3g}, weights up to {cap}")

    def numbers(self, state):
        """Segment against w: the angle, and S times the length against ||w||; the certificate."""
        towards = self.ends[1] - self.ends[0]
        length, norm = float(np.linalg.norm(towards)), float(np.linalg.norm(self.fit.w))
        if length * norm > 0:
            across = towards[0] * self.fit.w[1] - towards[1] * self.fit.w[0]
            angle = abs(np.degrees(np.arctan2(across, towards @ self.fit.w)))
            words = "below 0.001" if angle < 1e-3 else f"{angle:.3f}"
            same = f"angle between segment and w {words} degrees"
        else:
            same = "the hulls touch: w = 0 has no direction"
        return (
            f"{same}; S = {self.total:.4g}, S times the segment's length "
            f"{self.total * length:.4g}, ||w|| {norm:.4g}; {certificate_line(self.fit)}"
        )
