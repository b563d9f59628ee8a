"""Input checking, in one place: a `ValueError` that names the argument and the value, or clean arrays.

What comes out is a private, read-only, C-ordered float64 copy, so nothing the caller holds is ever
modified and nothing the caller does later changes a problem. (Always read-only also means that each
compiled loop sees one array type and is compiled once.)
"""

import numpy as np

# Beyond these sizes x^2 summed over a data set leaves the range of float64.
LARGEST, SMALLEST = 1e100, 1e-100


def points(X, name="X", features=None):
    """Points as rows: an (n, d) array of finite numbers, with d = `features` where that is given."""
    X = _numbers(X, name)
    if X.ndim != 2:
        hint = f"; one feature is {name}.reshape(-1, 1)" if X.ndim == 1 else ""
        raise ValueError(
            f"{name} must have one row per point and one column per feature, "
            f"but its shape is {X.shape}{hint}"
        )
    if X.size == 0:
        raise ValueError(f"{name} is empty: its shape is {X.shape}")
    if features is not None and X.shape[1] != features:
        raise ValueError(f"{name} has {X.shape[1]} features, but the problem has {features}")
    largest = np.abs(X).max()
    if largest > LARGEST or 0 < largest < SMALLEST:
        raise ValueError(
            f"{name} has entries of size {largest:.3g}, whose squares leave the range of "
            f"float64: divide {name} by one number first"
        )
    return frozen(X)


def labels(y, n=None, name="y", both=True):
    """Labels: -1.0 or +1.0 for each of `n` points; `both` classes must occur."""
    if _dtype_kind(y) in "OUSb":
        raise ValueError(
            f"{name} must be numbers -1 and +1, but it holds {_first(y)!r}: convert with "
            f"np.where({name} == {_first(y)!r}, 1, -1)"
        )
    y = _numbers(y, name)
    if y.ndim == 2 and y.shape[1] == 1:
        y = y[:, 0]
    if y.ndim != 1:
        raise ValueError(f"{name} must hold one label per point, but its shape is {y.shape}")
    if y.size == 0:
        raise ValueError(f"{name} is empty")
    if n is not None and len(y) != n:
        raise ValueError(f"{name} has {len(y)} labels, but X has {n} points")
    found = np.unique(y)
    if set(found) <= {0.0, 1.0} and 0.0 in found:
        raise ValueError(
            f"{name} has labels 0 and 1, but they must be -1 and +1: convert with 2 * {name} - 1"
        )
    if not set(found) <= {-1.0, 1.0}:
        shown = ", ".join(f"{v:g}" for v in found[:5]) + (", ..." if len(found) > 5 else "")
        raise ValueError(
            f"{name} must have labels -1 and +1, but it has {len(found)} values: {shown}. "
            f"For one class against the rest: np.where({name} == {found[-1]:g}, 1, -1)"
        )
    if both and len(found) == 1:
        raise ValueError(f"{name} has only the label {found[0]:+g}: two classes are needed")
    return frozen(y)


def vector(v, length, name):
    """A vector of finite numbers, of the given length."""
    v = _numbers(v, name)
    if v.shape != (length,):
        raise ValueError(f"{name} must have shape ({length},), but its shape is {v.shape}")
    return v


def number(value, name, *, low=-np.inf, high=np.inf, open_low=False, open_high=False):
    """A real number in [low, high], or with that end open where said so."""
    if isinstance(value, (str, bytes, bool, np.bool_)) or np.ndim(value) != 0:
        raise ValueError(f"{name} must be a number, but it is {value!r}")
    try:
        result = float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be a number, but it is {value!r}") from None
    too_low = result <= low if open_low else result < low
    too_high = result >= high if open_high else result > high
    if np.isnan(result) or too_low or too_high:
        ends = []
        if low > -np.inf:
            ends.append(f"{'above' if open_low else 'at least'} {low:g}")
        if high < np.inf or open_high:
            ends.append(
                "finite" if high == np.inf else f"{'below' if open_high else 'at most'} {high:g}"
            )
        raise ValueError(f"{name} must be {' and '.join(ends) or 'a number'}, but it is {value!r}")
    return result


def positive(value, name):
    """A finite number above 0."""
    return number(value, name, low=0.0, open_low=True, open_high=True)


def count(value, name, low=1):
    """A whole number, `low` or more."""
    result = number(value, name, low=low, open_high=True)
    if result != int(result):
        raise ValueError(f"{name} must be a whole number, but it is {value!r}")
    return int(result)


def choice(value, name, options):
    """One of the named options."""
    if not isinstance(value, str) or value not in options:
        raise ValueError(
            f"{name} must be one of {', '.join(map(repr, options))}, but it is {value!r}"
        )
    return value


def frozen(array):
    """`array` as a read-only, C-ordered float64 array that nobody else can write to."""
    array = np.asarray(array, dtype=np.float64, order="C")
    if array.flags.writeable or not array.flags.owndata:
        array = array.copy()
        array.flags.writeable = False
    return array


def _numbers(values, name):
    """`values` as a float64 array, or a ValueError that says what they are instead."""
    if hasattr(values, "toarray"):
        raise ValueError(f"{name} is a sparse matrix: give {name}.toarray()")
    if np.ma.is_masked(values):
        raise ValueError(f"{name} has masked entries: fill or drop them first")
    try:
        array = np.asarray(values)
        if array.dtype.kind == "c":
            raise ValueError("complex")
        if array.dtype.kind in "USmM":
            raise ValueError("not numbers")
        array = array.astype(np.float64, copy=False)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(
            f"{name} must be real numbers in a regular table, but it is {_brief(values)}"
        ) from None
    bad = ~np.isfinite(array)
    if bad.any():
        where = tuple(int(i) for i in np.argwhere(bad)[0])
        raise ValueError(f"{name} must be finite, but {name}{list(where)} is {array[where]}")
    return array


def _dtype_kind(values):
    try:
        array = np.asarray(values)
    except ValueError:
        return "O"
    if array.dtype.kind == "O" and all(isinstance(v, (int, float, np.number)) for v in array.flat):
        return "f"
    return array.dtype.kind


def _first(values):
    try:
        value = np.asarray(values).flat[0]
    except (ValueError, IndexError):
        return values
    return value.item() if isinstance(value, np.generic) else value


def _brief(values):
    text = " ".join(repr(values).split())
    return text if len(text) <= 60 else text[:57] + "..."
