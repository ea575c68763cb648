"""A table as one process knows it: a follower of the log in the database."""

import asyncio
import time
from dataclasses import dataclass

from katzentisch.play.frames import Frame, play_watched
from katzentisch.play.match import Match, new_match
from katzentisch.server.db.models import UNDO, Entry, Seat, TableRecord
from katzentisch.server.live.connections import Connection
from katzentisch.server.live.undo import may_take_back


@dataclass(frozen=True)
class Step:
    """How a table stands after one more entry of its log."""

    entry: Entry
    match: Match
    before: Match | None  # a move can be taken back to this
    moments: list[Frame]  # what is seen on the way

    @property
    def undone(self) -> bool:
        """Was a move taken back?"""
        return self.entry[1] == UNDO


class Table:
    """One table, as far as this process has followed it."""

    def __init__(self, record: TableRecord, entries: list[Entry]) -> None:
        self.record = record
        self.connections: set[Connection] = set()
        self.present: set[str] = set()  # guests, by whichever process they look
        self.heard = 0  # sayings
        self.lock = asyncio.Lock()
        self.opened = self.used = time.time()
        self.busy_until = 0.0  # people are still watching what happened
        self.asked = (-1, 0.0)  # for which number a bot was asked to play, and when
        self.log: list[Entry] = []
        self.before: Match | None = None
        players = [player(seat) for seat in record.seats]
        self.match = new_match(record.game, record.options, record.match_seed(), players)
        for entry in entries:
            self.take(self.after(entry))
        self.to_act = self.match.to_act  # asked for often, so remembered

    def name_players(self) -> None:
        """Who plays each seat, as a transcript has it."""
        self.match.seats[:] = [player(seat) for seat in self.record.seats]

    def after(self, entry: Entry, watched: bool = False) -> Step:
        """The table after an entry of the log; nothing has changed yet, and may be refused."""
        if entry[1] == UNDO and self.before is not None:
            return Step(entry, self.before, None, [])
        match, moments = self.match.copy(), []
        if watched:
            moments = play_watched(match, entry[1])
        else:
            match.play(entry[1])
        return Step(entry, match, self.match, moments)

    def take(self, step: Step) -> None:
        """Let it happen."""
        self.match, self.before = step.match, step.before
        self.to_act = self.match.to_act
        self.record.over = self.to_act is None
        self.log.append(step.entry)

    def note_asked(self) -> None:
        """Who makes a move sees to it that the bot after it plays."""
        if self.to_act is not None and self.record.seats[self.to_act].kind == "bot":
            self.asked = (len(self.log), time.time())

    @property
    def status(self) -> str:
        """Waiting for players, playing, or over."""
        if self.record.waiting:
            return "waiting"
        return "over" if self.to_act is None else "playing"

    def seat_of(self, guest: str) -> int | None:
        """Where a guest sits."""
        return self.record.seat_of(guest)

    def is_turn_of(self, seat: int | None) -> bool:
        """May this seat move now?"""
        return seat is not None and self.to_act == seat and not self.record.waiting

    def waits_for_somebody_here(self) -> bool:
        """Is it the turn of a person who is looking? Most tables, most of the time."""
        if self.to_act is None:
            return False
        seat = self.record.seats[self.to_act]
        return seat.kind == "guest" and seat.guest in self.present

    def here(self) -> list[int]:
        """The seats whose players are looking."""
        return [n for n, seat in enumerate(self.record.seats) if seat.guest in self.present]

    def may_undo(self, seat: int | None) -> bool:
        """Could this seat take its last move back?"""
        if self.before is None or self.status != "playing" or self.log[-1][0] != seat:
            return False
        return may_take_back(self.before, self.match, seat, self.record.people())


def player(seat: Seat) -> str:
    """Who plays a seat, as a transcript has it."""
    return seat.level or "bot" if seat.kind == "bot" else "human"
