"""The exact SVM for every C at once.

    minimise  1/2 ||w||^2 + C sum_i max(0, 1 - y_i f(x_i))      as a function of C, from 0 to infinity

Each point is outside its margin (alpha = 0), on it (0 <= alpha <= C) or inside it (alpha = C). While nobody
changes sides, the points on the margin must keep y f = 1, which makes alpha, w and b *linear* in C; so the
path is a list of straight segments, and an event ends each (Hastie, Rosset, Tibshirani and Zhu 2004). A
segment is computed afresh from who stands where, never from the one before, so errors do not pile up.

**Degenerate data.** Duplicates, ties and symmetric toy sets make several points arrive at once, and the
margin system singular. Here point i is asked for a margin of 1 + e_i with some 0 < e_i < 1e-10: then no two
points arrive together, and the points on the margin are always independent (the perturbation method of linear
programming, Charnes 1952). The answer at each C is off by at most 4e-10 of the objective, which `at` repairs
and then proves. Events that differ only by the perturbation are reported as one breakpoint. Should rounding
ever lead astray (margins or alphas beyond 1e-8 of where they must be), the problem is solved just past that C
by the method of `optimum`, and the path goes on from there.

**Start.** As C -> 0 every alpha is C, and w = C sum_i y_i x_i. With a free bias and classes of different size
that would break sum_i alpha_i y_i = 0: the larger class has alpha_i = C theta_i with theta_i in [0, 1], such
that the balance holds and w is shortest, which is a small quadratic program.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from .. import inputs
from ..fit import Fit, Trace, certify
from ..jit import jit
from ..problem import Problem
from .common import progress_bar
from .optimum import NO_HARD_MARGIN, middle_bias, optimum, recover, solve_targets

OUTSIDE, ON, INSIDE = 0, 1, 2
WORDS = ("outside", "on margin", "inside")
PERTURBATION = 1e-10
ASTRAY = 1e-8
SAME = 1e-7  # breakpoints closer than this share are one
BEGIN, FURTHEST = (
    1e-3,
    1e14,
)  # in C ||x||^2: n times a C before any event, and where we stop looking
FINISHED, FULL, LOST = 0, 1, 2


@jit
def orthonormal(V, count, Q, R):
    """Write the first `count` rows of V as R'Q with orthonormal rows of Q; False when dependent."""
    for j in range(count):
        size = 0.0
        for c in range(V.shape[1]):
            Q[j, c] = V[j, c]
            size += V[j, c] * V[j, c]
        for k in range(count):
            R[k, j] = 0.0
        for _ in range(2):  # twice is enough
            for k in range(j):
                overlap = 0.0
                for c in range(V.shape[1]):
                    overlap += Q[k, c] * Q[j, c]
                R[k, j] += overlap
                for c in range(V.shape[1]):
                    Q[j, c] -= overlap * Q[k, c]
        left = 0.0
        for c in range(V.shape[1]):
            left += Q[j, c] * Q[j, c]
        if left <= 1e-24 * size:
            return False
        R[j, j] = np.sqrt(left)
        for c in range(V.shape[1]):
            Q[j, c] /= R[j, j]
    return True


@jit
def linear_in_C(V, target, count, h, Q, R, p, q, w0, w1, noise):
    """Solve <v_j, w> = target_j, w = C h + sum_j a_j v_j: a = p + C q and w = w0 + C w1.

    A w1 shorter than `noise` is 0 but for rounding, and is made so: it would send points across their
    margins at some huge C.
    """
    d = V.shape[1]
    for c in range(d):
        w0[c] = 0.0
        w1[c] = h[c]
    for j in range(
        count
    ):  # w0 is the shortest w with these margins: R'u = target, w0 = sum u_j Q_j
        total = target[j]
        for k in range(j):
            total -= R[k, j] * p[k]
        p[j] = total / R[j, j]
        q[j] = 0.0
        for c in range(d):
            w0[c] += p[j] * Q[j, c]
    for _ in range(2):  # w1 is what of h the margin points do not take up
        for j in range(count):
            overlap = 0.0
            for c in range(d):
                overlap += Q[j, c] * w1[c]
            q[j] -= overlap
            for c in range(d):
                w1[c] -= overlap * Q[j, c]
    length = 0.0
    for c in range(d):
        length += w1[c] * w1[c]
    if length <= noise * noise:
        for c in range(d):
            w1[c] = 0.0
    for j in range(count - 1, -1, -1):  # back to the alphas: R p = u, R q = -Q h
        for k in range(j + 1, count):
            p[j] -= R[j, k] * p[k]
            q[j] -= R[j, k] * q[k]
        p[j] /= R[j, j]
        q[j] /= R[j, j]


