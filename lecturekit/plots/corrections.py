"""One correction of w after the other, seen twice: as a boundary among the points, and in the plane of w.

`Separator` draws the boundary before and after a correction and rings the examples it was for; `WeightPlane`
draws the road of (w1, w2) and the correction as an arrow; `Counter` draws a number per correction and where
we are. The numbers along their axes move with the limits, so that another road needs no new figure.
"""

import numpy as np
from matplotlib.artist import Artist
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch
from matplotlib.ticker import FuncFormatter, MaxNLocator

from . import style
from .boundary import crossing, fit_view, half_plane
from .canvas import Picture, axes_for

BEFORE, REFERENCE, LEVEL = (0, (1, 1.5)), (0, (6, 2, 1, 2)), (0, (4, 3))


class Numbers(Artist):
    """The ticks and numbers of an axis as something that moves; the layout still leaves room for them."""

    def __init__(self, axis):
        super().__init__()
        self._axis, self.axes = axis, axis.axes
        self.set_zorder(axis.get_zorder())

    def set_animated(self, b):
        """Leave the axis out of the still background, too."""
        super().set_animated(b)
        self._axis.set_animated(b)

    def draw(self, renderer):
        """Draw the axis as its limits are now."""
        self._axis.draw(renderer)


class Separator(Picture):
    """Points and a boundary: after the correction (solid), before it (dotted), and one to compare with.

    Parameters
    ----------
    problem : Problem
        Two features, linear.
    ax : matplotlib Axes, optional
        Where to draw; a figure of its own when left out.
    feature_names : pair of str
        For the axes' labels.
    reference : (w, b), optional
        A boundary that stays, drawn dash-dotted.
    levels : bool
        Draw f = -1 and f = +1 as well.
    """

    def __init__(self, problem, ax=None, feature_names=("x1", "x2"), reference=None, levels=False):
        super().__init__(axes_for(ax))
        self.problem, self.reference, self.levels = problem, reference, levels
        with style.context() as rc:
            self._size = rc["lines.markersize"]
            fit_view(self.ax, problem.X)
            self.ax.set_aspect("equal")
            self.ax.set(xlabel=feature_names[0], ylabel=feature_names[1])
            self._make_artists()

    def _make_artists(self):
        ax, problem = self.ax, self.problem
        self._shades = {
            sign: ax.fill([], [], color=style.CLASS_SHADE[sign], zorder=0)[0]
            for sign in (-1.0, 1.0)
        }
        (self._before,) = ax.plot([], [], color=style.LINE, linestyle=BEFORE, zorder=1)
        (self._after,) = ax.plot([], [], color=style.LINE, zorder=1)
        thin = {"color": style.LINE, "linestyle": LEVEL, "linewidth": 0.8 * style.scale()}
        self._levels = [ax.plot([], [], zorder=1, **thin)[0] for _ in (-1, 1)]
        points = [
            ax.plot(
                *problem.X[problem.y == sign].T,
                zorder=3,
                **point_look(sign),
            )[0]
            for sign in (-1.0, 1.0)
        ]
        (self._rings,) = ax.plot([], [], zorder=4, **ring_look(self._size))
        self.moving = [
            *self._shades.values(), self._before, self._after, *self._levels, *points, self._rings
        ]  # fmt: skip
        if self.reference is not None:
            ends = crossing(*self.reference, self._box)
            (line,) = ax.plot(*ends.T, color=style.PINK, linestyle=REFERENCE, zorder=2)
            self.moving.append(line)

    @property
    def _box(self):
        return (*self.ax.get_xlim(), *self.ax.get_ylim())

    def handles(self, before="before it", chosen="example", reference=""):
        """Return what a legend needs to say what every mark means."""
        named = [("class -1", point_look(-1.0)), ("class +1", point_look(1.0))]
        named += [("now, f = 0", {"color": style.LINE})]
        named += [(before, {"color": style.LINE, "linestyle": BEFORE})]
        if self.levels:
            thin = {"linestyle": LEVEL, "linewidth": 0.8 * style.scale()}
            named += [("f = -1, f = +1", {"color": style.LINE} | thin)]
        named += [(chosen, ring_look(self._size))]
        if self.reference is not None:
            named += [(reference, {"color": style.PINK, "linestyle": REFERENCE})]
        return [Line2D([], [], label=label, **look) for label, look in named]

    def update(self, now, before=None, chosen=()):
        """Move to the boundary of `now` = (w, b), which came from `before`, for the examples `chosen`."""
        box, (w, b) = self._box, now
        nowhere = not np.any(w) and not b
        for sign, shade in self._shades.items():
            shade.set_xy(np.empty((0, 2)) if nowhere else half_plane(sign * w, sign * b, box))
        self._after.set_data(*crossing(w, b, box).T)
        self._before.set_data(*(np.empty((2, 0)) if before is None else crossing(*before, box).T))
        for line, level in zip(self._levels, (-1.0, 1.0), strict=True):
            ends = crossing(w, b - level, box) if self.levels and np.any(w) else np.empty((0, 2))
            line.set_data(*ends.T)
        self._rings.set_data(*self.problem.X[np.asarray(chosen, dtype=int)].T)


