import numpy as np
import oracles
import pytest

import lecturekit as lk


def perceptron_problem(X, y, bias="penalised"):
    return lk.Problem(X, y, loss="perceptron", lam=0.0, bias=bias)


@pytest.mark.parametrize("order", ["cyclic", "random"])
@pytest.mark.parametrize("bias", ["penalised", "free", "none"])
@pytest.mark.parametrize("seed", range(5))
def test_the_mistake_bound(seed, bias, order):
    X, y = oracles.separable(40, 3, seed)
    p = perceptron_problem(X, y, bias)
    fit = lk.perceptron(p, epochs=10_000, order=order)
    assert fit.converged
    assert fit.score(X, y) == 1.0
    # gamma: the best margin through the origin of the rows, 1 appended unless there is no bias
    hard = lk.Problem(X, y, C=np.inf, bias="none" if bias == "none" else "penalised")
    gamma = 1 / np.sqrt(2 * oracles.solve(hard)[0])
    R = np.linalg.norm(p.rows, axis=1).max()
    assert fit.steps <= (R / gamma) ** 2


def test_each_correction_is_recorded_with_its_mistake():
    X, y = oracles.separable(20, 2, seed=1, gap=0.05)
    fit = lk.perceptron(perceptron_problem(X, y), rule=0.5)
    trace, examples = fit.trace, fit.trace.notes["examples"]
    assert len(trace) == fit.steps + 1 == len(examples) + 1
    for k, i in enumerate(examples):
        before = X[i] @ trace.W[k] + trace.b[k]
        after = X[i] @ trace.W[k + 1] + trace.b[k + 1]
        assert y[i] * before <= 0  # it was a mistake
        assert after - before == pytest.approx(0.5 * y[i] * (X[i] @ X[i] + 1))
    np.testing.assert_array_equal(trace.W[-1], fit.w)


def test_the_rate_of_the_t_th_correction_is_the_rules():
    X, y = oracles.separable(20, 2, seed=1, gap=0.05)
    rule = lk.steps.inverse_sqrt(2.0)
    fit = lk.perceptron(perceptron_problem(X, y, "none"), rule=rule, epochs=1000)
    moves = np.diff(fit.trace.W, axis=0)
    i = fit.trace.notes["examples"]
    expected = (rule(np.arange(1, fit.steps + 1)) * y[i])[:, None] * X[i]
    np.testing.assert_allclose(moves, expected, atol=1e-12)


def test_the_answer_depends_on_start_and_order():
    X, y = oracles.separable(30, 2, seed=3)
    p = perceptron_problem(X, y)
    answers = [
        lk.perceptron(p).w,
        lk.perceptron(p, order="random", seed=1).w,
        lk.perceptron(p, start=([3.0, -3.0], 0.0)).w,
    ]
    for i, j in ((0, 1), (0, 2), (1, 2)):
        assert np.abs(answers[i] - answers[j]).max() > 1e-3


def test_inseparable_data_ends_with_the_reason():
    X, y = oracles.overlapping(40, 2, seed=0)
    fit = lk.perceptron(perceptron_problem(X, y), epochs=20)
    assert not fit.converged
    assert "mistakes in epoch 20, the last" in fit.stopped_because
    assert fit.trace.notes["epochs"] == 20
    assert fit.certificate.gap == np.inf
    assert "not converged" in repr(fit)


def test_perceptron_is_sgd_on_its_loss():
    X, y = oracles.overlapping(30, 2, seed=2)
    p = perceptron_problem(X, y)
    fit = lk.perceptron(p, epochs=1, order="random", seed=4, rule=0.3)
    theirs = lk.sgd(p, steps=30, rule=0.3, replace=False, seed=4)
    np.testing.assert_allclose(fit.w, theirs.w, rtol=1e-12)


# MIRA


def hard(X, y, bias="penalised"):
    return lk.Problem(X, y, C=np.inf, bias=bias)


def test_one_step_is_the_smallest_change():
    p = hard([[1.0, 2.0], [3.0, -1.0]], [1, -1], "none")
    fit = lk.mira(p, start=([0.5, -0.5], 0.0), record="all")
    first = fit.trace.W[1]
    tau = (1 - (-0.5)) / 5
    np.testing.assert_allclose(first, np.array([0.5, -0.5]) + tau * np.array([1.0, 2.0]))
    assert first @ [1, 2] == pytest.approx(1.0)
    assert fit.trace.notes["taus"][0] == pytest.approx(tau)


def test_a_finite_c_caps_the_step():
    p = lk.Problem([[1.0, 2.0], [3.0, -1.0]], [1, -1], C=0.05, bias="none")
    fit = lk.mira(p)
    np.testing.assert_allclose(fit.trace.notes["taus"], 0.05)
    assert fit.certificate.gap < np.inf