@jit
def segment(Z, y, e, free, members, m, h, s, b, V, target, Q, R, p, q, w0, w1, noise):
    """Compute the segment of these margin points; return (b0, b1, independent?).

    With a free bias the first margin point is the reference: its own equation gives b, the balance
    sum alpha_i y_i = 0 gives its alpha, and differences to it make a system without bias.
    """
    d = Z.shape[1]
    first = 1 if free and m > 0 else 0
    r = members[0]
    for j in range(first, m):
        i = members[j]
        sign = y[i] * y[r] if first else 0.0
        target[j - first] = (1.0 - sign) + (e[i] - sign * e[r])
        for c in range(d):
            V[j - first, c] = Z[i, c] - sign * Z[r, c]
    if first:
        for c in range(d):
            h[c] -= s * y[r] * Z[r, c]
    independent = orthonormal(V, m - first, Q, R)
    if independent:
        linear_in_C(V, target, m - first, h, Q, R, p, q, w0, w1, noise)
    if not first:
        return b, 0.0, independent
    b0, b1, p_r, q_r = 1.0 + e[r], 0.0, 0.0, -s
    for c in range(d):
        h[c] += s * y[r] * Z[r, c]
        b0 -= w0[c] * Z[r, c]
        b1 -= w1[c] * Z[r, c]
    for j in range(m - 1, 0, -1):
        i = members[j]
        p[j] = p[j - 1]
        q[j] = q[j - 1]
        p_r -= y[i] * p[j]
        q_r -= y[i] * q[j]
    p[0] = y[r] * p_r
    q[0] = y[r] * q_r
    return y[r] * b0, y[r] * b1, independent


