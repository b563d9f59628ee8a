"""The set-up check: what is installed here, and whether the loops are compiled."""

import platform
from importlib import metadata

from .jit import COMPILED

CHECKED = ("numpy", "matplotlib", "ipywidgets", "scikit-learn", "numba")


def about():
    """Return, in words, the versions in use and whether the loops run compiled or plain."""
    lines = [f"lecturekit {_version('lecturekit')} on Python {platform.python_version()}"]
    lines += [f"  {name} {_version(name)}" for name in CHECKED]
    lines.append(
        f"  loops: {'compiled by numba' if COMPILED else 'plain Python (slower, same numbers)'}"
    )
    return "\n".join(lines)


def _version(name):
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "is missing"
