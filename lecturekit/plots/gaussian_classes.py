"""Two Gaussian classes in the plane, their posterior, and both along the line through the means."""

import matplotlib as mpl
import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.lines import Line2D

from ..losses import log as log_loss
from . import style
from .boundary import crossing
from .canvas import Picture

REACH = 5.5
TICKS = (-4, -2, 0, 2, 4)
# Lighter all the way from class -1 to class +1, so that it can be read in grey too.
POSTERIOR = LinearSegmentedColormap.from_list("posterior", ["#86B6D8", "#DCDFDF", "#FFF0E4"])
CLASS_DASHES = {-1.0: "-", 1.0: "--"}
RINGS = (1.0, 2.0)  # standard deviations
_RING = {"linestyle": "none", "marker": "o", "color": "0.35", "markerfacecolor": "none"}
_TURN = np.linspace(0.0, 2 * np.pi, 73)
_CIRCLE = np.array([np.cos(_TURN), np.sin(_TURN)])


class GaussianClasses(Picture):
    """The plane, the cut through both means, and a legend, on three axes."""

    def __init__(self, plane, cut, legend):
        super().__init__(plane)
        self._s = np.linspace(-REACH, REACH, 201)
        grid = np.linspace(-REACH, REACH, 90)
        self._grid = np.stack(np.meshgrid(grid, grid), axis=-1)
        with style.context():
            self._make_plane(plane)
            self._make_cut(cut)
            self._make_legend(legend)
        # The layout must not depend on the state it is measured in.
        for artist in self.moving:
            artist.set_in_layout(False)

    def _make_plane(self, ax):
        box = (-REACH, REACH, -REACH, REACH)
        ax.set(
            xlim=box[:2],
            ylim=box[2:],
            xlabel="x1",
            ylabel="x2",
            title="the plane",
            xticks=TICKS,
            yticks=TICKS,
        )
        ax.set_aspect("equal")
        self._field = ax.imshow(
            np.zeros(self._grid.shape[:2]),
            cmap=POSTERIOR,
            vmin=0.0,
            vmax=1.0,
            extent=box,
            origin="lower",
            interpolation="bilinear",
            zorder=0,
        )
        bar = ax.figure.colorbar(self._field, ax=ax, shrink=0.9, ticks=(0.0, 0.5, 1.0))
        bar.set_label("shade: P(+1|x)")
        bar.outline.set_visible(False)
        self._levels = {
            level: ax.plot([], [], "-" if level == 0 else "-.", color=style.LINE, zorder=2)[0]
            for level in (-1.0, 0.0, 1.0)
        }
        for level in (-1.0, 1.0):
            self._levels[level].set_linewidth(0.9 * style.scale())
        (self._through,) = ax.plot([], [], ":", color="0.35", zorder=1)
        self._rings = {
            (sign, ring): ax.plot([], [], zorder=3, **_look(sign))[0]
            for sign in CLASS_DASHES
            for ring in RINGS
        }
        self._means = {
            sign: ax.plot([], [], style.CLASS_MARKER[sign], color=_look(sign)["color"], zorder=4)[0]
            for sign in CLASS_DASHES
        }
        self.moving = [self._field, *self._levels.values(), self._through]
        self.moving += [*self._rings.values(), *self._means.values()]

    def _make_cut(self, ax):
        ax.set(
            xlim=(-REACH, REACH), xticks=TICKS, ylim=(0.0, 1.04), xlabel="place on the dotted line"
        )
        ax.set(ylabel="prior x density (peak 1)", title="along the dotted line")
        twin = ax.twinx()
        twin.spines["right"].set_visible(True)
        twin.set(ylim=(0.0, 1.04), ylabel="posterior P(+1|x)")
        self._weighted = {
            sign: ax.plot([], [], zorder=3, **_look(sign))[0] for sign in CLASS_DASHES
        }
        (self._sigmoid,) = twin.plot(
            [], [], color=style.GREEN, linestyle=(0, (6, 1, 1, 1)), zorder=4
        )
        (self._half,) = ax.plot([], [], color=style.LINE, zorder=2)
        self.moving += [*self._weighted.values(), self._sigmoid, self._half]

    def _make_legend(self, ax):
        ax.set_axis_off()
        entries = [
            Line2D([], [], marker=style.CLASS_MARKER[s], label=f"class {s:+.0f}", **_look(s))
            for s in CLASS_DASHES
        ]
        thin = 0.9 * style.scale()
        entries += [
            Line2D([], [], **_RING, label="rings: 1 and 2\ndeviations"),
            Line2D([], [], color=style.LINE, label="P = 1/2:\nlog-odds 0"),
            Line2D([], [], color=style.LINE, linestyle="-.", linewidth=thin, label="log-odds ±1"),
            Line2D([], [], color="0.35", linestyle=":", label="line through\nthe means"),
            Line2D([], [], color=style.GREEN, linestyle=(0, (6, 1, 1, 1)), label="posterior"),
        ]
        ax.legend(handles=entries, loc="upper left", bbox_to_anchor=(0.0, 1.02), borderaxespad=0.0)
        self._formula = ax.text(0.02, -0.1, "", transform=ax.transAxes, va="bottom")
        self._formula.set_fontsize(mpl.rcParams["legend.fontsize"])
        self.moving.append(self._formula)

    def update(self, classes, direction):
        """Move to other classes.

        Parameters
        ----------
        classes : object with half, covariance, prior, w and b
            The means are at -half and +half; log-odds <w, x> + b.
        direction : array of shape (2,)
            Of length 1, from one mean to the other (also where they coincide).
        """
        w, b = classes.w, classes.b
        box = (-REACH, REACH, -REACH, REACH)
        self._field.set_data(posterior(self._grid @ w + b))
        for level, line in self._levels.items():
            line.set_data(*crossing(w, b - level, box).T)
        ends = 2 * REACH * np.array([-direction, direction])
        self._through.set_data(*ends.T)
        shape = np.linalg.cholesky(classes.covariance) @ _CIRCLE
        for (sign, ring), line in self._rings.items():
            line.set_data(*(sign * classes.half[:, None] + ring * shape))
        for sign, point in self._means.items():
            point.set_data(*(sign * classes.half[:, None]))
        self._formula.set_text(f"log-odds:\nw1 = {w[0]:.2f}\nw2 = {w[1]:.2f}\nb = {b + 0.0:.2f}")
        self._update_cut(classes, direction, float(w @ direction), b)

    def _update_cut(self, classes, direction, slope, b):
        curvature = float(direction @ np.linalg.solve(classes.covariance, direction))
        for sign, line in self._weighted.items():
            weight = classes.prior if sign > 0 else 1 - classes.prior
            away = self._s - sign * float(classes.half @ direction)
            line.set_data(self._s, weight * np.exp(-0.5 * curvature * away**2))
        self._sigmoid.set_data(self._s, posterior(slope * self._s + b))
        at = -b / slope if abs(slope) > 1e-9 else np.inf
        self._half.set_data(*([[at, at], [0.0, 1.0]] if abs(at) <= REACH else [[], []]))


def posterior(log_odds):
    """Return 1 / (1 + exp(-log-odds)): exp of minus the log loss, so that nothing overflows."""
    return np.exp(-log_loss(log_odds))


def _look(sign):
    return {"color": style.CLASS_COLOUR[sign], "linestyle": CLASS_DASHES[sign]}
