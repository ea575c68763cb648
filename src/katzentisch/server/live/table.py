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
        self.dealt: Match | None = None  # nothing is dealt while the table waits for players
        self.to_act: int | None = None  # cached, since it is read often
        if not record.waiting:
            self._deal()
        for entry in entries:
            self.apply(self.after(entry))

    @property
    def match(self) -> Match:
        """The game, which exists only once it has started."""
        assert self.dealt is not None, "nothing has been dealt yet"
        return self.dealt

    def _deal(self) -> None:
        """Start the game."""
        record = self.record
        self.dealt = new_match(record.game, record.options, record.match_seed(), record.players())
        self.to_act = self.dealt.to_act

    def replace_record(self, record: TableRecord) -> None:
        """Take over a record read again, which may be ahead of the log as read here."""
        self.record = record
        self.scheduled = (-1, 0.0)
        if record.waiting:
            return
        if self.dealt is None:
            self._deal()
        record.over = self.to_act is None
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
        self.dealt, self.before, self.busy_until = step.match, step.before, step.busy_until
        self.to_act = step.match.to_act
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
        return seat is not None and self.to_act == seat

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
