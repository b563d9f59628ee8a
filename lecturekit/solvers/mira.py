"""MIRA: the smallest change of w that gives this example (or this small batch) a margin of 1.

    minimise  1/2 ||w' - w||^2   subject to  y w'.x >= 1
    w' = w + tau y x,            tau = (1 - y w.x) / ||x||^2

Crammer and Singer (2003); with a finite C the step is capped, tau <= C, which is the
passive-aggressive algorithm PA-I (Crammer et al. 2006). Several constraints at once make a small quadratic
program in the taus, solved by `box_qp`. "Aggressive" MIRA steps whenever the margin is at most a threshold
p, not only on mistakes.

It projects onto one constraint after another and never takes a tau back, as Hildreth would; so it ends with
all margins above p, but in general not at the SVM, however close to 1 p is.
"""

import numpy as np

from .. import inputs
from ..fit import Fit, certify
from ..jit import jit
from .box_qp import box_qp
from .common import ORDERS, Examples, progress_bar, require, starting_point
from .loops import add_scaled, dot
from .perceptron import replay

ROUNDING = 1e-12  # a margin this close to 1 is 1


@jit
def step(v, X, y, i, norm2, threshold, C):
    """Move v by the least that gives example i a margin of 1 (or by C); return tau."""
    margin = y[i] * dot(v, X, i)
    if margin > threshold or margin > 1.0 - ROUNDING or norm2 == 0.0:
        return 0.0
    tau = min((1.0 - margin) / norm2, C)
    add_scaled(v, tau * y[i], X, i)
    return tau


@jit
def epoch(v, X, y, order, norms2, threshold, C, taus):
    """Show every example once."""
    for k in range(len(order)):
        taus[k] = step(v, X, y, order[k], norms2[order[k]], threshold, C)


def batch_step(v, X, y, chosen, threshold, C):
    """Move v by the least that gives every chosen example a margin of 1; return the taus."""
    signed = X[chosen] * y[chosen, None]
    margins = signed @ v
    if margins.min() > min(threshold, 1.0 - 1e-9):  # box_qp leaves margins a little short of 1
        return np.zeros(len(chosen))
    try:
        answer = box_qp(signed @ signed.T, margins - 1.0, C, max_sweeps=100_000, record="ends")
    except ValueError as error:
        raise ValueError(
            f"no w gives all {len(chosen)} examples of a batch a margin of 1: they contradict each "
            f"other, so C must be finite ({error})"
        ) from None
    v += answer.x @ signed
    return answer.x


def mira(
    problem,
    *,
    epochs=1,
    threshold=0.0,
    batch=1,
    order="cyclic",
    start=None,
    seed=0,
    progress=False,
    record="all",
):
    """Run through the examples, each time making the smallest change that satisfies them.

    Parameters
    ----------
    problem : Problem
        Hinge loss, penalised or no bias; C = inf for MIRA, finite C caps each step (PA-I).
    epochs : int
        The most passes through the data.
    threshold : float
        Step when the margin is at most this: 0 on mistakes only, up to 1 for aggressive MIRA.
    batch : int
        Examples per step.
    order : {"cyclic", "random"}
        Examples as they stand, or a fresh permutation in each epoch.
    start : (w, b), optional
        Where to begin; at zero when left out.
    seed, progress, record
        Seed of "random"; show a bar; which changes the trace keeps (`fit.recording_times`).

    Returns
    -------
    Fit
        With `steps` counting changes of w, each by one example of a batch. `trace.notes["examples"]`
        names the examples, `trace.notes["taus"]` the sizes. `alpha` is the sum of the taus per example.
    """
    require(problem, "mira", losses=("hinge",), biases=("penalised", "none"), hard=True)
    if problem.r == 0:
        raise ValueError("mira needs lam > 0 or C = inf")
    epochs, batch = inputs.count(epochs, "epochs"), inputs.count(batch, "batch")
    threshold = inputs.number(threshold, "threshold", high=1.0)
    norms2 = np.einsum("ij,ij->i", problem.rows, problem.rows)
    if problem.hard and not norms2.all():
        raise ValueError(f"X[{int(np.argmin(norms2))}] is all zero: no w gives it a margin of 1")
    how = {"cyclic": "cyclic", "random": "permutation"}[inputs.choice(order, "order", ORDERS)]
    shown = Examples(problem.n, how, seed)
    begin = starting_point(problem, start)
    v, changed, sizes, seen, quiet = begin.copy(), [], [], 0, False
    with progress_bar(epochs, progress, "epoch") as bar:
        while not quiet and seen < epochs:
            examples = shown.take(problem.n)
            taus = np.zeros(problem.n)
            if batch == 1:
                fixed = (problem.rows, problem.y, examples, norms2, threshold, problem.C)
                epoch(v, *fixed, taus)
            else:
                for k in range(0, problem.n, batch):
                    part = slice(k, k + batch)
                    chosen = examples[part]
                    taus[part] = batch_step(
                        v, problem.rows, problem.y, chosen, threshold, problem.C
                    )
            moved = np.flatnonzero(taus)
            changed.extend(examples[moved].tolist())
            sizes.extend(taus[moved].tolist())
            quiet = len(moved) == 0
            seen += 1
            bar.update()

    why = f"an epoch without a change (number {seen})" if quiet else f"took all {seen} epochs"
    w, b = problem.unpack(v)
    alpha = np.zeros(problem.n)
    np.add.at(alpha, changed, sizes)
    certificate, _ = certify(problem, w, b, alpha)
    trace = replay(problem, begin, changed, np.array(sizes), record)
    trace.notes["taus"] = np.array(sizes)
    return Fit(
        problem, w, b, alpha, "mira", len(changed), quiet, why, trace, certificate, "changes"
    )
