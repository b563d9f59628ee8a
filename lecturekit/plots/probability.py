"""What a logistic classifier believes: P(+1 | x) as shading, with the lines where it is 0.1, 0.5 and 0.9."""

import numpy as np
from matplotlib.colors import LinearSegmentedColormap, to_rgb
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator

from . import style
from .boundary import crossing, fit_view
from .canvas import Picture, axes_for
from .corrections import Numbers, even_width

CELLS = 60
LOG_ODDS = float(np.log(9.0))  # f where the probability is 0.9
DASHES = (0, (4, 3))


def class_map():
    """Return the colours from sure of class -1 over white to sure of class +1."""
    ends = [0.5 * np.ones(3) + 0.5 * np.array(to_rgb(style.CLASS_COLOUR[s])) for s in (-1.0, 1.0)]
    return LinearSegmentedColormap.from_list("classes", [ends[0], (1, 1, 1), ends[1]])


class Probability(Picture):
    """The shading of P(+1 | x) = sigmoid(f(x)), and the points.

    Parameters
    ----------
    problem : Problem
        Two features, loss "log".
    ax : matplotlib Axes, optional
        Where to draw; a figure of its own when left out.
    feature_names : pair of str
        For the axes' labels.
    """

    def __init__(self, problem, ax=None, feature_names=("x1", "x2")):
        super().__init__(axes_for(ax))
        self.problem = problem
        with style.context():
            fit_view(self.ax, problem.X)
            self._box = (*self.ax.get_xlim(), *self.ax.get_ylim())
            self._make_artists()
            self.ax.set(xlabel=feature_names[0], ylabel=feature_names[1])

    def _make_artists(self):
        left, right, bottom, top = self._box
        half = 0.5 / CELLS
        where = np.linspace(half, 1 - half, CELLS)
        across, up = np.meshgrid(left + (right - left) * where, bottom + (top - bottom) * where)
        self._grid = np.stack([across, up], axis=-1)
        look = {"cmap": class_map(), "vmin": 0.0, "vmax": 1.0, "interpolation": "bilinear"}
        self._field = self.ax.imshow(
            np.full((CELLS, CELLS), 0.5),
            origin="lower",
            extent=self._box,
            aspect="auto",
            zorder=0,
            **look,
        )
        self.scale = self.ax.figure.colorbar(self._field, ax=self.ax, pad=0.02, aspect=30)
        self.scale.set_label("P(+1 | x)")
        self._lines = {
            level: self.ax.plot([], [], zorder=1, **self._look(level))[0]
            for level in (-LOG_ODDS, 0.0, LOG_ODDS)
        }
        problem = self.problem
        points = [
            self.ax.plot(*problem.X[problem.y == s].T, zorder=2, **self._point(s))[0]
            for s in (-1.0, 1.0)
        ]
        self.moving = [self._field, *self._lines.values(), *points]

    @staticmethod
    def _look(level):
        return {"color": style.LINE} | ({"linestyle": DASHES} if level else {})

    @staticmethod
    def _point(sign):
        shape, colour = style.CLASS_MARKER[sign], style.CLASS_COLOUR[sign]
        return {"linestyle": "none", "marker": shape, "color": colour, "markeredgecolor": "white"}

    def handles(self):
        """Return what a legend needs to say what every mark means."""
        named = [(f"class {sign:+.0f}", self._point(sign)) for sign in (-1.0, 1.0)]
        named += [("P = 0.5, boundary", self._look(0.0)), ("P = 0.1 and 0.9", self._look(1.0))]
        return [Line2D([], [], label=label, **look) for label, look in named]

    def update(self, w, b):
        """Move the shading and the lines to f(x) = <w, x> + b."""
        # sigmoid(f) is minus the slope of the log loss at the margin -f.
        self._field.set_data(-self.problem.loss.slope(-(self._grid @ w + b)))
        for level, line in self._lines.items():
            line.set_data(*(crossing(w, b - level, self._box) if np.any(w) else np.empty((0, 2))).T)


class Growth(Picture):
    """A number per iteration on a scale that shows the first and the later ones, and two marks.

    The filled mark stands on the curve, the hollow one where the scaled w is.

    Parameters
    ----------
    ax : matplotlib Axes, optional
        Where to draw; a figure of its own when left out.
    last : int
        The end of the horizontal axis.
    log : bool
        Whether the vertical axis is logarithmic.
    least : float, optional
        The value at the optimum, a dashed line.
    """

    def __init__(self, ax=None, last=100, log=False, least=None, ylabel=""):
        super().__init__(axes_for(ax))
        with style.context():
            self.ax.set_xscale("symlog", linthresh=1, linscale=0.3)
            if log:
                self.ax.set_yscale("log")
                self.ax.yaxis.set_major_locator(LogLocator(numticks=5))
                self.ax.yaxis.set_minor_locator(NullLocator())
            else:
                self.ax.yaxis.set_major_locator(MaxNLocator(3, steps=[1, 2, 5, 10]))
                self.ax.yaxis.set_major_formatter(even_width(4))
            self.ax.set(xlim=(0, 1.5 * last), ylabel=ylabel)
            self.look_at(0.1 if log else 0.0, 1.0)
            ticks = [0, 1, *(10**p for p in range(1, 7) if 10**p <= last)]
            self.ax.set_xticks(ticks, [str(t) for t in ticks])
            if least is not None:
                self.moving.append(
                    self.ax.axhline(least, color=style.GREEN, linestyle="--", zorder=0)
                )
            (self._curve,) = self.ax.plot([], [], color=style.LINE, zorder=1)
            (self._here,) = self.ax.plot([], [], **here_look())
            (self._scaled,) = self.ax.plot([], [], **scaled_look())
        self.moving += [self._curve, self._here, self._scaled, Numbers(self.ax.yaxis)]

    def look_at(self, low, high):
        """Let the vertical axis go from `low` to `high`."""
        self.limits = (low, high)
        self.ax.set_ylim(low, high)

    def update(self, values, k, scaled):
        """Show the curve of `values`, the mark at the k-th, and the hollow mark at `scaled`."""
        values = np.clip(values, *self.limits)
        self._curve.set_data(np.arange(len(values)), values)
        self._here.set_data([k], [values[k]])
        self._scaled.set_data([k], [np.clip(scaled, *self.limits)])


def here_look():
    """Return how the iterate is marked."""
    return {
        "linestyle": "none",
        "marker": "D",
        "color": style.PINK,
        "zorder": 2,
        "clip_on": False,
    }


def scaled_look():
    """Return how the scaled w is marked."""
    hollow = {"markerfacecolor": "none", "markeredgecolor": "black", "clip_on": False}
    size = {"markersize": 11 * style.scale() ** 0.7, "markeredgewidth": 1.8 * style.scale()}
    return {"linestyle": "none", "marker": "o", "zorder": 3} | hollow | size


def growth_handles(optimum=True):
    """Return what a legend needs to say what the marks of `Growth` mean."""
    named = [("gradient descent", {"color": style.LINE}), ("this iteration", here_look())]
    named += [("w times scale", scaled_look())]
    named += [("at the optimum", {"color": style.GREEN, "linestyle": "--"})] if optimum else []
    return [Line2D([], [], label=label, **look) for label, look in named]
