"""One boundary, six numbers: what every form of the objective writes for the same problem."""

from matplotlib.lines import Line2D

from ..problem import FORMS
from . import style
from .canvas import Picture

LOW, HIGH = 1e-9, 1e8
BAND = "#EEEEEE"
LOOKS = {"C": (style.GREEN, "s"), "lam": (style.PINK, "o")}


class FormChart(Picture):
    """A row for each form, on one logarithmic axis, with its number; the chosen form is ringed.

    Parameters
    ----------
    ax : matplotlib Axes
    n : int
        The number of points, which is what a mean divides by.
    """

    def __init__(self, ax, n):
        super().__init__(ax)
        self._rows = {form: row for row, form in enumerate(FORMS)}
        self._size = 7 * style.scale()
        ax.set(xscale="log", xlim=(LOW, HIGH), ylim=(len(FORMS) - 0.7, -0.8))
        ax.set(xlabel=f"number of each form (n = {n})", yticks=[], ylabel="one boundary, six forms")
        ax.set_xticks([1e-8, 1e-4, 1.0, 1e4, 1e8])
        ax.minorticks_off()
        ax.hlines(list(self._rows.values()), LOW, HIGH, "#CCCCCC", linewidth=0.8, zorder=0)
        (self._band,) = ax.fill([], [], color=BAND, zorder=-1)
        (self._set,) = ax.plot([], [], ":", color=style.LINE, linewidth=1.2, zorder=1)
        (self._ring,) = ax.plot([], [], zorder=4, **self._ring_look())
        self._dots = {form: self._dot(form) for form in self._rows}
        self._names = {
            form: self._text(0.02, row, form, "left") for form, row in self._rows.items()
        }
        self._numbers = {
            form: self._text(0.98, row, "", "right") for form, row in self._rows.items()
        }
        self.moving = [self._band, self._set, self._ring, *self._dots.values()]
        self.moving += [*self._names.values(), *self._numbers.values()]
        self._make_legend()

    def _dot(self, form):
        colour, mark = LOOKS[FORMS[form].knob]
        size = self._size
        return self.ax.plot([], [], mark, color=colour, markersize=size, zorder=3)[0]

    def _text(self, x, row, words, side):
        where = self.ax.get_yaxis_transform()
        clear = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}
        return self.ax.text(
            x,
            row - 0.27,
            words,
            ha=side,
            va="bottom",
            fontsize="small",
            transform=where,
            bbox=clear,
        )

    def _ring_look(self):
        look = {"marker": "o", "linestyle": "none", "markerfacecolor": "none"}
        return look | {"color": "black", "markersize": 1.7 * self._size}

    def _make_legend(self):
        entries = [
            Line2D([], [], linestyle="none", markersize=self._size, marker=m, color=c, label=label)
            for (c, m), label in ((LOOKS["C"], "C"), (LOOKS["lam"], "lam"))
        ]
        entries.append(Line2D([], [], label="chosen form", **self._ring_look()))
        look = {"linestyle": ":", "color": style.LINE, "linewidth": 1.2}
        entries.append(Line2D([], [], label="its knob", **look))
        self.ax.legend(
            handles=entries, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, borderpad=0.1
        )

    def update(self, problem):
        """Move to `problem`: the number of its own form, and of the same problem in every other."""
        for form, row in self._rows.items():
            knob, chosen = problem.rewrite(form).knob, form == problem.form
            self._dots[form].set_data([knob], [row])
            self._numbers[form].set_text(f"{knob:.4g}")
            for text in (self._names[form], self._numbers[form]):
                text.set_fontweight("bold" if chosen else "normal")
                text.get_bbox_patch().set_facecolor(BAND if chosen else "white")
        row = self._rows[problem.form]
        self._ring.set_data([problem.knob], [row])
        self._set.set_data([problem.knob] * 2, self.ax.get_ylim())
        edges = [(LOW, row - 0.76), (HIGH, row - 0.76), (HIGH, row + 0.22), (LOW, row + 0.22)]
        self._band.set_xy(edges)
