"""A frame of each explorer (compute, draw, encode); c_sweep against the usual `interact` recipe."""

import io
import time

import ipywidgets as widgets
import matplotlib
import numpy as np
from sklearn.svm import SVC

import lecturekit as lk

SWEEP = np.geomspace(1e-3, 1e2, 40)


def milliseconds(frame, values):
    """The median time of one frame."""
    times = []
    for value in values:
        start = time.perf_counter()
        frame(value)
        times.append(time.perf_counter() - start)
    return float(np.median(times)) * 1e3


def usual_recipe(data):
    """What `interact` runs for each slider event: refit, new figure, filled contours, inline PNG."""
    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    low, high = data.X.min(axis=0) - 0.5, data.X.max(axis=0) + 0.5
    grid = np.stack(np.meshgrid(*np.linspace(low, high, 200).T), axis=-1)

    def frame(C):
        fit = SVC(kernel="linear", C=C).fit(data.X, data.y)
        figure = plt.figure(figsize=(6, 4), dpi=100)
        scores = fit.decision_function(grid.reshape(-1, 2)).reshape(200, 200)
        plt.contourf(grid[..., 0], grid[..., 1], scores, levels=[-1e9, -1, 0, 1, 1e9], alpha=0.3)
        plt.scatter(*data.X.T, c=data.y)
        figure.savefig(io.BytesIO(), format="png", bbox_inches="tight")
        plt.close(figure)

    return frame


def slider_of(explorer):
    """The first slider of an explorer, and values to move it through."""
    for name, control in explorer.controls.items():
        if isinstance(control, widgets.FloatLogSlider):
            return name, [float(10.0**p) for p in np.linspace(control.min, control.max, 30)]
        if isinstance(control, widgets.FloatSlider):
            return name, [float(v) for v in np.linspace(control.min, control.max, 30)]
        if isinstance(control, widgets.IntSlider):
            return name, [int(v) for v in np.linspace(control.min, control.max, 30)]
    raise LookupError(explorer.name)


def main():
    explorer = lk.explore.c_sweep(data="200 points", bias="free")
    explorer.set(C=1.0)
    ours = milliseconds(lambda C: explorer.set(C=float(C)), SWEEP)
    theirs = milliseconds(usual_recipe(lk.data.blobs(n=200, separation=2.5, seed=4)), SWEEP)
    print(
        f"c_sweep, 200 points: {ours:.1f} ms; usual recipe {theirs:.1f} ms: "
        f"{theirs / ours:.1f} times (aim >= 8)"
    )
    for name, factory in lk.explore.ALL.items():
        explorer = factory()
        control, values = slider_of(explorer)
        first = milliseconds(lambda v: explorer.set(**{control: v}), values)  # noqa: B023
        again = milliseconds(lambda v: explorer.set(**{control: v}), values)  # noqa: B023
        print(
            f"  {name:12s} moving {control:12s} {first:7.1f} ms the first time, {again:6.1f} ms again",
            flush=True,
        )