@pytest.mark.parametrize("bias", ["penalised", "none"])
@pytest.mark.parametrize("seed", range(5))
def test_the_whole_data_in_one_batch_is_the_hard_margin(seed, bias):
    X, y = oracles.separable(25, 3, seed)
    p = hard(X, y, bias)
    fit = lk.mira(p, batch=25)
    least, w, _ = oracles.solve(p)
    assert fit.certificate.primal == pytest.approx(least, rel=1e-6)
    np.testing.assert_allclose(fit.w, w, rtol=1e-4, atol=1e-4)
    assert fit.certificate.gap < 1e-6


def test_a_large_separable_batch_is_not_taken_for_a_contradiction():
    data = lk.data.blobs(n=80, separation=5.0, seed=1)
    fit = lk.mira(hard(data.X, data.y), batch=80)
    assert fit.certificate.gap < 1e-6


def test_threshold_1_ends_instead_of_chasing_rounding_errors():
    toy = lk.data.toy("near")
    for batch in (1, 5):
        fit = lk.mira(hard(toy.X, toy.y), epochs=100_000, threshold=1.0, batch=batch)
        assert fit.converged
    assert fit.steps <= 5


@pytest.mark.parametrize("threshold", [0.9, 0.99, 0.9999])
def test_one_example_at_a_time_is_not_the_svm_however_aggressive(threshold):
    shares = []
    for seed in range(10):
        X, y = oracles.separable(25, 3, seed)
        p = hard(X, y)
        fit = lk.mira(p, epochs=100_000, threshold=threshold)
        assert fit.converged
        assert fit.margins().min() > threshold
        best = 1 / np.sqrt(2 * oracles.solve(p)[0])
        norm = np.sqrt(fit.w @ fit.w + fit.b**2)
        assert norm <= 2 / best  # Crammer et al. (2006): at most twice the SVM's
        shares.append(fit.margins().min() / norm / best)
    assert min(shares) < 0.99  # somewhere it visibly misses the best margin
    assert max(shares) <= 1 + 1e-9


def test_mistakes_only_when_the_threshold_is_zero():
    X, y = oracles.separable(25, 2, seed=4)
    fit = lk.mira(hard(X, y), epochs=1000)
    for k, i in enumerate(fit.trace.notes["examples"]):
        assert y[i] * (X[i] @ fit.trace.W[k] + fit.trace.b[k]) <= 0
    assert fit.converged
    assert fit.margins().min() > 0


def test_alpha_is_the_sum_of_the_taus():
    X, y = oracles.separable(25, 2, seed=4)
    p = hard(X, y)
    for options in ({}, {"batch": 4, "threshold": 0.9, "order": "random"}):
        fit = lk.mira(p, epochs=3, **options)
        w, b = p.weights(fit.alpha)
        np.testing.assert_allclose(w, fit.w, rtol=1e-9)
        assert b == pytest.approx(fit.b)
        assert fit.certificate.dual <= fit.certificate.primal


BAD = [
    (
        lambda p: lk.perceptron(p),
        "perceptron solves problems with loss 'perceptron', but this one has loss 'hinge'",
    ),
    (
        lambda p: lk.perceptron(lk.Problem(p.X, p.y, loss="perceptron", lam=0.5)),
        "perceptron needs lam = 0, but lam is 0.5",
    ),
    (
        lambda p: lk.perceptron(perceptron_problem(p.X, p.y), order="best"),
        "order must be one of 'cyclic', 'random'",
    ),
    (
        lambda p: lk.perceptron(perceptron_problem(p.X, p.y), rule=lk.steps.inverse_t()),
        "perceptron cannot use the rule",
    ),
    (lambda p: lk.perceptron(perceptron_problem(p.X, p.y), epochs=0), "epochs must be at least 1"),
    (lambda p: lk.mira(p, threshold=1.5), "threshold must be at most 1, but it is 1.5"),
    (lambda p: lk.mira(p, batch=-1), "batch must be at least 1"),
    (lambda p: lk.mira(lk.Problem(p.X, p.y, C=1, bias="free")), "bias 'penalised' or 'none'"),
    (lambda p: lk.mira(hard([[0, 0], [1, 1]], [1, -1], "none")), r"X\[0\] is all zero"),
    (
        lambda p: lk.mira(hard([[1, 1], [1, 1]], [1, -1]), batch=2),
        "no w gives all 2 examples .* C must be finite",
    ),
]


@pytest.mark.parametrize(("call", "message"), BAD, ids=[m[:40] for _, m in BAD])
def test_refused_in_words(call, message):
    toy = lk.data.toy("near")
    with pytest.raises(ValueError, match=message):
        call(lk.Problem(toy.X, toy.y, C=1.0))