@jit
def follow(
    Z,
    y,
    e,
    free,
    C,
    C_max,
    b,
    status,
    members,
    m,
    h,
    s,
    moved,
    out_C,
    out_point,
    out_to,
    out_w,
    out_b,
):
    """Follow the path from C, event by event; fill the `out` arrays.

    Row k of out_w, out_b is the segment from out_C[k] on (w0, w1 and b0, b1); out_point[k] is who changes
    sides at its end, and out_to[k] to which. Returns the number of rows, C, b, m, s, who moved last, and
    why it stopped.
    """
    n, d = Z.shape
    V, target = np.zeros((d + 2, d)), np.zeros(d + 2)
    Q, R = np.zeros((d + 2, d)), np.zeros((d + 2, d + 2))
    p, q, w0, w1 = np.zeros(d + 2), np.zeros(d + 2), np.zeros(d), np.zeros(d)
    noise, zero = 0.0, np.zeros(n)
    for i in range(n):
        length = 0.0
        for c in range(d):
            length += Z[i, c] * Z[i, c]
        noise += 1e-13 * np.sqrt(length)
    rows = 0
    while rows < len(out_C):
        if m > d + 1 or (m > d and not free):
            return rows, C, b, m, s, moved, LOST
        b0, b1, independent = segment(
            Z, y, e, free, members, m, h, s, b, V, target, Q, R, p, q, w0, w1, noise
        )
        if not independent:
            return rows, C, b, m, s, moved, LOST
        wait, who, to, worst = np.inf, -1, 0, 0.0
        for j in range(m):
            alpha = p[j] + C * q[j]
            worst = max(worst, -alpha, alpha - C)
            # The point that just came moves away from the bound it came from: a line does not return.
            came_from_0 = members[j] == moved and alpha < C / 2
            came_from_C = members[j] == moved and alpha >= C / 2
            if q[j] < -1e-12 and not came_from_0 and -alpha / q[j] < wait:
                wait, who, to = max(0.0, -alpha / q[j]), j, OUTSIDE
            if q[j] > 1.0 + 1e-12 and not came_from_C and (C - alpha) / (q[j] - 1.0) < wait:
                wait, who, to = max(0.0, (C - alpha) / (q[j] - 1.0)), j, INSIDE
        worst = worst / C if C > 0.0 else 0.0
        enters = False
        for i in range(n):
            if status[i] == ON:
                continue
            now, rate = y[i] * (b0 + C * b1), y[i] * b1
            for c in range(d):
                now += Z[i, c] * (w0[c] + C * w1[c])
                rate += Z[i, c] * w1[c]
            room = now - 1.0 - e[i]
            if status[i] == INSIDE:
                room = -room
            worst = max(worst, -room)
            closing = -rate if status[i] == OUTSIDE else rate
            if closing > 0.0 and i != moved and room < wait * closing:
                wait, who, to, enters = max(0.0, room / closing), i, ON, True
        if worst > ASTRAY:
            return rows, C, b, m, s, moved, LOST
        b0, b1, independent = segment(  # what is kept is the segment of the margins as they are, 1
            Z, y, zero, free, members, m, h, s, b0, V, target, Q, R, p, q, w0, w1, noise
        )
        out_C[rows] = C
        for c in range(d):
            out_w[rows, 0, c] = w0[c]
            out_w[rows, 1, c] = w1[c]
        out_b[rows, 0] = b0
        out_b[rows, 1] = b1
        out_point[rows] = -1
        rows += 1
        if who < 0 or C + wait > C_max:
            return rows, C, b, m, s, moved, FINISHED
        C += wait
        b = b0 + C * b1
        if enters:
            moved = who
            if status[moved] == INSIDE:
                s -= y[moved]
                for c in range(d):
                    h[c] -= Z[moved, c]
            members[m] = moved
            m += 1
        else:
            moved = members[who]
            m -= 1
            for j in range(who, m):
                members[j] = members[j + 1]
            if to == INSIDE:
                s += y[moved]
                for c in range(d):
                    h[c] += Z[moved, c]
        status[moved] = to
        out_point[rows - 1] = moved
        out_to[rows - 1] = to
    return rows, C, b, m, s, moved, FULL


@dataclass(frozen=True)
class Event:
    """A point changing sides: at this C it goes from one kind to another (the words of `Fit.kinds`)."""

    C: float
    point: int
    before: str
    after: str

    def __str__(self):
        """One sentence, as an explorer shows it."""
        if self.after == "on margin":
            return f"point {self.point} reaches the margin from {self.before} at C = {self.C:.4g}"
        if self.before == "on margin":
            return f"point {self.point} leaves the margin to {self.after} at C = {self.C:.4g}"
        return f"point {self.point} goes from {self.before} to {self.after} at C = {self.C:.4g}"


def c_path(X, y, bias="penalised", *, progress=False):
    """Follow the SVM from C -> 0 to the hard margin, or to the last breakpoint when there is none.

    Parameters
    ----------
    X, y : arrays
        Points and labels -1, +1.
    bias : {"penalised", "free", "none"}
        As in `lk.Problem`.
    progress : bool
        Show a bar, one tick an event.

    Returns
    -------
    Path
        `path.at(C)` for any C, `path.breakpoints`, `path.events`, `path.errors(X_test, y_test)`.
    """
    return Path(Problem(X, y, C=1.0, bias=bias), progress)


