"""Every explorer, without a browser: all controls alone and together, wrong states, still pictures."""

import base64

import explorer_checks as checks
import numpy as np
import pytest
from matplotlib.testing.compare import compare_images

import lecturekit as lk

ALL = pytest.mark.parametrize("factory", lk.explore.ALL.values(), ids=lk.explore.ALL)

FIRST_HALF = "losses outliers perceptron logistic gaussians margins hulls hildreth_2d c_sweep"
SECOND_HALF = "choose_C units subgradient descent pegasos mira forms kernels race"
NAMES = [*FIRST_HALF.split(), *SECOND_HALF.split()]


def test_all_that_are_finished_are_there():
    assert list(lk.explore.ALL) == NAMES
    assert all(getattr(lk.explore, name).name == name for name in NAMES)


@pytest.mark.slow
@ALL
def test_every_control_alone(factory):
    assert checks.sweep_alone(factory) > 5


@pytest.mark.slow
@ALL
def test_random_combinations(factory):
    """2,000 states in all, the ones above not counted."""
    explorer, rng = factory(), np.random.default_rng(1)
    for _ in range(-(-2000 // len(NAMES))):
        explorer.set(**checks.random_state(explorer, rng))
        checks.check_state(explorer)


@ALL
def test_a_wrong_state_is_said_in_words_and_the_explorer_goes_on(factory):
    explorer = factory()
    before = explorer.png()
    for name in explorer.state:
        for wrong in wrong_values(explorer.controls[name]):
            explorer.set(**{name: wrong})
            assert name in explorer.error
            assert "Traceback" not in explorer.error
    explorer.set(no_such_control=1)
    assert "has no control 'no_such_control'" in explorer.error
    explorer.set()
    assert explorer.error == ""
    assert explorer.png() == before


def wrong_values(control):
    import ipywidgets as widgets

    if isinstance(control, (widgets.FloatLogSlider, widgets.FloatSlider, widgets.IntSlider)):
        return [control.min - 1e6, "many", None, float("nan")]
    if isinstance(control, widgets.Checkbox):
        return ["perhaps"]
    return ["no such thing", -1]


def test_an_exception_while_drawing_is_shown_and_survived(monkeypatch):
    explorer = lk.explore.c_sweep()

    def broken(state):
        raise RuntimeError("the solver had a bad day")

    monkeypatch.setattr(explorer, "compute", broken)
    explorer.set(C=2.0)
    assert explorer.error == "the solver had a bad day"
    monkeypatch.undo()
    explorer.set(C=3.0)
    assert explorer.error == ""
    checks.check_state(explorer)


@ALL
def test_mime_bundle_has_widget_picture_and_stable_text(factory):
    explorer = factory()
    bundle = explorer._repr_mimebundle_()
    assert base64.b64decode(bundle["image/png"]) == explorer.png()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["text/plain"] == repr(factory())
    assert "0x" not in bundle["text/plain"]


@ALL
def test_controls_are_labelled(factory):
    for name, control in factory().controls.items():
        assert control.tooltip, name
        if name != "play":
            assert control.description, name


@ALL
def test_reference_picture(factory, tmp_path):
    drawn = tmp_path / f"{factory.name}.png"
    drawn.write_bytes(factory().png())
    assert compare_images(checks.REFERENCE / f"{factory.name}.png", drawn, tol=6) is None


def test_a_broken_plot_fails_the_comparison(tmp_path):
    drawn = tmp_path / "broken.png"
    drawn.write_bytes(lk.explore.c_sweep(C=0.01).png())
    assert compare_images(checks.REFERENCE / "c_sweep.png", drawn, tol=6) is not None


@ALL
def test_lecture_style_is_obeyed_live(factory):
    explorer = factory()
    normal = explorer.png()
    lk.lecture_style()
    try:
        explorer.set()
        checks.check_state(explorer)
        assert explorer.png() != normal
    finally:
        lk.lecture_style(False)
    explorer.set()
    assert explorer.png() == normal


def test_c_sweep_never_refits_and_jumps_along_the_path(monkeypatch):
    explorer = lk.explore.c_sweep(data="toy near", bias="free", C=0.01)
    import sys

    for module in ("c_path", "optimum"):
        solver_module = sys.modules[f"lecturekit.solvers.{module}"]
        monkeypatch.setattr(solver_module, "optimum", None)
    seen = []
    for _ in range(10):
        explorer.jump(1)
        seen.append(explorer.state["C"])
    edges = explorer.path.breakpoints
    np.testing.assert_allclose(sorted(set(seen)), edges, rtol=1e-9)
    assert "the path has ended" in explorer.text
    explorer.jump(-1)
    assert explorer.state["C"] == pytest.approx(edges[-2])
    assert "next: point" in explorer.text


def test_events_that_pile_up_are_dropped_and_the_last_arrives():
    import asyncio

    explorer = lk.explore.c_sweep(data="toy near")
    frames = []
    render = explorer.render
    explorer.render = lambda: (frames.append(explorer.state["C"]), render())

    async def drag():
        for C in np.geomspace(0.01, 10, 50):
            explorer.controls["C"].value = float(C)
        await asyncio.sleep(0.2)

    asyncio.run(drag())
    assert len(frames) <= 2
    assert frames[-1] == pytest.approx(10.0)
    assert explorer.fit.problem.C == pytest.approx(10.0)
