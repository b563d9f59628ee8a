"""Objective, lower bound and gap per step of one or several fits."""

import numpy as np

from . import style
from .canvas import Picture, axes_for


def progress(fit, ax=None):
    """Draw the objective at each recorded step, and the best lower bound known by then.

    Parameters
    ----------
    fit : Fit
        Whose trace is drawn; the band between both curves is what is not proven yet.
    ax : matplotlib Axes, optional
        Where to draw; a figure of its own when left out.

    Returns
    -------
    Progress
        `update(k)` moves the mark to the k-th recorded iterate.
    """
    return Progress(fit, ax)


class Progress(Picture):
    """The artists of one progress picture."""

    def __init__(self, fit, ax=None):
        super().__init__(axes_for(ax, 5.0))
        trace = fit.trace
        later = trace.t > 0
        self._t, self._values = trace.t[later], trace.objective()[later]
        with style.context():
            (self._objective,) = self.ax.plot(self._t, self._values, label="objective")
            if trace.dual is not None:
                bound = np.maximum.accumulate(trace.dual)[later]
                self.ax.plot(self._t, bound, "--", label="best lower bound")
                self.ax.fill_between(self._t, bound, self._values, alpha=0.15)
            (self._mark,) = self.ax.plot([], [], "o", color=style.LINE)
            top = np.quantile(self._values, 0.8) * 1.5 + 1e-300
            self.ax.set(xscale="log", xlabel=fit.unit, ylabel="objective", ylim=(0, top))
            self.ax.legend(loc="upper right")
        self.moving = [self._mark]

    def update(self, k):
        """Mark the k-th recorded iterate after the start."""
        self._mark.set_data([self._t[k]], [self._values[k]])
