"""The five losses as curves over the margin, with a point and a piece of tangent on each."""

import matplotlib as mpl
import numpy as np

from ..losses import LOSSES
from . import style
from .canvas import Picture, new_figure
from .live_legend import LiveLegend

LOOKS = {  # wide and pale below, narrow and dark above: where curves coincide both are seen
    "squared": {"color": style.YELLOW, "linestyle": (0, (1, 1)), "marker": "D"},
    "hinge": {"color": style.BLUE, "linestyle": "-", "marker": "o"},
    "log": {"color": style.GREEN, "linestyle": "-.", "marker": "^"},
    "perceptron": {"color": style.ORANGE, "linestyle": "--", "marker": "s"},
    "zero-one": {"color": "black", "linestyle": ":", "marker": "v"},
}
WIDTHS = (1.55, 1.0)  # of the curves and the live legend
BASES = {"natural": 1.0, "2": 1 / np.log(2.0)}
REACH = 3.0  # margins from -REACH to REACH
TOP = 4.6  # the squared loss goes on to 16
BEYOND = "$\\uparrow$"  # marks a value above the picture
HALF = 0.45  # half the length of a tangent piece, in margin


def value_and_slope(name, m, base="natural"):
    """Return a loss and its slope at the margins `m`; the log loss to the given base (never -0)."""
    loss, factor = LOSSES[name], BASES[base] if name == "log" else 1.0
    return factor * loss(m) + 0.0, factor * loss.slope(np.asarray(m, dtype=float)) + 0.0


def loss_curves(m=-0.5, shown=tuple(LOSSES), base="natural", ax=None, table=None):
    """Draw the losses over the margin.

    Parameters
    ----------
    m : float
        Where the points are.
    shown : sequence of str
        Names from `lk.losses.LOSSES`.
    base : {"natural", "2"}
        Base of the logarithm in the log loss.
    ax, table : matplotlib Axes, optional
        For the curves and for the live legend, both; a figure of its own when left out.

    Returns
    -------
    LossCurves
        Shows itself in a notebook; `update(m, shown, base)` moves it.
    """
    return LossCurves(m, shown, base, ax, table)


class LossCurves(Picture):
    """The artists of the losses picture."""

    def __init__(self, m, shown, base, ax=None, table=None):
        if (ax is None) != (table is None):
            raise ValueError("give both ax and table, or neither")
        with style.context():
            if ax is None:
                ax, table = new_figure(10.0, 4.4).subplots(1, 2, width_ratios=WIDTHS)
            super().__init__(ax)
            self.ax.set(xlim=(-REACH, REACH), ylim=(-0.35, TOP))
            self.ax.set(xlabel="margin m = y f(x)", ylabel="loss")
            self._name_regions()
            self._make_artists()
            self._table = self._make_table(table)
        self.moving += self._table.moving
        # The layout must not depend on the state it is measured in.
        for artist in self.moving:
            artist.set_in_layout(False)
        self.update(m, shown, base)

    def _name_regions(self):
        for at in (0.0, 1.0):
            self.ax.axvline(at, color="0.8", linewidth=0.8, zorder=0)
        for at, words in ((-2.2, "wrong"), (0.5, "inside"), (2.0, "outside")):
            self.ax.text(at, TOP - 0.1, words, ha="center", va="top", color="0.35")

    def _make_artists(self):
        scale = style.scale()
        self._here = self.ax.axvline(0.0, color=style.LINE, linewidth=1.0 * scale, zorder=1)
        self.ax.set_title(" ")  # keeps the place of the one that moves
        self._title = self.ax.annotate(
            "",
            (0.5, 1.0),
            (0.0, mpl.rcParams["axes.titlepad"]),
            xycoords="axes fraction",
            textcoords="offset points",
            ha="center",
            fontsize=mpl.rcParams["axes.titlesize"],
        )
        self._curves, self._tangents, self._points = {}, {}, {}
        for k, (name, look) in enumerate(LOOKS.items()):
            line = {key: look[key] for key in ("color", "linestyle")}
            colour, size = look["color"], (12.0 - 1.4 * k) * scale
            (self._curves[name],) = self.ax.plot([], [], zorder=2 + 0.1 * k, **line)
            (self._tangents[name],) = self.ax.plot(
                [],
                [],
                color=colour,
                alpha=0.4,
                linewidth=5 * scale,
                zorder=3,
                solid_capstyle="butt",
            )
            (self._points[name],) = self.ax.plot(
                [],
                [],
                look["marker"],
                color=colour,
                markeredgecolor="white",
                markersize=size,
                zorder=4 + 0.1 * k,
                clip_on=False,
            )
        self.moving = [self._here, self._title]
        for artists in (self._curves, self._tangents, self._points):
            self.moving += artists.values()

    def _make_table(self, ax):
        rows = {name: (name, {"markeredgecolor": "white"} | LOOKS[name]) for name in LOSSES}
        rows["tangent"] = (
            "tangent: its slope",
            {"color": "0.5", "alpha": 0.4, "linewidth": 5 * style.scale()},
        )
        rows["beyond"] = (
            "above the picture",
            {
                "linestyle": "none",
                "color": "0.4",
                "marker": BEYOND,
                "markersize": 11 * style.scale(),
            },
        )
        return LiveLegend(
            ax, rows, ("value", "slope"), (0.8, 1.0), "loss at m", ("tangent", "beyond")
        )

    def update(self, m, shown, base="natural"):
        """Move the points to the margin `m`, and show only the losses named."""
        self._here.set_xdata([m, m])
        self._title.set_text(f"m = {m:.2f}: {where(m)}")
        for name in LOOKS:
            visible = name in shown
            for artists in (self._curves, self._tangents, self._points):
                artists[name].set_visible(visible)
            value, slope = map(float, value_and_slope(name, m, base))
            self._curves[name].set_data(*curve(name, base))
            reach = HALF / np.hypot(1.0, slope)
            self._tangents[name].set_data(
                [m - reach, m + reach], [value - slope * reach, value + slope * reach]
            )
            above = value > TOP
            self._points[name].set_data([m], [TOP + 0.13 if above else value])
            self._points[name].set_marker(BEYOND if above else LOOKS[name]["marker"])
            self._points[name].set_markeredgecolor(LOOKS[name]["color"] if above else "white")
            label = {"natural": "log, natural", "2": "log, base 2"}[base] if name == "log" else name
            self._table.update(name, f"{value:.2f}", f"{slope:.2f}", name=label, visible=visible)


def curve(name, base):
    """Return margins and values of a loss, broken where it jumps."""
    m = np.linspace(-REACH, REACH, 241)  # holds the kinks at 0 and 1
    values = value_and_slope(name, m, base)[0]
    if name == "zero-one":
        jump = int(np.searchsorted(m, 1e-9))
        return np.insert(m, jump, 1e-9), np.insert(values, jump, np.nan)
    return m, values


def where(m):
    """Return in words what a margin says about its point."""
    if m <= 0:
        return "wrong" if m < 0 else "on the boundary"
    if m < 1:
        return "right, but inside the margin"
    return "right, outside the margin" if m > 1 else "exactly on the margin"
