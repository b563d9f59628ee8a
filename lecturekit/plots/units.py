"""The data as the solver sees them, in its own units, and a boundary of other units for comparison."""

import numpy as np
from matplotlib.lines import Line2D

from . import style
from .boundary import LEVELS, crossing, half_plane
from .canvas import Picture

GREY = "#777777"
DASHES = (0, (3, 1, 1, 1))


class Reference(Picture):
    """Another classifier's boundary on a picture that is there already: grey, dash-dotted.

    Parameters
    ----------
    ax : matplotlib Axes
    """

    def __init__(self, ax):
        super().__init__(ax)
        (self._line,) = ax.plot([], [], zorder=2.5, **self._look())
        self.moving = [self._line]

    @staticmethod
    def entry(label):
        """Return its entry for a legend."""
        return Line2D([], [], label=label, **Reference._look())

    @staticmethod
    def _look():
        return {"linestyle": DASHES, "color": GREY, "linewidth": 2.2 * style.scale()}

    def update(self, w, b):
        """Move the line to <w, x> + b = 0."""
        box = (*self.ax.get_xlim(), *self.ax.get_ylim())
        self._line.set_data(*crossing(w, b, box).T)


class SeenBySolver(Picture):
    """Points, boundary and margins in the solver's units: square, both axes to one scale, with the origin.

    Points and limits move with `update`; the axes' numbers with them.

    Parameters
    ----------
    ax : matplotlib Axes
    fit : Fit
        Two features, no kernel.
    feature_names : pair of str
    """

    def __init__(self, ax, fit, feature_names=("x1", "x2")):
        super().__init__(ax)
        ax.set_box_aspect(1)
        ax.locator_params(nbins=5)
        ax.set(xlabel=feature_names[0], ylabel=feature_names[1])
        self._shades = {
            sign: ax.fill([], [], color=style.CLASS_SHADE[sign], zorder=0)[0]
            for sign in (-1.0, 1.0)
        }
        self._lines = {
            level: ax.plot([], [], dashes, color=style.LINE, zorder=2)[0]
            for level, dashes in LEVELS.items()
        }
        self._points = {
            sign: ax.plot(
                [],
                [],
                style.CLASS_MARKER[sign],
                color=style.CLASS_COLOUR[sign],
                markersize=3 * style.scale(),
                zorder=3,
            )[0]
            for sign in (-1.0, 1.0)
        }
        (self._origin,) = ax.plot(
            [0],
            [0],
            "P",
            color=style.YELLOW,
            markeredgecolor="black",
            markersize=8 * style.scale(),
            zorder=5,
        )
        self.moving = [*self._shades.values(), *self._lines.values(), *self._points.values()]
        self.moving += [self._origin, ax.xaxis, ax.yaxis]
        self.update(fit)

    @staticmethod
    def entry():
        """Return the origin's entry for a legend."""
        look = {"marker": "P", "color": style.YELLOW, "markeredgecolor": "black"}
        return Line2D([], [], linestyle="none", label="origin", **look)

    def update(self, fit):
        """Move the points, the limits and the lines to `fit`."""
        X, y = fit.problem.X, fit.problem.y
        box = _square_around(np.vstack([X, np.zeros(2)]))
        self.ax.set(xlim=box[:2], ylim=box[2:])
        for sign in (-1.0, 1.0):
            self._points[sign].set_data(*X[y == sign].T)
            self._shades[sign].set_xy(half_plane(sign * fit.w, sign * fit.b, box))
        for level, line in self._lines.items():
            line.set_data(*crossing(fit.w, fit.b - level, box).T)


def _square_around(X):
    """Return (left, right, bottom, top) of a square that holds all points with some space."""
    low, high = X.min(axis=0), X.max(axis=0)
    middle, half = (low + high) / 2, 0.56 * (high - low).max()
    return (
        float(middle[0] - half),
        float(middle[0] + half),
        float(middle[1] - half),
        float(middle[1] + half),
    )
