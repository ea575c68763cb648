"""The curve of who was winning, laid out for a template to draw: only lines and marks, so that
showing a review does not need a plotting library.
"""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 480, 300
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 10, 40
MARKS = "●■▲◆▼★"  # distinguishable without colour
DASHES = ("", "7 4", "2 3", "9 3 2 3", "12 4", "4 4")
COLOURS = ("#1f5a99", "#a8620a", "#2f7d32", "#8e3f7d", "#555555", "#8b3a1f")
MARKS_A_CURVE = 10


@dataclass(frozen=True)
class Line:
    """One seat's line."""

    name: str
    mark: str
    dash: str
    colour: str
    points: str
    marks: list[tuple[float, float]]


@dataclass(frozen=True)
class Curve:
    """All lines, and the layout of the picture."""

    lines: list[Line]
    starts: list[float]  # where a new deal begins
    heights: list[tuple[int, float]]  # percent, and its y coordinate
    steps: list[tuple[int, float]]  # a decision, and its x coordinate
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    floor: int = HEIGHT - BOTTOM


def drawn_curve(
    shares: Sequence[Sequence[float]], starts: Sequence[int], names: Sequence[str]
) -> Curve:
    """Lay out the shares of the win, before each decision and at the end, as lines."""
    last = max(1, len(shares) - 1)
    every = max(1, len(shares) // MARKS_A_CURVE)
    lines = []
    for seat, name in enumerate(names):
        points = [(across(n, last), up(share[seat])) for n, share in enumerate(shares)]
        lines.append(
            Line(
                name,
                MARKS[seat % len(MARKS)],
                DASHES[seat % len(DASHES)],
                COLOURS[seat % len(COLOURS)],
                " ".join(f"{x},{y}" for x, y in points),
                points[seat * every // len(names) :: every],
            )
        )
    wide = next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000) if last / step <= 8)
    return Curve(
        lines,
        [across(n - 0.5, last) for n in starts],
        [(percent, up(percent / 100)) for percent in range(0, 101, 25)],
        [(n, across(n, last)) for n in range(0, last + 1, wide)],
    )


def across(number: float, last: int) -> float:
    """The x coordinate of a decision."""
    return round(LEFT + (WIDTH - LEFT - RIGHT) * number / last, 1)


def up(share: float) -> float:
    """The y coordinate of a share of the win; larger ones are higher up."""
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - share), 1)
