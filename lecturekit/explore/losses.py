"""The five losses of the margin, side by side: what each charges, and how hard each pulls."""

import ipywidgets as widgets

from ..losses import LOSSES
from ..plots.loss_curves import BASES, REACH, WIDTHS, LossCurves, value_and_slope
from .frame import Explorer, dropdown, slider


class Losses(Explorer):
    """A point on each loss at one margin, with its value and its slope."""

    name = "losses"
    title = "Five losses of the margin: what a point costs, and how hard it pulls"
    width, height = 10.0, 4.4

    def make_controls(self):
        """The margin, which losses, and the base of the logarithm."""
        names = tuple(LOSSES)
        return {
            "m": slider("margin m", -0.5, -REACH, REACH, 0.05, "y f(x): below 0 is wrong"),
            "shown": widgets.SelectMultiple(
                options=names,
                value=names,
                rows=len(names),
                description="losses",
                tooltip="Which losses to draw; hold Ctrl or Shift to choose several",
                style={"description_width": "initial"},
                layout=widgets.Layout(width="auto", min_width="15em"),
            ),
            "base": dropdown(
                "logarithm, base",
                tuple(BASES),
                "natural",
                "Base 2 makes the log loss 1 at m = 0, so that it lies above zero-one",
            ),
        }

    def compute(self, state):
        """Evaluate the chosen losses at m."""
        self.values = {
            name: value_and_slope(name, state["m"], state["base"])
            for name in LOSSES
            if name in state["shown"]
        }

    def make_artists(self, figure, state):
        """The curves on the left, the numbers of each on the right."""
        left, right = figure.subplots(1, 2, width_ratios=WIDTHS)
        self._curves = LossCurves(state["m"], state["shown"], state["base"], left, right)
        return self._curves.moving

    def draw(self, state):
        """Move to the margin."""
        self._curves.update(state["m"], state["shown"], state["base"])

    def numbers(self, state):
        """Value and slope of each loss at m."""
        parts = [
            f"{name} {float(value):.4g}, slope {float(slope):.4g}"
            for name, (value, slope) in self.values.items()
        ]
        return f"at m = {state['m']:.2f}: {'; '.join(parts) or 'no loss is chosen'}"