class WeightPlane(Picture):
    """The road of (w1, w2), w as an arrow from 0, and the last change as an arrow on its end.

    Parameters
    ----------
    ax : matplotlib Axes, optional
        Where to draw; a figure of its own when left out.
    reference : array of shape (2,), optional
        A w to compare with, drawn as a star.
    start : bool
        Mark where the road begins (no need where that is 0).
    """

    def __init__(self, ax=None, reference=None, start=True):
        super().__init__(axes_for(ax))
        self.reference, self.start = reference, start
        with style.context():
            self.ax.set(xlabel="w1", ylabel="w2")
            self.ax.set_box_aspect(1)
            for axis in (self.ax.xaxis, self.ax.yaxis):
                axis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
            self.ax.yaxis.set_major_formatter(even_width(4))
            self.look_at(np.array([-1.0, -1.0]), np.array([1.0, 1.0]))
            for span in (self.ax.axhline, self.ax.axvline):
                self.moving.append(span(0, color="#BBBBBB", linewidth=0.8, zorder=0))
            self._make_artists()

    def _make_artists(self):
        ax, large = self.ax, style.scale()
        (self._road,) = ax.plot([], [], **road_look())
        (self._begin,) = ax.plot([], [], **begin_look())
        self._w = self._arrow(style.LINE, 1.4 * large, "-|>", 3)
        self._change = self._arrow(style.GREEN, 3.0 * large, "-|>", 4)
        self.moving += [
            self._road,
            self._begin,
            self._w,
            self._change,
            Numbers(ax.xaxis),
            Numbers(ax.yaxis),
        ]
        if self.reference is not None:
            self.moving += ax.plot(*np.reshape(self.reference, (2, 1)), **star_look())

    def _arrow(self, colour, width, head, zorder):
        look = {"color": colour, "linewidth": width, "zorder": zorder, "shrinkA": 0, "shrinkB": 0}
        arrow = FancyArrowPatch((0, 0), (1, 1), arrowstyle=head, mutation_scale=1, **look)
        arrow.set_mutation_scale(11 * style.scale())
        return self.ax.add_patch(arrow)

    def handles(self, change="the change", reference=""):
        """Return what a legend needs to say what every mark means."""
        entries = [
            Line2D([], [], color=style.GREEN, linewidth=3 * style.scale(), label=change),
            Line2D([], [], label="road of w", **road_look()),
        ]
        if self.start:
            entries.append(Line2D([], [], label="start", **begin_look()))
        if self.reference is not None:
            entries.append(Line2D([], [], label=reference, **star_look()))
        return entries

    def look_at(self, low, high):
        """Show a square that holds the corners `low` and `high`: directions are true in it."""
        middle, half = (low + high) / 2, max(float((high - low).max()) / 2, 1e-9)
        self._half = half
        self.ax.set(
            xlim=(middle[0] - half, middle[0] + half), ylim=(middle[1] - half, middle[1] + half)
        )

    def update(self, W, k):
        """Move to the k-th row of the road W, reached by a change from row k - 1."""
        self._road.set_data(*W[: k + 1].T)
        self._begin.set_data(*W[: int(self.start)].T)
        self._point(self._w, np.zeros(2), W[k])
        self._point(self._change, W[max(k - 1, 0)], W[k])

    def _point(self, arrow, tail, tip):
        arrow.set_visible(bool(np.linalg.norm(tip - tail) > 1e-3 * self._half))
        arrow.set_positions(tuple(tail), tuple(tip))


