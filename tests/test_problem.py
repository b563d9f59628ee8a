import itertools

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import points, problems, seeds, weights

import lecturekit as lk

X, y = lk.data.toy("near").X, lk.data.toy("near").y
PAIRS = list(itertools.permutations(lk.FORMS, 2))


def test_the_six_forms_evaluate_what_they_say():
    w, b = np.array([0.5, -0.25]), 0.75
    hinge = np.maximum(0, 1 - y * (X @ w + b)).sum()
    w2 = w @ w
    n = len(y)
    written = {
        "1/2 w2 + C sum": w2 / 2 + 3 * hinge,
        "w2 + C sum": w2 + 3 * hinge,
        "lam/2 w2 + mean": 3 * w2 / 2 + hinge / n,
        "lam w2 + mean": 3 * w2 + hinge / n,
        "lam w2 + sum": 3 * w2 + hinge,
        "lam/2 w2 + sum": 3 * w2 / 2 + hinge,
    }
    assert set(written) == set(lk.FORMS)
    for form, value in written.items():
        knob = {lk.FORMS[form].knob: 3.0}
        p = lk.Problem(X, y, form=form, bias="free", **knob)
        assert p.objective(w, b) == pytest.approx(value, rel=1e-14)
        assert p.knob == 3.0
        penalty = lk.Problem(X, y, form=form, **knob).objective(w, b) - value
        assert penalty == pytest.approx(p.r * b * b, rel=1e-12)


def test_defaults_and_bound_names():
    p = lk.Problem(X, y, C=2.0)
    assert (p.form, p.C, p.knob, p.n, p.bias) == ("1/2 w2 + C sum", 2.0, 2.0, 5, "penalised")
    assert p.lam == pytest.approx(1 / (5 * 2.0))
    q = lk.Problem(X, y, lam=0.1)
    assert (q.form, q.lam, q.knob) == ("lam/2 w2 + mean", pytest.approx(0.1), 0.1)
    assert q.C == pytest.approx(1 / (5 * 0.1))
    assert repr(p) == (
        "Problem(hinge, 1/2 w2 + C sum with C = 2, bias penalised, 5 points, 2 features)"
    )


@settings(max_examples=200)
@given(data=st.data())
def test_rewrite_keeps_c_and_multiplies_the_objective(data):
    X, y = data.draw(points())
    C = data.draw(st.floats(1e-4, 1e4))
    loss = data.draw(st.sampled_from(["hinge", "perceptron", "log", "squared"]))
    bias = data.draw(st.sampled_from(["penalised", "free", "none"]))
    start = lk.Problem(X, y, C=C, loss=loss, bias=bias)
    in_form = {form: start.rewrite(form) for form in lk.FORMS}
    iterates = [data.draw(weights(start)) for _ in range(3)]
    values = {f: np.array([p.objective(*wb) for wb in iterates]) for f, p in in_form.items()}
    for first, second in PAIRS:
        p = in_form[first]
        q = p.rewrite(second)
        assert q.form == second
        assert q.C == pytest.approx(p.C, rel=1e-14)
        assert q.lam == pytest.approx(p.lam, rel=1e-14)
        assert q.knob == pytest.approx(in_form[second].knob, rel=1e-13)
        factor = q.r / p.r
        assert factor > 0
        np.testing.assert_allclose(values[second], factor * values[first], rtol=1e-12)


def test_lam_zero_means_no_regulariser():
    p = lk.Problem(X, y, lam=0.0)
    assert p.C == np.inf
    assert p.lam == 0
    assert not p.hard
    assert p.objective([0.0, 0.0], 0.0) == 1.0
    free = lk.Problem(X, y, lam=0.0, bias="free")
    assert p.objective([1.0, 2.0], 3.0) == free.objective([1.0, 2.0], 3.0)


def test_hard_margin_is_infinite_where_violated_and_never_nan():
    p = lk.Problem(*_xy("base"), C=np.inf, bias="free")
    assert p.hard
    assert p.objective([1.0, 0.0], 0.0) == 0.5
    assert p.objective([0.5, 0.0], 0.0) == np.inf
    assert p.objective([0.5, 0.0], 0.0, rescale=True) == 0.5
    assert p.objective([0.0, 0.0], 0.0, rescale=True) == np.inf
    assert p.objective([-1.0, 0.0], 0.0, rescale=True) == np.inf
    assert p.rewrite("w2 + C sum").objective([1.0, 0.0]) == 1.0
    assert p.dual([0, 0.5, 0, 0.5]) == pytest.approx(0.5)


def _xy(name):
    toy = lk.data.toy(name)
    return toy.X, toy.y


