"""Step rules: how far to go at step t = 1, 2, 3, ...

A rule is called by a solver, which binds what it knows: `lam` (the strong convexity of what it
descends on), and for Polyak's rule `f` (the objective) and `g2` (the squared length of the
subgradient). Rules that need only t and lam also accept an array of t.
"""

from dataclasses import dataclass

import numpy as np

from . import inputs


@dataclass(frozen=True)
class Rule:
    """Base of all rules; `needs` names what a solver must bind besides t."""

    needs = ()

    def __call__(self, t, *, lam=None, f=None, g2=None):
        """Return the step length(s) at t."""
        raise NotImplementedError


@dataclass(frozen=True, repr=False)
class constant(Rule):
    """eta_t = eta0, the same at every step."""

    eta0: float = 0.1

    def __post_init__(self):
        """Refuse a rate that is no positive number."""
        object.__setattr__(self, "eta0", inputs.positive(self.eta0, "eta0"))

    def __repr__(self):
        """Return the formula."""
        return f"eta_t = {self.eta0:g}"

    def __call__(self, t, *, lam=None, f=None, g2=None):
        """Return eta0 for each t."""
        return self.eta0 + 0.0 * np.asarray(t, dtype=float)


@dataclass(frozen=True, repr=False)
class inverse_t(Rule):
    """eta_t = 1 / (lambda (t + shift)): the rule of Pegasos, made for strongly convex objectives.

    `shift = 1` is what the printed sum form of seeds/000 amounts to.
    """

    shift: float = 0.0
    needs = ("lam",)

    def __post_init__(self):
        """Refuse a negative shift."""
        shift = inputs.number(self.shift, "shift", low=0.0, open_high=True)
        object.__setattr__(self, "shift", shift)

    def __repr__(self):
        """Return the formula."""
        return f"eta_t = 1/(lambda (t + {self.shift:g}))" if self.shift else "eta_t = 1/(lambda t)"

    def __call__(self, t, *, lam=None, f=None, g2=None):
        """Return 1 / (lam (t + shift))."""
        if not lam:
            raise ValueError("1/(lambda t) needs lambda > 0, but lambda is 0: choose another rule")
        return 1.0 / (lam * (np.asarray(t, dtype=float) + self.shift))


@dataclass(frozen=True, repr=False)
class inverse_scaling(Rule):
    """eta_t = eta0 / t^power."""

    eta0: float = 1.0
    power: float = 0.5

    def __post_init__(self):
        """Refuse a rate or a power that is no positive number."""
        object.__setattr__(self, "eta0", inputs.positive(self.eta0, "eta0"))
        object.__setattr__(self, "power", inputs.positive(self.power, "power"))

    def __repr__(self):
        """Return the formula."""
        return f"eta_t = {self.eta0:g}/t^{self.power:g}"

    def __call__(self, t, *, lam=None, f=None, g2=None):
        """Return eta0 / t^power."""
        return self.eta0 / np.asarray(t, dtype=float) ** self.power


@dataclass(frozen=True, repr=False)
class inverse_sqrt(inverse_scaling):
    """eta_t = eta0 / sqrt(t): the rule for convex objectives that are not strongly convex."""

    power: float = 0.5

    def __repr__(self):
        """Return the formula."""
        return f"eta_t = {self.eta0:g}/sqrt(t)"

    def __call__(self, t, *, lam=None, f=None, g2=None):
        """Return eta0 / sqrt(t)."""
        return self.eta0 / np.sqrt(np.asarray(t, dtype=float))


@dataclass(frozen=True, repr=False)
class polyak(Rule):
    """eta_t = (f(w_t) - target) / ||g_t||^2, with the optimal value as target (Polyak 1987)."""

    target: float = 0.0
    needs = ("f", "g2")

    def __post_init__(self):
        """Refuse a target that is no finite number."""
        target = inputs.number(self.target, "target", low=-np.inf, open_low=True, open_high=True)
        object.__setattr__(self, "target", target)

    def __repr__(self):
        """Return the formula."""
        return f"eta_t = (f(w_t) - {self.target:g})/||g_t||^2"

    def __call__(self, t, *, lam=None, f=None, g2=None):
        """Return (f - target) / g2, or 0 where there is nothing left to gain."""
        return max(0.0, f - self.target) / g2 if g2 > 0 else 0.0


RULES = ("constant", "inverse_t", "inverse_sqrt", "inverse_scaling", "polyak")


def as_rule(rule, solver, provides=("lam",)):
    """Return `rule` if `solver` can bind what it needs; a plain number means `constant`."""
    if isinstance(rule, Rule):
        missing = [name for name in rule.needs if name not in provides]
        if missing:
            raise ValueError(
                f"{solver} cannot use the rule {rule!r}: it sees one example at a time, not the "
                "whole objective (use lk.subgradient)"
            )
        return rule
    if isinstance(rule, type) and issubclass(rule, Rule):
        raise ValueError(
            f"rule is the class {rule.__name__}: call it, lk.steps.{rule.__name__}(...)"
        )
    try:
        return constant(rule)
    except ValueError:
        known = ", ".join(f"lk.steps.{name}" for name in RULES)
        raise ValueError(
            f"rule must be a positive rate or one of {known}, but it is {rule!r}"
        ) from None
