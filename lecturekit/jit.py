"""The one switch between compiled and plain loops.

Every numeric loop in lecturekit is ordinary Python, written element by element as on the slide,
and carries ``@jit``. With numba the loop is compiled once and cached on disk; without numba, or
with ``LECTUREKIT_JIT=0`` in the environment, the same code runs as it stands, with the same numbers.
"""

import os

try:
    import numba
except ImportError:
    numba = None

COMPILED = numba is not None and os.environ.get("LECTUREKIT_JIT", "1") != "0"


def jit(function):
    """Compile `function` with numba, or hand it back unchanged (see the module's first lines).

    Helpers are inlined where they are called: a call that hands over arrays costs more (some 30 ns)
    than the ten or twenty multiplications it is made for.
    """
    return numba.njit(cache=True, inline="always")(function) if COMPILED else function
