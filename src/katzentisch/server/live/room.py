"""A table as one process sees it: a follower of the log in the database.

Who moves adds to the log under the next number, and then all processes follow. A room holds
nothing that the database does not have, but open lines; it can be forgotten and opened again.
"""

import asyncio
import time
from typing import TYPE_CHECKING, Self

from katzentisch.games.core.errors import Refused
from katzentisch.play.frames import Frame, frames_of
from katzentisch.play.match import Match, new_match
from katzentisch.server.db.models import UNDO, Entry, Kept, Seat
from katzentisch.server.db.tables import Taken
from katzentisch.server.errors import Late, Missing
from katzentisch.server.live import broadcast
from katzentisch.server.live.connections import Visitor
from katzentisch.server.live.snapshots import watching_time
from katzentisch.server.live.sync import Following
from katzentisch.server.live.undo import may_take_back
from katzentisch.server.ops.metrics import MOVES
from katzentisch.server.web.rendering import scene_of

if TYPE_CHECKING:
    from katzentisch.server.live.hub import House

HINTS_FROM = "hard"


class Room:
    """One table, as far as this process has followed it."""

    def __init__(self, house: "House", kept: Kept, entries: list[Entry]) -> None:
        self.house = house
        self.kept = kept
        self.visitors: set[Visitor] = set()
        self.present: set[str] = set()  # guests, by whichever process they look
        self.heard = 0  # sayings
        self.lock = asyncio.Lock()
        self.opened = self.used = time.time()
        self.busy_until = 0.0  # people are still watching what happened
        self.asked = (-1, 0.0)  # for which number a bot was asked to play, and when
        self.following = Following(self)
        self.log: list[Entry] = []
        self.before: Match | None = None
        self.match = self._blank()
        self.to_act: int | None = None
        for entry in entries:
            self.let_happen(entry)
        self.to_act = self.match.to_act  # asked for often, so remembered

    @classmethod
    async def open(cls, house: "House", table: str) -> Self:
        """A table out of the database."""
        loaded = await house.store.load(table)
        if loaded is None:
            raise Missing("There is no such table.")
        # A long game takes a while to replay; others go on meanwhile.
        kept, entries = loaded
        room = await asyncio.to_thread(cls, house, kept, entries)
        room.present = await house.people.present(table)
        return room

    def _blank(self) -> Match:
        kept = self.kept
        players = [player(seat) for seat in kept.seats]
        return new_match(kept.game, kept.options, kept.seed_itself(), players)

    def name_players(self) -> None:
        """Who plays each seat, as a transcript has it."""
        self.match.seats[:] = [player(seat) for seat in self.kept.seats]

    def let_happen(self, entry: Entry) -> None:
        """Let an entry of the log happen; the undone move was the one before it."""
        if entry[1] == UNDO and self.before is not None:
            self.match, self.before = self.before, None
        else:
            self.before = self.match.copy()
            self.match.play(entry[1])
        self.to_act = self.match.to_act
        self.kept.over = self.to_act is None
        self.log.append(entry)

    # How it stands.

    @property
    def status(self) -> str:
        """Waiting for players, playing, or over."""
        if self.kept.waiting:
            return "waiting"
        return "over" if self.to_act is None else "playing"

    def seat_of(self, guest: str) -> int | None:
        """Where a guest sits."""
        return self.kept.seat_of(guest)

    def is_turn_of(self, seat: int | None) -> bool:
        """May this seat move now?"""
        return seat is not None and self.to_act == seat and not self.kept.waiting

    def waits_for_somebody_here(self) -> bool:
        """Is it the turn of a person who is looking? Most tables, most of the time."""
        if self.to_act is None:
            return False
        seat = self.kept.seats[self.to_act]
        return seat.kind == "guest" and seat.guest in self.present

    def here(self) -> list[int]:
        """The seats whose players are looking."""
        return [n for n, seat in enumerate(self.kept.seats) if seat.guest in self.present]

    def may_undo(self, seat: int | None) -> bool:
        """Could this seat take its last move back?"""
        if self.before is None or self.status != "playing" or self.log[-1][0] != seat:
            return False
        return may_take_back(self.before, self.match, seat, self.kept.people())

    # What happens.

    async def play(self, guest: str, move: str, number: int) -> int:
        """A guest makes a move, which must be the next one; how many there are then."""
        async with self.lock:
            seat = self.seat_of(guest)
            if seat is not None and number < len(self.log):
                raise Late("The table has moved on; look again.")
            if seat is None or not self.is_turn_of(seat):
                raise Late("It is not your turn.")
            if number != len(self.log):
                raise Late("The table has moved on; look again.")
            return await self.make(seat, move, "person")

    async def make(self, seat: int, move: str, who: str) -> int:
        """Add a legal move to the log and show it; whoever calls holds the lock."""
        after = self.match.copy()
        after.play(move)
        moments = self.moments(after.moves[-1])
        watched = watching_time(self, moments)
        self.busy_until = time.time() + watched + self.house.settings.bot_pause
        to_act = after.to_act
        due, claimed = self.house.butler.plan(self, to_act)
        await self._add((seat, move), over=to_act is None, due=due, claimed=claimed)
        MOVES.labels(self.kept.game, who).inc()
        self.log.append((seat, move))
        self.before, self.match, self.to_act = self.match, after, to_act
        self.kept.over = to_act is None
        self.note_asked()
        if claimed:
            self.house.butler.expect(self.kept.id, len(self.log), due or 0.0)
        number = len(self.log)
        await broadcast.show_move(self, moments)
        return number

    def note_asked(self) -> None:
        """Who makes a move sees to it that the bot after it plays."""
        if self.to_act is not None and self.kept.seats[self.to_act].kind == "bot":
            self.asked = (len(self.log), time.time())

    def moments(self, move: int) -> list[Frame]:
        """What is seen on the way; programs look at the end only."""
        if (
            all(visitor.as_data for visitor in self.visitors)
            and not self.house.settings.frame_pause
        ):
            return []
        return frames_of(self.match, move)

    async def _add(
        self, entry: Entry, *, over: bool = False, due: float | None = None, claimed: float = 0.0
    ) -> None:
        number, store = len(self.log), self.house.store
        try:
            with self.following.adding(number):
                await store.add_move(
                    self.kept.id, number, entry, over=over, due=due, claimed=claimed
                )
        except Taken:
            raise Late("The table has moved on; look again.") from None

    async def undo(self, guest: str) -> int:
        """A guest takes back the last move."""
        async with self.lock:
            seat = self.seat_of(guest)
            if seat is None or not self.may_undo(seat):
                raise Late("This move cannot be taken back any more.")
            await self._add((seat, UNDO))
            self.let_happen((seat, UNDO))
            await broadcast.show_all(self)
            return len(self.log)

    async def hint(self, guest: str) -> str:
        """What a strong bot would do here, as a path of clicks."""
        seat = self.seat_of(guest)
        if seat is None or not self.is_turn_of(seat):
            raise Refused("It is not your turn.")
        move = await self.house.thinkers.choose(self.match, seat, HINTS_FROM)
        return "|".join(scene_of(self.kept.game).clicks(move))


def player(seat: Seat) -> str:
    """Who plays a seat, as a transcript has it."""
    return seat.level or "bot" if seat.kind == "bot" else "human"
