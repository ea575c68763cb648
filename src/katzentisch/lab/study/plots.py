"""Plots for a report, as SVG embedded in the page. They can be read without colour: bars
differ by hatches, curves by markers, and heat maps show their numbers.
"""

import io
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Any

from katzentisch.games.core.figures import BARS, CURVE, HEAT, NO_PLOT
from katzentisch.lab.estimates import Estimate

WIDTH = 4.9  # inches, so that a phone hardly has to shrink the text
HATCHES = ("", "////", "\\\\\\\\", "xxxx", "----", "||||", "++++", "//")  # dots make large files
MARKERS = "os^Dv*Px"
LINES = ("-", "--", ":", "-.")
COLOURS = ("#7fa8d1", "#e8b04a", "#8fbf8f", "#c98bb9", "#b9b0a2", "#d98c6a", "#7fc4c4", "#a9a9dd")
INK = "#222222"
STYLE: dict[str, Any] = {
    "svg.hashsalt": "katzentisch",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "text.color": INK,
    "hatch.linewidth": 0.7,
    "errorbar.capsize": 3,
}


@dataclass(frozen=True)
class Series:
    """One variant's figures, row by row."""

    name: str
    estimates: Sequence[Estimate]


@dataclass(frozen=True)
class Picture:
    """What to draw; a heat map has a series for each of its columns."""

    kind: str
    rows: Sequence[str]
    series: Sequence[Series]
    title: str
    along: str = ""
    measured: str = ""
    fair: float | None = None
    fair_name: str = ""
    number: Callable[[float, int], str] = lambda number, places: f"{number:.{places}f}"
    percent: Callable[[float, int], str] = lambda number, places: f"{number:.{places}f}%"


def drawn(picture: Picture, number: int) -> str:
    """The picture as SVG; `number` distinguishes it from others on the page."""
    if picture.kind == NO_PLOT or not picture.rows:
        return ""
    with styled() as made:
        figure = made(figsize=(WIDTH, height(picture)), layout="constrained")
        {BARS: draw_bars, CURVE: draw_curve, HEAT: draw_heat}[picture.kind](
            figure.add_subplot(), picture
        )
        return embedded(written(figure), picture.title, number)


@contextmanager
def styled() -> Iterator[Any]:
    """Matplotlib's class of figures, with our style in effect."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        yield Figure


META = ("Date", "Creator", "Format", "Type")


def written(figure: Any) -> str:
    """A figure as SVG, identical every time."""
    file = io.StringIO()
    figure.savefig(file, format="svg", transparent=True, metadata=dict.fromkeys(META))
    return file.getvalue()


def height(picture: Picture) -> float:
    """A height in inches at which rows are not cramped."""
    if picture.kind == BARS:
        return 0.9 + 0.14 * len(picture.rows) * (1 + len(picture.series))
    return 2.9 if picture.kind == CURVE else 0.9 + 0.36 * len(picture.rows)


def embedded(svg: str, title: str, number: int) -> str:
    """An SVG for a page with others: with unique ids, and a label for readers who cannot see it."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r'\b(id="|xlink:href="#|url\(#)', rf"\g<1>plot{number}-", svg)
    svg = re.sub(r'<svg\b([^>]*?) width="[^"]*"', r"<svg\1", svg, count=1)
    svg = re.sub(r'<svg\b([^>]*?) height="[^"]*"', r"<svg\1", svg, count=1)
    return svg.replace("<svg", f'<svg role="img" aria-label="{escape(title)}"', 1).strip()


def values(series: Series) -> list[float]:
    """The values to draw, shares in percent."""
    return [one.value * (100 if one.percent else 1) for one in series.estimates]


def margins(series: Series) -> list[float]:
    """Half the width of each interval."""
    found = []
    for one in series.estimates:
        low, high = one.interval.low, one.interval.high
        half = (high - low) / 2 if low is not None and high is not None else 0.0
        found.append(half * (100 if one.percent else 1))
    return found


