"""A legend whose numbers move: one row for each mark, with a sample of it, its name and live values."""

from matplotlib.lines import Line2D

from . import style
from .canvas import Picture


class LiveLegend(Picture):
    """Rows of sample, name and values on an `ax` of their own.

    Parameters
    ----------
    ax : matplotlib Axes
        Used up whole; its frame is switched off.
    rows : dict from key to (name, look)
        `look` is what Line2D takes for the sample.
    headings : sequence of str
        Above the columns of values; as many columns as headings.
    columns : sequence of float
        Right ends of the columns, from 0 to 1.
    title : str
        Above the rows.
    still : sequence of keys
        Rows that `update` is never asked for: they are drawn with the background.
    """

    def __init__(self, ax, rows, headings=(), columns=(), title="", still=()):
        super().__init__(ax)
        with style.context() as rc:
            self._size = rc["legend.fontsize"]
            self._step = 0.078 * style.scale() ** 0.5
            self._columns = columns
            self.ax.set(xlim=(0, 1), ylim=(0, 1))
            self.ax.set_axis_off()
            self._text(0.0, 0.97, title)
            for at, heading in zip(columns, headings, strict=True):
                self._text(at, 0.97, heading, ha="right")
            self._rows = {}
            for k, (key, (name, look)) in enumerate(rows.items(), start=1):
                self._rows[key] = self._make_row(0.97 - k * self._step, name, look)
        self.moving = [a for key, row in self._rows.items() if key not in still for a in row]
        # The layout must not depend on the state it is measured in.
        for artist in self.moving:
            artist.set_in_layout(False)

    def _text(self, x, y, words, **look):
        look = {"va": "center", "fontsize": self._size} | look
        return self.ax.text(x, y, words, **look)

    def _make_row(self, height, name, look):
        ends = [0.0, 0.06, 0.12] if look.get("linestyle") != "none" else [0.06]
        look = {"markevery": [len(ends) // 2]} | look
        sample = self.ax.add_line(Line2D(ends, [height] * len(ends), **look))
        label = self._text(0.16, height, name)
        values = [self._text(at, height, "", ha="right") for at in self._columns]
        return [sample, label, *values]

    def update(self, key, *values, name=None, visible=True):
        """Write the values of a row, and its name where that changes; or hide the row."""
        _, label, *texts = row = self._rows[key]
        for text, value in zip(texts, values or [""] * len(texts), strict=True):
            text.set_text(value)
        if name is not None:
            label.set_text(name)
        for artist in row:
            artist.set_visible(visible)