@settings(max_examples=200)
@given(data=st.data())
def test_subgradient_supports_the_objective_everywhere(data):
    p = data.draw(problems())
    w, b = data.draw(weights(p))
    u, c = data.draw(weights(p))
    if data.draw(st.booleans()):  # on a kink: some point exactly on its margin or boundary
        i = data.draw(st.integers(0, p.n - 1))
        w = np.zeros(p.d)
        w[0] = p.y[i] / p.X[i, 0] if p.X[i, 0] else 0.0
        b = 0.0
    g_w, g_b = p.subgradient(w, b)
    linear = p.objective(w, b) + g_w @ (u - w) + g_b * (c - b)
    size = abs(linear) + p.objective(w, b) + np.abs(g_w) @ np.abs(u - w) + 1e-12
    assert p.objective(u, c) >= linear - 1e-12 * size


@settings(max_examples=200)
@given(data=st.data())
def test_subgradient_is_the_gradient_away_from_kinks(data):
    p = data.draw(problems())
    w, b = data.draw(weights(p))
    kink = {"hinge": 1.0, "perceptron": 0.0}.get(p.loss.name, np.inf)
    assume(np.abs(p.margins(w, b) - kink).min() > 1e-4)
    g_w, g_b = p.subgradient(w, b)
    along, up = data.draw(weights(p, scale=1.0))
    step = 1e-6
    ahead, behind = (p.objective(w + h * along, b + h * up) for h in (step, -step))
    size = p.objective(w, b) + np.abs(g_w) @ np.abs(along) + abs(g_b * up)
    assert (ahead - behind) / (2 * step) == pytest.approx(g_w @ along + g_b * up, abs=1e-8 * size)


@settings(max_examples=200)
@given(data=st.data())
def test_weak_duality_for_every_feasible_alpha(data):
    p = data.draw(problems(losses=("hinge", "log", "squared")))
    rng = np.random.default_rng(data.draw(seeds))
    alpha = p.feasible(p.C * rng.uniform(-0.5, 1.5, p.n))
    w, b = data.draw(weights(p))
    value = p.objective(w, b)
    assert p.dual(alpha) <= value * (1 + 1e-12)


@settings(max_examples=100)
@given(data=st.data())
def test_dual_of_the_hinge_is_the_slides_formula(data):
    p = data.draw(problems(losses=("hinge",)))
    rng = np.random.default_rng(data.draw(seeds))
    alpha = p.feasible(p.C * rng.random(p.n))
    beta = alpha * p.y
    K = p.X @ p.X.T + (p.bias == "penalised")
    expected = 2 * p.r * (alpha.sum() - beta @ K @ beta / 2)
    assert p.dual(alpha) == pytest.approx(
        expected, rel=1e-9, abs=1e-12 * 2 * p.r * (beta @ np.abs(K) @ beta + 1)
    )


def test_oracles_of_the_ecosystem_page():
    X, y = [[1, 2, 3], [4, 5, 6]], [1, -1]
    p = lk.Problem(X, y, lam=1.0, form="lam/2 w2 + sum", bias="none")
    assert p.objective([0, 1, 5]) == 49.0
    w, b = p.weights([0.1, 0.1])
    np.testing.assert_allclose(w, [-0.3, -0.3, -0.3], atol=1e-15)
    assert b == 0
    assert p.dual([0.1, 0.1]) == pytest.approx(0.065, rel=1e-12)
    np.testing.assert_allclose(p.weights([0.3, 0.1])[0], [-0.1, 0.1, 0.3], atol=1e-15)
    assert p.dual([0.3, 0.1]) == pytest.approx(0.345, rel=1e-12)


def test_iris_oracle_of_the_ecosystem_page():
    iris = lk.data.iris()
    p = lk.Problem(iris.X, iris.y, C=2.0, bias="free")
    assert p.objective([2.27129, 2.71287], -15.517228) == pytest.approx(31.483366, abs=1e-4)


@pytest.mark.parametrize("bias", ["penalised", "none"])
@pytest.mark.parametrize(
    "kernel", [{}, {"kernel": "poly", "degree": 1, "gamma": 1.0, "coef0": 0.0}]
)
def test_kernel_evaluation_agrees_with_the_weights(bias, kernel):
    linear = lk.Problem(X, y, C=0.7, bias=bias)
    p = lk.Problem(X, y, C=0.7, bias=bias, **kernel)
    alpha = np.array([0.1, 0.7, 0.0, 0.3, 0.2])
    assert p.objective_at(alpha) == pytest.approx(
        linear.objective(*linear.weights(alpha)), rel=1e-13
    )
    assert p.dual(alpha) == pytest.approx(linear.dual(alpha), rel=1e-12)


def test_kernels_agree_with_scikit_learn():
    from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel

    rbf = lk.Problem(X, y, C=1, kernel="rbf", gamma=0.5, bias="none").gram
    np.testing.assert_allclose(rbf, rbf_kernel(X, gamma=0.5), rtol=1e-13)
    poly = lk.Problem(X, y, C=1, kernel="poly", gamma=2.0, degree=2, coef0=0.5, bias="none").gram
    np.testing.assert_allclose(
        poly, polynomial_kernel(X, gamma=2.0, degree=2, coef0=0.5), rtol=1e-13
    )
    assert str(lk.Problem(X, y, C=1, kernel="rbf").kernel) == "rbf, gamma = 0.5"
