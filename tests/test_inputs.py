"""Every bad input of DESIGN.md gets words that name the argument and the value, or a right answer."""

import numpy as np
import pytest

import lecturekit as lk

X = [[1.0, 2.0], [3.0, 4.0], [0.0, 1.0]]
y = [1, -1, 1]
nan, inf = float("nan"), float("inf")


def problem(X=X, y=y, **options):
    return lk.Problem(X, y, **(options or {"C": 1.0}))


class Sparse:
    def toarray(self):
        return np.array(X)


BAD = [
    # labels
    (dict(y=[0, 1, 1]), r"y has labels 0 and 1, .* convert with 2 \* y - 1"),
    (dict(y=[False, True, True]), r"y must be numbers -1 and \+1, but it holds False"),
    (
        dict(y=["cat", "dog", "cat"]),
        r"y must be numbers .* holds 'cat': convert with np.where\(y == 'cat', 1, -1\)",
    ),
    (dict(y=[1, 2, 3]), r"y must have labels -1 and \+1, but it has 3 values: 1, 2, 3"),
    (dict(y=[-1, 0, 1]), r"y must have labels -1 and \+1, but it has 3 values: -1, 0, 1"),
    (dict(y=[1, 1, 1]), r"y has only the label \+1: two classes are needed"),
    (dict(y=[-1, -1, -1]), r"y has only the label -1"),
    (dict(y=[0, 0, 0]), r"y has labels 0 and 1"),
    (dict(y=[1, nan, -1]), r"y must be finite, but y\[1\] is nan"),
    (dict(y=[1, -1]), r"y has 2 labels, but X has 3 points"),
    (dict(y=[]), r"y is empty"),
    (
        dict(y=[[1, -1], [1, -1], [1, 1]]),
        r"y must hold one label per point, but its shape is \(3, 2\)",
    ),
    (dict(y=1), r"y must hold one label per point, but its shape is \(\)"),
    (dict(y=[1j, 1, -1]), r"y must be real numbers"),
    (dict(y=None), r"y must be numbers -1 and \+1, but it holds None"),
    # points
    (dict(X=[[1, nan], [3, 4], [0, 1]]), r"X must be finite, but X\[0, 1\] is nan"),
    (dict(X=[[1, 2], [3, 4], [-inf, 1]]), r"X must be finite, but X\[2, 0\] is -inf"),
    (dict(X=[]), r"X must have one row per point .* its shape is \(0,\)"),
    (dict(X=np.empty((0, 2))), r"X is empty: its shape is \(0, 2\)"),
    (dict(X=np.empty((3, 0))), r"X is empty: its shape is \(3, 0\)"),
    (
        dict(X=[1, 2, 3]),
        r"X must have one row .* shape is \(3,\); one feature is X.reshape\(-1, 1\)",
    ),
    (dict(X=np.zeros((3, 2, 2))), r"X must have one row .* shape is \(3, 2, 2\)"),
    (dict(X=[[1j, 1], [1, 2], [1, 3]]), r"X must be real numbers"),
    (dict(X=[["a", "b"], ["c", "d"], ["e", "f"]]), r"X must be real numbers in a regular table"),
    (dict(X=[[1, 2], [3], [4, 5]]), r"X must be real numbers in a regular table"),
    (dict(X=None), r"X must"),
    (dict(X=Sparse()), r"X is a sparse matrix: give X.toarray\(\)"),
    (dict(X=np.ma.masked_equal(X, 3.0)), r"X has masked entries"),
    (dict(X=np.array(X) * 1e200), r"X has entries of size 4e\+200, whose squares leave the range"),
    (dict(X=np.array(X) * 1e-200), r"X has entries of size 4e-200"),
    # knobs, forms, bias rules, losses, kernels
    (dict(C=0), r"C must be above 0, but it is 0"),
    (dict(C=-1.0), r"C must be above 0, but it is -1.0"),
    (dict(C=nan), r"C must be above 0, but it is nan"),
    (dict(C="1"), r"C must be a number, but it is '1'"),
    (dict(C=True), r"C must be a number, but it is True"),
    (dict(C=[1.0]), r"C must be a number, but it is \[1.0\]"),
    (dict(C=1j), r"C must be a number, but it is 1j"),
    (dict(lam=-0.1), r"lam must be at least 0 and finite, but it is -0.1"),
    (dict(lam=inf), r"lam must be at least 0 and finite, but it is inf"),
    (dict(lam=1e-320, form="lam/2 w2 + sum"), r"lam is .*too extreme"),
    (dict(C=1, lam=1), r"exactly one of C and lam, but both"),
    (dict(bias="free"), r"exactly one of C and lam, but neither"),
    (dict(C=1, form="lam w2 + sum"), r"form 'lam w2 \+ sum' is set by lam, but C was given"),
    (dict(lam=1, form="w2 + C sum"), r"is set by C, but lam was given"),
    (dict(C=1, form="C sum"), r"form must be one of '1/2 w2 \+ C sum', .* but it is 'C sum'"),
    (
        dict(C=1, loss="zero-one"),
        r"loss must be one of 'hinge', 'perceptron', 'log', 'squared', but it is 'zero-one'",
    ),
    (dict(C=1, bias="yes"), r"bias must be one of 'penalised', 'free', 'none', but it is 'yes'"),
    (
        dict(C=inf, loss="log"),
        r"C = inf \(the hard margin\) needs loss 'hinge', but the loss is 'log'",
    ),
    (
        dict(C=1, kernel="sigmoid"),
        r"kernel must be one of 'linear', 'poly', 'rbf', but it is 'sigmoid'",
    ),
    (dict(C=1, gamma=0.5), r"the linear kernel has no gamma, but gamma is 0.5"),
    (dict(C=1, kernel="rbf", degree=2), r"the rbf kernel has no degree"),
    (dict(C=1, kernel="rbf", gamma=-1), r"gamma must be above 0"),
    (dict(C=1, kernel="poly", degree=1.5), r"degree must be a whole number, but it is 1.5"),
    (dict(C=1, kernel="poly", coef0=-1), r"coef0 must be at least 0"),
    (dict(C=1, kernel="rbf", loss="log"), r"a rbf kernel needs loss 'hinge'"),
]


