"""MIRA, change by change: the smallest change for this example, against the smallest w for all of them."""

from dataclasses import replace
from functools import cache, lru_cache

import numpy as np

from ..fit import Trace, certify
from ..plots.corrections import Counter, Separator, WeightPlane, round_above
from ..problem import Problem
from ..solvers import mira, optimum
from .datasets import SEPARABLE, dataset
from .frame import Explorer, certificate_line, dropdown, play, slider

SHOWN, EPOCHS = 200, 60
BATCHES = {"1 example": 1, "2 examples": 2, "5 examples": 5, "all examples": 0}
ROUNDING = 1e-9


@cache
def svm_of(name):
    """The hard-margin SVM of a data set, with a penalised bias."""
    data = dataset(name)
    return optimum(Problem(data.X, data.y, C=np.inf))


@lru_cache(maxsize=256)
def run(name, threshold, batch):
    """All changes: the fit, the row of its trace after each change, and the share of the best margin."""
    best = svm_of(name)
    if batch == 0:
        fit = all_at_once(best)
    else:
        fit = mira(best.problem, epochs=EPOCHS, threshold=threshold, batch=batch, record="all")
    ends = ends_of_changes(fit.trace.notes, batch)[: SHOWN + 1]
    trace = fit.trace
    reached = Trace(trace.problem, trace.t[ends], trace.W[ends], trace.b[ends])
    # 1/2 ||w||^2 at margin 1 is 1 / (2 margin^2); where nothing separates yet it is infinite, the share 0.
    share = np.sqrt(best.certificate.primal / np.maximum(reached.objective(), 1e-300))
    return fit, ends, reached, np.minimum(share, 1.0)


def all_at_once(best):
    """The smallest change of w = 0 that satisfies every example: it is the SVM, in one change."""
    examples = best.support
    begin = np.zeros((1 + len(examples), best.problem.d))
    begin[1:] = best.w  # only the row after the last example of the batch is ever shown
    b = np.r_[0.0, np.full(len(examples), best.b)]
    notes = {"examples": examples, "taus": best.alpha[examples]}
    trace = Trace(best.problem, np.arange(len(b)), begin, b, notes=notes)
    return replace(best, solver="mira", converged=True, trace=trace, unit="changes")


def ends_of_changes(notes, batch):
    """Return the rows of the trace after each batch: it has one row for each example of a batch.

    Examples come in their own order, so a batch ends where the next example belongs to another one, or
    comes again. Changes that are only rounding are no changes.
    """
    examples, taus = notes["examples"], notes["taus"]
    if len(examples) == 0:
        return np.array([0])
    group = examples // batch if batch else np.zeros_like(examples)
    last = np.r_[(np.diff(group) != 0) | (np.diff(examples) <= 0), True]
    ends = 1 + np.flatnonzero(last)
    size = np.maximum.reduceat(taus, np.r_[0, ends[:-1]])
    return np.r_[0, ends[size > ROUNDING * taus.max()]]


class Mira(Explorer):
    """The boundary before and after each smallest change, its examples, and w against the SVM's."""

    name = "mira"
    title = "MIRA: the smallest change for this example, against the SVM's smallest w for all"
    width, height = 11.0, 4.6
    tolerance = None

    def make_controls(self):
        """The change that is shown, the threshold p and the batch."""
        step = slider("change", 7, 0, SHOWN, step=1, tooltip="How many changes were made")
        return {
            "step": step,
            "play": play(step, 0, SHOWN, 400, "Make one change after the other"),
            "threshold": slider(
                "threshold p", 0.5, 0.0, 1.0, 0.01, "Change w when the margin y f(x) is at most p"
            ),
            "batch": dropdown(
                "batch", tuple(BATCHES.items()), 1, "Examples that each change must satisfy"
            ),
            "data": dropdown("data", SEPARABLE, "toy near", "Separable data only"),
        }

    def layout_key(self, state):
        """Another data set has other points."""
        return state["data"]

    def compute(self, state):
        """Run once for each threshold and batch; then only look up the change."""
        self._best = svm_of(state["data"])
        self._run, ends, self._road, self._share = run(
            state["data"], state["threshold"], state["batch"]
        )
        self._made = len(ends) - 1
        self._k = k = min(state["step"], self._made)
        notes, problem = self._run.trace.notes, self._run.problem
        self._examples = notes["examples"][ends[k - 1] : ends[k]] if k else np.array([], dtype=int)
        alpha = np.zeros(problem.n)
        np.add.at(alpha, notes["examples"][: ends[k]], notes["taus"][: ends[k]])
        w, b = self._road.W[k], float(self._road.b[k])
        certificate, _ = certify(problem, w, b, alpha)
        finished = self._run.converged and k == self._made
        self.fit = replace(
            self._run, w=w, b=b, alpha=alpha, steps=k, converged=finished, certificate=certificate
        )

    def make_artists(self, figure, state):
        """Points on the left, the plane of w in the middle, the margin reached on the right."""
        left, middle, right = figure.subplots(1, 3, width_ratios=(1.25, 1.0, 0.8))
        best, names = self._best, dataset(state["data"]).feature_names
        self._separator = Separator(best.problem, left, names, (best.w, best.b), levels=True)
        self._plane = WeightPlane(middle, best.w, start=False)
        self._counter = Counter(right, "changes", "margin / best")
        self._title = left.set_title(" ")
        middle.set_title("w and its change")
        self._reached = right.set_title(" ")
        handles = self._separator.handles("boundary before", "its example(s)", "SVM's, f = 0")
        handles += self._plane.handles("smallest change", "SVM's w")
        figure.legend(handles=handles, loc="outside lower center", ncols=5, columnspacing=1.2)
        self._set_view()
        pictures = (self._separator, self._plane, self._counter)
        return [*(a for p in pictures for a in p.moving), self._title, self._reached]

    def _set_view(self):
        shown = np.vstack([np.zeros(2), self._best.w, self._road.W])
        low, high = shown.min(axis=0), shown.max(axis=0)
        space = 0.15 * (high - low).max()
        self._plane.look_at(low - space, high + space)
        self._counter.look_at(max(5, round_above(self._made)), 1.0)

    def draw(self, state):
        """Move to the change."""
        k, road = self._k, self._road
        before = (road.W[k - 1], road.b[k - 1]) if k else None
        self._set_view()
        self._separator.update((self.fit.w, self.fit.b), before, self._examples)
        self._plane.update(road.W, k)
        self._counter.update(self._share, k)
        self._title.set_text(f"change {k}" if k else "the start, w = 0")
        self._reached.set_text(f"margin: {100 * self._share[k]:.0f} % of best")

    def numbers(self, state):
        """The margin reached, the norm against the SVM's, and the certificate."""
        k, p, b = self._k, self._run.problem, self._best
        size = np.linalg.norm(p.pack(self.fit.w, self.fit.b)) / np.linalg.norm(p.pack(b.w, b.b))
        words = [
            f"margin {100 * self._share[k]:.1f} % of the best, (w, b) {size:.3g} times as long"
        ]
        if k:
            which = ", ".join(str(i) for i in self._examples)
            words.append(f"change {k} for example{'s'[: len(self._examples) > 1]} {which}")
        if self._run.converged and self._made < SHOWN:
            words.append(f"finished after {self._made}")
        else:
            words.append(f"shown are the first {self._made}; {self._run.stopped_because}")
        if np.isfinite(self.fit.certificate.primal):
            words.append(certificate_line(self.fit))
        else:
            words.append(
                f"some example is still wrong, so only a lower bound: "
                f"{self.fit.certificate.dual:.6g} <= minimum"
            )
        return "; ".join(words)
