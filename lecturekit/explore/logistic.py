"""Logistic regression by gradient descent: the probabilities, the loss, and a w that may grow for ever."""

from dataclasses import replace
from functools import cache, lru_cache

import numpy as np

from ..fit import certify
from ..plots.corrections import round_above
from ..plots.probability import Growth, Probability, growth_handles
from ..problem import Problem
from ..solvers import logistic
from .datasets import NAMES, dataset
from .frame import Explorer, dropdown, log_slider, play, slider

STEPS, SMALLEST = 200, 1e-6


@cache
def problem_of(name):
    """The mean log loss on a data set, without a regulariser."""
    data = dataset(name)
    return Problem(data.X, data.y, loss="log", lam=0.0)


@cache
def optimum_of(name):
    """The exact optimum, by Newton's method; None where it is at infinity."""
    fit = logistic(problem_of(name), method="newton")
    return fit if fit.converged else None


@lru_cache(maxsize=256)
def run(name, rate):
    """Gradient descent with every iterate: the fit, its losses and its norms."""
    fit = logistic(problem_of(name), method="gd", steps=STEPS, rule=rate, record="all")
    return fit, fit.trace.objective(), np.linalg.norm(fit.trace.W, axis=1)


class Logistic(Explorer):
    """P(+1 | x) as shading; the loss and the norm of w along gradient descent; w times a scale."""

    name = "logistic"
    title = (
        "Logistic regression: probabilities, the scale of w, and a norm that may never stop growing"
    )
    width, height = 11.0, 4.6
    tolerance = None

    def make_controls(self):
        """Where gradient descent stands, how long its steps are, and a scale on top."""
        step = slider("iteration", 30, 0, STEPS, step=1, tooltip="Steps of gradient descent taken")
        return {
            "step": step,
            "play": play(step, 0, STEPS, 60, "Take one step after the other"),
            "scale": log_slider(
                "scale of w", 1.0, -1.5, 1.5, "Multiplies w and b: the boundary stays"
            ),
            "rate": log_slider("rate", 1.0, -2.0, 2.0, "How far each step goes along the gradient"),
            "data": dropdown("data", NAMES, "blobs, far apart", "Separable or not"),
        }

    def layout_key(self, state):
        """Another data set has other points."""
        return state["data"]

    def compute(self, state):
        """Descend once for each rate; then only look up the iterate and scale it."""
        self._run, self._losses, self._norms = run(state["data"], state["rate"])
        trace, scale = self._run.trace, state["scale"]
        self._k = k = min(state["step"], len(trace) - 1)
        w, b = scale * trace.W[k], scale * float(trace.b[k])
        certificate, _ = certify(self._run.problem, w, b)
        self.fit = replace(self._run, w=w, b=b, steps=k, certificate=certificate)

    def make_artists(self, figure, state):
        """Shading on the left; loss over norm on the right."""
        axes = figure.subplot_mosaic([["left", "loss"], ["left", "norm"]], width_ratios=(1.3, 1.0))
        names, best = dataset(state["data"]).feature_names, optimum_of(state["data"])
        self._probability = Probability(self._run.problem, axes["left"], names)
        least = None if best is None else best.certificate.primal
        norm = None if best is None else float(np.linalg.norm(best.w))
        self._loss = Growth(axes["loss"], STEPS, True, least, "log loss")
        self._norm = Growth(axes["norm"], STEPS, False, norm, "norm of w")
        axes["norm"].set_xlabel("iteration")
        axes["loss"].tick_params(labelbottom=False)
        words = "separable: no optimum" if best is None else "not separable: one optimum"
        axes["loss"].set_title(words)
        self._title = axes["left"].set_title(" ")
        handles = self._probability.handles() + growth_handles(best is not None)
        figure.legend(handles=handles, loc="outside lower center", ncols=4)
        self._set_view(state)
        pictures = (self._probability, self._loss, self._norm)
        return [*(a for p in pictures for a in p.moving), self._title]

    def _set_view(self, state):
        best = optimum_of(state["data"])
        least, norm = (
            (1.0, 0.0) if best is None else (best.certificate.primal, np.linalg.norm(best.w))
        )
        seen = np.maximum(np.r_[self._losses, self.fit.certificate.primal, least], SMALLEST)
        low, high = np.floor(np.log10(seen.min()) - 1e-9), np.ceil(np.log10(seen.max()))
        self._loss.look_at(10.0**low, 10.0**high)
        longest = max(self._norms.max(), state["scale"] * self._norms[self._k], norm)
        self._norm.look_at(0.0, round_above(1.02 * longest, (1.0, 2.0, 5.0, 10.0)))

    def draw(self, state):
        """Move to the iterate, scaled."""
        self._set_view(state)
        self._probability.update(self.fit.w, self.fit.b)
        self._loss.update(self._losses, self._k, self.fit.certificate.primal)
        self._norm.update(self._norms, self._k, state["scale"] * self._norms[self._k])
        self._title.set_text(f"iteration {self._k}, w times {state['scale']:.3g}")

    def numbers(self, state):
        """Loss and norm at the iterate and scaled, and where the optimum is."""
        k, best = self._k, optimum_of(state["data"])
        words = [f"iteration {k}: loss {self._losses[k]:.4g}, norm of w {self._norms[k]:.4g}"]
        words.append(f"w times {state['scale']:.3g}: {self.fit.certificate}")
        if best is None:
            words.append("the optimum is at infinity: the data is separable, no w is best")
        else:
            norm = np.linalg.norm(best.w)
            words.append(f"least loss {best.certificate.primal:.4g} at norm {norm:.4g}")
        return "; ".join(words)
