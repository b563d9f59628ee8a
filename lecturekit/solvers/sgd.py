"""Stochastic subgradient descent, once for every loss.

    minimise  lambda/2 ||w||^2 + mean_i loss(y_i f(x_i)),        lambda = 1 / (n C)

Whatever form the problem is written in, one example contributes lambda/2 ||w||^2 + loss(y f(x)), and
the step for a drawn example (x, y) is  w <- (1 - eta lambda) w - eta loss'(y f(x)) y x.
Bottou, Curtis and Nocedal (2018), section 4; averaging: Polyak and Juditsky (1992), and over the last
half Rakhlin, Shamir and Sridharan (2012).
"""

import numpy as np

from .. import inputs
from ..fit import Fit, certify
from ..jit import jit
from ..steps import as_rule, inverse_t
from .common import Examples, Recorder, require, runaway, starting_point
from .loops import NUMBER_OF, add_scaled, dot, scale, slope

AVERAGES = (None, "all", "half")


@jit
def step(v, X, y, drawn, first, batch, eta, lam, regularised, loss, pull):
    """Shrink v, then move it along each drawn example by the slope of its loss."""
    for k in range(batch):
        i = drawn[first + k]
        pull[k] = slope(loss, y[i] * dot(v, X, i)) * y[i] / batch
    scale(v, 1.0 - eta * lam, regularised)
    for k in range(batch):
        if pull[k] != 0.0:
            add_scaled(v, -eta * pull[k], X, drawn[first + k])


@jit
def average_in(mean, v, count):
    """mean <- mean of `count` iterates, of which v is the last."""
    for j in range(len(v)):
        mean[j] += (v[j] - mean[j]) / count


@jit
def advance(v, X, y, drawn, batch, rates, lam, regularised, loss, mean, averaged):
    """Take one step per rate; from the first step on if `averaged` >= 0, average the iterates."""
    pull = np.zeros(batch)
    for t in range(len(rates)):
        step(v, X, y, drawn, t * batch, batch, rates[t], lam, regularised, loss, pull)
        if averaged >= 0:
            averaged += 1
            average_in(mean, v, averaged)
    return averaged


def sgd(
    problem,
    *,
    steps=10_000,
    rule=None,
    average=None,
    batch=1,
    replace=True,
    start=None,
    seed=0,
    progress=False,
    record="log",
):
    """Descend along the loss of a few random examples at a time.

    Parameters
    ----------
    problem : Problem
        Any loss, any bias rule, linear; C finite.
    steps : int
        How many steps to take.
    rule : a rule of `lk.steps`, or a number
        The step lengths; 1/(lambda t) when left out.
    average : None, "all" or "half"
        Answer with the last iterate, the mean of all, or the mean of the last half.
    batch : int
        Examples per step; their slopes are averaged.
    replace : bool
        Draw examples independently, or run through a fresh permutation in each epoch.
    start : (w, b), optional
        Where to begin; at zero when left out.
    seed, progress, record
        Seed of the draws; show a bar; which iterates the trace keeps (`fit.recording_times`).

    Returns
    -------
    Fit
        There is no stopping test: `converged` is False, and the certificate says how good it is.
        The trace holds what would have been answered at each recorded step.
    """
    require(problem, "sgd")
    steps, batch = inputs.count(steps, "steps"), inputs.count(batch, "batch")
    rule = as_rule(inverse_t() if rule is None else rule, "sgd")
    examples = Examples(problem.n, "replacement" if replace else "permutation", seed)
    loss, regularised = NUMBER_OF[problem.loss.name], regularised_length(problem)

    def run(v, mean, averaged, first, last):
        drawn = examples.take((last - first) * batch)
        rates = rule(np.arange(first + 1, last + 1), lam=problem.lam)
        fixed = (problem.rows, problem.y, drawn, batch, rates, problem.lam, regularised, loss)
        return advance(v, *fixed, mean, averaged)

    v, recorder, why = drive(problem, run, steps, average, start, progress, record)
    w, b = problem.unpack(v)
    certificate, alpha = certify(problem, w, b)
    return Fit(problem, w, b, alpha, "sgd", steps, False, why, recorder.trace(), certificate)


def regularised_length(problem):
    """How many leading entries of v the regulariser sees: all but a free bias."""
    return problem.d if problem.bias == "free" else problem.rows.shape[1]


def drive(problem, run, steps, average, start, progress, record, dual=None):
    """Record and average around `run(v, mean, averaged, first, last)`, which takes the steps.

    Returns the answer, the recorder and the reason for stopping. When the iterates leave the range
    of numbers, the answer is the last finite one that was kept.
    """
    if average not in AVERAGES:
        raise ValueError(f"average must be None, 'all' or 'half', but it is {average!r}")
    v = starting_point(problem, start)
    mean, averaged = np.zeros_like(v), -1
    begin = {None: steps + 1, "all": 0, "half": steps // 2}[average]
    recorder = Recorder(problem, record, steps)
    recorder.keep(0, v, dual and dual(0))
    why = f"took all {steps:,} steps (no stopping test)"
    answer = v.copy()
    for first, last, keep in recorder.stretches(progress):
        with np.errstate(over="ignore", invalid="ignore"):
            if first < begin < last:
                averaged = run(v, mean, averaged, first, begin)
                first = begin
            averaged = run(v, mean, 0 if first == begin else averaged, first, last)
        if runaway(problem, v):
            return answer, recorder, f"diverged before step {last:,}: the steps are too long"
        if keep:
            answer = mean.copy() if averaged > 0 else v.copy()
            recorder.keep(last, answer, dual and dual(last))
    return answer, recorder, why
