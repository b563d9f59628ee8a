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
    for line, level in zip(picture.ax.lines[-3:], (-1, 0, 1), strict=True):
        ends = line.get_xydata()
        if len(ends):
            assert len(ends) == 2
            np.testing.assert_allclose(moved.decision_function(ends), level, atol=1e-9)
    assert len(picture.ax.lines[-2].get_xydata()) == 2


def test_no_line_where_w_is_zero(fit):
    picture = lk.plots.boundary(fit)
    picture.update(dataclasses.replace(fit, w=np.zeros(2), b=0.5))
    assert all(len(line.get_xydata()) == 0 for line in picture.ax.lines[-3:])
    assert picture._repr_png_().startswith(b"\x89PNG")


def test_draws_on_a_given_axes_and_refuses_what_it_cannot_show(fit):
    from matplotlib.figure import Figure

    ax = Figure().add_subplot()
    assert lk.plots.boundary(fit, ax).ax is ax
    iris = lk.data.iris(features="all")
    four = lk.least_squares(lk.Problem(iris.X, iris.y, loss="squared", lam=0.1))
    with pytest.raises(ValueError, match="exactly two features"):
        lk.plots.boundary(four)
