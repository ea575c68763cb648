"""A table in memory, advanced by the log in the database."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from katzentisch.play.frames import Frame, play_watched
from katzentisch.play.match import Match, new_match
from katzentisch.server.db.records import UNDO, Entry, Status, TableRecord
from katzentisch.server.live.connections import Connection
from katzentisch.server.live.undo import may_take_back

Clock = Callable[[], float]  # seconds since 1970


@dataclass(frozen=True)
class Step:
    """A table after one more entry of its log."""

    entry: Entry
    match: Match
    before: Match | None  # for taking the move back
    moments: list[Frame]  # what is shown during the move
    busy_until: float = 0.0  # until then, people are watching it

    @property
    def undone(self) -> bool:
        """Was a move taken back?"""
        return self.entry[1] == UNDO


class Table:
    """A table as far as this process has read its log."""

    def __init__(self, record: TableRecord, entries: list[Entry], clock: Clock) -> None:
        self.record = record
        self.clock = clock
        self.connections: set[Connection] = set()
        self.present: set[str] = set()  # guests, through any process
        self.heard = 0  # chat messages sent
        self.lock = asyncio.Lock()
        self.opened = self.used = clock()
        self.busy_until = 0.0  # until then, people are watching the last move
        self.scheduled = (-1, 0.0)  # the log number for which a bot was scheduled, and when
        self.log: list[Entry] = []
        self.before: Match | None = None
        self.match = new_match(record.game, record.options, record.match_seed(), record.players())
        for entry in entries:
            self.apply(self.after(entry))
        self.to_act = self.match.to_act  # cached, since it is read often

    def replace_record(self, record: TableRecord) -> None:
        """Take over a record read again, which may be ahead of the log as read here."""
        record.over = self.to_act is None
        self.record = record
        self.scheduled = (-1, 0.0)
        self.match.seats[:] = record.players()

    def after(self, entry: Entry, watched: bool = False) -> Step:
        """The step for an entry of the log, not yet taken; refused if the move is illegal."""
        if entry[1] == UNDO and self.before is not None:
            return Step(entry, self.before, None, [])
        match, moments = self.match.copy(), []
        if watched:
            moments = play_watched(match, entry[1])
        else:
            match.play(entry[1])
        return Step(entry, match, self.match, moments)

    def apply(self, step: Step) -> None:
        """Take the step."""
        self.match, self.before, self.busy_until = step.match, step.before, step.busy_until
        self.to_act = self.match.to_act
        self.record.over = self.to_act is None
        self.log.append(step.entry)

    def note_scheduled(self) -> None:
        """Note that the process that made the move has scheduled the next bot."""
        if self.to_act is not None and self.record.seats[self.to_act].kind == "bot":
            self.scheduled = (len(self.log), self.clock())

    @property
    def status(self) -> Status:
        """`waiting` for players, `playing` or `over`."""
        return self.record.status

    def seat_of(self, guest: str) -> int | None:
        """The seat of a guest, if they have one."""
        return self.record.seat_of(guest)

    def is_turn_of(self, seat: int | None) -> bool:
        """Is it this seat's turn?"""
        return seat is not None and self.to_act == seat and not self.record.waiting

    def waits_for_present_player(self) -> bool:
        """Is it the turn of a person who is present? It usually is."""
        if self.to_act is None:
            return False
        seat = self.record.seats[self.to_act]
        return seat.kind == "guest" and seat.guest in self.present

    def here(self) -> list[int]:
        """The seats whose players are present."""
        return [n for n, seat in enumerate(self.record.seats) if seat.guest in self.present]

    def may_undo(self, seat: int | None) -> bool:
        """May this seat take its last move back?"""
        if self.before is None or self.status != "playing" or self.log[-1][0] != seat:
            return False
        return may_take_back(self.before, self.match, seat, self.record.people())
