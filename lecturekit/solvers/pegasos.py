"""Pegasos: stochastic subgradient descent for the soft-margin SVM (Shalev-Shwartz et al. 2011).

    minimise  lambda/2 ||w||^2 + mean_i max(0, 1 - y_i <w, x_i>),        eta_t = 1 / (lambda t)

Two ways to write it. The "step" form shrinks w and adds y x / (lambda t) on a violation (seeds/001).
Unrolled, w after t steps is (sum of the violators' y x) / (lambda t): the "sum" form keeps only that sum
(seeds/000). It divides by lambda (t - 1) *before* step t, with w = 0 at t = 1; the slide divides by
lambda t there, which is the step form with eta = 1/(lambda (t + 1)).

So w = sum_i alpha_i y_i x_i with alpha_i = (violations of i) / (lambda t): a dual vector in disguise, and,
clipped to its box, the certificate.
"""

import numpy as np

from .. import inputs
from ..fit import Fit, certify
from ..jit import jit
from ..steps import inverse_t
from .common import Examples, require
from .loops import add_scaled, dot, scale
from .sgd import average_in, drive

VARIANTS = ("step", "sum")


@jit
def step(w, X, y, i, lam, t):
    """Shrink w; if example i misses its margin, move toward y x."""
    violated = y[i] * dot(w, X, i) < 1.0
    scale(w, 1.0 - 1.0 / t, len(w))
    if violated:
        add_scaled(w, y[i] / (lam * t), X, i)
    return violated


@jit
def sum_step(total, w, X, y, i, lam, t):
    """Add y x to the sum if example i misses its margin at w = sum / (lambda (t - 1))."""
    violated = y[i] * dot(w, X, i) < 1.0
    if violated:
        add_scaled(total, y[i], X, i)
    for j in range(len(w)):
        w[j] = total[j] / (lam * t)
    return violated


@jit
def project(w, radius):
    """Pull w back to the ball; return the factor that did it, 1 when w was inside."""
    norm2 = 0.0
    for j in range(len(w)):
        norm2 += w[j] * w[j]
    if norm2 <= radius * radius:
        return 1.0
    factor = radius / np.sqrt(norm2)
    scale(w, factor, len(w))
    return factor


@jit
def advance(w, total, counts, shrunk, X, y, drawn, first, lam, use_sum, radius, mean, averaged):
    """Step through the drawn examples; `counts` times `shrunk` are the violations of each."""
    for k in range(len(drawn)):
        t, i = first + k + 1, drawn[k]
        violated = sum_step(total, w, X, y, i, lam, t) if use_sum else step(w, X, y, i, lam, t)
        if violated:
            counts[i] += 1.0 / shrunk
        if radius < np.inf:
            factor = project(w, radius)
            scale(total, factor, len(total))
            shrunk *= factor
            if shrunk < 1e-100:
                scale(counts, shrunk, len(counts))
                shrunk = 1.0
        if averaged >= 0:
            averaged += 1
            average_in(mean, w, averaged)
    return averaged, shrunk


def pegasos(
    problem,
    *,
    steps=10_000,
    project=False,
    average=None,
    variant="step",
    start=None,
    seed=0,
    progress=False,
    record="log",
):
    """Minimise the hinge by SGD with eta = 1/(lambda t).

    Parameters
    ----------
    problem : Problem
        Hinge loss, penalised or no bias, linear, 0 < lambda.
    steps : int
        How many examples to draw (with replacement).
    project : bool
        After each step, pull w back into the ball of radius 1/sqrt(lambda) that holds the optimum.
    average : None, "all" or "half"
        Answer with the last iterate, the mean of all, or the mean of the last half.
    variant : "step" or "sum"
        Two ways to write the same iterates (see the module's first lines).
    start : (w, b), optional
        Only for "step", and used only by the first violation test: 1 - 1/t is 0 at t = 1.
    seed, progress, record
        Seed of the draws; show a bar; which iterates the trace keeps (`fit.recording_times`).

    Returns
    -------
    Fit
        There is no stopping test: `converged` is False. `trace.dual` holds the bound that the
        violation counts gave at each recorded step.
    """
    require(problem, "pegasos", losses=("hinge",), biases=("penalised", "none"))
    inputs.choice(variant, "variant", VARIANTS)
    if start is not None and variant == "sum":
        raise ValueError("variant 'sum' starts from the empty sum: it takes no start")
    steps = inputs.count(steps, "steps")
    inverse_t()(1, lam=problem.lam)  # lambda = 0 is refused in the rule's own words
    examples = Examples(problem.n, "replacement", seed)
    total, counts, shrunk = np.zeros(problem.rows.shape[1]), np.zeros(problem.n), 1.0
    radius = 1 / np.sqrt(problem.lam) if project else np.inf

    def run(w, mean, averaged, first, last):
        nonlocal shrunk
        fixed = (problem.rows, problem.y, examples.take(last - first), first, problem.lam)
        averaged, shrunk = advance(
            w, total, counts, shrunk, *fixed, variant == "sum", radius, mean, averaged
        )
        return averaged

    def alpha_after(t):
        return np.minimum(counts * shrunk / (problem.lam * max(t, 1)), problem.C)

    w, recorder, why = drive(
        problem,
        run,
        steps,
        average,
        start,
        progress,
        record,
        lambda t: problem.dual(alpha_after(t)),
    )
    w, b = problem.unpack(w)
    certificate, alpha = certify(problem, w, b, alpha_after(steps))
    return Fit(problem, w, b, alpha, "pegasos", steps, False, why, recorder.trace(), certificate)
