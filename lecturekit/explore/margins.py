"""Functional and geometric margins of a classifier set by hand, and the widest found so far."""

from functools import cache

import numpy as np
from matplotlib.lines import Line2D

from ..fit import Fit, Trace, certify
from ..plots import style
from ..plots.boundary import Boundary, crossing
from ..plots.stems import Stems, ring
from ..plots.view import equalise
from ..problem import Problem
from ..solvers import optimum
from .datasets import SEPARABLE, dataset
from .frame import Explorer, button, checkbox, dropdown, log_slider, slider

LONGEST, FURTHEST = 1.3, 2.0  # of log10 ||w||, and of the boundary from the origin


@cache
def problem_of(name):
    """The soft margin with C = 1 and a free bias, which says where each point stands."""
    data = dataset(name)
    return Problem(data.X, data.y, C=1.0, bias="free")


@cache
def widest(name):
    """The hard margin of a data set: the largest smallest geometric margin there is."""
    data = dataset(name)
    return optimum(Problem(data.X, data.y, C=np.inf, bias="free"))


@cache
def softest(name):
    """The best soft margin with C = 1: what the classifier set by hand is compared with."""
    return optimum(problem_of(name))


def by_hand(problem, w, b):
    """Return the classifier (w, b) as a Fit, certified as any solver's would be."""
    certificate, alpha = certify(problem, w, b)
    trace = Trace(problem, np.array([0]), w[None], np.array([b]))
    return Fit(problem, w, b, alpha, "by hand", 0, False, "set by hand", trace, certificate)


class Margins(Explorer):
    """Turn, stretch and shift w by hand; the two margins of every point, and the best so far."""

    name = "margins"
    title = "Margins by hand: turn w, stretch it, shift the boundary; how wide can you make it?"
    width, height = 11.0, 4.6
    tolerance = None

    _best = None  # (smallest geometric margin, w, b) of the best classifier tried on ...
    _best_of = None  # ... this data set

    def make_controls(self):
        """The classifier in three numbers, the data, and the answer."""
        return {
            "angle": slider(
                "direction of w", 50.0, -180.0, 180.0, 0.5, "In degrees from the first axis", ".1f"
            ),
            "length": log_slider(
                "length of w",
                1.0,
                -1.0,
                LONGEST,
                "Stretches w and b together: the boundary stays where it is",
            ),
            "offset": slider(
                "offset b / ||w||",
                0.0,
                -FURTHEST,
                FURTHEST,
                0.01,
                "How far the boundary is from the origin, against the direction of w",
            ),
            "data": dropdown("data", SEPARABLE, "outliers", "Sets that a line can separate"),
            "reveal": checkbox("show the best boundary", False, "Draw the hard margin's boundary"),
            "forget": button("forget my best", "Start the search again", self.forget),
        }

    def forget(self):
        """Start the search for the widest margin again, from here."""
        self._best = None
        self.render()

    def layout_key(self, state):
        """Another data set has other points and other scales."""
        return state["data"]

    def compute(self, state):
        """Build the classifier, measure both margins, remember the best."""
        angle = np.radians(state["angle"])
        length = state["length"]
        w = length * np.array([np.cos(angle), np.sin(angle)])
        self.fit = by_hand(problem_of(state["data"]), w, length * state["offset"])
        self.functional = self.fit.margins()
        self.geometric = self.functional / length
        if state["data"] != self._best_of:
            self._best, self._best_of = None, state["data"]
        reached = float(self.geometric.min())
        if self._best is None or reached > self._best[0] + 1e-12:
            self._best = reached, w, self.fit.b

    def make_artists(self, figure, state):
        """The classifier on the left; the two margins of every point on the right."""
        data, hard = dataset(state["data"]), widest(state["data"])
        grid = figure.add_gridspec(2, 2, width_ratios=(1.15, 1.0))
        left = figure.add_subplot(grid[:, 0])
        above, below = figure.add_subplot(grid[0, 1]), figure.add_subplot(grid[1, 1])
        self._classifier = Boundary(self.fit, left, data.feature_names)
        far = float(np.linalg.norm(data.X, axis=1).max()) + FURTHEST
        self._functional = Stems(data.y, above, 10**LONGEST * far, 1.0, "functional\ny f(x)")
        width = hard.margin_width / 2
        self._geometric = Stems(data.y, below, far, width, "geometric\ny f(x) / ||w||")
        above.axhline(1.0, color=style.LINE, linestyle="--", linewidth=0.8)

        best = {"color": style.YELLOW, "linestyle": ":", "linewidth": 2.4 * style.scale()}
        top = {"color": style.PINK, "linestyle": "-.", "linewidth": 1.6 * style.scale()}
        self._levels = [below.axhline(width, **top, zorder=4), below.axhline(0.0, **best, zorder=4)]
        (self._best_line,) = left.plot([], [], **best, zorder=1.5)
        (self._top_line,) = left.plot([], [], **top, zorder=1.5)
        (self._smallest,) = left.plot([], [], **ring(), zorder=5)
        handles = [
            Line2D([], [], **ring(), label="smallest"),
            Line2D([], [], **best, label="your best"),
            Line2D([], [], **top, label="the best"),
        ]
        below.legend(
            handles=handles,
            loc="upper right",
            bbox_to_anchor=(1.02, -0.02),
            ncols=3,
            columnspacing=0.8,
            handletextpad=0.4,
            handlelength=1.8,
        )
        self._title = left.set_title(" ")
        equalise(left)
        return [
            *self._classifier.moving,
            *self._functional.moving,
            *self._geometric.moving,
            *self._levels,
            self._best_line,
            self._top_line,
            self._smallest,
            self._title,
        ]

    def draw(self, state):
        """Move to the classifier set by hand."""
        self._classifier.update(self.fit)
        self._functional.update(self.functional)
        self._geometric.update(self.geometric)
        ax, X = self._classifier.ax, self.fit.problem.X
        box = (*ax.get_xlim(), *ax.get_ylim())
        reached, w, b = self._best
        self._levels[1].set_ydata([reached] * 2)
        self._best_line.set_data(*crossing(w, b, box).T)
        hard = widest(state["data"])
        ends = crossing(hard.w, hard.b, box) if state["reveal"] else np.empty((0, 2))
        self._top_line.set_data(*ends.T)
        self._smallest.set_data(*X[[int(np.argmin(self.geometric))]].T)
        wrong = int((self.functional < 0).sum())
        self._title.set_text(f"{wrong} wrong" if wrong else "separates the classes")

    def numbers(self, state):
        """Both margins, the best so far, the best there is, and the fit as a soft margin."""
        width = widest(state["data"]).margin_width / 2
        return (
            f"smallest functional margin {self.functional.min():.4g}, divided by "
            f"||w|| = {state['length']:.4g}: smallest geometric margin {self.geometric.min():.4g}; "
            f"your best so far {self._best[0]:.4g} of {width:.4g}; "
            f"as a soft margin with C = 1: objective {self.fit.certificate.primal:.4g}, "
            f"{softest(state['data']).certificate}"
        )
