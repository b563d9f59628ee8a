"""Compile every numeric loop once, so that no lecture waits: ``python -m lecturekit.warmup``."""

import lecturekit as lk


def warm_up():
    """Call each compiled solver on a tiny problem; numba keeps the machine code on disk."""
    toy = lk.data.toy("near")
    lk.least_squares(lk.Problem(toy.X, toy.y, lam=0.1, loss="squared"))


if __name__ == "__main__":
    warm_up()
    print("compiled" if lk.COMPILED else "plain Python (no numba): nothing to compile")
