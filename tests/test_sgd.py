"""SGD, Pegasos and batch subgradient descent."""

import numpy as np
import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import problems, seeds

import lecturekit as lk

blobs = lk.data.blobs(n=60, separation=2.0)
soft = lk.Problem(blobs.X, blobs.y, lam=0.05)
LOSSES = ["hinge", "perceptron", "log", "squared"]


def by_hand(p, order, rates, batch=1):
    """The slide's update, in NumPy: w <- (1 - eta lambda) w - eta loss'(m) y x, averaged over a batch."""
    v = np.zeros(p.rows.shape[1])
    kept = len(v) - (p.bias == "free")
    for t, eta in enumerate(rates):
        chosen = order[t * batch : (t + 1) * batch]
        rows, y = p.rows[chosen], p.y[chosen]
        pull = (p.loss.slope(y * (rows @ v)) * y) @ rows / batch
        v[:kept] *= 1 - eta * p.lam
        v -= eta * pull
    return p.unpack(v)


@pytest.mark.parametrize("bias", ["penalised", "free", "none"])
@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("batch", [1, 3])
def test_one_template_for_every_loss_bias_and_batch(loss, bias, batch):
    p = lk.Problem(blobs.X, blobs.y, lam=0.05, loss=loss, bias=bias)
    fit = lk.sgd(p, steps=200, rule=lk.steps.inverse_sqrt(0.05), batch=batch, seed=3)
    order = np.random.default_rng(3).integers(p.n, size=1 << 16)
    w, b = by_hand(p, order, lk.steps.inverse_sqrt(0.05)(np.arange(1, 201)), batch)
    np.testing.assert_allclose(fit.w, w, rtol=1e-10, atol=1e-12)
    assert fit.b == pytest.approx(b, rel=1e-10, abs=1e-12)


def test_iterates_do_not_depend_on_the_form():
    fits = [lk.sgd(soft.rewrite(form), steps=500) for form in lk.FORMS]
    for fit in fits[1:]:
        np.testing.assert_allclose(fit.w, fits[0].w, rtol=1e-10)


def test_without_replacement_every_epoch_shows_each_example_once():
    p = lk.Problem(blobs.X, blobs.y, lam=0.0, loss="squared", bias="none")
    tiny = 1e-9  # so short that w stays at 0 and each example adds eta 2 y x
    fit = lk.sgd(p, steps=p.n, rule=tiny, replace=False)
    np.testing.assert_allclose(fit.w, 2 * tiny * (p.y @ p.X), rtol=1e-5)


def test_averages_are_means_of_the_iterates():
    steps = 50
    iterates = lk.sgd(soft, steps=steps, record="all").trace.W[1:]
    everything = lk.sgd(soft, steps=steps, average="all", record="all")
    half = lk.sgd(soft, steps=steps, average="half", record="all")
    np.testing.assert_allclose(everything.w, iterates.mean(axis=0), rtol=1e-12)
    np.testing.assert_allclose(half.w, iterates[25:].mean(axis=0), rtol=1e-12)
    np.testing.assert_allclose(everything.trace.W[10], iterates[:10].mean(axis=0), rtol=1e-12)
    np.testing.assert_allclose(half.trace.W[20], iterates[19], rtol=1e-12)


@pytest.mark.parametrize("record", ["log", "all", "ends", 7, [3, 30]])
@pytest.mark.parametrize("solver", [lk.sgd, lk.pegasos])
def test_what_is_recorded_does_not_change_the_answer(solver, record):
    plain, watched = solver(soft, steps=300), solver(soft, steps=300, record=record)
    np.testing.assert_array_equal(plain.w, watched.w)
    np.testing.assert_array_equal(watched.trace.W[-1], watched.w)
    assert watched.trace.t[0] == 0
    assert watched.trace.t[-1] == 300
    assert len({row.tobytes() for row in watched.trace.W}) == len(watched.trace)


