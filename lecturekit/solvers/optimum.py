"""The exact soft- or hard-margin SVM, with a proof: relative duality gap at most 1e-9.

    maximise  sum_i t_i alpha_i - 1/2 ||sum_i alpha_i z_i||^2    subject to  0 <= alpha_i <= C

with z_i = y_i x_i (1 appended to x for a penalised bias) and t_i = 1. Three parts:

- **Sweeps** of Hildreth's coordinate ascent find out which alphas sit at a bound.
- **Faces**: with those fixed, the rest is an unconstrained quadratic. Alphas whose z depend on the others are
  walked to a bound first, by simplex steps that leave w where it is; the top is then reached through the
  singular values of the remaining z, never of their squares. Sweep and climb alternate, each only ever
  raising the dual, as gradient projection and subspace steps do in Moré and Toraldo (1991); after finitely
  many rounds the face is the right one and the climb ends at the optimum.
- **A free bias** asks for sum_i alpha_i y_i = 0. It is reached by the proximal point method (Rockafellar
  1976): penalise (b - b0)^2 slightly, solve, move b0 to the b found, penalise less.

The primal answer is then recovered to full precision: points strictly inside the box must have margin 1, and
w is corrected by the least change that says so.
"""

import numpy as np

from .. import inputs
from ..fit import Fit, Trace, certify
from ..jit import jit
from .common import progress_bar, require
from .hildreth import linear_sweep

NO_HARD_MARGIN = "no hard margin exists: no (w, b) separates the two classes, so C must be finite"


SWEEPS_FIRST = 4  # rounds before the first climb: they settle most of the alphas


class Unbounded(Exception):
    """The dual rises for ever along some direction: the primal has no solution."""


def optimum(
    problem, *, tol=1e-9, max_rounds=1000, start=None, seed=0, progress=False, record="ends"
):
    """Solve the hinge problem to a certified relative gap of `tol`.

    Parameters
    ----------
    problem : Problem
        Hinge loss, linear, any bias rule, C finite or inf (the hard margin).
    tol : float
        The relative duality gap to be proven.
    max_rounds : int
        The most rounds of sweep and climb.
    start : array of shape (n,), optional
        alpha to begin with.
    seed, record
        Accepted because every solver accepts them; the order of the sweeps is fixed, and the trace
        holds the answer only.
    progress : bool
        Show a bar, one tick a round.

    Returns
    -------
    Fit
        With a free bias, `b` is the midpoint of the interval of optimal b. `steps` counts rounds.

    Raises
    ------
    ValueError
        C = inf, and the data is not separable.
    """
    require(problem, "optimum", losses=("hinge",), hard=True)
    if problem.r == 0:
        raise ValueError("optimum needs lam > 0 or C = inf: without a regulariser w is not unique")
    tol = inputs.number(tol, "tol", low=0.0)
    max_rounds = inputs.count(max_rounds, "max_rounds")
    alpha = np.zeros(problem.n)
    if start is not None:
        alpha = np.clip(inputs.vector(start, problem.n, "start"), 0.0, problem.C)
    try:
        with progress_bar(max_rounds, progress, "round") as bar:
            ascent = _FreeBias if problem.bias == "free" else _Ascent
            answer = ascent(problem, alpha, tol, max_rounds, bar).run()
    except Unbounded:
        raise ValueError(NO_HARD_MARGIN) from None
    w, b, alpha, certificate, rounds = answer
    converged = certificate.gap <= tol
    why = f"the gap is at most {tol:g}" if converged else f"took {rounds:,} rounds"
    if not converged and problem.hard and certificate.primal == np.inf:
        raise ValueError(NO_HARD_MARGIN)
    trace = Trace(problem, np.array([rounds]), w[None].copy(), np.array([b]))
    return Fit(
        problem, w, b, alpha, "optimum", rounds, converged, why, trace, certificate, "rounds"
    )


