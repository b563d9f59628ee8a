"""A convex function of one variable, a line that touches it, and all slopes whose line stays below."""

from dataclasses import dataclass

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from . import style
from .canvas import Picture, axes_for

PALE_GREEN, PALE_ORANGE = "#BFE3D6", "#F5C9A8"


@dataclass(frozen=True)
class Kinked:
    """A convex function with one kink.

    Attributes
    ----------
    name : str
        The formula, for the label.
    value : callable
        The function, of an array.
    left, right : callable
        Its slope to the left and to the right of the kink, of an array.
    kink : float
    """

    name: str
    value: object
    left: object
    right: object
    kink: float

    def slopes(self, x):
        """Return the lowest and the highest subgradient at x: the same number but at the kink."""
        at_kink = abs(x - self.kink) < 1e-9
        low = self.left(x) if x < self.kink or at_kink else self.right(x)
        high = self.right(x) if x > self.kink or at_kink else self.left(x)
        return float(low), float(high)

    def touches(self, x, slope):
        """Say whether the line through (x, f(x)) with this slope stays below f everywhere."""
        low, high = self.slopes(x)
        return low - 1e-9 <= slope <= high + 1e-9


class Supporting(Picture):
    """The function and a line through one of its points: below f everywhere, or not."""

    def __init__(self, function, low, high, ax=None):
        super().__init__(axes_for(ax))
        self.function = function
        self._x = np.unique(np.append(np.linspace(low, high, 281), function.kink))
        self._f = function.value(self._x)
        with style.context():
            space = 0.35 * (self._f.max() - self._f.min())
            self.ax.set(xlim=(low, high), ylim=(self._f.min() - space, self._f.max() + 0.2 * space))
            self.ax.set(xlabel="x", ylabel="f(x)")
            self._make_artists()

    def _make_artists(self):
        (self._fan,) = self.ax.fill([], [], facecolor=PALE_GREEN, edgecolor="none", zorder=0)
        (self._above,) = self.ax.fill([], [], facecolor=PALE_ORANGE, hatch="///", zorder=1)
        self._above.set(edgecolor=style.ORANGE, linewidth=0.0)
        (curve,) = self.ax.plot(self._x, self._f, color=style.LINE, zorder=2)
        (self._line,) = self.ax.plot([], [], zorder=3)
        (self._point,) = self.ax.plot([], [], "o", color="black", zorder=4)
        self.moving = [
            self._fan,
            self._above,
            curve,
            self._line,
            self._point,
        ]  # f lies on the shades

    def update(self, x0, slope):
        """Draw the line through (x0, f(x0)) with this slope."""
        f0 = float(self.function.value(np.array(x0)))
        line = f0 + slope * (self._x - x0)
        good = self.function.touches(x0, slope)
        self._line.set_data(self._x, line)
        self._line.set(color=style.GREEN if good else style.ORANGE, linestyle="-" if good else "--")
        back, top = self._x[::-1], self._f if good else np.maximum(self._f, line)
        self._above.set_xy(np.c_[np.r_[self._x, back], np.r_[top, self._f[::-1]]])
        low, high = (f0 + s * (self._x - x0) for s in self.function.slopes(x0))
        self._fan.set_xy(np.c_[np.r_[self._x, back], np.r_[low, high[::-1]]])
        self._point.set_data([x0], [f0])


class Subdifferential(Picture):
    """All subgradients of the function, at every x: a curve, with a vertical piece at the kink."""

    def __init__(self, function, low, high, ax=None, slopes=(-3.0, 5.0)):
        super().__init__(axes_for(ax))
        self.function = function
        k = function.kink
        x_left, x_right = np.linspace(low, k, 80), np.linspace(k, high, 80)
        x = np.r_[x_left, x_right]
        s = np.r_[function.left(x_left), function.right(x_right)]
        with style.context():
            self.ax.set(xlim=(low, high), ylim=slopes, xlabel="x", ylabel="slope")
            self.ax.set_title("the subgradients at every x")
            self.ax.plot(x, s, color=style.LINE, zorder=2)
            (self._where,) = self.ax.plot([], [], ":", color=style.LINE, linewidth=style.scale())
            (self._all,) = self.ax.plot([], [], color=style.GREEN, solid_capstyle="round", zorder=3)
            self._all.set(linewidth=6 * style.scale(), alpha=0.5)
            (self._mark,) = self.ax.plot([], [], zorder=4, linestyle="none")
        self.moving = [self._where, self._all, self._mark]

    def update(self, x0, slope):
        """Mark (x0, slope), and all subgradients at x0."""
        good = self.function.touches(x0, slope)
        self._where.set_data([x0, x0], self.ax.get_ylim())
        self._all.set_data([x0, x0], self.function.slopes(x0))
        self._mark.set_data([x0], [slope])
        size = (9 if good else 10) * style.scale()
        self._mark.set(marker="o" if good else "X", markersize=size, markeredgecolor="black")
        self._mark.set_color(style.GREEN if good else style.ORANGE)
        self._mark.set_markeredgecolor("black")


def supporting_legend(figure):
    """Say below the two panels what every mark means."""
    with style.context() as rc:
        size = rc["lines.markersize"]
        bad = {"color": style.ORANGE, "markeredgecolor": "black", "markersize": size}
        good = bad | {"color": style.GREEN}
        entries = [
            Line2D([], [], color=style.LINE, label="f (left), its slopes (right)"),
            Line2D([], [], marker="o", label="stays below f: a subgradient", **good),
            Line2D([], [], marker="X", linestyle="--", label="cuts above f (hatched)", **bad),
            Patch(color=PALE_GREEN, label="all subgradients at x0"),
        ]
        columns = 2 if style.is_lecture() else 4
        figure.legend(handles=entries, loc="outside lower center", ncols=columns, handlelength=3)
