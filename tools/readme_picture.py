"""Draw the picture of the README: python tools/readme_picture.py"""

from pathlib import Path

import lecturekit as lk

FILE = Path(__file__).resolve().parent.parent / "docs" / "first_fit.png"


def png():
    data = lk.data.blobs(n=60, separation=3.5, seed=4)
    fit = lk.least_squares(lk.Problem(data.X, data.y, loss="squared", lam=0.0))
    return lk.plots.boundary(fit)._repr_png_()


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_bytes(png())
