"""An objective over the plane of two weights: its contours, its kinks, and the road of a descent."""

import numpy as np
from matplotlib.collections import LineCollection

from . import style
from .boundary import crossing
from .canvas import Picture, axes_for

PALE = "#9A9A9A"
MOST_KINKS = 30  # beyond so many points the kinks are too close to tell apart


def contours(trace, best, ax=None, half_width=None, step=None):
    """Draw the contours of an objective of two weights, and the iterates of a solver on them.

    Parameters
    ----------
    trace : Trace
        The recorded iterates; the problem has two features and no bias.
    best : Fit
        Of the same problem: the minimum.
    ax : matplotlib Axes, optional
        Where to draw; a figure of its own when left out.
    half_width : float, optional
        The picture shows weights from minus this to this; wide enough for `best` when left out.
    step : int, optional
        How many of the steps to draw; all when left out.

    Returns
    -------
    Contours
        Shows itself in a notebook; `update(best, W)` draws another road, or another lambda.
    """
    half = 1.5 * max(np.abs(best.w).max(), 0.1) if half_width is None else half_width
    picture = Contours(best.problem, half, ax)
    picture.update(best, trace.W if step is None else trace.W[: step + 1])
    return picture


class Contours(Picture):
    """The artists of one objective with a road of iterates; the points stay, lambda may move."""

    def __init__(self, problem, half_width, ax=None, legend=True):
        if not problem.linear or problem.d != 2 or problem.bias != "none":
            raise ValueError("contours need a linear problem of two features with bias 'none'")
        super().__init__(axes_for(ax, 7.0))
        self.half = half_width
        self._line = np.linspace(-half_width, half_width, 121)
        self._grid = np.stack(np.meshgrid(self._line, self._line), axis=-1).reshape(-1, 2)
        self._losses = sum_of_losses(problem, self._grid)
        self._best = None
        with style.context() as rc:
            self.ax.set(xlim=(-self.half, self.half), ylim=(-self.half, self.half))
            self.ax.set(xlabel="w1", ylabel="w2", aspect="equal")
            self.ax.locator_params(nbins=5)
            self._make_still(problem)
            self._make_moving(rc["lines.markersize"])
            if legend:
                self.ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.02))

    def _make_still(self, problem):
        if problem.loss.name != "hinge" or problem.n > MOST_KINKS:
            return
        box = (-self.half, self.half) * 2
        kinks = [crossing(x, -y, box) for x, y in zip(problem.X, problem.y, strict=True)]
        kinks = [ends for ends in kinks if len(ends)]
        lines = LineCollection(kinks, colors=style.PINK, linewidths=style.scale(), zorder=0)
        lines.set(linestyle=(0, (5, 3)), label="kink: a margin is 1")
        self.ax.add_collection(lines, autolim=False)

    def _make_moving(self, size):
        thin = 0.8 * style.scale()
        self._contours = LineCollection([], colors=PALE, linewidths=thin, zorder=1)
        self._contours.set_label("equal objective")
        self.ax.add_collection(self._contours, autolim=False)
        (self._star,) = self.ax.plot([], [], "*", color=style.ORANGE, markeredgecolor="black")
        self._star.set(markersize=14 * style.scale(), zorder=4, linestyle="none", label="minimum")
        (self._road,) = self.ax.plot([], [], ".-", color=style.BLUE, label="steps so far")
        self._road.set(linewidth=style.scale(), markersize=0.7 * size)
        (self._start,) = self.ax.plot([], [], "s", color="white", markeredgecolor="black")
        self._start.set(zorder=5, markeredgewidth=1.2 * style.scale(), label="start")
        (self._here,) = self.ax.plot([], [], "o", color="black", zorder=6, label="this step")
        self.moving = [self._contours, self._star, self._road, self._start, self._here]

    def update(self, best, W):
        """Draw the objective that `best` minimises, and the road through the rows of `W`."""
        if best is not self._best:
            self._best = best
            self._contours.set_segments(self._segments(best))
            self._star.set_data(*best.w[:, None])
        W = np.clip(W, -1e4 * self.half, 1e4 * self.half)  # far outside, the way out is enough
        self._road.set_data(*W.T)
        self._start.set_data(*W[:1].T)
        self._here.set_data(*W[-1:].T)

    def _segments(self, best):
        p, size = best.problem, len(self._line)
        values = p.r * (self._grid**2).sum(axis=1) + p.s * self._losses
        levels = spaced_levels(best.certificate.primal, values.max())
        return contour_segments(self.ax, self._line, self._line, values.reshape(size, size), levels)


def sum_of_losses(problem, W):
    """Return the sum of the losses at every row of `W` (no bias), all at once."""
    return problem.loss.value(problem.signed_rows @ W.T).sum(axis=0)


def spaced_levels(low, high, count=12):
    """Return levels from just above `low` to `high` that look evenly spaced on a bowl."""
    return low + (high - low) * (np.arange(1, count + 1) / count) ** 2


def contour_segments(ax, x, y, values, levels):
    """Return the contour lines as arrays of points, for one artist that stays and is moved."""
    drawn = ax.contour(x, y, values, levels)
    segments = [line for level in drawn.allsegs for line in level if len(line)]
    drawn.remove()
    return segments