def test_long_runs_are_cut_without_a_seam(monkeypatch):
    whole = lk.sgd(soft, steps=1000, average="half")
    monkeypatch.setattr("lecturekit.solvers.common.LONGEST_STRETCH", 64)
    np.testing.assert_array_equal(lk.sgd(soft, steps=1000, average="half").w, whole.w)
    from lecturekit.solvers.common import Examples

    whole, cut = Examples(60, "permutation", 1), Examples(60, "permutation", 1)
    joined = np.concatenate([cut.take(k) for k in (1, 100, 59, 200)])
    np.testing.assert_array_equal(whole.take(360), joined)


def test_start_is_used():
    fit = lk.sgd(soft, steps=1, start=([5.0, 5.0], 1.0), rule=1e-9)
    np.testing.assert_allclose(fit.w, [5, 5], rtol=1e-6)
    np.testing.assert_allclose(fit.trace.W[0], [5, 5])
    assert fit.trace.b[0] == 1.0


@pytest.mark.parametrize("solver", [lk.sgd, lk.subgradient])
def test_divergence_is_said_and_nothing_is_nan(solver):
    p = lk.Problem(blobs.X * 100, blobs.y, lam=0.1, loss="squared")
    fit = solver(p, steps=5000, rule=10.0)
    assert "diverged" in fit.stopped_because
    assert not fit.converged
    assert np.all(np.isfinite(fit.w))


# Pegasos


def test_pegasos_is_sgd_on_the_hinge():
    np.testing.assert_allclose(
        lk.pegasos(soft, steps=2000, seed=5).w, lk.sgd(soft, steps=2000, seed=5).w, rtol=1e-10
    )


