"""Random problems for the property tests: small, sometimes tied, duplicated, zero or badly scaled."""

import numpy as np
from hypothesis import strategies as st

import lecturekit as lk

knobs = st.floats(1e-4, 1e4)
seeds = st.integers(0, 2**32 - 1)


@st.composite
def points(draw, max_n=12, max_d=4):
    """X and y with both classes; a third of the time on a coarse grid, so that ties happen."""
    n, d = draw(st.integers(2, max_n)), draw(st.integers(1, max_d))
    rng = np.random.default_rng(draw(seeds))
    X = rng.standard_normal((n, d)) * 10.0 ** draw(st.integers(-2, 2))
    if draw(st.integers(0, 2)) == 0:
        X = np.round(X)
    y = np.where(rng.random(n) < 0.5, 1.0, -1.0)
    y[:2] = 1.0, -1.0
    return X, y


@st.composite
def problems(draw, losses=("hinge", "perceptron", "log", "squared"), biases=None, forms=None):
    """A Problem with everything drawn: loss, form, knob, bias rule."""
    X, y = draw(points())
    form = draw(st.sampled_from(forms or list(lk.FORMS)))
    knob = {lk.FORMS[form].knob: draw(knobs)}
    loss = draw(st.sampled_from(losses))
    bias = draw(st.sampled_from(biases or ("penalised", "free", "none")))
    return lk.Problem(X, y, form=form, loss=loss, bias=bias, **knob)


@st.composite
def weights(draw, problem, scale=2.0):
    """Some (w, b) for the problem, its size comparable with one over the data's."""
    rng = np.random.default_rng(draw(seeds))
    size = scale / max(np.abs(problem.X).max(), 1e-3)
    w = size * rng.standard_normal(problem.d)
    return w, 0.0 if problem.bias == "none" else float(rng.standard_normal())


@st.composite
def degenerate(draw):
    """X and y with forced duplicates, ties, dependent features or scales far apart."""
    rng = np.random.default_rng(draw(seeds))
    n, d = draw(st.integers(4, 40)), draw(st.integers(1, 5))
    X = rng.standard_normal((n, d))
    kind = draw(st.sampled_from(["grid", "twice", "few", "dependent", "scales", "corners"]))
    if kind == "grid":
        X = np.round(X)
    elif kind == "twice":
        X = np.vstack([np.round(2 * X) / 2] * 2)
    elif kind == "few":
        X = X[rng.integers(0, max(2, n // 3), n)]
    elif kind == "dependent":
        X = np.round(X, 1)
        X[:, -1] = X[:, 0]
    elif kind == "scales":
        X = X * 10.0 ** rng.integers(-3, 4, d)
    else:
        X = np.round(rng.uniform(-1, 1, (n, d)))
    n = len(X)
    y = np.where(
        X[:, 0] + draw(st.sampled_from([0.0, 0.3, 2.0])) * rng.standard_normal(n) > 0, 1.0, -1.0
    )
    if draw(st.booleans()):  # one class far larger than the other
        y[:] = -1.0
        y[rng.integers(0, n, max(1, n // 8))] = 1.0
    y[:2] = 1.0, -1.0
    return X, y
