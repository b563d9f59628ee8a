"""Pegasos step by step: the boundary, the tube its certificate proves, and both distances to the minimum."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from ..fit import Certificate
from ..plots import style
from ..plots.boundary import Boundary, crossing
from ..plots.tube import COLOUR, STRENGTH, Tube, radius
from ..problem import Problem
from ..solvers import optimum, pegasos
from .datasets import NAMES, dataset
from .frame import Explorer, certificate_line, checkbox, dropdown, log_slider, play, slider

STEPS = 20_000
LAST = 41  # the trace keeps about ten iterates per factor of ten, these are the numbers 0 to LAST
LOWEST, HIGHEST = 1e-6, 1e4  # what the right panel shows; what is closer is drawn at the lowest
AVERAGES = [
    ("the last iterate", None),
    ("mean of all iterates", "all"),
    ("mean of the last half", "half"),
]


@lru_cache(maxsize=256)
def run_of(name, lam, project, average, seed):
    """One recorded run, with its objective and best bound at each recorded step, and the optimum."""
    data = dataset(name)
    problem = Problem(data.X, data.y, lam=lam)
    fit = pegasos(problem, steps=STEPS, project=project, average=average, seed=seed, record="log")
    return fit, fit.trace.objective(), np.maximum.accumulate(fit.trace.dual), optimum(problem)


class Pegasos(Explorer):
    """The boundary at a recorded step beside the true one, the tube between, and the race to the minimum."""

    name = "pegasos"
    title = "Pegasos: one random example a step, and what is proven about the boundary meanwhile"
    width, height = 11.0, 4.4
    tolerance = None  # the point is to look at it before it is there

    def make_controls(self):
        """Lambda, the step, the two refinements, the seed, the data."""
        steps = slider(
            "recorded step",
            36,
            0,
            LAST,
            step=1,
            tooltip="Which recorded iterate to show; they are spaced evenly on a log scale, up to 20,000",
        )
        return {
            "lam": log_slider(
                "lambda", 0.1, -4, 1, "Weight of the regulariser; C = 1 / (n lambda)"
            ),
            "steps": steps,
            "play": play(steps, 0, LAST, 150, "Step from 0 to 20,000"),
            "project": checkbox(
                "project onto the ball", False, "After each step pull (w, b) back to 1/sqrt(lambda)"
            ),
            "average": dropdown(
                "answer",
                AVERAGES,
                None,
                f"What is answered; the last half begins at step {STEPS // 2:,}",
            ),
            "seed": slider("seed", 0, 0, 20, step=1, tooltip="Which random examples are drawn"),
            "data": dropdown("data", NAMES, "blobs, overlapping"),
        }

    def layout_key(self, state):
        """Another data set has other points."""
        return state["data"]

    def compute(self, state):
        """Look up the run, and make a fit of the iterate at the chosen step."""
        run = run_of(*(state[k] for k in ("data", "lam", "project", "average", "seed")))
        final, self._objective, self._bound, self._optimum = run
        trace = final.trace
        self._k = k = min(state["steps"], len(trace) - 1)
        self._t = trace.t
        certificate = Certificate(float(self._objective[k]), float(self._bound[k]))
        self.fit = replace(
            final,
            w=trace.W[k],
            b=float(trace.b[k]),
            alpha=None,
            steps=int(trace.t[k]),
            stopped_because=f"shown after {trace.t[k]:,} of {STEPS:,} steps",
            certificate=certificate,
        )

    def make_artists(self, figure, state):
        """The boundaries and the tube on the left, the distances to the minimum on the right."""
        left, right = figure.subplots(1, 2, width_ratios=(1.35, 1.0))
        names = dataset(state["data"]).feature_names
        self._classifier = Boundary(self.fit, left, names, legend=False, kinds=False)
        self._tube = Tube(self.fit, left)
        (self._true,) = left.plot([], [], ":", color=style.GREEN, linewidth=3 * style.scale())
        self._true.set_zorder(2)
        self._title = left.set_title(" ")
        self._make_legend(left)
        self._make_curves(right)
        return [
            *self._classifier.moving,
            *self._tube.moving,
            self._true,
            self._title,
            *self._curves,
            self._here,
        ]

    def _make_legend(self, ax):
        marks = [
            Line2D(
                [],
                [],
                linestyle="none",
                marker=style.CLASS_MARKER[sign],
                color=style.CLASS_COLOUR[sign],
                label=f"class {sign:+.0f}",
            )
            for sign in (-1.0, 1.0)
        ]
        lines = [
            Line2D([], [], color=style.LINE, label="f = 0 now"),
            Line2D([], [], color=style.LINE, linestyle="--", label="f = -1, f = +1"),
            Line2D(
                [],
                [],
                color=style.GREEN,
                linestyle=":",
                linewidth=3 * style.scale(),
                label="f = 0, optimum",
            ),
            Patch(color=COLOUR, alpha=STRENGTH, linewidth=0, label="tube: side\nnot proven"),
        ]
        ax.legend(handles=marks + lines, loc="upper left", bbox_to_anchor=(1.0, 1.02))

    def _make_curves(self, ax):
        (above,) = ax.plot([], [], "-", color=style.BLUE, label="objective - minimum")
        (below,) = ax.plot([], [], "--", color=style.ORANGE, label="minimum - best bound")
        marks = {"marker": "o", "color": style.LINE, "linestyle": "none"}
        (self._here,) = ax.plot([], [], **marks, label="shown now", zorder=4, clip_on=False)
        self._curves = [above, below]
        ax.set_xscale("symlog", linthresh=1)
        ax.set(
            yscale="log",
            xlim=(0, STEPS * 1.3),
            ylim=(LOWEST, HIGHEST),
            xlabel="step t",
            ylabel="distance / minimum",
            title="distance to the minimum",
            xticks=[0, 1, 10, 100, 1000, 10_000],
        )
        ax.minorticks_off()
        ax.legend(loc="lower left")

    def draw(self, state):
        """Move to the iterate at the chosen step."""
        best, k = self._optimum, self._k
        self._classifier.update(self.fit)
        self._tube.update(self.fit)
        box = (*self._classifier.ax.get_xlim(), *self._classifier.ax.get_ylim())
        self._true.set_data(*crossing(best.w, best.b, box).T)
        self._title.set_text(f"after {self.fit.steps:,} steps: rho = {radius(self.fit):.3g}")
        minimum = best.certificate.primal
        distances = [self._objective / minimum - 1, 1 - self._bound / minimum]
        distances = [np.maximum(d, LOWEST) for d in distances]
        for curve, distance in zip(self._curves, distances, strict=True):
            curve.set_data(self._t, distance)
        self._here.set_data([self._t[k]] * 2, [d[k] for d in distances])

    def numbers(self, state):
        """The certificate at this step, the radius of the tube, and what is true behind it."""
        best = self._optimum
        away = np.hypot(np.linalg.norm(self.fit.w - best.w), self.fit.b - best.b)
        return (
            f"step {self.fit.steps:,}: {certificate_line(self.fit)}; proven: (w, b) is within "
            f"rho = {radius(self.fit):.3g} of the optimum; true distance {away:.3g}"
        )
