"""The frame all explorers share: controls, one picture, one line of numbers, a place for errors.

An explorer is a class with three things of its own: `make_controls` (what moves), `compute` (a solver call)
and `draw` (where the artists go). The frame does the rest: it drops events that pile up while one is drawn
(the last one always arrives), shows an exception as words in the error place and goes on, and gives a page
without widgets the picture as PNG.
"""

import asyncio
import base64
import html

import ipywidgets as widgets
import numpy as np

from ..plots import style
from ..plots.canvas import Frame, new_figure

WAIT = 0.004  # seconds in which events that piled up are gathered into one frame


class Explorer:
    """Base of all explorers; see the module's first lines.

    Attributes
    ----------
    controls : dict of str to widget
        What can be moved, by name.
    state : dict
        The values of all controls.
    fit : Fit or None
        What is shown now.
    """

    name = "explorer"
    title = ""
    width, height = 8.0, 4.4
    tolerance = 1e-6  # the largest relative gap a certified fit of this explorer may have

    def __init__(self, **state):
        self.fit = None
        self._busy = self._pending = False
        self._layout_of = None
        self._frame = None
        self.controls = self.make_controls()
        self._picture = widgets.Image(format="png", layout=widgets.Layout(max_width="100%"))
        self._numbers = widgets.HTML()
        self._error = widgets.HTML()
        self.widget = self._assemble()
        for control in self.controls.values():
            if _holds_a_value(control):
                control.observe(self._moved, names="value")
        self.set(**state)

    # What an explorer brings.

    def make_controls(self):
        """Return the controls: a dict from name to widget."""
        raise NotImplementedError

    def layout_key(self, state):
        """Return what, when it changes, needs a new still background (the data set, say)."""
        return None

    def compute(self, state):
        """Compute what is shown: set `self.fit` where there is one, and whatever `draw` needs."""
        raise NotImplementedError

    def make_artists(self, figure, state):
        """Create the artists on the figure, for the computed state; return those that move."""
        raise NotImplementedError

    def draw(self, state):
        """Move the artists to the computed state."""
        raise NotImplementedError

    def numbers(self, state):
        """Return the line of numbers under the picture, as text."""
        return certificate_line(self.fit) if self.fit is not None else ""

    # What the frame does.

    @property
    def state(self):
        """The values of all controls, by name."""
        return {k: c.value for k, c in self.controls.items() if _holds_a_value(c)}

    @property
    def error(self):
        """The words in the error place; empty when all is well."""
        return html.unescape(self._error.value.removeprefix(_RED).removesuffix("</p>"))

    @property
    def text(self):
        """The line of numbers, as text."""
        return html.unescape(self._numbers.value)

    def set(self, **values):
        """Set controls by name and draw one frame. What is wrong is said in the error place."""
        self._busy = True
        try:
            for name, value in values.items():
                self._set_one(name, value)
        except Exception as problem:
            self._say(problem)
            return self
        finally:
            self._busy = False
        self.render()
        return self

    def _set_one(self, name, value):
        if name not in self.state:
            known = ", ".join(self.state)
            raise ValueError(f"{self.name} has no control {name!r}; it has {known}")
        control = self.controls[name]
        options = getattr(control, "options", None)
        if options is not None:
            allowed = [o[1] if isinstance(o, tuple) else o for o in options]
            several = isinstance(control, widgets.SelectMultiple) and isinstance(
                value, (tuple, list)
            )
            if not all(one in allowed for one in (value if several else [value])):
                words = ", ".join(map(repr, allowed))
                raise ValueError(f"{name} must be one of {words}, but it is {value!r}")
        low, high = _bounds(control)
        number = np.isscalar(value) and not isinstance(value, (str, bool))
        if low is not None and not (number and low <= value <= high):
            raise ValueError(f"{name} must be between {low:g} and {high:g}, but it is {value!r}")
        try:
            control.value = value
        except Exception:
            raise ValueError(f"{name} cannot be {value!r}") from None

    def render(self):
        """Compute and draw one frame now; words in the error place if that fails."""
        state = self.state
        try:
            self.compute(state)
            key = (self.layout_key(state), style.is_lecture())
            if self._frame is None or key != self._layout_of:
                figure = new_figure(self.width, self.height)
                with style.context():
                    moving = self.make_artists(figure, state)
                self._frame, self._layout_of = Frame(figure, moving), key
            self.draw(state)
            self._picture.value = self._frame.png()
            self._numbers.value = html.escape(self.numbers(state))
            self._error.value = ""
        except Exception as problem:
            self._frame = None  # artists may be half moved
            self._say(problem)

    def png(self):
        """Return the picture as PNG bytes."""
        return self._picture.value

    def _moved(self, change):
        """Draw after a control moved; within a running kernel, once for all events that pile up."""
        if self._busy:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.render()
            return
        if not self._pending:
            self._pending = True
            loop.call_later(WAIT, self._flush)

    def _flush(self):
        self._pending = False
        self.render()

    def _say(self, problem):
        words = str(problem) or type(problem).__name__
        self._error.value = f"{_RED}{html.escape(words)}</p>"

    def _assemble(self):
        heading = widgets.HTML(f"<b>{html.escape(self.title)}</b>")
        box = widgets.HBox(
            list(self.controls.values()), layout=widgets.Layout(flex_flow="row wrap", width="100%")
        )
        return widgets.VBox([heading, box, self._picture, self._numbers, self._error])

    def __repr__(self):
        """Return a line that does not change from run to run."""
        settings = ", ".join(f"{k} = {_brief(v)}" for k, v in self.state.items())
        return f"{self.name} explorer: {settings}"

    def _repr_mimebundle_(self, include=None, exclude=None):
        bundle = self.widget._repr_mimebundle_()
        data = dict(bundle[0] if isinstance(bundle, tuple) else bundle)
        picture = base64.b64encode(self.png()).decode("ascii")
        return data | {"image/png": picture, "text/plain": repr(self)}


