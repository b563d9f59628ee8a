"""Hildreth's staircase on the contours of a quadratic with two variables that may not be negative."""

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.patches import Rectangle

from . import style
from .canvas import Picture, axes_for
from .contours import PALE, contour_segments, spaced_levels

SHADE = "#E3F3EC"


def staircase(Q, b, trace, ax=None, side=None, step=None):
    """Draw 1/2 x'Qx + b'x over the plane, the quarter x >= 0, and the half-steps of coordinate descent.

    Parameters
    ----------
    Q : array of shape (2, 2)
    b : array of shape (2,)
    trace : array of shape (k, 2)
        x after each half-step, as `lk.box_qp` records it; the last row counts as the minimum.
    ax : matplotlib Axes, optional
        Where to draw; a figure of its own when left out.
    side : float, optional
        The picture shows x up to this; wide enough for the trace when left out.
    step : int, optional
        How many half-steps to draw; all when left out.

    Returns
    -------
    Staircase
        Shows itself in a notebook; `update(Q, b, trace, step)` moves it.
    """
    picture = Staircase(view_side(trace) if side is None else side, ax)
    Q, b = np.asarray(Q, dtype=float), np.asarray(b, dtype=float)
    picture.update(Q, b, trace, len(trace) - 1 if step is None else step)
    return picture


class Staircase(Picture):
    """The artists of one staircase; the axes stay while Q, b and the steps move."""

    def __init__(self, side, ax=None, legend=True):
        super().__init__(axes_for(ax, 7.0))
        self._line = np.linspace(-0.2 * side, side, 61)
        with style.context():
            ends = (self._line[0], self._line[-1])
            self.ax.set(xlim=ends, ylim=ends, xlabel="x1", ylabel="x2", aspect="equal")
            self.ax.locator_params(nbins=5)
            self._make_still(side)
            self._make_moving()
            if legend:
                self.ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.02))

    def _make_still(self, side):
        allowed = Rectangle((0, 0), 2 * side, 2 * side, facecolor=SHADE, edgecolor="none", zorder=0)
        allowed.set_label("allowed: x >= 0")
        self.ax.add_patch(allowed)
        self.ax.plot([0, 0, 2 * side], [2 * side, 0, 0], color=style.LINE, linewidth=1.0)

    def _make_moving(self):
        thin = 0.8 * style.scale()
        self._contours = LineCollection([], colors=PALE, linewidths=thin, zorder=1)
        self._contours.set_label("equal objective")
        self.ax.add_collection(self._contours, autolim=False)
        (self._best,) = self.ax.plot(
            [], [], "*", color=style.ORANGE, markersize=14 * style.scale(), zorder=4
        )
        self._best.set(markeredgecolor="black", label="minimum over x >= 0")
        (self._stairs,) = self.ax.plot(
            [], [], ".-", color=style.BLUE, zorder=3, label="half-steps so far"
        )
        (self._here,) = self.ax.plot([], [], "o", color="black", zorder=5, label="this half-step")
        self.moving = [self._contours, self._best, self._stairs, self._here]

    def update(self, Q, b, trace, step):
        """Move to another program, or to another half-step of it."""
        self._contours.set_segments(self._segments(Q, b))
        self._best.set_data(*trace[-1:].T)
        past = trace[: step + 1]
        self._stairs.set_data(*past.T)
        self._here.set_data(*past[-1:].T)

    def _segments(self, Q, b):
        x1, x2 = np.meshgrid(self._line, self._line)
        values = (
            (Q[0, 0] * x1 * x1 + Q[1, 1] * x2 * x2) / 2 + Q[0, 1] * x1 * x2 + b[0] * x1 + b[1] * x2
        )
        levels = spaced_levels(values.min(), values.max(), 14)
        return contour_segments(self.ax, self._line, self._line, values, levels)


def view_side(trace):
    """Return how far the axes must reach for the trace: 1, 2, 5, 10, ... with some space."""
    reach = 1.15 * np.max(trace)
    return next(
        (s for s in (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0) if s >= reach), 1.2 * reach
    )
