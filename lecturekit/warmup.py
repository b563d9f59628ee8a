"""Compile every numeric loop once, so that no lecture waits: ``python -m lecturekit.warmup``."""

import lecturekit as lk


def warm_up():
    """Call each compiled solver on a tiny problem; numba keeps the machine code on disk."""
    toy = lk.data.toy("near")
    soft = lk.Problem(toy.X, toy.y, C=1.0)
    lk.sgd(soft, steps=10, average="all")
    for variant in ("step", "sum"):
        lk.pegasos(soft, steps=10, variant=variant, project=True, average="half")
    for problem in (soft, lk.Problem(toy.X, toy.y, C=1.0, kernel="rbf")):
        for sweep in ("cyclic", "back-and-forth", "random", "greedy"):
            lk.hildreth(problem, sweep=sweep, max_sweeps=3)
    lk.box_qp([[4.0, 1.0], [1.0, 2.0]], [-6.0, -4.0])
    lk.box_qp([[4.0, 1.0], [1.0, 2.0]], [-6.0, -4.0], sweep="greedy")
    lk.perceptron(lk.Problem(toy.X, toy.y, loss="perceptron", lam=0.0), epochs=3)
    lk.mira(soft, batch=1)
    lk.mira(soft, batch=2)


if __name__ == "__main__":
    warm_up()
    print("compiled" if lk.COMPILED else "plain Python (no numba): nothing to compile")
