"""Two Gaussian classes with one covariance: their log-odds is linear, and so the posterior a sigmoid."""

from dataclasses import dataclass

import numpy as np

from ..plots.gaussian_classes import GaussianClasses
from .frame import Explorer, slider


@dataclass(frozen=True)
class TwoGaussians:
    """Classes x | y ~ N(mean_y, covariance), the means at -half and +half, P(y = +1) = prior.

    log P(+1 | x) / P(-1 | x) = <w, x> + b: the quadratic terms of both exponents are the same and cancel.
    """

    half: np.ndarray
    covariance: np.ndarray
    prior: float

    @property
    def w(self):
        """covariance^-1 (mean of +1 minus mean of -1)."""
        return np.linalg.solve(self.covariance, 2 * self.half)

    @property
    def b(self):
        """The prior's log-odds; the means' own part vanishes because they mirror each other."""
        return float(np.log(self.prior / (1 - self.prior)))


class Gaussians(Explorer):
    """Densities, the posterior they imply, and its straight boundary."""

    name = "gaussians"
    title = "Why linear and why a sigmoid: two Gaussians with one covariance"
    width, height = 11.0, 4.4

    def make_controls(self):
        """Means, the shared covariance, and the prior."""
        spread = "Standard deviation of both classes along this axis"
        return {
            "distance": slider("distance of the means", 3.0, 0.0, 5.0, 0.05, "0: the same mean"),
            "angle": slider(
                "angle of their difference", 20.0, -180.0, 180.0, 1.0, "In degrees", ".0f"
            ),
            "deviation1": slider("deviation along x1", 1.2, 0.3, 1.5, 0.05, spread),
            "deviation2": slider("deviation along x2", 0.8, 0.3, 1.5, 0.05, spread),
            "correlation": slider(
                "correlation", 0.5, -0.9, 0.9, 0.05, "Of x1 and x2, both classes"
            ),
            "prior": slider("prior P(y = +1)", 0.5, 0.02, 0.98, 0.01, "Share of class +1"),
        }

    def compute(self, state):
        """Put the two classes together."""
        angle = np.deg2rad(state["angle"])
        self.direction = np.array([np.cos(angle), np.sin(angle)])
        deviations = np.array([state["deviation1"], state["deviation2"]])
        correlations = np.array([[1.0, state["correlation"]], [state["correlation"], 1.0]])
        covariance = correlations * np.outer(deviations, deviations)
        half = state["distance"] / 2 * self.direction
        self.classes = TwoGaussians(half, covariance, state["prior"])

    def make_artists(self, figure, state):
        """The plane on the left, the line through both means beside it, the legend."""
        axes = figure.subplots(1, 3, width_ratios=(1.5, 1.15, 0.75))
        figure.get_layout_engine().set(wspace=0.06)
        self._picture_of_classes = GaussianClasses(*axes)
        return self._picture_of_classes.moving

    def draw(self, state):
        """Move to these classes."""
        self._picture_of_classes.update(self.classes, self.direction)

    def numbers(self, state):
        """The log-odds as a formula."""
        w, b = self.classes.w + 0.0, self.classes.b + 0.0
        line = f"log-odds = {w[0]:.3f} x1 {w[1]:+.3f} x2 {b:+.3f}"
        if state["distance"] == 0:
            return f"{line}: the means are equal, and x says nothing beyond the prior"
        return (
            f"{line}; b is the prior's log-odds, because the means mirror each other at the origin"
        )
