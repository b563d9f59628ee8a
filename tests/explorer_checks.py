"""What every explorer must survive; used by test_explorers.py for all of them."""

import io
import math
import re
from pathlib import Path

import ipywidgets as widgets
import numpy as np
from PIL import Image

REFERENCE = Path(__file__).parent / "reference"
NUMBER = re.compile(r"(?<![\w.])[-+]?(?:nan|inf\b)", re.IGNORECASE)


def values_of(control):
    """The values to try: both ends, the middle and some between, or every option."""
    if isinstance(control, widgets.FloatLogSlider):
        return [float(10.0**p) for p in np.linspace(control.min, control.max, 5)]
    if isinstance(control, widgets.IntSlider):
        return sorted({int(v) for v in np.linspace(control.min, control.max, 5)})
    if isinstance(control, widgets.FloatSlider):
        return [float(v) for v in np.linspace(control.min, control.max, 5)]
    if isinstance(control, widgets.Checkbox):
        return [False, True]
    options = getattr(control, "options", None)
    if options is not None and isinstance(control, widgets.SelectMultiple):
        return [(), tuple(options), *[(option,) for option in options]]
    if options is not None:
        return [o[1] if isinstance(o, tuple) else o for o in options]
    raise AssertionError(f"no idea how to move a {type(control).__name__}")


def pixels(explorer):
    """The picture as an array; fails unless it is a valid PNG that is not empty."""
    image = Image.open(io.BytesIO(explorer.png()))
    array = np.asarray(image.convert("RGB"))
    assert image.format == "PNG"
    assert array.std() > 1, "the picture is empty"
    return array


def check_state(explorer, note=""):
    """No error, finite numbers, a certificate within the explorer's tolerance, a valid picture."""
    where = f"{explorer!r} {note}"
    assert explorer.error == "", f"{where}: {explorer.error}"
    assert not NUMBER.search(explorer.text), f"{where}: {explorer.text}"
    fit = explorer.fit
    if fit is not None:
        assert fit.w is None or np.all(np.isfinite(fit.w)), where
        assert math.isfinite(fit.b), where
        if fit.certificate.dual > -np.inf and explorer.tolerance is not None:
            assert -1e-9 <= fit.certificate.gap <= explorer.tolerance, f"{where}: {fit}"
    return pixels(explorer)


def sweep_alone(factory):
    """Move every control through its values, alone; return the number of states seen."""
    explorer = factory()
    check_state(explorer, "at the start")
    seen = 1
    for name in explorer.state:
        before = explorer.state[name]
        pictures = set()
        for value in values_of(explorer.controls[name]):
            explorer.set(**{name: value})
            pictures.add(check_state(explorer, f"after {name} = {value!r}").tobytes())
            seen += 1
        assert len(pictures) > 1, f"{factory.name}: {name} changes nothing in the picture"
        explorer.set(**{name: before})
    return seen


def random_state(explorer, rng):
    """A random value for every control at once."""
    state = {}
    for name in explorer.state:
        values = values_of(explorer.controls[name])
        state[name] = values[int(rng.integers(len(values)))]
    return state
