"""C from underfitting to the hard margin, on the exact path: moving C never refits."""

from functools import cache

from ..plots.boundary import Boundary
from ..plots.path import PathPicture
from ..solvers import c_path
from .datasets import NAMES, dataset
from .frame import Explorer, button, certificate_line, dropdown, log_slider, play, slider

LOW, HIGH, STOPS = -4.0, 4.0, 160


@cache
def path_of(name, bias):
    """The exact path of a data set: followed once, then read."""
    data = dataset(name)
    return c_path(data.X, data.y, bias)


class CSweep(Explorer):
    """Margins, the four kinds of points, slack and alphas at every C; w(C) beside it."""

    name = "c_sweep"
    title = "Sweep C: what each point does, from underfitting to the hard margin"
    width, height = 10.0, 4.2

    def make_controls(self):
        """C by hand, by Play, or from breakpoint to breakpoint."""
        C = log_slider("C", 1.0, LOW, HIGH, "What a unit of slack costs")
        sweep = slider("sweep", 80, 0, STOPS, step=1, tooltip="The same C in even steps, for Play")
        sweep.observe(lambda change: self._from_sweep(change["new"]), names="value")
        return {
            "C": C,
            "data": dropdown("data", NAMES, "blobs, overlapping"),
            "bias": dropdown("bias", ("penalised", "free", "none"), "free"),
            "sweep": sweep,
            "play": play(sweep, 0, STOPS, 60, "Sweep C from small to large"),
            "previous": button(
                "< breakpoint", "Jump to the breakpoint below", lambda: self.jump(-1)
            ),
            "next": button("breakpoint >", "Jump to the breakpoint above", lambda: self.jump(1)),
        }

    def _from_sweep(self, stop):
        self.controls["C"].value = 10 ** (LOW + (HIGH - LOW) * stop / STOPS)

    def jump(self, direction):
        """Move C to the next breakpoint above (1) or below (-1), if there is one within the slider."""
        edges = self.path.breakpoints
        edges = edges[(edges >= 10**LOW) & (edges <= 10**HIGH)]
        C = self.state["C"]
        ahead = (
            edges[edges > C * (1 + 1e-9)] if direction > 0 else edges[edges < C * (1 - 1e-9)][::-1]
        )
        if len(ahead):
            self.set(C=float(ahead[0]))

    def layout_key(self, state):
        """A new data set or bias rule has other points and another path."""
        return state["data"], state["bias"]

    def compute(self, state):
        """Read the fit off the path."""
        self.path = path_of(state["data"], state["bias"])
        self.fit = self.path.at(state["C"])

    def make_artists(self, figure, state):
        """The classifier on the left, w(C) on the right."""
        left, right = figure.subplots(1, 2, width_ratios=(1.35, 1.0))
        data = dataset(state["data"])
        self._picture_of_fit = Boundary(self.fit, left, data.feature_names)
        self._path_picture = PathPicture(self.path, right, 10**LOW, 10**HIGH)
        self._title = left.set_title(" ")
        return [*self._picture_of_fit.moving, *self._path_picture.moving, self._title]

    def draw(self, state):
        """Move to the fit at C."""
        self._picture_of_fit.update(self.fit)
        self._path_picture.update(state["C"])
        width = f"margin width {self.fit.margin_width:.3g}" if self.fit.w.any() else "w = 0"
        self._title.set_text(f"C = {state['C']:.4g}, {width}")

    def numbers(self, state):
        """Certificate, support vectors, and what happens next."""
        later = [event for event in self.path.events if event.C > state["C"] * (1 + 1e-9)]
        coming = f"next: {later[0]}" if later else "no further event: the path has ended"
        return f"{certificate_line(self.fit)}; {coming}"
