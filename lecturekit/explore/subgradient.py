"""Subgradients: every slope whose line through a point of f stays below f."""

import numpy as np

from ..losses import LOSSES
from ..plots.supporting import Kinked, Subdifferential, Supporting, supporting_legend
from .frame import Explorer, dropdown, slider


def _flat(slope):
    return lambda x: slope + 0.0 * np.asarray(x)


FUNCTIONS = {
    f.name: f
    for f in (
        Kinked("|(x - 1)/2|", lambda x: np.abs(x - 1) / 2, _flat(-0.5), _flat(0.5), 1.0),
        Kinked(
            "x^2/2 up to 1, then 4x - 7/2",
            lambda x: np.where(x <= 1, x * x / 2, 4 * x - 3.5),
            lambda x: 1.0 * x,
            _flat(4.0),
            1.0,
        ),
        Kinked("hinge max(0, 1 - x)", LOSSES["hinge"].value, _flat(-1.0), _flat(0.0), 1.0),
        Kinked("perceptron max(0, -x)", LOSSES["perceptron"].value, _flat(-1.0), _flat(0.0), 0.0),
    )
}
LEFT, RIGHT = -3.0, 4.0


class Subgradient(Explorer):
    """A line through one point of f: does it stay below? Beside it, all slopes that do, at every x."""

    name = "subgradient"
    title = "Subgradients: which lines through a point of f stay below f?"
    width, height = 10.0, 4.2

    def make_controls(self):
        """The function, the point, the slope of the line."""
        return {
            "function": dropdown("f(x)", tuple(FUNCTIONS), "|(x - 1)/2|", "Each has one kink"),
            "x0": slider("x0", 1.0, -2.0, 3.0, 0.05, "Where the line touches f"),
            "slope": slider("slope", 0.25, -2.5, 4.5, 0.05, "Slope of the line"),
        }

    def layout_key(self, state):
        """Another function has other axes."""
        return state["function"]

    def compute(self, state):
        """Look up the subgradients at x0."""
        self._f = FUNCTIONS[state["function"]]
        # A slider counts in steps of 0.05, with rounding errors: 0 may come as 1.8e-15.
        self._x0, self._slope = (round(state[name], 9) + 0.0 for name in ("x0", "slope"))
        self._slopes = self._f.slopes(self._x0)
        self._good = self._f.touches(self._x0, self._slope)

    def make_artists(self, figure, state):
        """The function and its line on the left, all subgradients on the right."""
        left, right = figure.subplots(1, 2)
        self._line = Supporting(self._f, LEFT, RIGHT, left)
        self._all = Subdifferential(self._f, LEFT, RIGHT, right)
        self._title = left.set_title(" ")
        supporting_legend(figure)
        return [*self._line.moving, *self._all.moving, self._title]

    def draw(self, state):
        """Move the line and the mark."""
        self._line.update(self._x0, self._slope)
        self._all.update(self._x0, self._slope)
        verdict = "a subgradient" if self._good else "not a subgradient"
        self._title.set_text(f"slope {self._slope:.3g} at x0 = {self._x0:.3g}: {verdict}")

    def numbers(self, state):
        """The interval of subgradients at x0, and whether the slope is in it."""
        low, high = self._slopes
        if low == high:
            line = f"at x0 = {self._x0:.4g} f is smooth: its derivative {low:.4g} is the only subgradient"
        else:
            line = f"at x0 = {self._x0:.4g}, a kink, the subgradients are [{low:.4g}, {high:.4g}]"
        verdict = "is one" if self._good else "is none: its line cuts above f"
        line += f"; {self._slope:.4g} {verdict}"
        loss = LOSSES.get(state["function"].split()[0])
        if loss is not None and low < high:
            line += f"; our descents take {float(loss.slope(np.array(self._x0))):.4g} here"
        return line
