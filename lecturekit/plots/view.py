"""Views in which a distance looks the same in all directions, so that a right angle looks like one."""


def equalise(ax):
    """Widen one of the axes' limits until both have the same scale; the axes keep their place.

    Call it when everything else is on the figure: the layout is settled first. Unlike matplotlib's equal
    aspect it leaves no gaps beside the axes, and the limits are known before the first frame.
    """
    view = ax.get_xlim(), ax.get_ylim()
    for _ in range(2):  # other limits have other tick labels, which move the axes a little
        ax.set(xlim=view[0], ylim=view[1])
        ax.figure.draw_without_rendering()
        box = ax.get_window_extent()
        per_pixel = max(
            (high - low) / size
            for (low, high), size in zip(view, (box.width, box.height), strict=True)
        )
        ax.set(
            xlim=_around(view[0], per_pixel * box.width),
            ylim=_around(view[1], per_pixel * box.height),
        )
        ax.figure.draw_without_rendering()


def _around(limits, width):
    middle = (limits[0] + limits[1]) / 2
    return middle - width / 2, middle + width / 2
