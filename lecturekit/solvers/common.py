"""What all solvers share: saying in words what they cannot solve."""


def require(problem, solver, *, losses=None, biases=None, kernel=False):
    """Refuse a problem that `solver` cannot solve, and say which it can."""
    if losses is not None and problem.loss.name not in losses:
        raise ValueError(_words(solver, "loss", losses, problem.loss.name))
    if biases is not None and problem.bias not in biases:
        raise ValueError(_words(solver, "bias", biases, problem.bias))
    if not kernel and not problem.linear:
        raise ValueError(_words(solver, "kernel", ("linear",), problem.kernel.name))


def _words(solver, what, can, got):
    options = " or ".join(repr(option) for option in can)
    return f"{solver} solves problems with {what} {options}, but this one has {what} {got!r}"
