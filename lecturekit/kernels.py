"""Kernels: inner products of points after a feature map that is never written down.

linear  <x, z>
poly    (gamma <x, z> + coef0)^degree
rbf     exp(-gamma ||x - z||^2)
"""

from dataclasses import dataclass

import numpy as np

from . import inputs

KERNELS = ("linear", "poly", "rbf")


@dataclass(frozen=True)
class Kernel:
    """A kernel by name, with the parameters it uses. Call it with two tables of points."""

    name: str = "linear"
    gamma: float | None = None
    degree: int | None = None
    coef0: float | None = None

    def __call__(self, A, B):
        """Return the table k(a, b) for every row a of `A` and b of `B`."""
        inner = A @ B.T
        if self.name == "linear":
            return inner
        if self.name == "poly":
            return (self.gamma * inner + self.coef0) ** self.degree
        a2, b2 = np.einsum("ij,ij->i", A, A), np.einsum("ij,ij->i", B, B)
        return np.exp(-self.gamma * np.maximum(0.0, a2[:, None] + b2 - 2 * inner))

    def __str__(self):
        """Name and parameters, as in 'rbf, gamma = 0.5'."""
        given = {"gamma": self.gamma, "degree": self.degree, "coef0": self.coef0}
        return ", ".join([self.name] + [f"{k} = {v:g}" for k, v in given.items() if v is not None])


def kernel(name, features, gamma=None, degree=None, coef0=None):
    """Build a kernel from what a `Problem` was given; refuse parameters the kernel does not have.

    Left out, gamma is 1 / (number of features), degree is 3 and coef0 is 1.
    """
    inputs.choice(name, "kernel", KERNELS)
    has = {"linear": (), "poly": ("gamma", "degree", "coef0"), "rbf": ("gamma",)}[name]
    for key, value in {"gamma": gamma, "degree": degree, "coef0": coef0}.items():
        if value is not None and key not in has:
            raise ValueError(f"the {name} kernel has no {key}, but {key} is {value!r}")
    if name == "linear":
        return Kernel()
    gamma = 1 / features if gamma is None else inputs.positive(gamma, "gamma")
    if name == "rbf":
        return Kernel("rbf", gamma)
    degree = 3 if degree is None else inputs.count(degree, "degree")
    coef0 = 1.0 if coef0 is None else inputs.number(coef0, "coef0", low=0.0, open_high=True)
    return Kernel("poly", gamma, degree, coef0)
