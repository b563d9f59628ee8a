"""Pictures of finished objects. A plot draws on an `ax` and never fits anything itself."""

from .boundary import boundary

__all__ = ["boundary"]
