"""Batch subgradient descent on the hinge objective of two weights: it need not go down at every step."""

from dataclasses import replace
from functools import cache, lru_cache

import numpy as np

from .. import steps
from ..fit import certify
from ..plots.contours import Contours, sum_of_losses
from ..plots.excess import Excess
from ..problem import Problem
from ..solvers import optimum, subgradient
from .datasets import NAMES, dataset
from .frame import Explorer, certificate_line, dropdown, log_slider, play, slider

STEPS = 200
LOWEST = 1e-3  # the smallest lambda of the slider
RULES = {
    "constant": lambda rate, best: steps.constant(rate),
    "1/(lambda t)": lambda rate, best: steps.inverse_t(),
    "1/sqrt(t)": lambda rate, best: steps.inverse_sqrt(rate),
    "Polyak": lambda rate, best: steps.polyak(best.certificate.primal),
}
WITH_RATE = ("constant", "1/sqrt(t)")


@lru_cache(maxsize=256)
def best_of(name, lam):
    """The minimum, with its proof."""
    data = dataset(name)
    return optimum(Problem(data.X, data.y, lam=lam, bias="none"))


@lru_cache(maxsize=256)
def road(name, lam, rule, rate, start):
    """All steps of a descent, and the objective minus the minimum after each."""
    best = best_of(name, lam)
    p = best.problem
    fit = subgradient(
        p, steps=STEPS, rule=RULES[rule](rate, best), start=(start, 0.0), record="all"
    )
    W = fit.trace.W
    values = p.r * (W * W).sum(axis=1) + p.s * sum_of_losses(p, W)
    return fit, values - best.certificate.primal


@cache
def half_width(name):
    """How far the axes reach: wide enough for the minimum at any lambda."""
    return max(2.0, 1.25 * float(np.abs(best_of(name, LOWEST).w).max()))


class Descent(Explorer):
    """Contours of the hinge objective over (w1, w2) with the steps taken; the objective after each."""

    name = "descent"
    title = "Subgradient descent on the hinge objective: step rules, and steps that go up"
    width, height = 11.0, 4.4
    tolerance = None  # what is shown is on its way

    def make_controls(self):
        """Rule, rate, lambda, start, and the step."""
        step = slider("step", 30, 0, STEPS, step=1, tooltip="How many steps have been taken")
        where = "Where the descent begins"
        return {
            "rule": dropdown("step rule", tuple(RULES), "constant", "How long each step is"),
            "rate": log_slider(
                "rate", 0.3, -2, 1, "Length of the steps; 1/(lambda t) and Polyak need none"
            ),
            "lam": log_slider("lambda", 0.1, -3, 0, "Weight of the regulariser lambda/2 ||w||^2"),
            "w1": slider("start w1", -1.5, -1.8, 1.8, 0.1, where),
            "w2": slider("start w2", 1.2, -1.8, 1.8, 0.1, where),
            "step": step,
            "play": play(step, 0, STEPS, 100, "Take step after step"),
            "data": dropdown("data", NAMES, "toy near", "The points, without a bias"),
        }

    def layout_key(self, state):
        """Other points have other kinks; lambda only moves the contours."""
        return state["data"]

    def compute(self, state):
        """Read the step off the recorded road, and prove how good it is."""
        name, lam, rule = state["data"], state["lam"], state["rule"]
        self.controls["rate"].disabled = rule not in WITH_RATE
        self._best = best_of(name, lam)
        start = (state["w1"], state["w2"])
        self._run, self._excess = road(
            name, lam, rule, state["rate"] if rule in WITH_RATE else 1.0, start
        )
        self._step = min(state["step"], len(self._run.trace) - 1)
        w = self._run.trace.W[self._step]
        certificate, alpha = certify(self._run.problem, w, 0.0)
        self.fit = replace(
            self._run,
            w=w,
            b=0.0,
            alpha=alpha,
            steps=self._step,
            stopped_because=f"shown after {self._step} of {self._run.steps} steps",
            certificate=certificate,
        )

    def make_artists(self, figure, state):
        """The plane of weights on the left, the objective per step on the right."""
        left, right = figure.subplots(1, 2)
        self._plane = Contours(self._run.problem, half_width(state["data"]), left)
        self._curve = Excess(right, STEPS, 1e-6, 1e5)
        self._title = left.set_title(" ")
        return [*self._plane.moving, *self._curve.moving, self._title]

    def draw(self, state):
        """Move to the step."""
        self._plane.update(self._best, self._run.trace.W[: self._step + 1])
        self._curve.update(self._excess, self._step)
        self._title.set_text(f"step {self._step}: w = {_pair(self.fit.w)}")

    def numbers(self, state):
        """Certificate of this step, the minimum, the steps that went up."""
        done = self._excess[: self._step + 1]
        ups = int((np.diff(done) > 1e-12).sum())
        line = (
            f"step {self._step}: {certificate_line(self.fit)}; minimum {self._best.certificate.primal:.6g} "
            f"at w = {_pair(self._best.w)}; {ups} of {self._step} steps went up"
        )
        if self._run.steps < STEPS:
            line += f"; {self._run.stopped_because}"
        return line


def _pair(w):
    """Return (w1, w2) in words, without the digits that are rounding."""
    return "({:.3g}, {:.3g})".format(*(np.round(w, 9) + 0.0))
