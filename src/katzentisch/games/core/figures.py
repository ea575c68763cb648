"""Figures, questions and findings about many matches of a game.

A game's `statistics/questions.py` turns the sums in its `statistics/notes.py` into questions:
each has a table of figures, a plot and findings in plain words. It is up to the lab to work out
how certain a figure is, and to lay it out on a page.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from katzentisch.games.core.notes import WHOLE

Sums = NDArray[Any]
"""A number for each batch of games."""

BARS, CURVE, HEAT, NO_PLOT = "bars", "curve", "heat", "none"


class Term(NamedTuple):
    """One sum divided by another, to be added or subtracted; each batch has its own sums."""

    sign: int
    top: Sums
    bottom: Sums

    @property
    def value(self) -> float:
        """The quotient over all batches; NaN when there is nothing to divide by."""
        bottom = float(self.bottom.sum())
        return self.sign * float(self.top.sum()) / bottom if bottom else float("nan")


@dataclass(frozen=True)
class Figure:
    """A number in a report: a quotient of sums over games, or a difference of such quotients."""

    terms: tuple[Term, ...]
    percent: bool = False

    @property
    def value(self) -> float:
        """The sum of its terms."""
        return sum(term.value for term in self.terms)

    def __sub__(self, other: "Figure") -> "Figure":
        """How much larger this figure is; batches are paired."""
        turned = tuple(Term(-term.sign, term.top, term.bottom) for term in other.terms)
        return Figure(self.terms + turned, self.percent)


def mean(top: Sums, bottom: Sums) -> Figure:
    """The mean: one sum divided by another."""
    return Figure((Term(1, top, bottom),))


def share(top: Sums, bottom: Sums) -> Figure:
    """One sum as a percentage of another."""
    return Figure((Term(1, top, bottom),), percent=True)


def share_of_victories(sixtieths: Sums, chances: Sums) -> Figure:
    """The share of games won; a shared win counts in part."""
    return share(sixtieths / WHOLE, chances)


@dataclass(frozen=True)
class Finding:
    """A sentence with placeholders for figures and words, `{by_name}`; the lab fills them in.

    With `fair`, the lab also says whether the figure differs from that value; one picked as
    the largest or smallest `among` several must differ by more.
    """

    text: str
    figures: Mapping[str, Figure]
    fair: float | None = None
    words: Mapping[str, str] = field(default_factory=dict)
    among: int = 1


@dataclass(frozen=True)
class Question:
    """A question and its answer from the games: a table, perhaps with a plot."""

    name: str  # for files; the same in all languages
    title: str
    says: str  # how to read it
    rows: Sequence[str]
    columns: Mapping[str, Sequence[Figure]]
    plot: str = BARS  # of the first column, or a heat map of all
    along: str = ""  # what the rows are
    fair: float | None = None  # a line in the plot
    fair_is: str = ""  # what that line means, if not a fair share
    findings: Sequence[Finding] = ()
    compared: bool = True  # between variants, with `--vary`
    overall: tuple[str, Figure] | None = None  # shown beside other numbers of players


@dataclass(frozen=True)
class StudySums:
    """What was noted in many games with the same options, batch by batch."""

    options: Any
    games: Sums
    notes: Mapping[str, Sums] = field(repr=False)

    def __getitem__(self, name: str) -> Sums:
        """The sums of one note: by batch, then in the note's own dimensions."""
        return self.notes[name]

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.options.players)


def each(tops: Sums, bottom: Sums, numbers: Iterable[int], percent: bool = False) -> list[Figure]:
    """A figure for each of these numbers; `bottom` is shared, or has a column for each."""
    return [
        Figure((Term(1, tops[:, n], bottom if bottom.ndim == 1 else bottom[:, n]),), percent)
        for n in numbers
    ]


def spread_over(tops: Sums, numbers: Iterable[int]) -> list[Figure]:
    """How the counts are distributed over these numbers, in percent."""
    return each(tops, tops.sum(axis=1), numbers, percent=True)


def with_and_without(sums: StudySums, numbers: Iterable[int]) -> list[Figure]:
    """For each number, the mean points of seats that were dealt it, less those of the others."""
    had = each(sums["points_with"], sums["dealt_with"], numbers := list(numbers))
    had_not = each(sums["points_without"], sums["dealt_without"], numbers)
    return [one - other for one, other in zip(had, had_not, strict=True)]


def largest(figures: Sequence[Figure]) -> int:
    """The index of the largest figure."""
    return int(np.nanargmax([one.value for one in figures]))


def smallest(figures: Sequence[Figure]) -> int:
    """The index of the smallest figure."""
    return int(np.nanargmin([one.value for one in figures]))