def solve_targets(problem, target, alpha):
    """Return the alpha that is optimal when point i is asked for the margin target_i instead of 1."""
    ascent = _FreeBias if problem.bias == "free" else _Ascent
    with progress_bar(0, False) as bar:
        solver = ascent(problem, alpha.copy(), 0.0, 300, bar, target)
        solver.run()
    return solver.alpha


class _Ascent:
    """Sweeps and climbs on the dual of a penalised or absent bias."""

    def __init__(self, problem, alpha, tol, max_rounds, bar, target=None):
        self.problem, self.alpha, self.tol = problem, alpha, tol
        self.max_rounds, self.bar, self.rounds = max_rounds, bar, 0
        self.certified = target is None  # other targets than 1 are another problem's
        self.target = np.ones(problem.n) if self.certified else target
        self.best = None

    def run(self):
        self.ascend(self.problem.signed_rows, self.target)
        return self.answer()

    def answer(self):
        """Return what `optimum` reports: w, b, alpha, certificate, rounds."""
        return (*self.best, self.rounds) if self.certified else None

    def ascend(self, Z, target):
        """Alternate sweep and climb until the certificate is good, or nothing moves any more."""
        alpha, C, n = self.alpha, self.problem.C, len(target)
        order, norms2 = np.arange(n), np.einsum("ij,ij->i", Z, Z)
        self._refuse_zero_rows(norms2)
        v = Z.T @ alpha
        value, quiet = -np.inf, 0
        while self.rounds < self.max_rounds and quiet < 3:
            gained, _ = linear_sweep(alpha, v, Z, target, norms2, C, order, n, 0.0)
            inside = np.flatnonzero((alpha > 0) & (alpha < C))
            if len(inside):
                linear_sweep(alpha, v, Z, target, norms2, C, inside, 5 * n, gained)
            if self.rounds >= SWEEPS_FIRST:
                purify_face(Z, target, C, alpha)
                climb_face(Z, target, C, alpha)
            v = Z.T @ alpha
            self.rounds += 1
            self.bar.update()
            before, value = value, target @ alpha - v @ v / 2
            if self.certified and self.worth_a_look(v, value, Z, target) and self.look():
                return
            climbed = self.rounds > SWEEPS_FIRST
            quiet = quiet + 1 if climbed and value - before <= 1e-15 * abs(value) else 0
        if self.certified:
            self.look()

    def worth_a_look(self, v, value, Z, target):
        """Whether the gap, without the care `look` takes, is near enough; or it is time anyway."""
        if self.problem.hard or self.rounds % 5 == 0:
            return True
        primal = v @ v / 2 + self.problem.C * np.maximum(target - Z @ v, 0.0).sum()
        return primal - value <= 10 * self.tol * primal

    def look(self):
        """Recover (w, b) from alpha, keep it if it is the best so far; say whether it is enough."""
        w, b = recover(self.problem, self.alpha, *self.problem.weights(self.alpha))
        certificate, alpha = certify(self.problem, w, b, self.alpha.copy())
        if self.best is None or certificate.gap < self.best[3].gap:
            self.best = w, b, alpha, certificate
        return certificate.gap <= self.tol

    def _refuse_zero_rows(self, norms2):
        if self.problem.hard and not norms2.all():
            raise Unbounded


class _FreeBias(_Ascent):
    """The proximal point method around the same sweeps and climbs."""

    def run(self):
        p = self.problem
        # Shifting the data does not change a free-bias problem, but centred data is easier.
        centred = (p.X - p.X.mean(axis=0)) * p.y[:, None]
        size = np.sqrt(np.einsum("ij,ij->i", centred, centred).mean()) or 1.0
        b0, weight, polished = 0.0, size, 0
        while self.rounds < self.max_rounds:
            Z = np.ascontiguousarray(np.hstack([centred, weight * p.y[:, None]]))
            budget, self.max_rounds = self.max_rounds, min(self.max_rounds, self.rounds + 100)
            self.ascend(Z, self.target - p.y * b0)
            self.max_rounds = budget
            # The gap falls by orders of magnitude per move of b0, and w is off by its square root only.
            gap = self.best[3].gap if self.certified else np.inf
            polished += gap <= self.tol
            change = weight * weight * (self.alpha @ p.y)
            if polished > 2 or gap <= 1e-14 or abs(change) <= 1e-15 * abs(b0):
                break
            b0 += change
            weight = min(10 * weight, 1e4 * size)
        return self.answer()


