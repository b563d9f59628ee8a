"""Convex hulls and reduced convex hulls in the plane, and the two points where they are nearest.

In a reduced hull no point may weigh more than a cap mu (Bennett and Bredensteiner, 2000). With mu = 1 it is
the convex hull, with mu = 1/n the mean alone; in between it shrinks from the one to the other.
"""

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from . import style
from .canvas import Picture, axes_for

DIRECTIONS = 72


def convex_hull(points):
    """Return the corners of the convex hull, counter-clockwise (Andrew's monotone chain)."""
    points = np.unique(points, axis=0)
    if len(points) < 3:
        return points
    return np.array(_half(points) + _half(points[::-1]))


def _half(points):
    """Return the corners on one side, without the last, which opens the other side."""
    kept = []
    for here in points:
        while len(kept) > 1 and _turn(kept[-2], kept[-1], here) <= 0:
            kept.pop()
        kept.append(here)
    return kept[:-1]


def _turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


class ReducedHulls:
    """The reduced hulls of some points, for every cap: the points are sorted once.

    The furthest point of a reduced hull along a direction puts the weight mu on the furthest points until
    the weights are used up. Its corners are those of many directions.
    """

    def __init__(self, points, directions=DIRECTIONS):
        self.points = np.asarray(points)
        self.full = convex_hull(self.points)
        angles = 2 * np.pi * np.arange(directions) / directions
        self._angles = angles
        self._sorted, self._sums = self._prepare(angles)

    def _prepare(self, angles):
        along = np.stack([np.cos(angles), np.sin(angles)], axis=1) @ self.points.T
        ordered = self.points[np.argsort(-along, axis=1, kind="stable")]
        sums = np.cumsum(ordered, axis=1)
        return ordered, np.concatenate([np.zeros((len(angles), 1, 2)), sums], axis=1)

    def at(self, cap, facing=None):
        """Return the corners of the hull whose weights are at most `cap`.

        Parameters
        ----------
        cap : float
            From 1/n to 1; what is larger counts as 1, what is smaller as 1/n.
        facing : array of shape (2,), optional
            A direction whose edge must be exact, not only near: both its ends are added.
        """
        n = len(self.points)
        cap = min(max(cap, 1.0 / n), 1.0)
        if cap >= 1.0:
            return self.full
        angles, ordered, sums = self._angles, self._sorted, self._sums
        if facing is not None and np.any(facing):
            centre = np.arctan2(facing[1], facing[0])
            two = np.mod(centre + np.array([-1e-6, 1e-6]), 2 * np.pi)
            more, more_sums = self._prepare(two)
            angles = np.r_[angles, two]
            ordered, sums = np.concatenate([ordered, more]), np.concatenate([sums, more_sums])
        whole = min(int(1.0 / cap + 1e-9), n)
        rest = max(1.0 - whole * cap, 0.0)
        corners = cap * sums[:, whole] + rest * ordered[:, min(whole, n - 1)]
        return corners[np.argsort(angles, kind="stable")]


class Hulls(Picture):
    """Both classes' hulls, the nearest points of the reduced ones, and the segment between them.

    Parameters
    ----------
    X, y : arrays
        Points of the plane and their labels.
    ax : matplotlib Axes, optional
        Where to draw; a figure of its own when left out.
    """

    def __init__(self, X, y, ax=None):
        super().__init__(axes_for(ax))
        self.X = X
        self.reduced = {sign: ReducedHulls(X[y == sign]) for sign in (-1.0, 1.0)}
        with style.context() as rc:
            self._size = rc["lines.markersize"] ** 2
            self._most = 2.0 if len(y) < 150 else 0.7  # how much larger a ring can be
            self._make_artists()

    def _make_artists(self):
        thin, wide = 1.4 * style.scale(), 2.4 * style.scale()
        self._full, self._small = {}, {}
        for sign in (-1.0, 1.0):
            colour = style.CLASS_COLOUR[sign]
            look = {"facecolor": "none", "edgecolor": colour, "linewidth": thin}
            self._full[sign] = self.ax.fill([], [], **look, linestyle="--", zorder=1.2)[0]
            look = {"facecolor": (*_rgb(colour), 0.35), "edgecolor": colour, "linewidth": thin}
            self._small[sign] = self.ax.fill([], [], **look, zorder=1.3)[0]
        self._rings = self.ax.scatter([], [], **_ring(), zorder=3.2)
        self._segment = LineCollection([], colors=style.GREEN, linewidths=wide, zorder=4)
        self.ax.add_collection(self._segment, autolim=False)
        (self._ends,) = self.ax.plot([], [], **_end(), zorder=4.1)
        self.moving = [
            *self._full.values(),
            *self._small.values(),
            self._rings,
            self._segment,
            self._ends,
        ]

    def legend(self, **place):
        """Say what every mark means; `place` goes to the axes' legend."""
        colour = style.CLASS_COLOUR[-1.0]
        points = [
            Line2D(
                [],
                [],
                linestyle="none",
                marker=style.CLASS_MARKER[sign],
                color=style.CLASS_COLOUR[sign],
                markeredgecolor="white",
                label=f"class {sign:+g}",
            )
            for sign in (-1.0, 1.0)
        ]
        handles = [
            *points,
            Line2D([], [], color=style.LINE, label="boundary, f = 0"),
            Line2D([], [], color=style.LINE, linestyle="--", label="f = -1 and f = +1"),
            Line2D([], [], color=colour, linestyle="--", label="convex hull"),
            Patch(facecolor=(*_rgb(colour), 0.35), edgecolor=colour, label="reduced hull"),
            self.ax.scatter([], [], s=2 * self._size, **_ring(), label="weight alpha/S (size)"),
            Line2D([], [], **_end(), label="nearest points p, q"),
            Line2D(
                [],
                [],
                color=style.GREEN,
                linewidth=2.4 * style.scale(),
                label="segment p - q",
            ),
        ]
        self.ax.legend(handles=handles, **place)

    def update(self, cap, weights, ends, full=True, reduced=True):
        """Move to the hulls with this cap, the points' weights and the nearest points.

        Parameters
        ----------
        cap : float
            The largest weight a point may have.
        weights : array of shape (n,)
            The weights that make up the nearest points; rings grow with them.
        ends : array of shape (2, 2)
            The nearest points, of class -1 and of class +1.
        full, reduced : bool
            Which hulls to draw.
        """
        towards = ends[1] - ends[0]
        nothing = np.empty((0, 2))
        for sign, hulls in self.reduced.items():
            self._full[sign].set_xy(hulls.full if full else nothing)
            small = hulls.at(cap, -sign * towards) if reduced else nothing
            self._small[sign].set_xy(small)
        kept = weights > 1e-9 * weights.max()
        self._rings.set_offsets(self.X[kept])
        self._rings.set_sizes(self._size * (1.2 + self._most * weights[kept] / weights.max()))
        self._segment.set_segments([ends])
        self._ends.set_data(*ends.T)


def _rgb(colour):
    return tuple(int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))


def _ring():
    return {"facecolors": "none", "edgecolors": style.LINE, "linewidths": 0.8 * style.scale()}


def _end():
    return {
        "linestyle": "none",
        "marker": "D",
        "markersize": 6 * style.scale(),
        "markerfacecolor": "white",
        "markeredgecolor": style.GREEN,
        "markeredgewidth": 1.8 * style.scale(),
    }
