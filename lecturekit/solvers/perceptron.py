"""The perceptron: on a mistake, add y x (Rosenblatt 1958).

    if y_i f(x_i) <= 0:   w <- w + eta_t y_i x_i

which moves the response to x_i by eta y_i ||x_i||^2, and is SGD on max(0, -y f(x)) without a regulariser.
On separable data, from w = 0 with a constant rate, it makes at most (R / gamma)^2 mistakes (Novikoff 1962),
where R is the longest x and gamma the best geometric margin, both with the 1 appended.
"""

import numpy as np

from .. import inputs
from ..fit import Fit, Trace, certify, recording_times
from ..jit import jit
from ..steps import as_rule, constant
from .common import ORDERS, Examples, progress_bar, require, starting_point
from .loops import add_scaled, dot


@jit
def epoch(v, X, y, order, rates, mistakes):
    """Show every example once; correct v on each mistake; return how many there were."""
    made = 0
    for i in order:
        if y[i] * dot(v, X, i) <= 0.0:
            add_scaled(v, rates[made] * y[i], X, i)
            mistakes[made] = i
            made += 1
    return made


def perceptron(
    problem,
    *,
    epochs=100,
    rule=None,
    order="cyclic",
    start=None,
    seed=0,
    progress=False,
    record="all",
):
    """Correct mistakes until an epoch has none.

    Parameters
    ----------
    problem : Problem
        Loss "perceptron" with lam = 0; any bias rule.
    epochs : int
        The most passes through the data.
    rule : a rule of `lk.steps`, or a number
        The rate of the t-th correction; constant 1 when left out.
    order : {"cyclic", "random"}
        Examples as they stand, or a fresh permutation in each epoch.
    start : (w, b), optional
        Where to begin; at zero when left out.
    seed, progress, record
        Seed of "random"; show a bar; which corrections the trace keeps (`fit.recording_times`).

    Returns
    -------
    Fit
        With `steps` counting corrections. `trace.notes["examples"]` names the example behind each,
        `trace.notes["epochs"]` how many epochs it took.
    """
    require(problem, "perceptron", losses=("perceptron",))
    if problem.r > 0:
        raise ValueError(f"perceptron needs lam = 0, but lam is {problem.lam:g}: use lk.sgd")
    epochs = inputs.count(epochs, "epochs")
    rule = as_rule(constant(1.0) if rule is None else rule, "perceptron", ())
    how = {"cyclic": "cyclic", "random": "permutation"}[inputs.choice(order, "order", ORDERS)]
    examples = Examples(problem.n, how, seed)
    v = begin = starting_point(problem, start)
    v = v.copy()
    mistakes, seen, made = [], 0, 1
    with progress_bar(epochs, progress, "epoch") as bar:
        while made and seen < epochs:
            rates = rule(np.arange(1, problem.n + 1) + len(mistakes))
            wrong = np.empty(problem.n, dtype=np.int64)
            made = epoch(v, problem.rows, problem.y, examples.take(problem.n), rates, wrong)
            mistakes.extend(wrong[:made].tolist())
            seen += 1
            bar.update()

    why = f"an epoch without a mistake (number {seen})"
    if made:
        why = f"still {made} mistakes in epoch {seen}, the last: perhaps not separable"
    w, b = problem.unpack(v)
    certificate, _ = certify(problem, w, b)
    trace = replay(problem, begin, mistakes, rule(np.arange(1, len(mistakes) + 1)), record)
    trace.notes["epochs"] = seen
    return Fit(
        problem,
        w,
        b,
        None,
        "perceptron",
        len(mistakes),
        not made,
        why,
        trace,
        certificate,
        "corrections",
    )


def replay(problem, begin, examples, rates, record):
    """Rebuild the iterates begin + sum of rate y x, one correction after the other, as a trace."""
    times = recording_times(record, len(examples))
    moves = np.asarray(rates)[:, None] * problem.y[examples, None] * problem.rows[examples]
    path = np.cumsum(np.vstack([begin, moves]), axis=0)[times]
    W, b = (path, np.zeros(len(path))) if problem.bias == "none" else (path[:, :-1], path[:, -1])
    return Trace(
        problem, times, W.copy(), b.copy(), notes={"examples": np.array(examples, dtype=int)}
    )
