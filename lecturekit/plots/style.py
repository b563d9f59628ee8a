"""Colours and marks, in one place: Okabe and Ito's palette, and a shape that says the same."""

CLASS_COLOUR = {-1.0: "#0072B2", 1.0: "#D55E00"}
CLASS_SHADE = {-1.0: "#CFE3F1", 1.0: "#FAE0CF"}
CLASS_MARKER = {-1.0: "o", 1.0: "s"}
LINE = "#222222"
