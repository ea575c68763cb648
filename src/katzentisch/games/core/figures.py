"""What a game asks about many games of it: figures, questions and findings.

A game's `questions.py` turns what its `study.py` noted into questions: each has a table of
figures, a plot and findings in plain words. How sure a figure is, and how it looks on a page,
is not the game's business but the lab's.
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
    """One sum divided by another, added or taken away; each batch has its own."""

    sign: int
    top: Sums
    bottom: Sums

    @property
    def value(self) -> float:
        """The quotient over all batches; not a number where there is nothing to divide by."""
        bottom = float(self.bottom.sum())
        return self.sign * float(self.top.sum()) / bottom if bottom else float("nan")


@dataclass(frozen=True)
class Figure:
    """A number that a report tells: a quotient of sums over games, or a difference of such."""

    terms: tuple[Term, ...]
    percent: bool = False

    @property
    def value(self) -> float:
        """What it comes to."""
        return sum(term.value for term in self.terms)

    def __sub__(self, other: "Figure") -> "Figure":
        """By how much this one is larger; batches are paired."""
        turned = tuple(Term(-term.sign, term.top, term.bottom) for term in other.terms)
        return Figure(self.terms + turned, self.percent)


def mean(top: Sums, bottom: Sums) -> Figure:
    """So much on average."""
    return Figure((Term(1, top, bottom),))


def share(top: Sums, bottom: Sums) -> Figure:
    """So many of all, in percent."""
    return Figure((Term(1, top, bottom),), percent=True)


def share_of_victories(sixtieths: Sums, chances: Sums) -> Figure:
    """So many of the victories, shared ones in parts."""
    return share(sixtieths / WHOLE, chances)


@dataclass(frozen=True)
class Finding:
    """A sentence with figures and words in it, `{by_name}`; the lab fills them in.

    With `fair`, the lab says too whether its figure differs from that; one that was picked
    as the largest or smallest `among` several has to differ more.
    """

    text: str
    figures: Mapping[str, Figure]
    fair: float | None = None
    words: Mapping[str, str] = field(default_factory=dict)
    among: int = 1


@dataclass(frozen=True)
class Question:
    """What is asked, and what the games answer: a table, perhaps drawn."""

    name: str  # for files; the same in all languages
    title: str
    says: str  # how to read it
    rows: Sequence[str]
    columns: Mapping[str, Sequence[Figure]]
    plot: str = BARS  # of the first column; a heat map of all
    along: str = ""  # what the rows are
    fair: float | None = None  # a line in the plot
    fair_is: str = ""  # what that is, where it is not a fair share
    findings: Sequence[Finding] = ()
    compared: bool = True  # under `--vary`
    overall: tuple[str, Figure] | None = None  # to be seen beside other numbers of players


@dataclass(frozen=True)
class Seen:
    """What was noted of many games played alike, batch by batch."""

    options: Any
    games: Sums
    notes: Mapping[str, Sums] = field(repr=False)

    def __getitem__(self, name: str) -> Sums:
        """The sums of one note: by batch, then as the note counts."""
        return self.notes[name]

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.options.players)


def each(tops: Sums, bottom: Sums, numbers: Iterable[int], percent: bool = False) -> list[Figure]:
    """A figure for each of these numbers; `bottom` is one for all or has its own for each."""
    return [
        Figure((Term(1, tops[:, n], bottom if bottom.ndim == 1 else bottom[:, n]),), percent)
        for n in numbers
    ]


def spread_over(tops: Sums, numbers: Iterable[int]) -> list[Figure]:
    """How all that was counted is spread over these numbers, in percent."""
    return each(tops, tops.sum(axis=1), numbers, percent=True)


def with_and_without(seen: Seen, numbers: Iterable[int]) -> list[Figure]:
    """By how many points seats that were dealt something differ from those that were not."""
    had = each(seen["points_with"], seen["dealt_with"], numbers := list(numbers))
    had_not = each(seen["points_without"], seen["dealt_without"], numbers)
    return [one - other for one, other in zip(had, had_not, strict=True)]


def largest(figures: Sequence[Figure]) -> int:
    """Which of these is the largest."""
    return int(np.nanargmax([one.value for one in figures]))


def smallest(figures: Sequence[Figure]) -> int:
    """Which of these is the smallest."""
    return int(np.nanargmin([one.value for one in figures]))
