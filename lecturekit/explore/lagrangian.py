"""A Lagrangian and its saddle: least over x, largest over alpha, on the smallest problem there is.

Minimise f(x) = x^2 subject to x >= 1, or to x = 1. Then L(x, alpha) = x^2 - alpha (x - 1), and the saddle is
at x = 1, alpha = 2.
"""

import numpy as np

from ..plots import style
from .frame import Explorer, dropdown, slider

ATLEAST, EQUAL = "x >= 1", "x = 1"
LEFT, RIGHT, LOW, HIGH = -1.0, 3.0, -1.0, 4.0  # the ranges of x and of alpha
LEVELS = (-1, 0, 0.5, 1, 1.5, 2, 3, 4, 6, 8)


def f(x):
    """What is minimised."""
    return x**2


def lagrangian(x, alpha):
    """f minus alpha times the constraint's x - 1."""
    return f(x) - alpha * (x - 1.0)


def dual(alpha):
    """The least L over x, which is at x = alpha / 2."""
    return alpha - alpha**2 / 4.0


class Lagrangian(Explorer):
    """The saddle of L from above; L along x for this alpha; the dual function along alpha."""

    name = "lagrangian"
    title = "A Lagrangian and its saddle: least over x, largest over alpha"
    width, height = 11.0, 4.6

    def make_controls(self):
        """Where to stand on the saddle, and which constraint."""
        return {
            "x": slider("x", 2.0, LEFT, RIGHT, 0.02, "What the minimiser chooses"),
            "alpha": slider(
                "alpha",
                1.0,
                LOW,
                HIGH,
                0.02,
                "What the constraint costs; for x >= 1 it stops at 0, for x = 1 it may be negative",
            ),
            "constraint": dropdown("constraint", (ATLEAST, EQUAL), ATLEAST),
        }

    def layout_key(self, state):
        """The constraint decides which alpha and which x are allowed."""
        return state["constraint"]

    def compute(self, state):
        """Evaluate f, L and the dual function; for an inequality alpha stops at 0."""
        self.x = state["x"]
        self.alpha = state["alpha"] if state["constraint"] == EQUAL else max(state["alpha"], 0.0)
        self.value = lagrangian(self.x, self.alpha)
        self.bound = dual(self.alpha)
        if state["constraint"] == EQUAL:
            self.feasible = abs(self.x - 1.0) < 1e-9
        else:
            self.feasible = self.x >= 1.0 - 1e-9

    def make_artists(self, figure, state):
        """Three panels, from left to right: the saddle, L along x, the dual along alpha."""
        saddle, along, bounds = figure.subplots(1, 3, width_ratios=(1.2, 1.0, 1.0))
        equal = state["constraint"] == EQUAL
        moving = [
            *self._make_saddle(saddle, equal),
            *self._make_along(along, equal),
            *self._make_bounds(bounds, equal),
        ]
        for ax in (saddle, along, bounds):
            ax.legend(
                loc="upper center",
                bbox_to_anchor=(0.5, -0.25 if style.is_lecture() else -0.19),
                handlelength=1.6,
                labelspacing=0.3,
                borderaxespad=0.0,
            )
        return moving

    def _make_saddle(self, ax, equal):
        lowest = LOW if equal else 0.0
        x, alpha = np.linspace(LEFT, RIGHT, 121), np.linspace(lowest, HIGH, 121)
        L = lagrangian(x[None, :], alpha[:, None])
        shades = {"extent": (LEFT, RIGHT, lowest, HIGH), "origin": "lower", "aspect": "auto"}
        ax.imshow(L, cmap="Greys", vmin=-3.0, vmax=22.0, **shades)
        lines = ax.contour(x, alpha, L, LEVELS, colors="#888888", linewidths=0.7)
        ax.clabel(lines, fontsize="x-small", fmt="%g")
        inside = np.array([lowest, HIGH])
        ax.plot(inside / 2, inside, "-", color=style.BLUE, label="least over x: x = alpha/2")
        corner = ([1, 1], [HIGH, LOW]) if equal else ([1, 1, RIGHT], [HIGH, 0, 0])
        ax.plot(*corner, "--", color=style.ORANGE, label="largest over alpha")
        if not equal:
            ax.axhspan(LOW, 0.0, facecolor="white", edgecolor="#999999", hatch="//", zorder=0.5)
        ax.plot([1], [2], **_mark("*", style.YELLOW, 14), label="saddle: x = 1, alpha = 2")
        ax.set(
            xlim=(LEFT, RIGHT), ylim=(LOW, HIGH), xlabel="x", ylabel="alpha", xticks=range(-1, 4)
        )
        self._here = _moving_mark(ax, "o", "black", 9, label="you")
        self._row = ax.axhline(0.0, color="black", linewidth=0.8, linestyle=":", zorder=1.6)
        self._above = ax.set_title(" ")
        return [self._here, self._row, self._above]

    def _make_along(self, ax, equal):
        x = np.linspace(LEFT, RIGHT, 161)
        if equal:
            ax.axvline(1.0, color=style.CLASS_SHADE[-1.0], linewidth=6, label="allowed: x = 1")
        else:
            ax.axvspan(1.0, RIGHT, color=style.CLASS_SHADE[-1.0], label="allowed: x >= 1")
        (objective,) = ax.plot(x, f(x), "--", color=style.LINE, label="f(x) = x²", zorder=2.5)
        self._grid = x
        (self._curve,) = ax.plot([], [], "-", color=style.BLUE, label="L(x, alpha)")
        self._least = _moving_mark(ax, "D", style.BLUE, 8, label="its least, at alpha/2")
        self._on_curve = _moving_mark(ax, "o", "black", 9)
        ax.set(
            xlim=(LEFT, RIGHT), ylim=(-2.0, 9.5), xlabel="x", ylabel="f and L", xticks=range(-1, 4)
        )
        self._along_title = ax.set_title(" ")
        return [self._curve, objective, self._least, self._on_curve, self._along_title]

    def _make_bounds(self, ax, equal):
        alpha = np.linspace(LOW if equal else 0.0, HIGH, 161)
        ax.axhline(f(1.0), color=style.LINE, linestyle="--", label="least f allowed: 1")
        ax.plot(alpha, dual(alpha), "-", color=style.BLUE, label="dual g = alpha - alpha²/4")
        ax.plot([2], [1], **_mark("*", style.YELLOW, 14), label="its largest, at alpha = 2")
        self._dual = _moving_mark(ax, "D", style.BLUE, 8, label="g at your alpha")
        ax.set(xlim=(LOW, HIGH), ylim=(-1.5, 1.5), xlabel="alpha", ylabel="g", yticks=(-1, 0, 1))
        ax.set_xticks(range(-1, 5))
        self._bound_title = ax.set_title(" ")
        return [self._dual, self._bound_title]

    def draw(self, state):
        """Move to x and alpha."""
        best = self.alpha / 2
        self._here.set_data([self.x], [self.alpha])
        self._row.set_ydata([self.alpha] * 2)
        self._above.set_text(f"L = {self.value:.3g}")
        self._curve.set_data(self._grid, lagrangian(self._grid, self.alpha))
        self._least.set_data([best], [self.bound])
        self._on_curve.set_data([self.x], [self.value])
        self._along_title.set_text(f"along x, alpha = {self.alpha:.3g}")
        self._dual.set_data([self.alpha], [self.bound])
        self._bound_title.set_text(f"bound g = {self.bound:.3g}")

    def numbers(self, state):
        """L, g and f, and whether x is allowed."""
        allowed = "allowed" if self.feasible else f"not allowed by {state['constraint']}"
        line = (
            f"L(x, alpha) = {self.value:.4g}; g(alpha) = {self.bound:.4g} <= 1, the least f allowed; "
            f"f(x) = {f(self.x):.4g}, x = {self.x:.4g} is {allowed}"
        )
        if self.feasible:
            line += f", so the minimum is between {self.bound:.4g} and {f(self.x):.4g}"
        if self.alpha != state["alpha"]:
            line += (
                f"; alpha = {state['alpha']:.4g} is not allowed for an inequality: it stops at 0"
            )
        return line


def _moving_mark(ax, marker, colour, size, label=None):
    """Return a mark that may stand on the edge of the axes without moving the layout."""
    (mark,) = ax.plot([], [], **_mark(marker, colour, size), label=label, clip_on=False)
    mark.set_in_layout(False)
    return mark


def _mark(marker, colour, size):
    return {
        "linestyle": "none",
        "marker": marker,
        "markersize": size * style.scale() ** 0.5,
        "markerfacecolor": colour,
        "markeredgecolor": "white" if colour == "black" else "black",
        "zorder": 5,
    }