def purify_face(Z, target, C, alpha):
    """Walk alphas to a bound, w unmoved, until the z of those inside the box are independent.

    This is the simplex method on the face: maximise <target, alpha> while sum alpha_i z_i stays. The z's
    are first written in coordinates of their own span, where a square, invertible basis of them exists.
    """
    from scipy.linalg import qr

    inside = np.flatnonzero((alpha > 0) & (alpha < C))
    if len(inside) <= Z.shape[1]:
        return
    _, R, pivots = qr(Z[inside].T, mode="economic", pivoting=True)
    size = np.abs(np.diag(R))
    rank = int((size > 1e-10 * size.max(initial=0.0)).sum())
    basic, others = pivots[:rank].astype(np.int64), pivots[rank:].astype(np.int64)
    coordinates = np.empty((len(inside), rank))
    coordinates[pivots] = R[:rank].T
    face = alpha[inside]
    inverse = np.linalg.inv(R[:rank, :rank])
    if walk_to_bounds(face, target[inside], C, coordinates, basic, inverse, others):
        raise Unbounded
    alpha[inside] = np.clip(face, 0.0, C)


@jit
def walk_to_bounds(alpha, target, C, Z, basic, inverse, others):
    """Move each of `others` up or down, the basic ones answering, until one of them meets a bound.

    Return whether some move met none: then the dual is unbounded.
    """
    rank = len(basic)
    answer = np.zeros(rank)
    for j in others:
        rate = target[j]
        for a in range(rank):  # z_j = sum_a answer_a z_basic[a]
            total = 0.0
            for c in range(rank):
                total += inverse[a, c] * Z[j, c]
            answer[a] = total
            rate -= target[basic[a]] * total
        sign = 1.0 if rate >= 0.0 else -1.0
        room = C - alpha[j] if sign > 0.0 else alpha[j]
        blocking = -1
        for a in range(rank):
            change = -sign * answer[a]
            space = np.inf
            if change > 1e-14:
                space = (C - alpha[basic[a]]) / change
            elif change < -1e-14:
                space = -alpha[basic[a]] / change
            if space < room:
                room, blocking = space, a
        if room == np.inf:
            return True
        for a in range(rank):
            alpha[basic[a]] -= sign * room * answer[a]
        if blocking < 0:
            alpha[j] = C if sign > 0.0 else 0.0
            continue
        alpha[j] += sign * room
        alpha[basic[blocking]] = 0.0 if sign * answer[blocking] > 0.0 else C
        basic[blocking] = j
        pivot = answer[blocking]
        for c in range(rank):
            inverse[blocking, c] /= pivot
        for a in range(rank):
            if a != blocking and answer[a] != 0.0:
                for c in range(rank):
                    inverse[a, c] -= answer[a] * inverse[blocking, c]
    return False


def climb_face(Z, target, C, alpha):
    """Raise alpha to the top of the face it lies on, dropping what reaches a bound on the way."""
    for _ in range(len(alpha) + 100):
        inside = np.flatnonzero((alpha > 0) & (alpha < C))
        if len(inside) == 0:
            return
        slopes = target[inside] - Z[inside] @ (Z.T @ alpha)
        if np.abs(slopes).max() <= 1e-15 * max(1.0, np.abs(target).max()):
            return
        direction, longest = top_of_parabola(Z[inside], slopes)
        here = alpha[inside]
        with np.errstate(divide="ignore", invalid="ignore"):
            room = np.where(direction > 0, (C - here) / direction, -here / direction)
        room[direction == 0] = np.inf
        first = room.min()
        if first == np.inf and longest == np.inf:
            raise Unbounded
        step = min(longest, first)
        moved = np.clip(here + step * direction, 0.0, C)
        if first <= longest:
            blocked = room <= first * (1 + 1e-14)
            moved[blocked] = np.where(direction[blocked] > 0, C, 0.0)
        moved = bent_further(Z[inside], slopes, here, direction, step, longest, room, C, moved)
        alpha[inside] = moved
        if first > longest:
            return


