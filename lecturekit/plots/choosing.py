"""For choosing C: training points whose labels may be flipped, and error curves that are steps in C."""

import numpy as np
from matplotlib.lines import Line2D

from . import style
from .boundary import Boundary, fit_view
from .canvas import Picture

LOOKS = {  # colour, line and mark of each curve
    "training": (style.GREEN, ":", "o"),
    "test": (style.PINK, "-", "s"),
    "k-fold": (style.YELLOW, "--", "^"),
}


def extend_legend(ax, entries):
    """Add entries to the legend that `ax` has, and leave it where it is beside the picture."""
    legend = ax.get_legend()
    handles = [*legend.legend_handles, *entries]
    labels = [text.get_text() for text in legend.get_texts()]
    labels += [entry.get_label() for entry in entries]
    ax.legend(handles, labels, loc="upper left", bbox_to_anchor=(1.01, 1.02))


class TrainingBoundary(Boundary):
    """A boundary whose training points, too, may change between frames; flipped labels are marked.

    Parameters
    ----------
    fit : Fit
        As for `Boundary`.
    flipped : array of bool
        Which of the fit's points carry a label that was flipped.
    everything : array of shape (n, 2)
        All points that may ever be training points: they decide the limits.
    """

    def __init__(self, fit, flipped, everything, ax=None, feature_names=("x1", "x2")):
        self._flipped = flipped
        super().__init__(fit, ax, feature_names)
        fit_view(self.ax, everything)
        self.update(fit, flipped)

    def _make_artists(self, problem):
        super()._make_artists(problem)
        (self._flips,) = self.ax.plot([], [], zorder=5, **self._flip_look())
        self.moving.append(self._flips)

    def _make_legend(self):
        super()._make_legend()
        extend_legend(self.ax, [Line2D([], [], label="label flipped", **self._flip_look())])

    @staticmethod
    def _flip_look():
        return {
            "linestyle": "none",
            "marker": "D",
            "markersize": 9 * style.scale(),
            "markerfacecolor": "none",
            "markeredgecolor": style.PINK,
            "markeredgewidth": 1.4 * style.scale(),
        }

    def update(self, fit, flipped=None):
        """Move everything to `fit`, its points included; `flipped` as before when left out."""
        self._flipped = self._flipped if flipped is None else flipped
        for sign, points in self._points.items():
            points.set_offsets(fit.problem.X[fit.problem.y == sign])
        self._flips.set_data(*fit.problem.X[self._flipped].T)
        super().update(fit)


class ErrorCurves(Picture):
    """Shares of errors against C: one step curve each, the C of now, and the C that k-fold chooses.

    Parameters
    ----------
    ax : matplotlib Axes
    low, high : float
        The range of C.
    top : float
        The largest share on the axis.
    folds : int
        For the words in the legend.
    """

    def __init__(self, ax, low, high, top, folds):
        super().__init__(ax)
        self._range = low, high
        ax.set(xscale="log", xlim=(low, high), ylim=(0.0, top))
        ax.set(xlabel="C (logarithmic)", ylabel="share of errors")
        size = 6 * style.scale()
        words = {"k-fold": f"{folds}-fold"}
        self._curves, self._dots = {}, {}
        for name, (colour, dashes, mark) in LOOKS.items():
            (self._curves[name],) = ax.plot(
                [], [], dashes, color=colour, drawstyle="steps-post", zorder=2
            )
            (self._dots[name],) = ax.plot([], [], mark, color=colour, markersize=size, zorder=4)
        self._here = ax.axvline(low, color=style.LINE, linewidth=1.0, zorder=1)
        (self._best,) = ax.plot(
            [], [], "v", color="black", markersize=1.6 * size, zorder=5, clip_on=False
        )
        self._best_line = ax.axvline(
            low, color=style.LINE, linewidth=1.0, linestyle=(0, (1, 2)), zorder=1
        )
        self.moving = [*self._curves.values(), *self._dots.values()]
        self.moving += [self._here, self._best, self._best_line]
        entries = [
            Line2D([], [], color=c, linestyle=d, marker=m, label=words.get(name, name))
            for name, (c, d, m) in LOOKS.items()
        ]
        entries.append(Line2D([], [], color=style.LINE, linewidth=1.0, label="C now"))
        look = {"color": style.LINE, "linestyle": (0, (1, 2)), "linewidth": 1.0}
        entries.append(
            Line2D([], [], marker="v", markersize=size, label=f"{folds}-fold's choice", **look)
        )
        ax.legend(handles=entries, loc="lower center", bbox_to_anchor=(0.45, 1.0), ncols=2)

    def update(self, curves, C, errors, best):
        """Move the curves, the dots at C and the mark of the choice.

        Parameters
        ----------
        curves : dict
            From "training", "test", "k-fold" to (starts, shares): the share from each start on.
        C : float
            The C of now.
        errors : dict
            The share of each curve at C.
        best : float
            The C that k-fold chooses.
        """
        for name, (starts, shares) in curves.items():
            self._curves[name].set_data(*self._within(starts, shares))
            self._dots[name].set_data([C], [errors[name]])
        self._here.set_xdata([C, C])
        self._best.set_data([best], [0.975 * self.ax.get_ylim()[1]])
        self._best_line.set_xdata([best, best])

    def _within(self, starts, shares):
        """Cut a step function to the range of the axis."""
        low, high = self._range
        first = max(int(np.searchsorted(starts, low, side="right")) - 1, 0)
        C = np.clip(starts[first:], low, high)
        return np.append(C, high), np.append(shares[first:], shares[-1])