class Counter(Picture):
    """A number after each correction, as a curve, and a mark where we are.

    Parameters
    ----------
    ax : matplotlib Axes, optional
        Where to draw; a figure of its own when left out.
    xlabel, ylabel : str
        What is counted, and what the number is.
    """

    def __init__(self, ax=None, xlabel="corrections", ylabel=""):
        super().__init__(axes_for(ax))
        with style.context():
            self.ax.set(xlabel=xlabel, ylabel=ylabel)
            for axis in (self.ax.xaxis, self.ax.yaxis):
                axis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
            self.ax.yaxis.set_major_formatter(even_width(3))
            self.look_at(10, 1.0)
            # Once as the whole story, pale, and once as far as we are.
            (self._all,) = self.ax.plot([], [], color="#AAAAAA", linewidth=style.scale(), zorder=1)
            (self._sofar,) = self.ax.plot([], [], color=style.LINE, zorder=2)
            (self._here,) = self.ax.plot([], [], "D", color=style.GREEN, zorder=3, clip_on=False)
        self.moving = [self._all, self._sofar, self._here]
        self.moving += [Numbers(self.ax.xaxis), Numbers(self.ax.yaxis)]

    def look_at(self, last, top):
        """Let the axes go from 0 to `last` and from 0 to `top`."""
        self.ax.set(xlim=(0, last), ylim=(0, 1.04 * top))

    def update(self, values, k):
        """Show the curve of `values` and the mark at the k-th."""
        t = np.arange(len(values))
        self._all.set_data(t, values)
        self._sofar.set_data(t[: k + 1], values[: k + 1])
        self._here.set_data([k], [values[k]])


def point_look(sign):
    """Return how the points of a class are drawn."""
    return {
        "linestyle": "none",
        "marker": style.CLASS_MARKER[sign],
        "color": style.CLASS_COLOUR[sign],
        "markeredgecolor": "white",
    }


def ring_look(size):
    """Return how the examples behind a correction are ringed."""
    return {
        "linestyle": "none",
        "marker": "o",
        "markersize": 2.4 * size,
        "markerfacecolor": "none",
        "markeredgecolor": style.GREEN,
        "markeredgewidth": 2.4 * style.scale(),
    }


def road_look():
    """Return how the road of w is drawn."""
    return {"color": "#777777", "linewidth": 0.8 * style.scale(), "marker": ".", "zorder": 1}


def begin_look():
    """Return how the start of the road is drawn."""
    return {"linestyle": "none", "marker": "D", "color": style.YELLOW, "zorder": 2}


def star_look():
    """Return how a w to compare with is drawn."""
    return {
        "linestyle": "none",
        "marker": "*",
        "markersize": 15 * style.scale() ** 0.5,
        "color": style.PINK,
        "markeredgecolor": "black",
        "zorder": 5,
    }


def even_width(characters):
    """Return how to write numbers beside an axis so that all take the same room, whatever the limits."""
    blank, minus = "\u2007", "\u2212"  # as wide as a digit; a minus as matplotlib writes it
    return FuncFormatter(lambda v, _: f"{v:g}".replace("-", minus).rjust(characters, blank))


def round_above(value, steps=(1.0, 1.5, 2.0, 3.0, 5.0, 7.0, 10.0)):
    """Return the next of 1, 1.5, 2, 3, ... times a power of ten: axes that seldom need new numbers."""
    value = max(float(value), 1e-9)
    power = 10.0 ** np.floor(np.log10(value))
    return float(next(step * power for step in steps if step * power >= value * (1 - 1e-12)))
