"""Hildreth's method on a small quadratic program: one coordinate exactly, the others fixed, clip.

    minimise  1/2 x'Qx + b'x     subject to  0 <= x_i <= upper_i,        Q positive semidefinite

Hildreth (1957). Along coordinate i the objective is a parabola with curvature Q_ii whose minimiser is
x_i - (Qx + b)_i / Q_ii; the constraint only clips it.
"""

from dataclasses import dataclass

import numpy as np

from .. import inputs
from ..jit import jit
from .common import progress_bar

SWEEPS = ("cyclic", "back-and-forth", "random", "greedy")


@jit
def best_value(x_i, ascent, curvature, upper):
    """Where the parabola with slope `ascent` and this curvature is highest on [0, upper]."""
    if curvature > 0.0:
        peak = x_i + ascent / curvature
    elif ascent > 0.0:
        peak = upper
    else:
        peak = 0.0 if ascent < 0.0 else x_i
    if peak < 0.0:  # written out: min and max cost more here than the rest of a move
        return 0.0
    if peak > upper:
        return upper
    return peak


@jit
def gain(change, ascent, curvature):
    """How much the objective improves when the coordinate moves by `change`."""
    return ascent * change - 0.5 * curvature * change * change


@jit
def keep_going(gained_now, gained):
    """Whether one more pass through the same coordinates is worth it: the last gained over 0.3 %."""
    return gained_now > 0.003 * gained


@jit
def move(x, ascent, Q, upper, i):
    """Solve for coordinate i; keep `ascent` = -(Qx + b) up to date; return the improvement."""
    change = best_value(x[i], ascent[i], Q[i, i], upper[i]) - x[i]
    if change == 0.0:
        return 0.0
    gained = gain(change, ascent[i], Q[i, i])
    x[i] += change
    for j in range(len(x)):
        ascent[j] -= change * Q[i, j]
    return gained


@jit
def sweep_through(x, ascent, Q, upper, order, visits, gained):
    """Move each coordinate of `order` in turn, and again, as `keep_going` allows.

    Returns what was gained, that of the passes before (`gained`) included, and the visits made.
    """
    made = 0
    while made + len(order) <= visits:
        before = gained
        for i in order:
            gained += move(x, ascent, Q, upper, i)
        made += len(order)
        if not keep_going(gained - before, gained):
            break
    return gained, made


@jit
def greediest(x, ascent, Q, upper):
    """The coordinate whose move improves the objective most."""
    best, best_gain = 0, -1.0
    for i in range(len(x)):
        change = best_value(x[i], ascent[i], Q[i, i], upper[i]) - x[i]
        gained = gain(change, ascent[i], Q[i, i])
        if gained > best_gain:
            best, best_gain = i, gained
    return best


@jit
def greedy_sweep(x, ascent, Q, upper):
    """As many moves as there are coordinates, each time the greediest."""
    gained = 0.0
    for _ in range(len(x)):
        gained += move(x, ascent, Q, upper, greediest(x, ascent, Q, upper))
    return gained


def sweep_orders(sweep, n, seed=0):
    """Yield the order of each sweep, forever; None stands for "greedy"."""
    inputs.choice(sweep, "sweep", SWEEPS)
    rng = np.random.default_rng(seed)
    forward = np.arange(n)
    if sweep == "back-and-forth":
        yield forward  # 1, 2, ..., n, n-1, ..., 1, 2, ...: the ends are not visited twice
        back, forth = (forward[-2::-1], forward[1:]) if n > 1 else (forward, forward)
        while True:
            yield np.ascontiguousarray(back)
            yield forth
    while True:
        if sweep == "greedy":
            yield None
        else:
            yield rng.permutation(n) if sweep == "random" else forward


@dataclass(frozen=True, eq=False, repr=False)
class BoxQPResult:
    """The answer of `box_qp`: x, the objective there, and the staircase that led to it.

    `trace` has a row for the start and one for x after each half-step (each coordinate visited).
    """

    x: np.ndarray
    value: float
    trace: np.ndarray
    sweeps: int
    converged: bool
    stopped_because: str

    def __repr__(self):
        """One line: answer, objective, sweeps."""
        x = np.array2string(self.x, precision=6, threshold=6)
        state = "" if self.converged else f", not converged: {self.stopped_because}"
        return f"box_qp: x = {x}, objective {self.value:.6g}, {self.sweeps} sweeps{state}"