@pytest.mark.parametrize(("options", "message"), BAD, ids=[m[:40] for _, m in BAD])
def test_bad_problem_is_refused_in_words(options, message):
    knobs = {k: v for k, v in options.items() if k not in ("X", "y")}
    if not knobs:
        options = options | {"C": 1.0}
    with pytest.raises(ValueError, match=message):
        problem(**options)


good = problem()
kernel = problem(C=1.0, kernel="rbf")
BAD_CALLS = [
    (lambda: good.objective([1.0], 0.0), r"w must have shape \(2,\), but its shape is \(1,\)"),
    (lambda: good.objective([1.0, nan]), r"w must be finite, but w\[1\] is nan"),
    (lambda: good.objective([1.0, 2.0], nan), r"b must be a number, but it is nan"),
    (lambda: good.objective([1.0, 2.0], "0"), r"b must be a number, but it is '0'"),
    (
        lambda: problem(C=1, bias="none").objective([1, 2], 3),
        r"bias is 'none', so b must be 0, but it is 3",
    ),
    (lambda: good.dual([0.5, 2.0, 0]), r"alpha\[1\] = 2 is outside the box \[0, 1\]"),
    (lambda: good.dual([-0.5, 0.0, 0]), r"alpha\[0\] = -0.5 is outside the box"),
    (lambda: good.dual([0.5, 0.5]), r"alpha must have shape \(3,\)"),
    (
        lambda: problem(C=1, bias="free").dual([0.5, 0.0, 0]),
        r"sum of alpha_i y_i is 0.5, but a free bias needs 0",
    ),
    (lambda: problem(lam=0).dual([0, 0, 0]), r"lam = 0: without a regulariser there is no dual"),
    (
        lambda: problem(lam=0).rewrite("lam w2 + sum"),
        r"lam = 0 \(no regulariser\) cannot be rewritten",
    ),
    (
        lambda: problem(C=inf).rewrite("lam w2 + sum"),
        r"the hard margin \(C = inf\) cannot be rewritten",
    ),
    (lambda: good.rewrite("lam"), r"form must be one of"),
    (lambda: problem(C=inf).subgradient([0, 0]), r"the hard margin \(C = inf\) has no subgradient"),
    (lambda: kernel.objective([1, 2], 0), r"with the rbf kernel w is never written down"),
    (lambda: problem(C=1, kernel="rbf", bias="free").objective_at([0, 0, 0]), r"b must be given"),
    (
        lambda: lk.least_squares(good),
        r"least_squares solves problems with loss 'squared', but this one has loss 'hinge'",
    ),
    (
        lambda: lk.data.toy("far"),
        r"name must be one of 'base', 'near', 'nearer', 'wrong', but it is 'far'",
    ),
    (lambda: lk.data.blobs(n=1), r"n must be at least 2 and finite, but it is 1"),
    (lambda: lk.data.blobs(n=10.5), r"n must be a whole number, but it is 10.5"),
    (lambda: lk.data.blobs(separation=-1), r"separation must be at least 0"),
    (lambda: lk.data.rings(noise=nan), r"noise must be at least 0 and finite, but it is nan"),
    (lambda: lk.data.outliers(far=-1), r"far must be at least 0"),
    (lambda: lk.data.iris(features="sepals"), r"features must be one of 'petals', 'all'"),
    (lambda: lk.data.iris(positive="rosa"), r"positive must be one of 'setosa'"),
    (lambda: lk.data.toy().split(test=1.0), r"test must be above 0 and below 1, but it is 1.0"),
    (
        lambda: lk.data.Dataset(X, y, feature_names=["one"]),
        r"feature_names has 1 names, but X has 2",
    ),
]


