import numpy as np
import pytest

import lecturekit as lk

MAKERS = {
    "blobs": lk.data.blobs,
    "outliers": lk.data.outliers,
    "rings": lk.data.rings,
    "moons": lk.data.moons,
    "toy": lk.data.toy,
    "iris": lk.data.iris,
    "breast_cancer": lk.data.breast_cancer,
}


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_every_set_is_clean_frozen_and_repeatable(make):
    data, again = make(), make()
    assert data.X.dtype == data.y.dtype == np.float64
    assert set(data.y) == {-1.0, 1.0}
    assert len(data) == len(data.X) == len(data.y)
    assert len(data.feature_names) == data.X.shape[1]
    np.testing.assert_array_equal(data.X, again.X)
    with pytest.raises(AttributeError):
        data.X = None
    with pytest.raises(ValueError, match="read-only"):
        data.X[0, 0] = 1.0
    assert data.name in repr(data)


def test_toy_problems_are_the_slides():
    square = [[1, 1], [1, -1], [-1, 1], [-1, -1]]
    for name, fifth in {"near": [-0.1, -0.1], "nearer": [-0.01, -0.01], "wrong": [-2, 0]}.items():
        data = lk.data.toy(name)
        np.testing.assert_array_equal(data.X, [*square, fifth])
        np.testing.assert_array_equal(data.y, [1, 1, -1, -1, 1])
    np.testing.assert_array_equal(lk.data.toy("base").X, square)


def test_blobs_are_as_far_apart_as_asked():
    for separation in (0.0, 2.0, 6.0):
        data = lk.data.blobs(n=20_000, separation=separation, seed=1)
        gap = data.X[data.y > 0].mean(axis=0) - data.X[data.y < 0].mean(axis=0)
        assert np.linalg.norm(gap) == pytest.approx(separation, abs=0.05)
    assert len(lk.data.blobs(n=7)) == 7
    assert not np.array_equal(lk.data.blobs(seed=0).X, lk.data.blobs(seed=1).X)


def test_outliers_are_the_two_panels_of_one_picture():
    without, with_far = lk.data.outliers(far=0), lk.data.outliers()
    np.testing.assert_array_equal(without.X, with_far.X[:60])
    np.testing.assert_array_equal(with_far.y[60:], 1.0)

    def errors(data):
        fit = lk.least_squares(lk.Problem(data.X, data.y, lam=0.0, loss="squared", bias="free"))
        return int((fit.predict(without.X) != without.y).sum())

    assert errors(without) == 0
    assert errors(with_far) >= 5  # least squares is dragged by points that are right


def test_real_sets():
    iris = lk.data.iris()
    assert iris.X.shape == (150, 2)
    assert (iris.y > 0).sum() == 50
    assert iris.feature_names == ("petal length (cm)", "petal width (cm)")
    assert lk.data.iris(features="all").X.shape == (150, 4)
    cancer = lk.data.breast_cancer()
    assert cancer.feature_names == ("mean radius", "mean texture")
    assert (cancer.y > 0).sum() == 212
    assert lk.data.breast_cancer(features="all").X.shape == (569, 30)
    scaled = lk.data.breast_cancer(features="all", standardise=True)
    np.testing.assert_allclose(scaled.X.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(scaled.X.std(axis=0), 1, rtol=1e-12)


def test_split_keeps_both_classes_and_every_point_once():
    data = lk.data.iris()
    train, test = data.split(test=0.3, seed=3)
    assert (len(train), len(test)) == (105, 45)
    assert (train.y > 0).sum() == 35
    together = np.vstack([train.X, test.X])
    assert sorted(map(tuple, together)) == sorted(map(tuple, data.X))
    again = data.split(test=0.3, seed=3)[1]
    np.testing.assert_array_equal(test.X, again.X)
    small_train, small_test = lk.data.toy("base").split(test=0.01)
    assert set(small_train.y) == set(small_test.y) == {-1.0, 1.0}
    with pytest.raises(ValueError, match="a split needs two of each class"):
        lk.data.Dataset([[0.0], [1.0], [2.0]], [1, -1, -1]).split()


def test_held_out_data_is_standardised_by_the_training_data():
    train, test = lk.data.iris().split()
    scaled = test.standardised(like=train)
    np.testing.assert_allclose(scaled.X * train.X.std(axis=0) + train.X.mean(axis=0), test.X)
    constant = lk.data.Dataset([[5.0, 1.0], [5.0, 2.0]], [1, -1]).standardised()
    np.testing.assert_allclose(constant.X[:, 0], 0)
