"""Players' habits: noted in finished matches, shown in tables.

A game's `statistics/habits.py` reads transcripts that list the legal moves, and yields notes: one
for each time that something was or was not done. The means of the notes are the habits.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from katzentisch.games.core.contract import Event

Transcript = Mapping[str, Any]


class Note(NamedTuple):
    """One occasion worth noting: whether something was done, or a number."""

    row: str
    value: float


@dataclass(frozen=True)
class Habits:
    """A table of habits that belong together."""

    title: str
    says: str  # how to read it
    rows: Mapping[str, str]  # descriptions, by the rows' names in notes
    percent: bool = True


def stretches(events: Sequence[Event], last: str) -> Iterator[list[Event]]:
    """The events cut into rounds, each ending with an event of this kind; the rest is dropped."""
    found: list[Event] = []
    for event in events:
        found.append(event)
        if event["event"] == last:
            yield found
            found = []


def moves_in(events: Iterable[Event]) -> Iterator[tuple[int, list[str], list[str]]]:
    """Every decision: its seat, the words of the move, and the legal moves."""
    for event in events:
        if event["event"] == "move":
            yield event["seat"], event["move"].split(), event["legal"]


def one_of(row: str, chosen: str, kinds: Iterable[str]) -> Iterator[Note]:
    """A note for each kind that could have been chosen: 1 for the chosen one, 0 for the others."""
    for kind in kinds:
        yield Note(f"{row} {kind}", float(kind == chosen))


def a(number: int | str) -> str:
    """A card of this value, in English."""
    return f"an {number}" if str(number) == "8" else f"a {number}"


def leads(totals: Sequence[float], seat: int) -> float:
    """How far a seat is ahead of the best of the others."""
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)