@pytest.mark.parametrize("project", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_step_and_sum_forms_agree_to_rounding(seed, project):
    step, total = (
        lk.pegasos(soft, steps=3000, seed=seed, variant=v, project=project) for v in ("step", "sum")
    )
    np.testing.assert_allclose(step.trace.W, total.trace.W, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(step.alpha, total.alpha, atol=1e-9)


def printed_sum_form(p, steps, seed):
    """seeds/000 to the letter: w = sum / (lambda t) *before* step t."""
    order = np.random.default_rng(seed).integers(p.n, size=1 << 16)
    total = np.zeros(p.rows.shape[1])
    for t in range(1, steps + 1):
        i = order[t - 1]
        if p.y[i] * (p.rows[i] @ total) / (p.lam * t) < 1:
            total += p.y[i] * p.rows[i]
    return total / (p.lam * (steps + 1))


def test_the_printed_division_is_another_algorithm():
    printed = printed_sum_form(soft, 400, seed=1)
    shifted = lk.sgd(soft, steps=400, seed=1, rule=lk.steps.inverse_t(shift=1))
    np.testing.assert_allclose(printed, soft.pack(shifted.w, shifted.b), rtol=1e-9)
    pegasos = lk.pegasos(soft, steps=400, seed=1, record="all").trace
    distance = np.abs(np.c_[pegasos.W, pegasos.b] - printed).sum(axis=1)
    assert distance[-3:].min() > 1e-3  # no shift of the iterates aligns them


def test_projection_keeps_every_iterate_in_the_ball():
    fit = lk.pegasos(soft, steps=500, project=True, record="all")
    norms = np.sqrt((fit.trace.W**2).sum(axis=1) + fit.trace.b**2)
    assert norms.max() <= 1 / np.sqrt(soft.lam) * (1 + 1e-12)
    free = lk.pegasos(soft, steps=500, record="all")
    assert np.linalg.norm(free.trace.W, axis=1).max() > 1 / np.sqrt(soft.lam)


def test_the_counts_are_a_dual_vector_in_disguise():
    X, y = oracles.separable(20, 2, seed=0)
    for project in (False, True):
        p = lk.Problem(X, y, lam=0.01)  # separable, C large: no count reaches the box's upper end
        fit = lk.pegasos(p, steps=5000, project=project)
        assert fit.alpha.max() < p.C
        w, b = p.weights(fit.alpha)
        np.testing.assert_allclose(w, fit.w, rtol=1e-8)
        assert b == pytest.approx(fit.b, rel=1e-8)


@settings(max_examples=50)
@given(p=problems(losses=("hinge",), biases=("penalised", "none")), seed=seeds, data=st.data())
def test_weak_duality_along_pegasos(p, seed, data):
    options = {
        "project": data.draw(st.booleans()),
        "average": data.draw(st.sampled_from([None, "all", "half"])),
        "variant": data.draw(st.sampled_from(["step", "sum"])),
    }
    fit = lk.pegasos(p, steps=200, seed=seed, **options)
    objective = fit.trace.objective()
    assert np.all(np.isfinite(objective))
    assert fit.trace.dual.max() <= objective.min() * (1 + 1e-12)
    assert fit.certificate.gap >= -1e-12


@pytest.mark.slow
def test_pegasos_obeys_its_theory():
    data = lk.data.blobs(n=200, separation=2.0)
    p = lk.Problem(data.X, data.y, lam=0.01)
    least = oracles.solve(p)[0]

    def mean_excess(steps):
        fits = (lk.pegasos(p, steps=steps, average="all", seed=s, record="ends") for s in range(20))
        return np.mean([fit.certificate.primal - least for fit in fits])

    longest = np.linalg.norm(p.rows, axis=1).max()
    excess = {steps: mean_excess(steps) for steps in (1_000, 10_000, 100_000, 1_000_000)}
    for (
        steps,
        value,
    ) in excess.items():  # Shalev-Shwartz et al. (2011), theorem 1 without projection
        assert 0 < value <= 4 * longest**2 * (1 + np.log(steps)) / (2 * p.lam * steps)
    rate = {steps: np.log(steps) / steps for steps in excess}
    assert excess[1_000_000] / excess[1_000] <= rate[1_000_000] / rate[1_000]


# batch subgradient descent


def test_subgradient_steps_along_the_objectives_own_subgradient():
    p = lk.Problem(blobs.X, blobs.y, lam=0.05, form="lam w2 + sum", bias="free")
    fit = lk.subgradient(p, steps=2, rule=0.01, record="all")
    for k in range(2):
        g_w, g_b = p.subgradient(fit.trace.W[k], fit.trace.b[k])
        np.testing.assert_allclose(fit.trace.W[k + 1], fit.trace.W[k] - 0.01 * g_w, rtol=1e-13)
        assert fit.trace.b[k + 1] == pytest.approx(fit.trace.b[k] - 0.01 * g_b)


def test_the_objective_may_go_up_and_that_is_recorded():
    fit = lk.subgradient(soft, steps=200, rule=1.0, record="all")
    rises = int((np.diff(fit.trace.objective()) > 0).sum())
    assert fit.trace.notes["rises"] == rises > 10


def test_polyaks_rule_reaches_the_optimum_it_is_told():
    least = oracles.solve(soft)[0]
    fit = lk.subgradient(soft, steps=2000, rule=lk.steps.polyak(least))
    assert fit.trace.objective().min() == pytest.approx(least, rel=1e-4)


@pytest.mark.parametrize("loss", ["hinge", "log", "squared"])
@pytest.mark.parametrize("bias", ["penalised", "free", "none"])
def test_descent_approaches_the_optimum_for_every_loss_and_bias(loss, bias):
    p = lk.Problem(blobs.X, blobs.y, lam=0.2, loss=loss, bias=bias)
    least = oracles.solve(p)[0]
    assert lk.subgradient(p, steps=2000, rule=0.02).certificate.primal <= least * 1.01
    averaged = lk.sgd(p, steps=5000, rule=lk.steps.inverse_sqrt(0.2), average="half")
    assert averaged.certificate.primal <= least * 1.03
    assert averaged.certificate.dual <= least * (1 + 1e-9)


def test_smooth_descent_stops_at_a_small_gradient():
    p = lk.Problem(blobs.X, blobs.y, lam=0.2, loss="log")
    fit = lk.subgradient(p, steps=5000, rule=0.5, tol=1e-9)
    assert fit.converged
    assert fit.steps < 5000
    assert fit.trace.t[-1] == fit.steps
    assert fit.certificate.gap < 1e-12


BAD = [
    (lambda: lk.sgd(soft, steps=-5), "steps must be at least 1 and finite, but it is -5"),
    (lambda: lk.sgd(soft, steps=2.5), "steps must be a whole number"),
    (lambda: lk.sgd(soft, batch=0), "batch must be at least 1"),
    (
        lambda: lk.sgd(soft, average="most"),
        "average must be None, 'all' or 'half', but it is 'most'",
    ),
    (lambda: lk.sgd(soft, rule="slow"), "rule must be a positive rate"),
    (lambda: lk.sgd(soft, rule=lk.steps.polyak(0)), "sgd cannot use the rule"),
    (lambda: lk.sgd(soft, start=[1.0, 2.0, 3.0]), "start must be a pair"),
    (lambda: lk.sgd(soft, start=([1.0], 0.0)), "start w must have shape"),
    (lambda: lk.sgd(lk.Problem(blobs.X, blobs.y, lam=0)), "needs lambda > 0"),
    (lambda: lk.sgd(lk.Problem(blobs.X, blobs.y, C=np.inf)), "sgd needs a finite C"),
    (
        lambda: lk.sgd(lk.Problem(blobs.X, blobs.y, C=1, kernel="rbf")),
        "kernel 'linear', but this one has kernel 'rbf'",
    ),
    (
        lambda: lk.pegasos(lk.Problem(blobs.X, blobs.y, C=1, bias="free")),
        "bias 'penalised' or 'none', but .* 'free'",
    ),
    (
        lambda: lk.pegasos(lk.Problem(blobs.X, blobs.y, C=1, loss="log")),
        "loss 'hinge', but this one has loss 'log'",
    ),
    (lambda: lk.pegasos(lk.Problem(blobs.X, blobs.y, lam=0)), "needs lambda > 0"),
    (lambda: lk.pegasos(soft, variant="product"), "variant must be one of 'step', 'sum'"),
    (lambda: lk.pegasos(soft, variant="sum", start=([1, 2], 0)), "takes no start"),
    (lambda: lk.subgradient(soft, tol=-1), "tol must be at least 0"),
]


@pytest.mark.parametrize(("call", "message"), BAD, ids=[m[:40] for _, m in BAD])
def test_refused_in_words(call, message):
    with pytest.raises(ValueError, match=message):
        call()


# the popular snippet of seeds/003


def snippet_as_printed(X, y, epochs):
    """eta = 1, lambda = 1/epoch, no shuffling, the whole 2 lambda w at every example."""
    w = np.zeros(X.shape[1])
    for epoch in range(1, epochs):
        for x_i, y_i in zip(X, y, strict=True):
            pull = x_i * y_i if y_i * (x_i @ w) < 1 else 0.0
            w = w + 1 * (pull - 2 * (1 / epoch) * w)
    return w


def test_the_popular_snippet_as_printed_and_as_corrected():
    data = lk.data.blobs(n=40, separation=2.0, seed=1)
    lam = 0.02  # the form the snippet's text states: lam ||w||^2 + sum of hinges, no bias
    p = lk.Problem(data.X, data.y, lam=lam * 40, form="lam w2 + sum", bias="none")
    least = oracles.solve(p)[0]
    printed = [
        p.objective(snippet_as_printed(data.X, data.y, epochs)) for epochs in (10, 100, 1000)
    ]
    corrected = [
        lk.sgd(p, steps=40 * epochs, average="half").certificate.primal
        for epochs in (10, 100, 1000)
    ]
    assert corrected[-1] <= least * 1.001
    assert corrected[0] > corrected[1] > corrected[2]
    assert min(printed) > least * 1.05  # its lambda shrinks, so it heads for another problem
