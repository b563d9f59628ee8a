"""Figures without pyplot, and frames that redraw only what moves.

A frame costs: restore the still background, draw the moving artists, encode the PNG at level 1. No new
figure, no tight bounding box, no pyplot (whose `close` would take the canvas away).
"""

import struct
import zlib

import numpy as np
from matplotlib.axis import Axis
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

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
    """Return the figure's last drawn frame as PNG bytes.

    Written out because plots are flat: rows without a filter, deflated at level 1, take half the time of
    Pillow's encoder and no more space.
    """
    pixels = np.asarray(figure.canvas.buffer_rgba())[..., :3]
    height, width = pixels.shape[:2]
    rows = np.zeros((height, 1 + 3 * width), np.uint8)  # a row begins with its filter: 0, none
    rows[:, 1:] = pixels.reshape(height, -1)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)  # 8 bits, RGB
    chunks = {b"IHDR": header, b"IDAT": zlib.compress(rows, 1), b"IEND": b""}
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks.items())


def _chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


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
            # Texts and axes need their space; of the rest, the layout must not depend on the state.
            if not isinstance(artist, (Text, Axis)):
                artist.set_in_layout(False)
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
