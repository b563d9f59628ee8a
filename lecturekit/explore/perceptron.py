"""The perceptron, mistake by mistake: back and forth along the recorded corrections."""

from dataclasses import replace
from functools import cache, lru_cache

import numpy as np

from ..fit import certify
from ..losses import LOSSES
from ..plots.corrections import Counter, Separator, WeightPlane, round_above
from ..problem import Problem
from ..solvers import perceptron
from ..steps import constant, inverse_scaling, inverse_sqrt
from .datasets import NAMES, dataset
from .frame import Explorer, dropdown, play, slider

SHOWN, EPOCHS = 150, 40
RULES = {
    "constant, 1": constant(1.0),
    "constant, 0.1": constant(0.1),
    "decaying, 1 / sqrt(t)": inverse_sqrt(1.0),
    "decaying, 1 / t": inverse_scaling(1.0, 1.0),
}


@cache
def problem_of(name):
    """The perceptron's problem on a data set, without a regulariser."""
    data = dataset(name)
    return Problem(data.X, data.y, loss="perceptron", lam=0.0)


@lru_cache(maxsize=256)
def run(name, order, rate, direction, length):
    """All corrections from one start: the fit, and the training errors after each."""
    problem = problem_of(name)
    angle = np.deg2rad(direction)
    start = (length * np.array([np.cos(angle), np.sin(angle)]), 0.0)
    options = {"rule": RULES[rate], "order": order, "start": start, "record": "all"}
    fit = perceptron(problem, epochs=EPOCHS, **options)
    W, b = fit.trace.W[: SHOWN + 1], fit.trace.b[: SHOWN + 1]
    margins = problem.y[:, None] * (problem.X @ W.T + b)
    return fit, LOSSES["zero-one"](margins).sum(axis=0)


def mistakes(k):
    """Say how many there were."""
    return f"{k} mistakes so far" if k != 1 else "1 mistake so far"


class Perceptron(Explorer):
    """The boundary before and after each correction, the update vector, and the mistakes."""

    name = "perceptron"
    title = "Perceptron: one mistake, one correction, w + eta y x"
    width, height = 11.0, 4.6
    tolerance = None

    def make_controls(self):
        """The correction that is shown, and everything its road depends on."""
        step = slider("correction", 2, 0, SHOWN, step=1, tooltip="How many corrections were made")
        return {
            "step": step,
            "play": play(step, 0, SHOWN, 400, "Make one correction after the other"),
            "data": dropdown("data", NAMES, "blobs, far apart", "Separable or not"),
            "order": dropdown(
                "order",
                ("cyclic", "random"),
                "random",
                "Examples as they stand, or shuffled in each epoch",
            ),
            "rate": dropdown("rate eta", tuple(RULES), "constant, 1", "How much of y x is added"),
            "direction": slider(
                "start direction", 100.0, 0.0, 360.0, 5.0, "Angle of the first w, in degrees", ".0f"
            ),
            "length": slider(
                "start length",
                4.0,
                0.0,
                10.0,
                0.5,
                "Length of the first w; 0 starts at zero",
                ".1f",
            ),
        }

    def layout_key(self, state):
        """Another data set has other points."""
        return state["data"]

    def compute(self, state):
        """Run once for each start; then only look up the correction."""
        road = (state[k] for k in ("data", "order", "rate", "direction", "length"))
        self._run, self._wrong = run(*road)
        trace, problem = self._run.trace, self._run.problem
        self._made = len(self._wrong) - 1
        self._k = k = min(state["step"], self._made)
        w, b = trace.W[k], float(trace.b[k])
        finished = self._run.converged and k == self._run.steps
        certificate, _ = certify(problem, w, b)
        self.fit = replace(
            self._run, w=w, b=b, steps=k, converged=finished, certificate=certificate
        )
        self._example = int(trace.notes["examples"][k - 1]) if k else None

    def make_artists(self, figure, state):
        """Points on the left, the plane of w in the middle, mistakes on the right."""
        left, middle, right = figure.subplots(1, 3, width_ratios=(1.25, 1.0, 0.8))
        problem = self._run.problem
        self._separator = Separator(problem, left, dataset(state["data"]).feature_names)
        self._plane = WeightPlane(middle)
        self._counter = Counter(right, ylabel="examples wrong")
        self._title = left.set_title(" ")
        middle.set_title("w and its update")
        self._count = right.set_title(" ")
        handles = self._separator.handles("boundary before", "the wrong example")
        handles += self._plane.handles("update eta y x")
        figure.legend(handles=handles, loc="outside lower center", ncols=5, columnspacing=1.2)
        self._set_view()
        pictures = (self._separator, self._plane, self._counter)
        return [*(a for p in pictures for a in p.moving), self._title, self._count]

    def _set_view(self):
        corner = np.full(2, round_above(1.05 * np.abs(self._run.trace.W[: self._made + 1]).max()))
        self._plane.look_at(-corner, corner)
        self._counter.look_at(
            max(5, round_above(self._made)), max(5, round_above(max(self._wrong)))
        )

    def draw(self, state):
        """Move to the correction."""
        k, trace = self._k, self._run.trace
        before = (trace.W[k - 1], trace.b[k - 1]) if k else None
        self._set_view()
        chosen = [self._example] if k else []
        self._separator.update((self.fit.w, self.fit.b), before, chosen)
        self._plane.update(trace.W[: self._made + 1], k)
        self._counter.update(self._wrong, k)
        self._title.set_text(f"correction {k}" if k else "the start")
        self._count.set_text(mistakes(k))

    def numbers(self, state):
        """Mistakes, what this correction did for its example, and why nothing is certified."""
        k, fit = self._k, self._run
        words = [f"{mistakes(k)}, {self._wrong[k]:.0f} of {fit.problem.n} wrong now"]
        if k:
            old, new = (
                fit.problem.margins(fit.trace.W[j], fit.trace.b[j])[self._example]
                for j in (k - 1, k)
            )
            words.append(f"y f(x) of example {self._example} went from {old:.3g} to {new:.3g}")
        if fit.converged and fit.steps <= SHOWN:
            words.append(f"all are right after {fit.steps} corrections")
        else:
            words.append(f"shown are the first {self._made}; {fit.stopped_because}")
        return "; ".join([*words, str(self.fit.certificate)])
