"""Pictures of finished objects. A plot draws on an `ax` and never fits anything itself."""

from .boundary import boundary
from .contours import contours
from .excess import excess
from .field import field
from .hulls import Hulls as hulls
from .loss_curves import loss_curves
from .path import path
from .progress import progress
from .staircase import staircase
from .style import lecture_style

__all__ = [
    "boundary",
    "contours",
    "excess",
    "field",
    "hulls",
    "lecture_style",
    "loss_curves",
    "path",
    "progress",
    "staircase",
]
