"""A table as one process sees it: a follower of the log in the database.

Who moves adds to the log under the next number, and then all processes follow. A room holds
nothing that the database does not have, but open lines; it can be forgotten and opened again.
"""

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Self

from katzentisch.games.ground.refusal import Refused
from katzentisch.play.frames import Frame, frames_of
from katzentisch.play.match import Match, new_match
from katzentisch.server import showing
from katzentisch.server.drawing import scene_of
from katzentisch.server.kept import UNDO, Entry, Kept, Seat, short
from katzentisch.server.metrics import MOVES
from katzentisch.server.refusals import Late, Missing, Unreachable
from katzentisch.server.sights import watching_time
from katzentisch.server.store import Taken
from katzentisch.server.undo import may_take_back
from katzentisch.server.visitors import Visitor

if TYPE_CHECKING:
    from katzentisch.server.house import House

log = logging.getLogger(__name__)
HINTS_FROM = "hard"
AFTER_TROUBLE = 0.5  # seconds


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
        self._news: set[str] = set()
        self._wanted = 0  # entries of the log that are known to exist
        self._following: asyncio.Task[None] | None = None
        self.log: list[Entry] = []
        self.before: Match | None = None
        self.match = self._blank()
        self.to_act: int | None = None
        for entry in entries:
            self._let_happen(entry)
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

    def _let_happen(self, entry: Entry) -> None:
        """Let an entry of the log happen; the undone move was the one before it."""
        if entry[1] == UNDO and self.before is not None:
            self.match, self.before = self.before, None
        else:
            self.before = self.match.copy()
            self.match.play(entry[1])
        self.to_act = self.match.to_act
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
        moments = self._moments(after.moves[-1])
        watched = watching_time(self, moments)
        self.busy_until = time.time() + watched + self.house.settings.bot_pause
        due, claimed = self.house.butler.plan(self, after)
        await self._add((seat, move), over=after.over, due=due, claimed=claimed)
        MOVES.labels(self.kept.game, who).inc()
        self.log.append((seat, move))
        self.before, self.match, self.to_act = self.match, after, after.to_act
        self.kept.over = after.over
        self._note_asked()
        if claimed:
            self.house.butler.expect(self.kept.id, len(self.log), due or 0.0)
        number = len(self.log)
        await showing.show_move(self, moments)
        return number

    def _note_asked(self) -> None:
        """Who makes a move sees to it that the bot after it plays."""
        if self.to_act is not None and self.kept.seats[self.to_act].kind == "bot":
            self.asked = (len(self.log), time.time())

    def _moments(self, move: int) -> list[Frame]:
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
        number = len(self.log)
        try:
            await self.house.store.add_move(
                self.kept.id, number, entry, over=over, due=due, claimed=claimed
            )
        except Taken:
            self.hear("move", number)
            raise Late("The table has moved on; look again.") from None
        except Unreachable:
            # Perhaps it was kept all the same; whoever follows the log will see.
            self.hear("move", number)
            raise

    async def undo(self, guest: str) -> int:
        """A guest takes back the last move."""
        async with self.lock:
            seat = self.seat_of(guest)
            if seat is None or not self.may_undo(seat):
                raise Late("This move cannot be taken back any more.")
            await self._add((seat, UNDO))
            self._let_happen((seat, UNDO))
            await showing.show_all(self)
            return len(self.log)

    async def hint(self, guest: str) -> str:
        """What a strong bot would do here, as a path of clicks."""
        seat = self.seat_of(guest)
        if seat is None or not self.is_turn_of(seat):
            raise Refused("It is not your turn.")
        move = await self.house.thinkers.choose(self.match, seat, HINTS_FROM)
        return "|".join(scene_of(self.kept.game).clicks(move))

    # Following.

    def hear(self, topic: str, number: int | None = None) -> None:
        """Something has changed in the database."""
        if topic == "move":
            self._wanted = max(self._wanted, (number or 0) + 1)
            if self._wanted <= len(self.log):
                return
        self._news.add(topic)
        if self._following is None or self._following.done():
            self._following = asyncio.create_task(self._follow())

    def hear_all(self) -> None:
        """Anything may have changed."""
        for topic in ("seat", "saying", "presence"):
            self.hear(topic)
        self.hear("move", len(self.log))

    async def _follow(self) -> None:
        while self._news:
            topics, self._news = self._news, set()
            try:
                async with self.lock:
                    await self._catch_up(topics)
            except Exception as why:
                # A table must not stand still because something went wrong once.
                if not isinstance(why, Unreachable):
                    log.exception("table %s", short(self.kept.id))
                await asyncio.sleep(AFTER_TROUBLE)
                self._news |= topics
                self._wanted = len(self.log) + 1

    async def _catch_up(self, topics: set[str]) -> None:
        if "seat" in topics:
            await self.follow_seats()
        if "move" in topics and self._wanted > len(self.log):
            await self._follow_moves()
        if "saying" in topics and self.kept.chat:
            await self._follow_sayings()
        if "presence" in topics:
            await self._follow_presence()

    async def _follow_moves(self) -> None:
        # What is heard while we read counts anew.
        self._wanted = 0
        entries = await self.house.store.entries(self.kept.id, len(self.log))
        for entry in entries[:-1]:
            self._let_happen(entry)
        for entry in entries[-1:]:
            undone = entry[1] == UNDO
            moments = [] if undone else self._moments(self.match.game.number_of(entry[1]) or 0)
            self._let_happen(entry)
            self.kept.over = self.match.over
            self._note_asked()
            if undone or len(entries) > 1:
                await showing.show_all(self)
            else:
                await showing.show_move(self, moments)

    async def follow_seats(self) -> None:
        kept = await self.house.store.head(self.kept.id)
        assert kept is not None
        before, self.kept = self.kept, kept
        self.asked = (-1, 0.0)
        self.match.seats[:] = [player(seat) for seat in kept.seats]
        if kept.next != before.next:
            showing.tell_rematch(self)
        if [asdict_shown(s) for s in kept.seats] != [asdict_shown(s) for s in before.seats]:
            await showing.show_all(self)
            showing.tell_presence(self)
        await self.house.butler.consider(self)

    async def _follow_sayings(self) -> None:
        said = await self.house.people.sayings(self.kept.id, self.heard)
        self.heard += len(said)
        if said:
            showing.tell_sayings(self, said)

    async def _follow_presence(self) -> None:
        before, self.present = self.present, await self.house.people.present(self.kept.id)
        for seat in self.kept.seats:
            if seat.guest in before - self.present:
                seat.gone = time.time()
        if before != self.present:
            showing.tell_presence(self)
        await self.house.butler.consider(self)


def player(seat: Seat) -> str:
    """Who plays a seat, as a transcript has it."""
    return seat.level or "bot" if seat.kind == "bot" else "human"


def asdict_shown(seat: Seat) -> tuple[str | None, ...]:
    """What of a seat is shown."""
    return (seat.kind, seat.guest, seat.level, seat.name)
