"""A race of solvers to the same minimum: how close each is, against the work it has done."""

import time
from functools import cache, lru_cache

import ipywidgets as widgets
import numpy as np

from .. import steps
from ..data import blobs
from ..plots import style
from ..problem import Problem
from ..solvers import hildreth, optimum, pegasos, sgd, subgradient
from .datasets import dataset
from .frame import Explorer, certificate_line, dropdown, log_slider

VISITS = 50_000  # what each may look at; greedy sweeps are dearer and get GREEDY of them
GREEDY = 10
CLOSEST, FARTHEST = (
    1e-9,
    1e4,
)  # the optimum itself is proven to 1e-9; the curves are clipped to both
SETS = ("blobs, overlapping", "200 points", "iris petals", "breast cancer")
VISITS_AXIS, SECONDS_AXIS = "example visits", "seconds"
WITHIN = 0.01  # the numbers say who came this close, and when


def _pegasos(problem):
    return pegasos(problem, steps=VISITS), 1


def _averaged(problem):
    return pegasos(problem, steps=VISITS, average="all"), 1


def _hildreth(problem):
    return hildreth(problem, tol=CLOSEST, max_sweeps=VISITS // problem.n), problem.n


def _greedy(problem):
    fit = hildreth(problem, sweep="greedy", tol=CLOSEST, max_sweeps=GREEDY, record="all")
    return fit, problem.n**2


def _batch(problem):
    rule = steps.inverse_t()
    return subgradient(problem, steps=VISITS // problem.n, rule=rule), problem.n


def _sgd(problem):
    return sgd(problem, steps=VISITS, rule=steps.inverse_sqrt(1.0)), 1


# Each runs on a problem and returns the fit with the examples it looks at per recorded step.
SOLVERS = {
    "Pegasos": (_pegasos, {"color": style.BLUE, "linestyle": "-", "marker": "o"}),
    "Pegasos, averaged": (_averaged, {"color": style.SKY, "linestyle": "--", "marker": "v"}),
    "Hildreth": (_hildreth, {"color": style.ORANGE, "linestyle": "-", "marker": "s"}),
    "Hildreth, greedy": (_greedy, {"color": style.YELLOW, "linestyle": "--", "marker": "D"}),
    "batch subgradient": (_batch, {"color": style.GREEN, "linestyle": "-.", "marker": "^"}),
    "SGD 1/sqrt(t)": (_sgd, {"color": style.PINK, "linestyle": ":", "marker": "x"}),
}


@cache
def warmed(solver):
    """Run a solver once on a few points, so that its clock does not measure the compiler."""
    few = blobs(n=10)
    return SOLVERS[solver][0](Problem(few.X, few.y, C=1.0))


@lru_cache(maxsize=512)
def minimum_of(name, C):
    """The exact optimum, the finish line."""
    data = dataset(name)
    return optimum(Problem(data.X, data.y, C=C))


@lru_cache(maxsize=2048)
def run_of(name, C, solver):
    """Return the visits, and the relative distance to the minimum, at each recorded step of one run."""
    best = minimum_of(name, C)
    fit, each = SOLVERS[solver][0](best.problem)
    moved = fit.trace.t > 0
    distance = fit.trace.objective() / best.certificate.primal - 1
    return fit.trace.t[moved] * each, np.maximum(distance[moved], CLOSEST)


@lru_cache(maxsize=2048)
def seconds_of(name, C, solver):
    """Return the seconds of the same run on this machine: the better of two, measured once."""
    warmed(solver)
    problem, measured = minimum_of(name, C).problem, []
    for _ in range(2):
        began = time.perf_counter()
        SOLVERS[solver][0](problem)
        measured.append(time.perf_counter() - began)
    return min(measured)


class Race(Explorer):
    """Distance to the minimum against visits or seconds, one line per solver."""

    name = "race"
    title = "A race of solvers: who is how close to the minimum, after how much work"
    width, height = 9.0, 4.4

    def make_controls(self):
        """The data, C, who runs, and what counts as work."""
        return {
            "data": dropdown("data", SETS, "blobs, overlapping"),
            "C": log_slider("C", 1.0, -2, 2, "What a unit of slack costs"),
            "solvers": widgets.SelectMultiple(
                options=tuple(SOLVERS),
                value=tuple(SOLVERS),
                rows=len(SOLVERS),
                description="solvers",
                tooltip="Who runs; hold Ctrl or Shift to choose several",
                style={"description_width": "initial"},
            ),
            "against": dropdown(
                "against",
                (VISITS_AXIS, SECONDS_AXIS),
                VISITS_AXIS,
                "Work as examples looked at (the same everywhere) or as time on this machine",
            ),
        }

    def layout_key(self, state):
        """Other data, runners or work have other axes and another legend."""
        return state["data"], state["solvers"], state["against"]

    def compute(self, state):
        """Run whoever has not run on this yet."""
        C = float(f"{state['C']:.4g}")
        self.fit = minimum_of(state["data"], C)
        self._runs = {s: run_of(state["data"], C, s) for s in state["solvers"]}
        # Seconds are shared out over a run in proportion to its visits.
        self._work = {s: visits for s, (visits, _) in self._runs.items()}
        if state["against"] == SECONDS_AXIS:
            for s, visits in self._work.items():
                self._work[s] = seconds_of(state["data"], C, s) * visits / visits[-1]

    def make_artists(self, figure, state):
        """One line per solver."""
        ax = figure.add_subplot()
        in_visits = state["against"] == VISITS_AXIS
        ax.set(
            xscale="log",
            yscale="log",
            xlim=self._most_visits() if in_visits else self._most_seconds(),
            ylim=(CLOSEST / 2, FARTHEST),
            xlabel="example visits" if in_visits else "seconds, on this machine",
            ylabel="(f - minimum) / minimum",
        )
        self._title = ax.set_title(" ")
        self._lines = {
            s: ax.plot([], [], **SOLVERS[s][1], markersize=4 * style.scale(), label=s)[0]
            for s in state["solvers"]
        }
        if self._lines:
            ax.axhline(WITHIN, color=style.LINE, linewidth=0.8, linestyle=":", label="within 1 %")
            ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.02))
        else:
            middle = {"ha": "center", "va": "center", "transform": ax.transAxes}
            ax.text(0.5, 0.5, "choose at least one solver", **middle)
        return [*self._lines.values(), self._title]

    def _most_visits(self):
        return 1, 1.5 * max(VISITS, GREEDY * self.fit.problem.n**2)

    def _most_seconds(self):
        longest = max((work[-1] for work in self._work.values()), default=0.1)
        return 1e-7, 10 ** np.ceil(np.log10(3 * longest))

    def draw(self, state):
        """Move the lines to the runs."""
        for solver, line in self._lines.items():
            line.set_data(self._work[solver], self._runs[solver][1])
        n = self.fit.problem.n
        self._title.set_text(f"{state['data']}: {n} points, C = {state['C']:.4g}")

    def numbers(self, state):
        """The minimum, and the visits each needed to stay within 1 % of it."""
        words = []
        for solver, (visits, distance) in self._runs.items():
            beyond = np.flatnonzero(distance > WITHIN)
            first = beyond[-1] + 1 if len(beyond) else 0
            when = f"{visits[first]:,} visits" if first < len(visits) else "not yet"
            words.append(f"{solver} {when}")
        line = f"minimum: {certificate_line(self.fit)}"
        return f"{line}; within 1 % for good: {', '.join(words)}" if words else line
