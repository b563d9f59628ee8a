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
