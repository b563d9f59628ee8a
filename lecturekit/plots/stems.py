"""One stem per point: a number for each point of a data set, the smallest ringed and named."""

import numpy as np
from matplotlib.collections import LineCollection

from . import style
from .canvas import Picture, axes_for


class Stems(Picture):
    """One stem per point, class -1 first, on a scale that is linear near 0 and logarithmic beyond.

    Parameters
    ----------
    y : array of shape (n,)
        The labels; shape and colour of the marks.
    ax : matplotlib Axes, optional
        Where to draw; a figure of its own when left out.
    top : float
        The largest size any value will have.
    linear : float
        Up to this size the scale is linear.
    name : str
        What the numbers are, for the axis.
    """

    def __init__(self, y, ax=None, top=10.0, linear=1.0, name="value"):
        super().__init__(axes_for(ax))
        self._rows = {sign: np.flatnonzero(y == sign) for sign in (-1.0, 1.0)}
        self._order = np.concatenate(list(self._rows.values()))
        self._place = np.empty(len(y))
        self._place[self._order] = np.arange(len(y))
        with style.context() as rc:
            self._make_axes(len(y), top, linear, name)
            self._make_artists(rc["lines.markersize"], len(y))

    def _make_axes(self, n, top, linear, name):
        self.ax.set_yscale("symlog", linthresh=linear, linscale=1.0)
        decades = 10.0 ** np.arange(np.ceil(np.log10(linear) - 1e-9), np.floor(np.log10(top)) + 1)
        ticks = np.r_[-decades[::-1], 0.0, decades]
        self.ax.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
        self.ax.minorticks_off()
        self.ax.set(xlim=(-0.7, n - 0.3), ylim=(-top, top), xticks=[], ylabel=name)
        self.ax.axhline(0.0, color=style.LINE, linewidth=0.8)

    def _make_artists(self, size, n):
        size = size if n < 20 else 0.6 * size
        colours = [style.CLASS_COLOUR[sign] for sign in self._rows for _ in self._rows[sign]]
        self._stems = LineCollection([], colors=colours, linewidths=1.0)
        self.ax.add_collection(self._stems, autolim=False)
        self._marks = {
            sign: self.ax.plot(
                [],
                [],
                style.CLASS_MARKER[sign],
                color=style.CLASS_COLOUR[sign],
                markersize=size,
                markeredgewidth=0,
            )[0]
            for sign in self._rows
        }
        (self._ring,) = self.ax.plot([], [], **ring(), zorder=5, clip_on=False)
        self._ring.set_in_layout(False)
        self._title = self.ax.set_title(" ", loc="right")
        self.moving = [self._stems, *self._marks.values(), self._ring, self._title]

    def update(self, values):
        """Move the stems to `values`, one per point in the order of the data set."""
        place = self._place[self._order]
        ends = np.stack([place, values[self._order]], axis=1)
        self._stems.set_segments(np.stack([ends * (1.0, 0.0), ends], axis=1))
        for sign, rows in self._rows.items():
            self._marks[sign].set_data(self._place[rows], values[rows])
        least = int(np.argmin(values))
        self._ring.set_data([self._place[least]], [values[least]])
        self._title.set_text(f"smallest {values[least]:.3g} (point {least})")


def ring():
    """Return the look of the ring around the point with the smallest value."""
    return {
        "marker": "D",
        "markersize": 10 * style.scale(),
        "markerfacecolor": "none",
        "markeredgecolor": "black",
        "markeredgewidth": 1.4 * style.scale(),
        "linestyle": "none",
    }
