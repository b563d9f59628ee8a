"""Colours, marks and type in one place: Okabe and Ito's palette, and a shape that says the same."""

from contextlib import contextmanager
from pathlib import Path

import matplotlib as mpl
import matplotlib.style

HERE = Path(__file__).parent

BLUE, ORANGE, GREEN, PINK, YELLOW, SKY = (
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#E69F00",
    "#56B4E9",
)
CLASS_COLOUR = {-1.0: BLUE, 1.0: ORANGE}
CLASS_SHADE = {-1.0: "#DCEAF5", 1.0: "#FBE7DA"}
CLASS_PALE = {-1.0: "#A9CBE3", 1.0: "#F0BC99"}
CLASS_MARKER = {-1.0: "o", 1.0: "s"}
LINE = "#222222"

_lecture = False


def lecture_style(on=True):
    """Make type, lines and marks of all pictures drawn from now on fit for a projector.

    Parameters
    ----------
    on : bool
        False goes back to the size for reading alone.
    """
    global _lecture
    _lecture = bool(on)


def is_lecture():
    """Say whether pictures are drawn for a projector now."""
    return _lecture


@contextmanager
def context():
    """Draw in our style; matplotlib's own settings are untouched afterwards."""
    files = [HERE / "lecturekit.mplstyle"] + ([HERE / "lecture.mplstyle"] if _lecture else [])
    with matplotlib.style.context(files):
        yield mpl.rcParams


def scale():
    """How much larger than normal marks are drawn now."""
    return 1.5 if _lecture else 1.0