def top_of_parabola(Z, slopes):
    """Return (direction, longest step): to the top, or along the flat part where there is no top.

    The dual changes by <slopes, d> - 1/2 ||Z'd||^2. The part of the slopes outside the range of Z has
    no curvature: along it the dual rises for ever, and only a bound ends the step.
    """
    U, sigma, _ = np.linalg.svd(Z, full_matrices=False)
    kept = sigma > 1e-12 * sigma.max(initial=0.0)
    U, sigma = U[:, kept], sigma[kept]
    along = U.T @ slopes
    flat = slopes - U @ along
    flat -= U @ (U.T @ flat)
    if np.linalg.norm(flat) > 1e-8 * np.linalg.norm(slopes):
        return flat, np.inf
    return U @ (along / sigma**2), 1.0


def bent_further(Z, slopes, here, direction, step, longest, room, C, moved):
    """Try longer steps that bend along the box, and return the best found (at least `moved`)."""

    def gain(there):
        change = there - here
        image = Z.T @ change
        return slopes @ change - image @ image / 2

    best, best_gain = moved, gain(moved)
    finite = room[np.isfinite(room)]
    furthest = longest if longest < np.inf else finite.max(initial=step)
    trial = furthest
    while trial > 1.01 * step:
        there = np.clip(here + trial * direction, 0.0, C)
        found = gain(there)
        if found > best_gain:
            return there
        trial /= 4
    return best


def recover(problem, alpha, w, b):
    """Return (w, b) corrected so that points strictly inside the box have margin 1 as exactly as can be.

    w(alpha) carries the rounding errors of alphas as large as C. The margins of the points inside the
    box are known, so the least change of (w, b) that restores them gives those digits back. With a free
    bias b is then the midpoint of its optimal interval. Finally (w, b) is stretched by as little as lifts
    every margin that should be 1 or more to it: at large C even 1e-16 below 1 would be expensive.
    """
    if problem.bias == "free":
        b = middle_bias(problem, w)
    inside = np.flatnonzero((alpha > 0) & (alpha < problem.C))
    if 0 < len(inside) <= 10 * problem.d + 100:
        Z = problem.signed_rows[inside]
        v = problem.pack(w, b)
        for _ in range(2):
            v = v + np.linalg.lstsq(Z, 1.0 - Z @ v, rcond=1e-12)[0]
        corrected = problem.unpack(v)
        if problem.bias == "free":
            corrected = corrected[0], middle_bias(problem, corrected[0])
        w, b = min((w, b), corrected, key=lambda wb: problem.objective(*wb, rescale=True))
    margins = problem.margins(w, b)
    short = 1.0 - margins[alpha < problem.C].min(initial=1.0)
    if 0 < short < 1e-6 and not problem.hard:
        factors = 1.0 + short + np.array([0.0, 1e-15, 1e-14, 1e-13])
        stretched = [(w * factor, b * factor) for factor in factors]
        w, b = min([(w, b), *stretched], key=lambda wb: problem.objective(*wb))
    return w, b


def middle_bias(problem, w):
    """Return the midpoint of the b that minimise the sum of hinges for this w.

    Each hinge has its kink at b = y_i - <w, x_i>. Left of all kinks the slope is minus the number of positive
    points, and it grows by one at each kink: it is zero between the n_+th and the next.
    """
    kinks = np.sort(problem.y - problem.X @ w)
    positives = int((problem.y > 0).sum())
    return float(kinks[positives - 1] + kinks[positives]) / 2
