"""A classifier whose boundary may bend: the field f, its lines f = -1, 0 and +1, and four kinds of points.

As in `boundary`, a point is pale outside its margin, ringed on it, plain inside it and crossed when wrong,
and larger with larger alpha / C. The lines come out of the field on a grid, so kernels are welcome.
"""

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from . import style
from .boundary import LEVELS, fit_view, relative_alpha
from .canvas import Picture, axes_for

COLUMNS, ROWS = 108, 72
HIGHEST = 1.5  # beyond, the colour says no more
COLOURS = LinearSegmentedColormap.from_list(
    "classes", [style.CLASS_SHADE[-1.0], "white", style.CLASS_SHADE[1.0]]
)


def field(fit, ax=None, feature_names=("x1", "x2"), legend=True, on_margin=1e-6):
    """Draw the points of a two-feature hinge problem and the field of the classifier fitted to them.

    Parameters
    ----------
    fit : Fit
        With exactly two features; any kernel.
    ax : matplotlib Axes, optional
        Where to draw; a figure of its own when left out.
    feature_names : pair of str
        For the axes' labels.
    legend : bool
        Say beside the picture what every mark means.
    on_margin : float
        How close to 1 a margin y f(x) counts as on the margin: an iterative fit meets it only nearly.

    Returns
    -------
    Field
        Shows itself in a notebook; `update(fit)` moves it to another fit of the same points.
    """
    return Field(fit, ax, feature_names, legend, on_margin)


class Field(Picture):
    """The artists of one field picture."""

    def __init__(self, fit, ax=None, feature_names=("x1", "x2"), legend=True, on_margin=1e-6):
        if fit.problem.d != 2:
            raise ValueError(f"a field needs exactly two features, but there are {fit.problem.d}")
        super().__init__(axes_for(ax, 7.0 if legend else 6.0))
        self.on_margin = on_margin
        with style.context() as rc:
            self._size, self._width = rc["lines.markersize"] ** 2, rc["lines.linewidth"]
            fit_view(self.ax, fit.problem.X)
            self.ax.set(xlabel=feature_names[0], ylabel=feature_names[1])
            self._make_artists(fit.problem)
            if legend:
                self._make_legend()
            self.update(fit)

    def _make_artists(self, problem):
        box = (*self.ax.get_xlim(), *self.ax.get_ylim())
        self._x1, self._x2 = np.linspace(*box[:2], COLUMNS), np.linspace(*box[2:], ROWS)
        self._grid = np.stack(np.meshgrid(self._x1, self._x2), axis=-1).reshape(-1, 2)
        self._image = self.ax.imshow(
            np.zeros((ROWS, COLUMNS, 4), dtype=np.uint8),
            extent=_pixel_extent(self._x1, self._x2),
            origin="lower",
            aspect="auto",
            interpolation="bilinear",
            zorder=0,
        )
        self.ax.set(xlim=box[:2], ylim=box[2:])
        self._lines = {
            level: LineCollection(
                [], colors=style.LINE, linestyles=dashes, linewidths=self._width, zorder=1
            )
            for level, dashes in LEVELS.items()
        }
        for lines in self._lines.values():
            self.ax.add_collection(lines, autolim=False)
        self._points = {sign: self._scatter(problem, sign) for sign in (-1.0, 1.0)}
        (self._crosses,) = self.ax.plot(
            [], [], "x", color="black", markersize=5 * style.scale(), zorder=4
        )
        self._scratch = Figure().add_subplot()  # where contour lines are worked out, never drawn
        self._scratch.set_autoscale_on(False)
        self.moving = [
            self._image,
            *self._lines.values(),
            *self._points.values(),
            self._crosses,
        ]

    def _scatter(self, problem, sign):
        x1, x2 = problem.X[problem.y == sign].T
        look = {"c": style.CLASS_COLOUR[sign], "marker": style.CLASS_MARKER[sign]}
        return self.ax.scatter(x1, x2, s=self._size, edgecolors="white", zorder=3, **look)

    def _make_legend(self):
        def mark(sign, label, **look):
            shape, colour = style.CLASS_MARKER[sign], style.CLASS_COLOUR[sign]
            look = {"markerfacecolor": colour, "markeredgecolor": "white"} | look
            return Line2D([], [], linestyle="none", marker=shape, label=label, **look)

        ring = {"markeredgecolor": "black", "markeredgewidth": 1.8 * style.scale()}
        larger = {"markersize": 1.4 * np.sqrt(self._size)}
        entries = [
            mark(-1.0, "class -1"),
            mark(1.0, "class +1"),
            Line2D([], [], color=style.LINE, label="boundary, f = 0"),
            Line2D([], [], color=style.LINE, linestyle="--", label="f = -1 and f = +1"),
            mark(-1.0, "outside the margin", markerfacecolor=style.CLASS_PALE[-1.0]),
            mark(-1.0, "on the margin", **ring),
            mark(-1.0, "inside"),
            Line2D([], [], linestyle="none", marker="x", color="black", label="wrong"),
            mark(-1.0, "larger: alpha/C", **larger),
        ]
        self.ax.legend(handles=entries, loc="upper left", bbox_to_anchor=(1.01, 1.02))

    def update(self, fit):
        """Move the field, the lines and the marks to `fit`."""
        scores = fit.decision_function(self._grid).reshape(ROWS, COLUMNS)
        # Coloured here: matplotlib enlarges ready colours faster than it does numbers.
        self._image.set_data(COLOURS(0.5 + scores / (2 * HIGHEST), bytes=True))
        for level, segments in self._contours(scores).items():
            self._lines[level].set_segments(segments)
        kinds = fit.kinds(self.on_margin)
        for sign, points in self._points.items():
            mine = fit.problem.y == sign
            outside, on = kinds[mine] == "outside", kinds[mine] == "on margin"
            points.set_facecolor(
                np.where(outside, style.CLASS_PALE[sign], style.CLASS_COLOUR[sign])
            )
            points.set_edgecolor(np.where(on, "black", "white"))
            points.set_linewidth(np.where(on, 1.8, 0.8) * style.scale())
            points.set_sizes(self._size * (1.0 + 1.5 * relative_alpha(fit)[mine]))
        self._crosses.set_data(*fit.problem.X[kinds == "wrong"].T)

    def _contours(self, scores):
        """Return for each level the lines on which the field is at it; none where it never is."""
        segments = {level: [] for level in LEVELS}
        crossed = [level for level in LEVELS if scores.min() < level < scores.max()]
        if crossed:
            found = self._scratch.contour(self._x1, self._x2, scores, crossed, colors="black")
            for level, pieces in zip(crossed, found.allsegs, strict=True):
                segments[level] = [piece for piece in pieces if len(piece) > 1]
            found.remove()
        return segments


def _pixel_extent(x1, x2):
    """Return the edges of an image whose outermost pixels are centred on the outermost grid values."""
    half1, half2 = (x1[1] - x1[0]) / 2, (x2[1] - x2[0]) / 2
    return x1[0] - half1, x1[-1] + half1, x2[0] - half2, x2[-1] + half2
