"""Six forms of one objective: the same number is another boundary, the same boundary another number."""

from dataclasses import replace

from ..fit import certify
from ..plots.boundary import Boundary
from ..plots.form_chart import FormChart
from ..problem import FORMS, Problem
from .c_sweep import path_of
from .datasets import NAMES, dataset
from .frame import Explorer, certificate_line, dropdown, log_slider


class Forms(Explorer):
    """The boundary for one knob in one form, and the number all six forms write for it."""

    name = "forms"
    title = "Which lambda? One boundary, six numbers; one number, six boundaries"
    width, height = 11.0, 4.4

    def make_controls(self):
        """The form, its number, the bias rule and the data."""
        return {
            "form": dropdown(
                "form",
                tuple(FORMS),
                "1/2 w2 + C sum",
                "How the objective is written; w2 is ||w||^2, sum and mean are of the hinge losses",
            ),
            "knob": log_slider(
                "knob (C or lam)", 0.1, -4.0, 4.0, "The number, as the chosen form writes it"
            ),
            "bias": dropdown(
                "bias",
                ("penalised", "free", "none"),
                "penalised",
                "b as one more weight, outside the regulariser, or none",
            ),
            "data": dropdown("data", NAMES, "blobs, overlapping"),
        }

    def layout_key(self, state):
        """Only another data set has other points, and another n."""
        return state["data"]

    def compute(self, state):
        """Read the answer off the path, and prove it for the form as it is written."""
        data, form = dataset(state["data"]), state["form"]
        knob = {FORMS[form].knob: state["knob"]}
        self.problem = Problem(data.X, data.y, form=form, bias=state["bias"], **knob)
        fit = path_of(state["data"], state["bias"]).at(self.problem.C)
        certificate, alpha = certify(self.problem, fit.w, fit.b, fit.alpha)
        self.fit = replace(fit, problem=self.problem, alpha=alpha, certificate=certificate)

    def make_artists(self, figure, state):
        """The classifier on the left, the six numbers on the right."""
        left, right = figure.subplots(1, 2, width_ratios=(1.2, 1.0))
        self._boundary = Boundary(self.fit, left, dataset(state["data"]).feature_names)
        self._chart = FormChart(right, self.problem.n)
        self._title = left.set_title(" ")
        return [*self._boundary.moving, *self._chart.moving, self._title]

    def draw(self, state):
        """Move to the boundary of this knob."""
        self._boundary.update(self.fit)
        self._chart.update(self.problem)
        name = FORMS[state["form"]].knob
        self._title.set_text(f"{state['form']}, {name} = {state['knob']:.4g}")

    def numbers(self, state):
        """Certificate in the form's own units, and the two numbers that do not depend on the form."""
        p = self.problem
        return (
            f"{certificate_line(self.fit)}; n = {p.n}; whatever the form, this boundary has "
            f"C = {p.C:.4g} in 1/2 w2 + C sum and lambda = 1/(n C) = {p.lam:.4g} in lam/2 w2 + mean"
        )