class Path:
    """The exact answer for every C.

    Attributes
    ----------
    breakpoints : array
        The C at which some point changes sides, in increasing order.
    events : list of Event
        Who changes sides at each.
    separable : bool
        Whether the path ends at a hard margin.
    restarts : int
        How often rounding led astray and `optimum` had to show the way.
    """

    def __init__(self, problem, progress=False):
        self.problem = problem
        self._centre = problem.X.mean(axis=0) if problem.bias == "free" else np.zeros(problem.d)
        self._e = PERTURBATION * np.random.default_rng(0).random(problem.n)
        self.restarts = 0
        with progress_bar(0, progress, "event") as bar:
            self._follow(bar)
        self.separable = not np.any(self._sides(len(self._C) - 1) == INSIDE)
        self.breakpoints, self.events = self._merged_events()

    def __repr__(self):
        """One line: size, breakpoints, where it ends."""
        p = self.problem
        end = "the hard margin" if self.separable else "the last breakpoint (no hard margin)"
        last = f" at C = {self.breakpoints[-1]:.4g}" if len(self.breakpoints) else ""
        return f"Path({p.n} points, bias {p.bias}: {len(self.breakpoints)} breakpoints, up to {end}{last})"

    def at(self, C):
        """Return the exact `Fit` at C (inf: the hard margin), with alpha and certificate."""
        C = inputs.number(C, "C", low=0.0, open_low=True)
        p = self.problem
        if np.isinf(C) and not self.separable:
            raise ValueError(NO_HARD_MARGIN)
        problem = Problem(p.X, p.y, C=C, bias=p.bias)
        k = int(np.searchsorted(self._C, C, side="right")) - 1
        if k < 0:  # before the start nobody changes sides, and alpha is proportional to C
            alpha = self._point(0, self._C[0])[2] * (C / self._C[0])
            w, b = problem.weights(alpha)
        else:
            w, b, alpha = self._point(k, self._C[-1] if np.isinf(C) else C)
        w, b = recover(problem, alpha, w, b)
        certificate, alpha = certify(problem, w, b, alpha)
        if certificate.gap > 1e-9:
            return optimum(problem, start=alpha)
        trace = Trace(problem, np.array([0]), w[None].copy(), np.array([b]))
        why = "read off the exact path"
        return Fit(
            problem, w, b, alpha, "c_path", len(self._C), True, why, trace, certificate, "segments"
        )

    def errors(self, X_test, y_test):
        """Return the exact share of errors and mean hinge loss on other data, as functions of C."""
        X = inputs.points(X_test, "X_test", features=self.problem.d)
        y = inputs.labels(y_test, len(X), "y_test", both=False)
        return PathErrors(self, X, y)

    def _follow(self, bar):
        """Fill the list of segments: from which C, with which w, b, and who moves at its end."""
        p = self.problem
        Z = p.signed_rows
        if p.bias == "free":
            Z = np.ascontiguousarray((p.X - self._centre) * p.y[:, None])
        n, d = Z.shape
        size = np.einsum("ij,ij->i", Z, Z).mean() or 1.0
        C_max = FURTHEST / size
        C, b, status = self._begin(size)
        self._jumps = [(0, status.copy())]
        state, moved, kept, done = self._state(Z, p.y, status), -1, [], 0
        room = 2 * n + 100
        while True:
            out = (np.empty(room), np.empty(room, np.int64), np.empty(room, np.int64))
            out += (np.empty((room, 2, d)), np.empty((room, 2)))
            members, m, h, s = state
            rows, C, b, m, s, moved, why = follow(
                Z,
                p.y,
                self._e,
                p.bias == "free",
                C,
                C_max,
                b,
                status,
                members,
                m,
                h,
                s,
                moved,
                *out,
            )
            state, done = (members, m, h, s), done + rows
            kept.append([array[:rows] for array in out])
            bar.update(rows)
            if why == LOST and C < C_max:
                C, b, status = self._restart(max(C, 1e-12 / size), status)
                self._jumps.append((done, status.copy()))
                state, moved = self._state(Z, p.y, status), -1
            elif why != FULL:
                break
        if done == 0:
            raise ValueError(
                "the path cannot be followed on this data: rounding swamps it from the start, perhaps "
                "because features differ by many powers of ten (lk.optimum solves it for single C)"
            )
        columns = (np.concatenate(column) for column in zip(*kept, strict=True))
        self._C, self._who, self._to, self._w, self._b = columns

    def _begin(self, size):
        """Return (C, b, status) to start from."""
        p = self.problem
        status, surplus = np.full(p.n, INSIDE, dtype=np.int64), p.y.sum()
        if p.bias != "free" or surplus == 0:
            return 0.0, 0.0, status
        # theta in [0, 1] with sum theta_i y_i = 0 that makes w / C shortest: in units of C, points of
        # the larger class are asked for e_i / C beyond a common margin, the others for more than can be.
        C = BEGIN / (p.n * size)
        target = np.where(
            p.y == np.sign(surplus), self._e / C, 10 * p.n * np.abs(p.X).max() ** 2 * p.d
        )
        theta = solve_targets(Problem(p.X, p.y, C=1.0, bias="free"), target, np.full(p.n, 0.5))
        status = _sides_of(theta, 1.0)
        return C, self._some_bias(C * theta), status

    def _restart(self, C, status):
        """Solve just past C, and return (C, b, status) from there."""
        p = self.problem
        self.restarts += 1
        past = C * (1 + 1e-7 * 4.0 ** min(self.restarts, 20))
        alpha = np.where(status == INSIDE, past, np.where(status == ON, past / 2, 0.0))
        alpha = solve_targets(Problem(p.X, p.y, C=past, bias=p.bias), 1.0 + self._e, alpha)
        return past, self._some_bias(alpha), _sides_of(alpha, past)

    def _some_bias(self, alpha):
        """Return an optimal b for this alpha, on the centred data; 0 where b is not free."""
        p = self.problem
        if p.bias != "free":
            return 0.0
        w, _ = p.weights(alpha)
        return middle_bias(p, w) + w @ self._centre

    @staticmethod
    def _state(Z, y, status):
        """The margin points, their number, and the sums of z and y over the points inside."""
        on, inside = np.flatnonzero(status == ON), status == INSIDE
        members = np.zeros(len(on) + Z.shape[1] + 2, dtype=np.int64)
        members[: len(on)] = on
        return members, len(on), Z[inside].sum(axis=0), float(y[inside].sum())

    def _sides(self, k):
        """Who stands where on segment k."""
        row, status = [jump for jump in self._jumps if jump[0] <= k][-1]
        status = status.copy()
        status[self._who[row:k]] = self._to[
            row:k
        ]  # of several moves of one point the last one stays
        return status

    def _point(self, k, C):
        """Return w, b and alpha at C on segment k, margins still perturbed."""
        p, status = self.problem, self._sides(k)
        v, b = self._w[k, 0] + C * self._w[k, 1], self._b[k, 0] + C * self._b[k, 1]
        alpha = np.where(status == INSIDE, C, 0.0)
        on = np.flatnonzero(status == ON)
        if len(on):
            Z = p.signed_rows
            w = np.append(v, 0.0) if p.bias == "free" else v
            columns, inside = Z[on].T.copy(), alpha @ Z
            if p.bias == "free":  # w from the differences, the last equation is sum alpha_i y_i = 0
                columns[:-1] -= np.outer(self._centre, p.y[on])
                inside[:-1] -= self._centre * (alpha @ p.y)
            alpha[on] = np.clip(np.linalg.lstsq(columns, w - inside, rcond=1e-14)[0], 0.0, C)
        if p.bias == "free":
            return v, float(b - v @ self._centre), alpha
        return *p.unpack(v), alpha

    def _merged_events(self):
        """Return the breakpoints and events as a reader wants them.

        Moves that differ only by the perturbation are one breakpoint, and who comes and goes within
        it has not moved. Right after the start of a free bias only the perturbation can move anyone.
        """
        moves = [(self._C[k + 1], *self._changes(k)) for k in range(len(self._C) - 1)]
        status = self._sides(0)
        shown = self._as_seen(status)
        breakpoints, events, k = [], [], 0
        while k < len(moves):
            C = moves[k][0]
            while k < len(moves) and moves[k][0] <= C * (1 + SAME):
                C, points, to = moves[k]
                status[points] = to
                k += 1
            seen = self._as_seen(status)
            changed = np.flatnonzero(seen != shown)
            if len(changed) and C > 100 * self._C[0]:
                breakpoints.append(C)
                events += [
                    Event(float(C), int(i), WORDS[shown[i]], WORDS[seen[i]]) for i in changed
                ]
            shown = seen
        return np.array(breakpoints), events

    def _as_seen(self, status):
        """Return the sides a reader sees: one margin point alone does not fix a free bias.

        Its alpha is then 0 or C, b may slide, and at the midpoint of its interval the point is not on
        the margin.
        """
        status = status.copy()
        on = np.flatnonzero(status == ON)
        if self.problem.bias == "free" and len(on) == 1:
            balanced = self.problem.y[status == INSIDE].sum() == 0
            status[on] = OUTSIDE if balanced else INSIDE
        return status

    def _changes(self, k):
        """Who changes sides between segment k and the next, and to which: two lists."""
        for row, status in self._jumps:
            if row == k + 1:
                moved = np.flatnonzero(status != self._sides(k))
                return moved.tolist(), status[moved].tolist()
        return [int(self._who[k])], [int(self._to[k])]

    def _pieces(self):
        """Yield (C from, C to, w0, w1, b0, b1): on each piece w and b are linear in C, as `at` has them.

        Where a free bias has a whole interval of optima its midpoint is meant, whose ends can pass from
        one point to another within a segment.
        """
        ends = np.append(self._C[1:], np.inf)
        if self._C[0] > 0:  # before the start w is proportional to C
            w = self._w[0, 0] / self._C[0] + self._w[0, 1]
            yield from self._middle_pieces(0.0, self._C[0], 0.0 * w, w)
        for k, (low, high) in enumerate(zip(self._C, ends, strict=True)):
            if high <= low:
                continue
            w0, w1 = self._w[k]
            if self.problem.bias == "none":
                yield low, high, w0, w1, 0.0, 0.0
            elif self.problem.bias == "penalised":
                yield low, high, w0[:-1], w1[:-1], w0[-1], w1[-1]
            elif self._bias_is_unique(w0 + _between(low, high) * w1):
                b0, b1 = self._b[k] - self._w[k] @ self._centre
                yield low, high, w0, w1, b0, b1
            else:
                yield from self._middle_pieces(low, high, w0, w1)

    def _bias_is_unique(self, w):
        kinks = np.sort(self.problem.y - self.problem.X @ w)
        positives = int((self.problem.y > 0).sum())
        return kinks[positives] - kinks[positives - 1] < 1e-9

    def _middle_pieces(self, low, high, w0, w1):
        """Cut a segment where the ends of the interval of optimal b change hands.

        The hinges have their kinks at b = y_i - <w, x_i>, and the interval lies between the n_+th and
        the next of them in order; both ends are linear in C until a neighbour overtakes.
        """
        p = self.problem
        positives = int((p.y > 0).sum())
        at_0, rate = p.y - p.X @ w0, -(p.X @ w1)
        while low < high:
            inner = low + 1e-9 * (high - low if np.isfinite(high) else max(low, 1.0))
            order = np.argsort(at_0 + inner * rate, kind="stable")
            left, right = order[positives - 1], order[positives]
            until = min(
                high,
                _overtaken(at_0, rate, left, order, inner),
                _overtaken(at_0, rate, right, order, inner),
            )
            until = high if until <= inner else until
            b0, b1 = (at_0[left] + at_0[right]) / 2, (rate[left] + rate[right]) / 2
            yield low, until, w0, w1, b0, b1
            low = until