_RED = '<p style="color:#B00020">'


def certificate_line(fit):
    """Return primal, dual, gap and the support vectors by kind, in one line."""
    line = str(fit.certificate)
    if fit.problem.loss.name == "hinge" and fit.alpha is not None:
        support = np.zeros(fit.problem.n, dtype=bool)
        support[fit.support] = True
        kinds = fit.kinds()
        counts = {
            kind: int((support & (kinds == kind)).sum())
            for kind in ("on margin", "inside", "wrong")
        }
        words = ", ".join(f"{count} {kind}" for kind, count in counts.items())
        line += f"; {int(support.sum())} support vectors: {words}"
    return line


def slider(label, value, low, high, step=None, tooltip="", format=".2f"):
    """Return a slider with words and a readout; whole numbers when `step` is an int."""
    kind = widgets.IntSlider if isinstance(step, int) else widgets.FloatSlider
    options = {"step": step} if step is not None else {"step": (high - low) / 200}
    options["continuous_update"] = True
    if kind is widgets.FloatSlider:
        options["readout_format"] = format
    return kind(value, min=low, max=high, **options, **_look(label, tooltip))


def log_slider(label, value, low, high, tooltip="", step=0.02):
    """Return a slider for a scale: `low` and `high` are powers of ten."""
    options = {"step": step, "readout_format": ".4g", "continuous_update": True}
    return widgets.FloatLogSlider(
        value, base=10, min=low, max=high, **options, **_look(label, tooltip)
    )


def dropdown(label, options, value=None, tooltip=""):
    """Return a choice among options."""
    return widgets.Dropdown(options=options, value=value, **_look(label, tooltip))


def checkbox(label, value=False, tooltip=""):
    """Return a yes-or-no control."""
    look = _look(label, tooltip)
    return widgets.Checkbox(value, indent=False, **look)


def play(control, low=0, high=100, interval=60, tooltip="Play"):
    """Return a Play button that drives an IntSlider step by step, in the browser."""
    # Linked in the browser, where Play's value would otherwise overwrite the slider's on display.
    button = widgets.Play(control.value, min=low, max=high, interval=interval, tooltip=tooltip)
    widgets.jslink((button, "value"), (control, "value"))
    return button


def button(label, tooltip, action):
    """Return a push button."""
    push = widgets.Button(description=label, tooltip=tooltip, layout=widgets.Layout(width="auto"))
    push.on_click(lambda _: action())
    return push


def _look(label, tooltip):
    return {
        "description": label,
        "tooltip": tooltip or label,
        "style": {"description_width": "initial"},
        "layout": widgets.Layout(width="22em", max_width="100%"),
    }


def _holds_a_value(control):
    """Whether a control is part of the state: not a button, not Play, which drives another control."""
    return hasattr(control, "value") and not isinstance(control, widgets.Play)


def _bounds(control):
    """Return the lowest and highest value of a slider; (None, None) for other controls."""
    if isinstance(control, widgets.FloatLogSlider):
        return control.base**control.min * (1 - 1e-9), control.base**control.max * (1 + 1e-9)
    if isinstance(control, (widgets.FloatSlider, widgets.IntSlider)):
        return control.min, control.max
    return None, None


def _brief(value):
    return f"{value:.4g}" if isinstance(value, float) else str(value)
