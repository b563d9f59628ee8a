"""What a certificate says about the boundary itself: the tube that must hold the true one.

In canonical units (1/2 ||v||^2 + C sum) the objective is strongly convex in v = (w, b): an objective P and a
lower bound D prove that ||v - v*|| <= rho = sqrt(2 (P - D)). The score f(x) = <v, (x, 1)> is then off by at
most rho ||(x, 1)||, and only where |f(x)| is no larger than that can the true classifier answer otherwise.
"""

import numpy as np
from matplotlib.colors import ListedColormap

from . import style
from .canvas import Picture, axes_for

COLOUR, STRENGTH = "#666666", 0.42
COLUMNS, ROWS = 460, 360


def radius(fit):
    """Return rho, how far (w, b) can be from the optimal one; inf without a lower bound."""
    problem, certificate = fit.problem, fit.certificate
    if problem.bias == "free":
        raise ValueError(
            "a free bias is not strongly convex: the tube needs bias 'penalised' or 'none'"
        )
    if problem.r == 0 or not np.isfinite(certificate.primal) or certificate.dual == -np.inf:
        return np.inf
    return float(np.sqrt(max(0.0, certificate.primal - certificate.dual) / problem.r))


def tube(fit, ax=None):
    """Shade every x whose side is not proven yet: |f(x)| <= rho sqrt(||x||^2 + 1).

    Parameters
    ----------
    fit : Fit
        Linear, with two features; bias "penalised" or "none".
    ax : matplotlib Axes, optional
        Where to draw, within its present limits; a figure of its own when left out.

    Returns
    -------
    Tube
        Shows itself in a notebook; `update(fit)` moves it.
    """
    return Tube(fit, ax)


class Tube(Picture):
    """The artist of one tube: a picture of the undecided points over the present view."""

    def __init__(self, fit, ax=None):
        if fit.w is None or len(fit.w) != 2:
            raise ValueError("a tube needs a linear fit with exactly two features")
        super().__init__(axes_for(ax))
        left, right, bottom, top = box = (*self.ax.get_xlim(), *self.ax.get_ylim())
        half_x, half_y = (right - left) / (2 * COLUMNS), (top - bottom) / (2 * ROWS)
        self._x1 = np.linspace(left + half_x, right - half_x, COLUMNS)
        self._x2 = np.linspace(bottom + half_y, top - half_y, ROWS)[:, None]
        one = 1.0 if fit.problem.bias == "penalised" else 0.0
        self._length = np.sqrt(self._x1**2 + self._x2**2 + one)
        with style.context():
            self._field = self.ax.imshow(
                np.zeros((ROWS, COLUMNS)),
                cmap=ListedColormap([(1, 1, 1, 0), COLOUR]),
                vmin=0,
                vmax=1,
                alpha=STRENGTH,
                extent=box,
                origin="lower",
                aspect="auto",
                interpolation="nearest",
                zorder=0.5,
            )
        self.moving = [self._field]
        self.update(fit)

    def update(self, fit):
        """Move the tube to `fit` and its certificate."""
        score = fit.w[0] * self._x1 + fit.w[1] * self._x2 + fit.b
        self._field.set_data((np.abs(score) <= radius(fit) * self._length).astype(np.uint8))