def draw_bars(axes: Any, picture: Picture) -> None:
    """Draw a horizontal bar with its interval for each row and series."""
    count = len(picture.series)
    thick = 0.8 / count
    for n, series in enumerate(picture.series):
        places = [row + (n - (count - 1) / 2) * thick for row in range(len(picture.rows))]
        look = {"color": COLOURS[n % len(COLOURS)], "hatch": HATCHES[n % len(HATCHES)]}
        axes.barh(
            places,
            values(series),
            thick * 0.92,
            xerr=margins(series),
            label=series.name,
            edgecolor=INK,
            linewidth=0.6,
            error_kw={"ecolor": INK, "elinewidth": 1},
            **look,
        )
    axes.set_yticks(range(len(picture.rows)), [wrapped(row) for row in picture.rows])
    axes.invert_yaxis()
    axes.set_xlabel(picture.measured)
    axes.set_ylabel(picture.along)
    finish(axes, axes.xaxis, picture, axes.axvline)


def draw_curve(axes: Any, picture: Picture) -> None:
    """Draw a curve for each series, over rows that are numbers."""
    places = [float(row) for row in picture.rows]
    for n, series in enumerate(picture.series):
        axes.errorbar(
            places,
            values(series),
            yerr=margins(series),
            label=series.name,
            marker=MARKERS[n % len(MARKERS)],
            linestyle=LINES[n % len(LINES)],
            color=INK,
            markerfacecolor=COLOURS[n % len(COLOURS)],
            markersize=6,
        )
    axes.set_xlabel(picture.along)
    axes.set_ylabel(wrapped(picture.measured))
    axes.xaxis.get_major_locator().set_params(integer=True)
    finish(axes, axes.yaxis, picture, axes.axhline)


def draw_heat(axes: Any, picture: Picture) -> None:
    """Draw numbers in a grid, darker where they are larger."""
    columns = [values(series) for series in picture.series]
    grid = [[column[row] for column in columns] for row in range(len(picture.rows))]
    axes.imshow(grid, cmap="Blues", vmin=0, vmax=100, aspect="auto")
    for row, cells in enumerate(grid):
        for column, cell in enumerate(cells):
            label = picture.number(cell, 0)
            colour = "white" if cell > 60 else INK
            axes.text(column, row, label, ha="center", va="center", color=colour, fontsize=9)
    axes.set_yticks(range(len(picture.rows)), picture.rows)
    axes.set_xticks(range(len(columns)), [series.name for series in picture.series])
    axes.tick_params(length=0)
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)


def finish(axes: Any, measured: Any, picture: Picture, line: Callable[..., Any]) -> None:
    """Add a line at the fair share, numbers in the right language, a grid and a legend."""
    percent = any(one.percent for series in picture.series for one in series.estimates)
    if picture.fair is not None:
        at = picture.fair * (100 if percent else 1)
        line(at, color=INK, linestyle=(0, (5, 3)), linewidth=1, label=picture.fair_name or None)
    measured.set_major_formatter(partial(format_tick, picture=picture, percent=percent))
    measured.grid(True, color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    if len(picture.series) > 1 or picture.fair_name:
        axes.figure.legend(loc="outside upper left", ncols=2, frameon=False, fontsize=9)


def format_tick(value: float, _: int, picture: Picture, percent: bool) -> str:
    """A number on an axis, with as few decimals as it needs."""
    places = next(p for p in (0, 1, 2, 3) if p == 3 or abs(round(value, p) - value) < 1e-9)
    return (picture.percent if percent else picture.number)(value, places)


def wrapped(text: str, width: int = 24) -> str:
    """A long label on two lines."""
    if len(text) <= width:
        return text
    cut = text.rfind(" ", 0, max(width, len(text) // 2 + 4))
    return text if cut < 0 else f"{text[:cut]}\n{text[cut + 1 :]}"
