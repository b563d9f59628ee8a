"""A linear classifier in the plane: its points, its boundary f = 0, and the lines f = -1 and f = +1.

For the hinge the picture says where each point stands: pale outside its margin, ringed on it, plain inside
it, crossed when wrong; larger with larger alpha / C; and a segment from each violator to its margin line, of
length xi / ||w||, so that the total loss is C ||w|| times the total length.
"""

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D

from . import style
from .canvas import Picture, axes_for

LEVELS = {-1.0: "--", 0.0: "-", 1.0: "--"}


def boundary(fit, ax=None, feature_names=("x1", "x2"), legend=True, kinds=None):
    """Draw the points of a two-feature problem and the classifier that was fitted to them.

    Parameters
    ----------
    fit : Fit
        With exactly two features and no kernel.
    ax : matplotlib Axes, optional
        Where to draw; a figure of its own when left out.
    feature_names : pair of str
        For the axes' labels.
    legend : bool
        Say beside the picture what every mark means.
    kinds : bool, optional
        Draw the four kinds of points and the slack; for the hinge, unless said otherwise.

    Returns
    -------
    Boundary
        Shows itself in a notebook; `update(fit)` moves it to another fit of the same points.
    """
    return Boundary(fit, ax, feature_names, legend, kinds)


class Boundary(Picture):
    """The artists of one classifier picture."""

    def __init__(self, fit, ax=None, feature_names=("x1", "x2"), legend=True, kinds=None):
        if fit.w is None or len(fit.w) != 2:
            raise ValueError("a boundary picture needs a linear fit with exactly two features")
        super().__init__(axes_for(ax, 7.0 if legend else 6.0))
        self.kinds = fit.problem.loss.name == "hinge" if kinds is None else kinds
        with style.context() as rc:
            self._size = rc["lines.markersize"] ** 2
            fit_view(self.ax, fit.problem.X)
            self.ax.set(xlabel=feature_names[0], ylabel=feature_names[1])
            self._make_artists(fit.problem)
            if legend:
                self._make_legend()
            self.update(fit)

    def _make_artists(self, problem):
        self._shades = {
            sign: self.ax.fill([], [], color=style.CLASS_SHADE[sign], zorder=0)[0]
            for sign in (-1.0, 1.0)
        }
        self._lines = {
            level: self.ax.plot([], [], dashes, color=style.LINE, zorder=1)[0]
            for level, dashes in LEVELS.items()
        }
        self._slack = LineCollection(
            [], colors=style.GREEN, linewidths=1.2 * style.scale(), zorder=2
        )
        self.ax.add_collection(self._slack, autolim=False)
        self._points = {sign: self._scatter(problem, sign) for sign in (-1.0, 1.0)}
        (self._crosses,) = self.ax.plot(
            [], [], "x", color="black", markersize=5 * style.scale(), zorder=4, linestyle="none"
        )
        self.moving = [
            *self._shades.values(),
            *self._lines.values(),
            self._slack,
            *self._points.values(),
            self._crosses,
        ]

    def _scatter(self, problem, sign):
        x1, x2 = problem.X[problem.y == sign].T
        colour = style.CLASS_COLOUR[sign]
        marker = style.CLASS_MARKER[sign]
        return self.ax.scatter(
            x1, x2, s=self._size, c=colour, marker=marker, edgecolors="white", zorder=3
        )

    def _make_legend(self):
        def mark(sign, label, **look):
            shape, colour = style.CLASS_MARKER[sign], style.CLASS_COLOUR[sign]
            look = {"markerfacecolor": colour, "markeredgecolor": "white"} | look
            return Line2D([], [], linestyle="none", marker=shape, label=label, **look)

        entries = [mark(-1.0, "class -1"), mark(1.0, "class +1")]
        entries.append(Line2D([], [], color=style.LINE, label="boundary, f = 0"))
        entries.append(Line2D([], [], color=style.LINE, linestyle="--", label="f = -1 and f = +1"))
        if self.kinds:
            ring = {"markeredgecolor": "black", "markeredgewidth": 1.8 * style.scale()}
            pale = {"markerfacecolor": style.CLASS_PALE[-1.0]}
            entries += [
                mark(-1.0, "outside the margin", **pale),
                mark(-1.0, "on the margin", **ring),
                mark(-1.0, "inside (larger: alpha/C)"),
                Line2D([], [], linestyle="none", marker="x", color="black", label="wrong"),
                Line2D([], [], color=style.GREEN, label="slack, length xi/||w||"),
            ]
        self.ax.legend(handles=entries, loc="upper left", bbox_to_anchor=(1.01, 1.02))

    def update(self, fit):
        """Move the lines, the shading and the marks to `fit`."""
        box = (*self.ax.get_xlim(), *self.ax.get_ylim())
        for sign, shade in self._shades.items():
            shade.set_xy(half_plane(sign * fit.w, sign * fit.b, box))
        for level, line in self._lines.items():
            line.set_data(*crossing(fit.w, fit.b - level, box).T)
        if self.kinds:
            self._mark_kinds(fit)

    def _mark_kinds(self, fit):
        problem, kinds = fit.problem, fit.kinds()
        for sign, points in self._points.items():
            mine = problem.y == sign
            outside, on = kinds[mine] == "outside", kinds[mine] == "on margin"
            colour, pale = style.CLASS_COLOUR[sign], style.CLASS_PALE[sign]
            points.set_facecolor(np.where(outside, pale, colour))
            points.set_edgecolor(np.where(on, "black", "white"))
            points.set_linewidth(np.where(on, 1.8, 0.8) * style.scale())
            points.set_sizes(self._size * (1.0 + 1.5 * relative_alpha(fit)[mine]))
        self._crosses.set_data(*problem.X[kinds == "wrong"].T)
        violators = np.isin(kinds, ["inside", "wrong"])
        self._slack.set_segments(slack_segments(fit, violators))


def fit_view(ax, X):
    """Set the limits so that all points are inside with some space."""
    low, high = X.min(axis=0), X.max(axis=0)
    space = np.where(high > low, 0.12 * (high - low), 1.0)
    ax.set(
        xlim=(low[0] - space[0], high[0] + space[0]), ylim=(low[1] - space[1], high[1] + space[1])
    )


def relative_alpha(fit):
    """Return alpha / C, or alpha / max alpha for the hard margin; 0 where there is no alpha."""
    if fit.alpha is None:
        return np.zeros(fit.problem.n)
    top = fit.problem.C if np.isfinite(fit.problem.C) else max(fit.alpha.max(), 1e-300)
    return np.clip(fit.alpha / top, 0.0, 1.0)


def slack_segments(fit, violators):
    """Return a segment from each violator to the nearest point of its margin line."""
    w2 = fit.w @ fit.w
    if w2 < 1e-12:
        return []
    X, y = fit.problem.X[violators], fit.problem.y[violators]
    xi = 1.0 - y * (X @ fit.w + fit.b)
    return np.stack([X, X + (xi * y)[:, None] * fit.w / w2], axis=1)


def _corners(box):
    left, right, bottom, top = box
    return np.array([(left, bottom), (right, bottom), (right, top), (left, top)])


def half_plane(w, b, box):
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


def crossing(w, b, box):
    """Return the two ends of the line <w, x> + b = 0 inside the box; none where it misses it."""
    ends = []
    corners = _corners(box)
    for here, there in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        f_here, f_there = here @ w + b, there @ w + b
        if (f_here >= 0) != (f_there >= 0):
            ends.append(here + (there - here) * f_here / (f_here - f_there))
    return np.array(ends[:2]) if len(ends) >= 2 else np.empty((0, 2))
