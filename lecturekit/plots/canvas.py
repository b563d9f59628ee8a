"""Figures without pyplot, and frames that redraw only what moves.

A frame costs: restore the still background, draw the moving artists, encode the PNG at level 1. No new figure, no
tight bounding box, no pyplot (whose `close` would take the canvas away).
"""

import io

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from . import style


def new_figure(width=6.0, height=4.0, dpi=100):
    """Return a figure of its own with an Agg canvas, in our style."""
    with style.context():
        figure = Figure(figsize=(width, height), dpi=dpi)
        FigureCanvasAgg(figure)
    return figure


def axes_for(ax, width=6.0, height=4.0):
    """Return `ax`, or a fresh one on a figure of its own."""
    if ax is not None:
        return ax
    with style.context():
        return new_figure(width, height).add_subplot()


def encode(figure):
    """Return the figure's last drawn frame as PNG bytes."""
    pixels = np.asarray(figure.canvas.buffer_rgba())[..., :3]
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


class Picture:
    """Something drawn on an `ax` that shows itself in a notebook. `moving` lists what `update` moves."""

    def __init__(self, ax):
        self.ax = ax
        self.moving = []

    def _repr_png_(self):
        self.ax.figure.canvas.draw()
        return encode(self.ax.figure)

    def __repr__(self):
        """Return a line without addresses, so that a stored notebook does not change."""
        return f"{type(self).__name__} picture"


class Frame:
    """A figure whose still part is drawn once and whose moving artists are drawn for every frame."""

    def __init__(self, figure, moving):
        self.figure, self.moving = figure, list(moving)
        for artist in self.moving:
            artist.set_animated(True)
        self._background = None

    def png(self):
        """Draw what moves over the still background, and encode."""
        canvas = self.figure.canvas
        if self._background is None:
            canvas.draw()
            # The layout is settled: measuring it again for every frame would cost more than drawing.
            self.figure.set_layout_engine("none")
            self._background = canvas.copy_from_bbox(self.figure.bbox)
        canvas.restore_region(self._background)
        for artist in sorted(self.moving, key=lambda a: a.get_zorder()):
            (artist.axes or self.figure).draw_artist(artist)
        return encode(self.figure)
