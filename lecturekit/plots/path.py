"""The exact path in C: w, b and alpha as functions of C, with the breakpoints."""

import numpy as np

from . import style
from .canvas import Picture, axes_for


def path(path, ax=None, low=1e-4, high=1e4, what="w"):
    """Draw the path between two C.

    Parameters
    ----------
    path : Path
        From `lk.c_path`.
    ax : matplotlib Axes, optional
        Where to draw; a figure of its own when left out.
    low, high : float
        The range of C.
    what : "w" or "alpha"
        The weights and the bias, or alpha_i / C of every point that is ever a support vector.

    Returns
    -------
    PathPicture
        `update(C)` moves the mark of the current C.
    """
    return PathPicture(path, ax, low, high, what)


class PathPicture(Picture):
    """The artists of one path picture."""

    def __init__(self, path, ax=None, low=1e-4, high=1e4, what="w"):
        super().__init__(axes_for(ax, 5.0))
        if what not in ("w", "alpha"):
            raise ValueError(f"what must be 'w' or 'alpha', but it is {what!r}")
        edges = path.breakpoints[(path.breakpoints > low) & (path.breakpoints < high)]
        grid = np.unique(np.r_[np.geomspace(low, high, 120), edges[:: max(1, len(edges) // 60)]])
        fits = [path.at(C) for C in grid]
        with style.context():
            if what == "w":
                self._draw_weights(path, grid, fits)
            else:
                shares = np.array([fit.alpha / fit.problem.C for fit in fits])
                self.ax.plot(grid, shares[:, shares.max(axis=0) > 0], linewidth=0.8)
                self.ax.set(ylabel="alpha / C")
            ticks = self.ax.get_xaxis_transform()
            self.ax.vlines(edges, 0, 0.03, style.LINE, linewidth=0.5, transform=ticks)
            self.ax.set(xscale="log", xlim=(low, 3 * high), xlabel="C  (|: breakpoint)")
            self._here = self.ax.axvline(1.0, color=style.LINE, linewidth=1.0, visible=False)
        self.moving = [self._here]

    def _draw_weights(self, path, grid, fits):
        W = np.array([fit.w for fit in fits])
        dashes = ("-", "--", "-.")
        self.weights = [
            self.ax.plot(grid, W[:, j], dashes[j % 3], label=f"w{j + 1}")[0]
            for j in range(W.shape[1])
        ]
        if path.problem.bias != "none":
            self.ax.plot(grid, [fit.b for fit in fits], ":", label="b")
        if W.shape[1] <= 4:
            self.ax.legend(
                loc="lower left",
                bbox_to_anchor=(-0.1, 1.0),
                ncols=3,
                columnspacing=0.8,
                handlelength=1.3,
                handletextpad=0.4,
            )
        self.ax.set(ylabel="weight")

    def update(self, C):
        """Mark this C."""
        self._here.set_xdata([C, C])
        self._here.set_visible(True)