def box_qp(
    Q,
    b,
    upper=np.inf,
    sweep="cyclic",
    *,
    tol=1e-12,
    max_sweeps=1000,
    start=None,
    seed=0,
    progress=False,
    record="all",
):
    """Minimise 1/2 x'Qx + b'x over the box 0 <= x <= upper.

    Parameters
    ----------
    Q : array of shape (n, n)
        Symmetric and positive semidefinite; otherwise refused.
    b : array of shape (n,)
    upper : float or array of shape (n,)
        Upper ends of the box, inf for none.
    sweep : {"cyclic", "back-and-forth", "random", "greedy"}
        In which order the coordinates are visited.
    tol : float
        Stop when no coordinate's gradient, where the box lets it move, is larger than tol times the
        largest entry of Q, b and 1.
    max_sweeps, start, seed, progress
        The most sweeps; where to begin (0); seed of "random"; show a bar.
    record : "all" or "ends"
        Keep every half-step in `trace`, or only the start and the answer.

    Returns
    -------
    BoxQPResult
    """
    Q, b, upper = _checked(Q, b, upper)
    n = len(b)
    tol = inputs.number(tol, "tol", low=0.0)
    max_sweeps = inputs.count(max_sweeps, "max_sweeps")
    inputs.choice(record, "record", ("all", "ends"))
    x = np.zeros(n) if start is None else np.clip(inputs.vector(start, n, "start"), 0.0, upper)
    enough = tol * max(1.0, np.abs(Q).max(), np.abs(b).max())
    path, sweeps, converged = [x.copy()], 0, False
    orders = sweep_orders(sweep, n, seed)

    with progress_bar(max_sweeps, progress, "sweep") as bar:
        while not converged and sweeps < max_sweeps:
            ascent = -(Q @ x + b)  # afresh, so that rounding does not pile up
            order = next(orders)
            if record == "all":
                for k in range(n if order is None else len(order)):
                    i = greediest(x, ascent, Q, upper) if order is None else order[k]
                    move(x, ascent, Q, upper, i)
                    path.append(x.copy())
            elif order is None:
                greedy_sweep(x, ascent, Q, upper)
            else:
                sweep_through(x, ascent, Q, upper, order, n, 0.0)
            sweeps += 1
            converged = _violation(x, -(Q @ x + b), upper) <= enough
            bar.update()

    if record == "ends":
        path.append(x.copy())
    why = f"every gradient within {tol:g}" if converged else f"reached max_sweeps = {max_sweeps}"
    return BoxQPResult(x, float(x @ Q @ x / 2 + b @ x), np.array(path), sweeps, converged, why)


def _violation(x, ascent, upper):
    """Return the largest gradient that still wants to move a coordinate into the box."""
    up = np.where(x < upper, ascent, 0.0)
    down = np.where(x > 0, -ascent, 0.0)
    return max(up.max(), down.max(), 0.0)


def _checked(Q, b, upper):
    """Refuse, in words, a program that is not convex, not bounded, or not a program."""
    Q = inputs.points(Q, "Q")
    n = len(Q)
    if Q.shape != (n, n):
        raise ValueError(f"Q must be square, but its shape is {Q.shape}")
    b = inputs.vector(b, n, "b")
    upper = np.asarray(upper, dtype=float)
    upper = np.ascontiguousarray(np.broadcast_to(upper, (n,)) if upper.ndim == 0 else upper)
    if upper.shape != (n,) or not np.all(upper >= 0):
        raise ValueError(f"upper must be one number or {n} numbers, 0 or more, but it is {upper}")
    size = np.abs(Q).max()
    if np.abs(Q - Q.T).max() > 1e-12 * size:
        raise ValueError("Q must be symmetric: use (Q + Q.T) / 2, which has the same x'Qx")
    values, vectors = np.linalg.eigh(Q)
    if values[0] < -1e-10 * size:
        raise ValueError(
            f"Q must be positive semidefinite, but it has the eigenvalue {values[0]:.6g}: "
            "the objective is a saddle, not a bowl"
        )
    _refuse_unbounded(vectors[:, values <= 1e-12 * size], b, upper)
    return Q, b, upper


def _refuse_unbounded(flat, b, upper):
    """Look for a direction d >= 0 along which Q is flat, b falls and the box is open."""
    if flat.shape[1] == 0 or np.all(np.isfinite(upper)):
        return
    from scipy.optimize import linprog

    open_side = np.where(np.isfinite(upper), 0.0, 1.0)
    answer = linprog(
        flat.T @ b,
        A_ub=np.vstack([-flat, flat]),
        b_ub=np.r_[np.full(len(b), 1e-12), open_side + 1e-12],
        bounds=(None, None),
    )
    # The linear program keeps its constraints to 1e-7 only; a true direction falls by far more.
    if answer.status == 0 and answer.fun < -1e-6 * len(b) * max(1e-300, np.abs(b).max()):
        raise ValueError(
            "the objective is unbounded below: it falls for ever along a direction in which Q is "
            "flat and upper is inf"
        )
