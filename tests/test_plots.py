import dataclasses

import numpy as np
import pytest
from matplotlib.testing.compare import compare_images

import lecturekit as lk
from tools import readme_picture


@pytest.fixture
def fit():
    data = lk.data.toy("near")
    return lk.least_squares(lk.Problem(data.X, data.y, loss="squared", lam=0.1))


def test_the_readme_shows_what_the_code_draws(tmp_path):
    drawn = tmp_path / "drawn.png"
    drawn.write_bytes(readme_picture.png())
    assert compare_images(readme_picture.FILE, drawn, tol=2) is None


def test_the_comparison_sees_a_broken_picture(tmp_path):
    data = lk.data.blobs(n=60, separation=3.5, seed=4)
    fit = lk.least_squares(lk.Problem(data.X, data.y, loss="squared", lam=0.0))
    tilted = dataclasses.replace(fit, w=fit.w * [1, -1])
    drawn = tmp_path / "drawn.png"
    drawn.write_bytes(lk.plots.boundary(tilted)._repr_png_())
    assert compare_images(readme_picture.FILE, drawn, tol=2) is not None


@pytest.mark.parametrize("w", [(1, 0), (0, 1), (-1, 0), (0.3, -2), (1e-9, 1), (1, 1e-9)])
def test_lines_lie_on_their_level_in_every_direction(fit, w):
    picture = lk.plots.boundary(fit)
    moved = dataclasses.replace(fit, w=np.array(w, dtype=float), b=0.1)
    picture.update(moved)
    for level, line in picture._lines.items():
        ends = line.get_xydata()
        if len(ends):
            assert len(ends) == 2
            np.testing.assert_allclose(moved.decision_function(ends), level, atol=1e-9)
    assert len(picture._lines[0.0].get_xydata()) == 2


def test_no_line_where_w_is_zero(fit):
    picture = lk.plots.boundary(fit)
    picture.update(dataclasses.replace(fit, w=np.zeros(2), b=0.5))
    assert all(len(line.get_xydata()) == 0 for line in picture._lines.values())
    assert picture._repr_png_().startswith(b"\x89PNG")


def test_draws_on_a_given_axes_and_refuses_what_it_cannot_show(fit):
    from matplotlib.figure import Figure

    ax = Figure().add_subplot()
    assert lk.plots.boundary(fit, ax).ax is ax
    iris = lk.data.iris(features="all")
    four = lk.least_squares(lk.Problem(iris.X, iris.y, loss="squared", lam=0.1))
    with pytest.raises(ValueError, match="exactly two features"):
        lk.plots.boundary(four)


def test_kinds_slack_and_sizes_are_drawn_as_they_are():
    data = lk.data.blobs(n=60, separation=2.0, seed=4)
    fit = lk.c_path(data.X, data.y, "free").at(0.5)
    picture = lk.plots.boundary(fit)
    kinds = fit.kinds()
    violators = np.isin(kinds, ["inside", "wrong"])
    xi = 1 - fit.margins()[violators]
    lengths = [np.linalg.norm(end - start) for start, end in picture._slack.get_segments()]
    np.testing.assert_allclose(lengths, xi / np.linalg.norm(fit.w), rtol=1e-9)
    total = fit.problem.C * np.linalg.norm(fit.w) * sum(lengths)
    assert total == pytest.approx(fit.problem.C * xi.sum())
    for _, end in picture._slack.get_segments():
        assert abs(abs(fit.decision_function([end])[0]) - 1) < 1e-9
    assert len(picture._crosses.get_xydata()) == (kinds == "wrong").sum()
    mine = data.y > 0
    sizes = picture._points[1.0].get_sizes()
    np.testing.assert_allclose(sizes / sizes.min(), 1 + 1.5 * fit.alpha[mine] / 0.5, rtol=1e-6)


def test_lecture_style_is_larger_and_leaves_matplotlib_alone():
    import matplotlib

    before = dict(matplotlib.rcParams)
    data = lk.data.toy("near")
    fit = lk.optimum(lk.Problem(data.X, data.y, C=1.0))
    normal = lk.plots.boundary(fit)
    lk.lecture_style()
    try:
        lecture = lk.plots.boundary(fit)
    finally:
        lk.lecture_style(False)
    assert lecture.ax.xaxis.label.get_size() > 1.3 * normal.ax.xaxis.label.get_size()
    assert dict(matplotlib.rcParams) == before


def test_progress_and_path_pictures():
    data = lk.data.blobs(n=60, separation=2.0, seed=4)
    fit = lk.pegasos(lk.Problem(data.X, data.y, lam=0.05), steps=1000)
    progress = lk.plots.progress(fit)
    assert progress._repr_png_().startswith(b"\x89PNG")
    np.testing.assert_allclose(progress._objective.get_ydata(), fit.trace.objective()[1:])
    path = lk.c_path(data.X, data.y)
    picture = lk.plots.path(path)
    assert picture._repr_png_().startswith(b"\x89PNG")
    for j, line in enumerate(picture.weights):
        C = line.get_xdata()
        np.testing.assert_allclose(line.get_ydata(), [path.at(c).w[j] for c in C])
