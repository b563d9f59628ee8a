"""Hildreth's method with two variables: every half-step solves one coordinate exactly and clips it at 0."""

from functools import lru_cache
from math import sqrt

import numpy as np

from ..plots.excess import Excess
from ..plots.staircase import Staircase, view_side
from ..solvers import box_qp
from .frame import Explorer, dropdown, play, slider

SWEEPS = ("cyclic", "back-and-forth", "random", "greedy")
STEPS = 40


@lru_cache(maxsize=256)
def solved(Q11, Q22, correlation, b1, b2, sweep):
    """Q, b and the answer of the program, its staircase included: solved once, then read."""
    Q12 = correlation * sqrt(Q11 * Q22)
    Q, b = np.array([[Q11, Q12], [Q12, Q22]]), np.array([b1, b2])
    return Q, b, box_qp(Q, b, sweep=sweep)


class Hildreth2d(Explorer):
    """The staircase on the contours of 1/2 x'Qx + b'x over x >= 0; its distance to the minimum."""

    name = "hildreth_2d"
    title = "Hildreth's method with two variables: one coordinate at a time, down the staircase"
    width, height = 11.0, 4.4

    def make_controls(self):
        """The program, the order of the coordinates, and the half-step."""
        step = slider("half-step", 3, 0, STEPS, step=1, tooltip="How many coordinates were visited")
        size = "How steeply the bowl rises along this coordinate"
        pull = "Slope at x = 0: where it is negative, this coordinate wants to leave 0"
        return {
            "Q11": slider("Q11", 4.0, 0.5, 8.0, 0.1, size),
            "Q22": slider("Q22", 2.0, 0.5, 8.0, 0.1, size),
            "correlation": slider(
                "Q12 / sqrt(Q11 Q22)",
                1 / sqrt(8),
                -0.95,
                0.95,
                0.01,
                "How much the coordinates hinder each other; within -1 and 1 the bowl stays a bowl",
            ),
            "b1": slider("b1", -6.0, -10.0, 10.0, 0.1, pull),
            "b2": slider("b2", -4.0, -10.0, 10.0, 0.1, pull),
            "sweep": dropdown(
                "sweep",
                SWEEPS,
                "cyclic",
                "Which coordinate next; with only two, back-and-forth is the same as cyclic",
            ),
            "step": step,
            "play": play(step, 0, STEPS, 300, "Walk down the staircase"),
        }

    def layout_key(self, state):
        """How far the axes must reach; Q, b and the steps move on the same axes."""
        return self._side

    def compute(self, state):
        """Read the half-step off the recorded staircase."""
        program = {name: value for name, value in state.items() if name != "step"}
        self._Q, self._b, self._answer = solved(**program)
        trace = self._answer.trace
        self._step = min(state["step"], len(trace) - 1)
        self._values = np.einsum("ki,ij,kj->k", trace, self._Q, trace) / 2 + trace @ self._b
        self._side = view_side(trace)

    def make_artists(self, figure, state):
        """The staircase on the left, the distance to the minimum on the right."""
        left, right = figure.subplots(1, 2)
        self._stairs = Staircase(self._side, left)
        self._curve = Excess(right, STEPS, 1e-10, 1e8, "half-step", rises=False)
        self._title = left.set_title(" ")
        return [*self._stairs.moving, *self._curve.moving, self._title]

    def draw(self, state):
        """Move to the half-step."""
        self._stairs.update(self._Q, self._b, self._answer.trace, self._step)
        self._curve.update((self._values - self._answer.value)[: STEPS + 1], self._step)
        self._title.set_text(f"half-step {self._step}: {self._what_moved()}")

    def _what_moved(self):
        if self._step == 0:
            return "the start"
        before, after = self._answer.trace[self._step - 1 : self._step + 1]
        moved = np.flatnonzero(before != after)
        if len(moved) == 0:
            return "nothing moves"
        i = moved[0]
        return f"x{i + 1} moves" + (", clipped at 0" if after[i] == 0 else "")

    def numbers(self, state):
        """Where the half-step stands, and the minimum."""
        x1, x2 = self._answer.trace[self._step]
        best1, best2 = self._answer.x
        end = "" if self._step < len(self._answer.trace) - 1 else "; the staircase ends here"
        return (
            f"Q = [[{self._Q[0, 0]:.4g}, {self._Q[0, 1]:.4g}], [{self._Q[1, 0]:.4g}, {self._Q[1, 1]:.4g}]]; "
            f"after half-step {self._step}: x = ({x1:.6g}, {x2:.6g}), "
            f"objective {self._values[self._step]:.6g}; minimum {self._answer.value:.6g} "
            f"at x = ({best1:.6g}, {best2:.6g}){end}"
        )