@pytest.mark.parametrize(("call", "message"), BAD_CALLS, ids=[m[:40] for _, m in BAD_CALLS])
def test_bad_call_is_refused_in_words(call, message):
    with pytest.raises(ValueError, match=message):
        call()


class Frame:
    """Stands in for a pandas frame: anything that turns itself into an array."""

    def __init__(self, values):
        self.values = np.array(values, dtype=object)

    def __array__(self, dtype=None, copy=None):
        return self.values.astype(dtype or object)


@pytest.mark.parametrize(
    "convert",
    [
        list,
        lambda a: [list(row) if np.ndim(row) else row for row in a],
        np.float32,
        lambda a: np.asarray(a, dtype=int),
        lambda a: np.asfortranarray(np.array(a, dtype=float)),
        lambda a: np.array(a, dtype=float)[::1],
        lambda a: np.repeat(np.array(a, dtype=float), 2, axis=0)[::2],
        Frame,
    ],
    ids=["list", "lists", "float32", "int", "fortran", "view", "strided", "frame"],
)
def test_other_containers_give_the_same_problem(convert):
    p = lk.Problem(convert(X), convert(y), C=1.0)
    assert p.X.dtype == p.y.dtype == np.float64
    assert p.objective([0.5, -1.0], 0.25) == good.objective([0.5, -1.0], 0.25)


def test_a_column_of_labels_is_fine():
    assert lk.Problem(X, np.reshape(y, (-1, 1)), C=1.0).y.shape == (3,)


def test_nothing_the_caller_holds_is_modified_or_shared():
    mine, labels = np.array(X), np.array(y, dtype=float)
    p = lk.Problem(mine, labels, C=1.0)
    mine[0, 0], labels[0] = 99.0, -1.0
    assert p.X[0, 0] == 1.0
    assert p.y[0] == 1.0
    with pytest.raises(ValueError, match="read-only"):
        p.X[0, 0] = 5.0


def test_read_only_arrays_work():
    mine = np.array(X)
    mine.flags.writeable = False
    assert lk.Problem(mine, y, C=1.0).objective([0, 0]) == 3.0


SMALL = [
    ("an all-zero row", [[0.0, 0.0], [1.0, 2.0], [0.0, 0.0]], [1, -1, -1]),
    ("duplicates", [[1.0, 2.0]] * 4, [1, -1, 1, -1]),
    ("huge scale", np.array(X) * 1e90, y),
    ("tiny scale", np.array(X) * 1e-90, y),
    ("one feature", [[1.0], [2.0], [3.0]], y),
    ("two points", [[1.0, 0.0], [0.0, 1.0]], [1, -1]),
    ("constant feature", [[1.0, 5.0], [2.0, 5.0], [4.0, 5.0]], y),
]


@pytest.mark.parametrize("bias", ["penalised", "free", "none"])
@pytest.mark.parametrize("lam", [0.0, 0.1])
@pytest.mark.parametrize(("X", "y"), [s[1:] for s in SMALL], ids=[s[0] for s in SMALL])
def test_odd_but_legal_data_is_solved(X, y, lam, bias):
    p = lk.Problem(X, y, lam=lam, loss="squared", bias=bias)
    fit = lk.least_squares(p)
    assert np.all(np.isfinite(fit.w))
    assert np.isfinite(fit.b)
    assert -1e-12 <= fit.certificate.gap <= 1e-9