def _sides_of(alpha, C):
    """Who stands where, told by alpha."""
    return np.where(alpha <= 0, OUTSIDE, np.where(alpha >= C, INSIDE, ON))


def _overtaken(at_0, rate, who, others, C):
    """Return the first C' > C at which some other line meets the line of `who`."""
    gap, closing = at_0[others] + C * rate[others], rate[who] - rate[others]
    gap = gap - (at_0[who] + C * rate[who])
    with np.errstate(divide="ignore", invalid="ignore"):
        wait = np.where((closing != 0) & (np.abs(gap) > 1e-9), gap / closing, np.inf)
    wait[wait <= 0] = np.inf
    return C + wait.min()


class PathErrors:
    """Share of errors and mean hinge loss on some data, as exact functions of C.

    Attributes
    ----------
    C : array
        Where the share of errors may change: it is constant from each entry to the next.
    shares : array
        The share of errors from each entry of `C` on.
    """

    def __init__(self, path, X, y):
        ends = path.breakpoints[[0, -1]] if len(path.breakpoints) else np.ones(2)
        self._range = ends[0] / 10, ends[1] * 10
        starts, shares, hinge_starts, constants, slopes = [], [], [], [], []
        for low, high, w0, w1, b0, b1 in path._pieces():
            m0, m1 = y * (X @ w0 + b0), y * (X @ w1 + b1)
            for where, share in _wrong(m0, m1, y, low, high):
                starts.append(where)
                shares.append(share)
            for where, constant, slope in _hinge(m0, m1, low, high):
                hinge_starts.append(where)
                constants.append(constant)
                slopes.append(slope)
        kept = np.append(True, np.diff(shares) != 0)
        self.C, self.shares = np.array(starts)[kept], np.array(shares)[kept]
        self._hinge = np.array(hinge_starts), np.array(constants), np.array(slopes)

    def __repr__(self):
        """One line: the best share and where."""
        C, share = self.best()
        return f"PathErrors(least error {share:.2%}, for example at C = {C:.4g})"

    def error(self, C):
        """Return the share of wrong labels at C (a number or an array)."""
        return self.shares[np.searchsorted(self.C, _positive(C), side="right") - 1]

    def hinge(self, C):
        """Return the mean hinge loss at C (a number or an array)."""
        C = _positive(C)
        starts, constants, slopes = self._hinge
        k = np.searchsorted(starts, C, side="right") - 1
        return np.maximum(0.0, constants[k] + slopes[k] * C)

    def best(self):
        """Return (C, share): the middle, in factors, of the widest stretch of C with the least error.

        Stretches are cut to the breakpoints of the path and a factor of 10 on both sides.
        """
        low, high = np.clip([self.C, np.append(self.C[1:], np.inf)], *self._range)
        width = np.where(self.shares == self.shares.min(), np.log(high / low), -1.0)
        k = int(np.argmax(width))
        return float(np.sqrt(low[k] * high[k])), float(self.shares[k])


