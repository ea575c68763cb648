"""What every game provides: the names in its module.

A module of `katzentisch.games` that satisfies `Rules` is a game. The compiled
part can also be called from compiled code; the rest is plain Python.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol, Self, TypeAlias

import numpy as np

from katzentisch.games.core.i18n import Words
from katzentisch.games.core.observation import Marks, Picture
from katzentisch.games.core.options import Choice, Choices, TableOptions
from katzentisch.games.core.record import Numbers, Record, Records, Table

Event: TypeAlias = dict[str, Any]
View: TypeAlias = dict[str, Any]


class AnyState(Protocol):
    """The part of every game's `State` that shared code uses; a game's own rules use all of it."""

    dtype: ClassVar[np.dtype[Any]]
    chance: Numbers
    players: int
    to_act: int

    @classmethod
    def blank(cls) -> Self:
        """A record in which every field is zero."""
        ...

    @classmethod
    def table(cls, size: int) -> Table[Self]:
        """A table of this many blank records."""
        ...

    def copy(self) -> Self:
        """A copy that shares no memory with this record."""
        ...


States: TypeAlias = Records[AnyState]


class Notes(Protocol):
    """What is recorded for the lab over many games; see `figures`."""

    Notes: type[Record]  # sums over games
    Memo: type[Record]  # what is remembered within one

    def note_decision(self, state: AnyState, move: int, notes: Any, memo: Any) -> None:
        """Record a decision before it is made."""
        ...

    def note_step(self, state: AnyState, notes: Any, memo: Any) -> None:
        """Record what the next automatic step will do, such as scoring a round."""
        ...

    def note_end(self, state: AnyState, notes: Any, memo: Any) -> None:
        """Record a finished game."""
        ...


class Rules(Protocol):
    """A game as the rest of the code sees it."""

    # What it is.
    SLUG: str
    TITLE: str
    RULES: int
    PLAYERS: Choice
    State: type[AnyState]
    Seen: type[Record]
    PICTURE: Picture | None
    FIGURES: tuple[str, ...]
    SEAT_FIGURES: tuple[str, ...]
    MANY_POINTS_WIN: bool
    notes: "Notes"

    # Compiled: what happens.
    def waits(self, state: AnyState) -> bool:
        """Is there no automatic step to take, because somebody decides or the game is over?"""
        ...

    def is_over(self, state: AnyState) -> bool:
        """Is the game over?"""
        ...

    def legal(self, state: AnyState) -> Any:
        """The legal moves, in a form that `count_legal` and `nth_legal` read."""
        ...

    def count_legal(self, legal: Any) -> int:
        """How many moves are legal."""
        ...

    def nth_legal(self, legal: Any, n: int) -> int:
        """The nth legal move, counted from 0."""
        ...

    def is_legal(self, state: AnyState, move: int) -> bool:
        """Is this move legal now?"""
        ...

    def decide(self, state: AnyState, move: int) -> None:
        """Make a legal move; the automatic steps that follow it are taken by `step`."""
        ...

    def step(self, state: AnyState) -> None:
        """Take the next automatic step, such as dealing."""
        ...

    def score(self, state: AnyState, seat: int) -> int:
        """A seat's points so far."""
        ...

    def is_winner(self, state: AnyState, seat: int) -> bool:
        """Does this seat win, alone or with others? Asked when the game is over."""
        ...

    def imagine(self, state: AnyState, seat: int, chance: Numbers) -> None:
        """Replace what this seat cannot see by a random guess that fits what it has seen."""
        ...

    def greedy_move(self, state: AnyState, chance: Numbers, whim: int) -> int:
        """The move of the simple player; a `whim` can make a move seem better than it is."""
        ...

    def stretch(self, state: AnyState) -> int:
        """How many rounds ahead bots think; 0 is to the end of the game."""
        ...

    def spread(self, state: AnyState) -> float:
        """How many points usually separate the seats: by how much a lead counts for bots."""
        ...

    def rounds_done(self, state: AnyState) -> int:
        """How many rounds are over."""
        ...

    def encode(self, state: AnyState, seat: int, seen: Any) -> None:
        """Write what a seat may know."""
        ...

    def encode_again(self, state: AnyState, seat: int, seen: Any, stamp: int) -> int:
        """Write it over this table's last observation, which has this stamp; return the new one."""
        ...

    def mark_legal(self, state: AnyState, words: Marks, row: int) -> None:
        """Write the legal actions as bits."""
        ...

    def mark_again(self, state: AnyState, words: Marks, row: int, stamp: int) -> None:
        """Write them over those last written for this table."""
        ...

    def random_action(self, state: AnyState, words: Marks, row: int, chance: Numbers) -> int:
        """A uniformly random one of the marked actions; none if the game is over."""
        ...

    def action_of(self, state: AnyState, move: int) -> int:
        """The action that stands for a move here."""
        ...

    def move_of(self, state: AnyState, action: int) -> int:
        """The move that an action stands for here."""
        ...

    def tally(self, state: AnyState, figures: Numbers) -> None:
        """Count what the next step will do, in the order of `FIGURES`."""
        ...

    def tally_seat(self, state: AnyState, seat: int, figures: Numbers) -> None:
        """Count what the next step will do for a seat, in the order of `SEAT_FIGURES`."""
        ...

    # Plain Python: options, names, events and views.
    def choices(self, players: int) -> Choices:
        """The options for this many players, each with its values."""
        ...

    def read_options(self, given: Mapping[str, Any]) -> TableOptions:
        """The options given, completed with the usual ones; bad ones are refused."""
        ...

    def count_actions(self, options: Any) -> int:
        """How many actions there are with these options."""
        ...

    def lay_out(self, options: Any) -> AnyState:
        """The table before the first deal."""
        ...

    def name_of(self, move: int) -> str:
        """The name of a move, as in transcripts."""
        ...

    def number_of(self, name: str) -> int | None:
        """The move of this name; None if no move has it."""
        ...

    def why_not(self, state: AnyState, move: int) -> str:
        """One sentence that says why a move is not legal."""
        ...

    def event(self, before: AnyState, after: AnyState) -> Event:
        """The event of an automatic step, derived from the states before and after it."""
        ...

    def redacted(self, events: list[Event], seat: int, options: Any) -> list[Event]:
        """The events with only what this seat may know."""
        ...

    def view(self, state: AnyState, seat: int) -> View:
        """What this seat, or a spectator (`NOBODY`), may see."""
        ...

    def describe_move(self, name: str, _: Words) -> str:
        """A move as a player would say it."""
        ...

    def describe_event(self, event: Event, names: list[str], _: Words) -> str | None:
        """What happened, in a sentence; None if it is not worth mentioning."""
        ...
