"""Far points that are right beyond doubt: least squares is dragged towards them, the others are not."""

from functools import lru_cache

import numpy as np

from .. import data
from ..plots.live_legend import LiveLegend
from ..plots.rivals import LOOKS, WRONG, Rivals, mark
from ..problem import Problem
from ..solvers import least_squares, logistic, optimum
from .frame import Explorer, certificate_line, log_slider, slider

TIDY = 60
WHOLE = (-5.0, 10.0, -4.0, 15.0)
NEAR = (-5.0, 5.0, -4.0, 4.0)


@lru_cache(maxsize=512)
def fits_of(far, distance, C, seed):
    """The data and its three classifiers; logistic regression and the SVM share C."""
    points = data.outliers(n=TIDY, far=far, distance=distance, seed=seed)

    def problem(**options):
        return Problem(points.X, points.y, bias="free", **options)

    return points, {
        "least squares": least_squares(problem(loss="squared", lam=0.0)),
        "logistic": logistic(problem(loss="log", C=C)),
        "SVM": optimum(problem(C=C)),
    }


class Outliers(Explorer):
    """Three boundaries on the same points while a group of them moves away."""

    name = "outliers"
    title = "Far points on the right side: who is dragged by them, least squares, logistic or SVM?"
    width, height = 11.0, 4.4

    def make_controls(self):
        """Where the far points are and how many, C, and the seed."""
        return {
            "distance": slider(
                "distance of the far points", 10.0, 0.0, 15.0, 0.1, "From the origin", ".1f"
            ),
            "far": slider("number of far points", 10, 0, 20, 1, "All of class +1"),
            "C": log_slider("C (logistic, SVM)", 1.0, -2, 3, "What a unit of their losses costs"),
            "seed": slider("seed", 0, 0, 20, 1, "Another draw of the same clouds"),
        }

    def compute(self, state):
        """Fit the three classifiers and count their errors on the tidy points."""
        self.points, self.fits = fits_of(state["far"], state["distance"], state["C"], state["seed"])
        self.fit = self.fits["SVM"]
        X, y = self.points.X[:TIDY], self.points.y[:TIDY]
        self.wrong = {name: fit.predict(X) != y for name, fit in self.fits.items()}

    def make_artists(self, figure, state):
        """The whole picture, the tidy points enlarged, and the live legend."""
        axes = figure.subplots(1, 3, width_ratios=(1.0, 1.15, 0.95))
        self._pictures = [Rivals(axes[0], WHOLE), Rivals(axes[1], NEAR)]
        axes[0].set_title("all points")
        axes[1].set_title(f"the {TIDY} tidy points, enlarged")
        rows = {name: (name, look) for name, look in LOOKS.items()}
        others = {
            "-1": ("class -1", mark(-1.0)),
            "+1": ("class +1", mark(1.0)),
            "far": ("far, class +1", mark(1.0, "black")),
            "wrong": ("wrong, least squares", WRONG),
        }
        self._legend = LiveLegend(
            axes[2], rows | others, (f"errors of {TIDY}",), (1.0,), "boundary", still=others
        )
        return [*self._pictures[0].moving, *self._pictures[1].moving, *self._legend.moving]

    def draw(self, state):
        """Move the points and the three boundaries."""
        X, y = self.points.X, self.points.y
        far = np.arange(len(y)) >= TIDY
        crossed = np.r_[self.wrong["least squares"], np.zeros(len(y) - TIDY, dtype=bool)]
        for picture in self._pictures:
            picture.update(X, y, far, self.fits, crossed)
        for name, wrong in self.wrong.items():
            self._legend.update(name, str(int(wrong.sum())))

    def numbers(self, state):
        """Errors on the tidy points, and the SVM's certificate."""
        counts = ", ".join(f"{name} {int(wrong.sum())}" for name, wrong in self.wrong.items())
        return f"errors on the {TIDY} tidy points: {counts}; SVM: {certificate_line(self.fit)}"
