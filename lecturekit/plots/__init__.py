"""Pictures of finished objects. A plot draws on an `ax` and never fits anything itself."""

from .boundary import boundary
from .path import path
from .progress import progress
from .style import lecture_style

__all__ = ["boundary", "lecture_style", "path", "progress"]
