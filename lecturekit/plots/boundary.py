"""A linear classifier in the plane: its points, its boundary f = 0, and the lines f = -1 and f = +1."""

import io

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from . import style

LEVELS = {-1.0: "--", 0.0: "-", 1.0: "--"}


def boundary(fit, ax=None, feature_names=("x1", "x2")):
    """Draw the points of a two-feature problem and the classifier that was fitted to them.

    Parameters
    ----------
    fit : Fit
        With exactly two features and no kernel.
    ax : matplotlib Axes, optional
        Where to draw; a figure of its own when left out.
    feature_names : pair of str
        For the axes' labels.

    Returns
    -------
    Boundary
        Shows itself in a notebook; `update(fit)` moves the lines to another fit of the same points.
    """
    return Boundary(fit, ax, feature_names)


class Boundary:
    """The artists of one classifier picture."""

    def __init__(self, fit, ax=None, feature_names=("x1", "x2")):
        if fit.w is None or len(fit.w) != 2:
            raise ValueError("a boundary picture needs a linear fit with exactly two features")
        if ax is None:
            figure = Figure(figsize=(6, 4), dpi=100, layout="constrained")
            FigureCanvasAgg(figure)
            ax = figure.add_subplot()
        self.ax = ax
        self._draw_points(fit.problem, feature_names)
        self._shades = {
            sign: ax.fill([], [], color=style.CLASS_SHADE[sign], zorder=0)[0]
            for sign in (-1.0, 1.0)
        }
        self._lines = {
            level: ax.plot([], [], dashes, color=style.LINE, zorder=1)[0]
            for level, dashes in LEVELS.items()
        }
        self._lines[0.0].set_label("boundary, f = 0")
        self._lines[1.0].set_label("f = -1 and f = +1")
        ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False)
        self.update(fit)

    def update(self, fit):
        """Move the lines and the shading to `fit`."""
        box = (*self.ax.get_xlim(), *self.ax.get_ylim())
        for sign, shade in self._shades.items():
            shade.set_xy(_half_plane(sign * fit.w, sign * fit.b, box))
        for level, line in self._lines.items():
            line.set_data(*_crossing(fit.w, fit.b - level, box).T)

    def _draw_points(self, problem, feature_names):
        for sign in (-1.0, 1.0):
            x1, x2 = problem.X[problem.y == sign].T
            self.ax.plot(
                x1,
                x2,
                style.CLASS_MARKER[sign],
                color=style.CLASS_COLOUR[sign],
                markeredgecolor="white",
                label=f"class {sign:+g}",
                zorder=2,
            )
        low, high = problem.X.min(axis=0), problem.X.max(axis=0)
        space = 0.08 * np.maximum(high - low, 1e-9 + (high == low))
        self.ax.set(
            xlim=(low[0] - space[0], high[0] + space[0]),
            ylim=(low[1] - space[1], high[1] + space[1]),
            xlabel=feature_names[0],
            ylabel=feature_names[1],
        )

    def __repr__(self):
        """Return a line without addresses, so that a stored notebook does not change."""
        return "Boundary picture: points, f = 0, f = -1 and f = +1"

    def _repr_png_(self):
        buffer = io.BytesIO()
        self.ax.figure.savefig(buffer, format="png", metadata={"Software": None})
        return buffer.getvalue()


def _corners(box):
    left, right, bottom, top = box
    return np.array([(left, bottom), (right, bottom), (right, top), (left, top)])


def _half_plane(w, b, box):
    """Return the polygon of the box where <w, x> + b >= 0 (Sutherland and Hodgman's clipping)."""
    kept = []
    corners = _corners(box)
    for here, there in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        f_here, f_there = here @ w + b, there @ w + b
        if f_here >= 0:
            kept.append(here)
        if (f_here >= 0) != (f_there >= 0):
            kept.append(here + (there - here) * f_here / (f_here - f_there))
    return np.array(kept or [corners[0]])


def _crossing(w, b, box):
    """Return the two ends of the line <w, x> + b = 0 inside the box; none where it misses it."""
    ends = []
    corners = _corners(box)
    for here, there in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        f_here, f_there = here @ w + b, there @ w + b
        if (f_here >= 0) != (f_there >= 0):
            ends.append(here + (there - here) * f_here / (f_here - f_there))
    return np.array(ends) if ends else np.empty((0, 2))
