"""Several linear classifiers on the same points: the whole picture, and the tidy part of it enlarged."""

from matplotlib.ticker import MultipleLocator

from . import style
from .boundary import crossing
from .canvas import Picture, axes_for

LOOKS = {
    "least squares": {"color": style.GREEN, "linestyle": "--"},
    "logistic": {"color": style.PINK, "linestyle": "-."},
    "SVM": {"color": style.LINE, "linestyle": "-"},
}


class Rivals(Picture):
    """Points of both classes, some of them far out, and one boundary per classifier.

    Parameters
    ----------
    ax : matplotlib Axes, optional
        A figure of its own when left out.
    view : (left, right, bottom, top)
        The limits; they stay, so that the data is seen to move.
    """

    def __init__(self, ax=None, view=(-5.0, 10.0, -4.0, 15.0)):
        super().__init__(axes_for(ax))
        self._view = view
        with style.context():
            self.ax.set(xlim=view[:2], ylim=view[2:], xlabel="x1", ylabel="x2")
            for axis in (self.ax.xaxis, self.ax.yaxis):
                axis.set_major_locator(MultipleLocator(5.0 if view[1] - view[0] > 12 else 2.0))
            self._points = {sign: self._marks(sign, "white") for sign in (-1.0, 1.0)}
            self._far = self._marks(1.0, "black")
            (self._wrong,) = self.ax.plot([], [], **WRONG, zorder=5)
            self._lines = {
                name: self.ax.plot([], [], zorder=4, **look)[0] for name, look in LOOKS.items()
            }
        self.moving = [*self._points.values(), self._far, self._wrong, *self._lines.values()]

    def _marks(self, sign, edge):
        return self.ax.plot([], [], zorder=3, **mark(sign, edge))[0]

    def update(self, X, y, far, fits, wrong):
        """Move to other points and other fits.

        Parameters
        ----------
        X, y : arrays
            The points and their labels.
        far, wrong : arrays of bool
            Which points are drawn as far ones, and which are crossed out.
        fits : dict from name to Fit
            One for each of `LOOKS`.
        """
        for sign, points in self._points.items():
            points.set_data(*X[(y == sign) & ~far].T)
        self._far.set_data(*X[far].T)
        self._wrong.set_data(*X[wrong].T)
        for name, line in self._lines.items():
            line.set_data(*crossing(fits[name].w, fits[name].b, self._view).T)


WRONG = {"linestyle": "none", "marker": "x", "color": "black", "markeredgewidth": 1.6}


def mark(sign, edge="white"):
    """Return the look of a point of class `sign`, for plot and Line2D."""
    return {
        "linestyle": "none",
        "marker": style.CLASS_MARKER[sign],
        "color": style.CLASS_COLOUR[sign],
        "markeredgecolor": edge,
        "markeredgewidth": 0.8 if edge == "white" else 1.3,
    }
