"""What players do habitually: noticed in finished matches, told in tables.

A game's `habits.py` reads transcripts that list what was legal, and yields notes: one for each
time that something was or was not done. What is on average in them are its habits.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from katzentisch.games.core.contract import Event

Transcript = Mapping[str, Any]


class Note(NamedTuple):
    """One time that somebody had the choice: whether it was done, or how much of it."""

    row: str
    value: float


@dataclass(frozen=True)
class Habits:
    """A table of habits that belong together."""

    title: str
    says: str  # how to read it
    rows: Mapping[str, str]  # what it is about, by the name it has in notes
    percent: bool = True


def stretches(events: Sequence[Event], last: str) -> Iterator[list[Event]]:
    """The events cut into rounds, each up to the event of this kind; what comes after is left."""
    found: list[Event] = []
    for event in events:
        found.append(event)
        if event["event"] == last:
            yield found
            found = []


def moves_in(events: Iterable[Event]) -> Iterator[tuple[int, list[str], list[str]]]:
    """Every decision: its seat, the words of the move, and what was legal."""
    for event in events:
        if event["event"] == "move":
            yield event["seat"], event["move"].split(), event["legal"]


def one_of(row: str, chosen: str, kinds: Iterable[str]) -> Iterator[Note]:
    """A note for each kind that could have been chosen: one of them was."""
    for kind in kinds:
        yield Note(f"{row} {kind}", float(kind == chosen))


def a(number: int | str) -> str:
    """A card of this value, in English."""
    return f"an {number}" if str(number) == "8" else f"a {number}"


def leads(totals: Sequence[float], seat: int) -> float:
    """By how much a seat has more than the best of the others."""
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)