def _positive(C):
    C = np.asarray(C, dtype=float)
    if not np.all((C > 0) & np.isfinite(C)):
        raise ValueError(f"C must be above 0 and finite, but it is {C}")
    return C


def _wrong(m0, m1, y, low, high):
    """Yield (C, share of errors from there on) within one piece; margins are m0 + C m1."""
    cross = _crossings(m0, m1, 0.0, low, high)
    for where, until in pairwise(cross):
        m = m0 + _between(where, until) * m1
        wrong = np.where(y > 0, m < 0, m <= 0)  # a score of 0 is answered with +1
        yield where, float(wrong.mean())


def _hinge(m0, m1, low, high):
    """Yield (C, constant, slope) of the mean hinge loss from there on, within one piece."""
    cross = _crossings(m0, m1, 1.0, low, high)
    for where, until in pairwise(cross):
        active = m0 + _between(where, until) * m1 < 1.0
        n = len(m0)
        yield where, float((1.0 - m0[active]).sum() / n), float(-m1[active].sum() / n)


def _crossings(m0, m1, level, low, high):
    """Return low, the C between at which some margin crosses the level, and high, in order."""
    with np.errstate(divide="ignore", invalid="ignore"):
        where = (level - m0) / m1
    where = where[(m1 != 0) & (where > low) & (where < high)]
    return np.concatenate([[low], np.unique(where), [high]])


def _between(low, high):
    return (low + high) / 2 if np.isfinite(high) else 2 * low + 1.0
