"""How far above the minimum each step stands, on a logarithmic scale, with the steps that went up marked."""

import numpy as np

from . import style
from .canvas import Picture, axes_for


def excess(values, step=None, ax=None, low=1e-10, high=1e3, xlabel="step"):
    """Draw objective minus minimum after each step.

    Parameters
    ----------
    values : array
        Objective minus minimum at step 0, 1, 2, ...
    step : int, optional
        The step to mark; the last when left out.
    ax : matplotlib Axes, optional
        Where to draw; a figure of its own when left out.
    low, high : float
        Ends of the scale. What is below `low` is drawn there, on a dotted line that says so.
    xlabel : str
        What a step is called.

    Returns
    -------
    Excess
        Shows itself in a notebook; `update(values, step)` moves it.
    """
    picture = Excess(ax, len(values) - 1, low, high, xlabel)
    picture.update(values, len(values) - 1 if step is None else step)
    return picture


class Excess(Picture):
    """The artists of one curve of objective minus minimum; the axes stay, for up to `steps` steps."""

    def __init__(self, ax, steps, low=1e-10, high=1e3, xlabel="step", rises=True):
        super().__init__(axes_for(ax))
        self.low, self.high = low, high
        with style.context() as rc:
            self.ax.set(yscale="log", xlim=(-0.02 * steps, 1.02 * steps), xlabel=xlabel)
            self.ax.set(ylim=(low / 40, high), title="objective minus minimum")
            self.ax.axhline(low, color=style.LINE, linewidth=0.8, linestyle=":")
            size = rc["lines.markersize"]
            (self._all,) = self.ax.plot([], [], color="#B8B8B8", linewidth=1.0 * style.scale())
            (self._past,) = self.ax.plot([], [], color=style.BLUE, label="so far")
            (self._rises,) = self.ax.plot([], [], "^", color=style.ORANGE, markersize=0.8 * size)
            (self._here,) = self.ax.plot([], [], "o", color="black", label="this step")
            self._all.set_label("still to come")
            if rises:
                self._rises.set_label("went up")
            self.ax.legend(loc="upper right", ncols=2, columnspacing=1.0, handlelength=1.4)
            self.ax.text(
                0.02,
                low / 1.5,
                f"{low:.0e} or less",
                transform=self.ax.get_yaxis_transform(),
                va="top",
                fontsize=rc["legend.fontsize"],
            )
        self.moving = [self._all, self._past, self._rises, self._here]

    def update(self, values, step):
        """Draw these values, and mark `step` (the last one, if there are fewer)."""
        shown = np.clip(values, self.low, 1e6 * self.high)
        step = min(step, len(shown) - 1)
        t = np.arange(len(shown))
        up = 1 + np.flatnonzero(shown[1 : step + 1] > shown[:step] * (1 + 1e-9))
        self._all.set_data(t, shown)
        self._past.set_data(t[: step + 1], shown[: step + 1])
        self._rises.set_data(up, shown[up])
        self._here.set_data([step], [min(shown[step], self.high)])
