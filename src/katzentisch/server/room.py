"""A table while somebody looks at it: who is here, whose turn it is, and what all get to see.

The database has everything that counts; a room can be forgotten and opened again.
"""

import asyncio
import logging
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from katzentisch.bots.names import BOT_NAMES
from katzentisch.games import game as find_game
from katzentisch.games.ground.contract import Event
from katzentisch.games.ground.refusal import Refused
from katzentisch.play.frames import Frame, frame_now, frames_of
from katzentisch.play.match import Match, new_match
from katzentisch.server.drawing import (
    USUAL_PAUSE,
    Drawing,
    Sight,
    Sitter,
    scene_of,
    story,
    words_for,
)
from katzentisch.server.settings import Settings
from katzentisch.server.store import UNDO, Kept, Seat, Store, Taken, fresh_id
from katzentisch.server.thinking import Thinkers
from katzentisch.server.undo import may_take_back

log = logging.getLogger(__name__)

AFTER_TROUBLE = 2.0  # seconds
FORGOTTEN_AFTER = 300.0
STAND_IN = "medium"  # plays for who is away
HINTS_FROM = "hard"
MESSAGES_WAITING = 200  # for one browser; who is slower than that is cut off
LONGEST_SAYING = 200
SAYINGS, IN_SECONDS = 5, 10


@dataclass(eq=False)
class Visitor:
    """One open browser window at a table."""

    guest: str
    language: str
    outbox: asyncio.Queue[dict[str, Any]] = field(
        default_factory=lambda: asyncio.Queue(MESSAGES_WAITING)
    )
    told: int = 0  # events that it has been told
    said: list[float] = field(default_factory=list)
    lost: bool = False

    def send(self, message: dict[str, Any]) -> None:
        """Put a message on its way."""
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.lost = True


class Room:
    """One table, alive."""

    def __init__(self, kept: Kept, log: list[tuple[int, str]], house: "House") -> None:
        self.kept = kept
        self.house = house
        self.visitors: set[Visitor] = set()
        self.gone_since: dict[int, float] = dict.fromkeys(range(len(kept.seats)), time.monotonic())
        self.changed = asyncio.Event()
        self.busy_until = 0.0  # people are still watching what happened
        self.lock = asyncio.Lock()
        self.forgotten = False
        self._open(log)
        self.driver = asyncio.create_task(self._drive())

    def _open(self, log: list[tuple[int, str]]) -> None:
        self.log = log
        self.before: Match | None = None
        self.match = self._blank()
        for entry in range(len(log)):
            self._replay(entry)

    def _blank(self) -> Match:
        return new_match(
            self.kept.game,
            self.kept.options,
            self.kept.seed_itself(),
            [self._player(seat) for seat in self.kept.seats],
        )

    def _player(self, seat: Seat) -> str:
        return seat.level or "bot" if seat.kind == "bot" else "human"

    def _replay(self, entry: int) -> None:
        """Let an entry of the log happen; the undone move was the one before it."""
        _, move = self.log[entry]
        if move == UNDO and self.before is not None:
            self.match, self.before = self.before, None
        else:
            self.before = self.match.copy()
            self.match.play(move)

    # Who is here.

    @property
    def status(self) -> str:
        """Waiting for players, playing, or over."""
        if any(seat.kind == "open" for seat in self.kept.seats):
            return "waiting"
        return "over" if self.match.over else "playing"

    def seat_of(self, guest: str) -> int | None:
        """Where a guest sits."""
        for number, seat in enumerate(self.kept.seats):
            if seat.guest == guest and seat.kind == "guest":
                return number
        return None

    def sitters(self, language: str) -> list[Sitter]:
        """Everybody at the table, as they are shown."""
        _ = words_for(language)
        return [
            Sitter(n, seat.name or _("open"), seat.kind, seat.level)
            for n, seat in enumerate(self.kept.seats)
        ]

    def here(self) -> list[int]:
        """The seats whose players are looking."""
        guests = {visitor.guest for visitor in self.visitors}
        return [n for n, seat in enumerate(self.kept.seats) if seat.guest in guests]

    def people(self) -> list[int]:
        """The seats of people."""
        return [n for n, seat in enumerate(self.kept.seats) if seat.kind == "guest"]

    def enter(self, visitor: Visitor) -> None:
        """Somebody opens the table."""
        self.visitors.add(visitor)
        self.show_all_to(visitor)
        self.tell_presence()

    def leave_window(self, visitor: Visitor) -> None:
        """Somebody closes the table; the seat stays theirs."""
        before = self.here()
        self.visitors.discard(visitor)
        for seat in set(before) - set(self.here()):
            self.gone_since[seat] = time.monotonic()
        self.tell_presence()

    def tell_presence(self) -> None:
        """All hear who is here."""
        watching = {v.guest for v in self.visitors if self.seat_of(v.guest) is None}
        message = {"here": self.here(), "watching": len(watching)}
        for visitor in self.visitors:
            visitor.send(message)
        self.changed.set()

    async def sit(self, guest: str, name: str, number: int) -> None:
        """A guest takes an open seat."""
        async with self.lock:
            if self.seat_of(guest) is not None:
                raise Refused("You sit at this table already.")
            if number not in range(len(self.kept.seats)):
                raise Refused("There is no such seat.")
            if self.kept.seats[number].kind != "open":
                raise Refused("This seat is taken.")
            await self._seat(number, Seat("guest", guest, None, name))

    async def fill_with_bots(self, guest: str, level: str) -> None:
        """Who sits here has bots fill the open seats, and the game begins."""
        async with self.lock:
            if self.seat_of(guest) is None:
                raise Refused("Only who sits at the table can do this.")
            for number, seat in enumerate(self.kept.seats):
                if seat.kind == "open":
                    await self._seat(number, bot_seat(number, level))

    async def leave(self, guest: str) -> None:
        """A guest gives up the seat: a bot plays on, or it is open again."""
        async with self.lock:
            number = self.seat_of(guest)
            if number is None:
                raise Refused("You do not sit at this table.")
            waiting = self.status == "waiting"
            seat = Seat("open") if waiting else bot_seat(number, STAND_IN)
            await self._seat(number, seat)

    async def _seat(self, number: int, seat: Seat) -> None:
        await self.house.store.set_seat(self.kept.id, number, seat)
        self.kept.seats[number] = seat
        self.match.seats[number] = self._player(seat)
        self.show_all()
        self.tell_presence()

    # What happens.

    async def play(self, guest: str, move: str, number: int) -> None:
        """A guest makes a move, which must be the next one."""
        seat = self.seat_of(guest)
        async with self.lock:
            if self.status != "playing" or seat is None or self.match.to_act != seat:
                raise Refused("It is not your turn.")
            if number != len(self.log):
                raise Refused("The table has moved on; look again.")
            await self._make(seat, move)

    async def _make(self, seat: int, move: str) -> None:
        after = self.match.copy()
        after.play(move)
        moments = frames_of(self.match, after.moves[-1])
        try:
            await self.house.store.add_move(self.kept.id, len(self.log), seat, move)
        except Taken:
            await self._read_again()
            raise Refused("The table has moved on; look again.") from None
        self.log.append((seat, move))
        self.before, self.match = self.match, after
        if after.over:
            self.kept.over = True
            await self.house.store.end(self.kept.id)
        await self._show(moments)

    async def _read_again(self) -> None:
        loaded = await self.house.store.load(self.kept.id)
        if loaded is not None:
            self.kept, log = loaded
            self._open(log)
            self.show_all()

    def may_undo(self, seat: int | None) -> bool:
        """Could this seat take its last move back?"""
        if self.before is None or self.status != "playing" or self.log[-1][0] != seat:
            return False
        return may_take_back(self.before, self.match, seat, self.people())

    async def undo(self, guest: str) -> None:
        """A guest takes back the last move."""
        async with self.lock:
            seat = self.seat_of(guest)
            if seat is None or not self.may_undo(seat):
                raise Refused("This move cannot be taken back any more.")
            await self.house.store.add_move(self.kept.id, len(self.log), seat, UNDO)
            self.log.append((seat, UNDO))
            self._replay(len(self.log) - 1)
            self.show_all()

    async def hint(self, guest: str) -> str:
        """What a strong bot would do here, as a path of clicks."""
        seat = self.seat_of(guest)
        if self.status != "playing" or seat is None or self.match.to_act != seat:
            raise Refused("It is not your turn.")
        move = await self.house.thinkers.choose(self.match, seat, HINTS_FROM)
        return "|".join(scene_of(self.kept.game).clicks(move))

    async def say(self, visitor: Visitor, text: str) -> None:
        """Somebody says something, short and not too often."""
        text = " ".join(text.split())[:LONGEST_SAYING]
        now = time.monotonic()
        visitor.said = [at for at in visitor.said if at > now - IN_SECONDS]
        if not self.kept.chat:
            raise Refused("There is no chat at this table.")
        if self.seat_of(visitor.guest) is None:
            raise Refused("Only who sits at the table can talk.")
        if len(visitor.said) >= SAYINGS:
            raise Refused("Not so fast: wait a moment.")
        if not text:
            return
        visitor.said.append(now)
        async with self.lock:
            name = self.kept.seats[self.seat_of(visitor.guest) or 0].name or ""
            sayings = await self.house.store.sayings(self.kept.id)
            await self.house.store.say(self.kept.id, len(sayings), name, text)
        for other in self.visitors:
            other.send({"said": [[name, text]]})

    async def rematch(self, guest: str) -> str:
        """The same players at a new table; who asks second gets the same one."""
        async with self.lock:
            if self.seat_of(guest) is None or self.status != "over":
                raise Refused("There is no game to play again.")
            if self.kept.next is None:
                options = dict(self.kept.options)
                options["start"] = (int(options.get("start", 0)) + 1) % len(self.kept.seats)
                again = self.house.new_table(
                    self.kept.game,
                    options,
                    [Seat(s.kind, s.guest, s.level, s.name) for s in self.kept.seats],
                    host=guest,
                    listed=self.kept.listed,
                    chat=self.kept.chat,
                    away=self.kept.away,
                )
                await self.house.store.add(again)
                await self.house.store.set_next(self.kept.id, again.id)
                self.kept.next = again.id
            for visitor in self.visitors:
                visitor.send({"rematch": f"/table/{self.kept.next}"})
            return self.kept.next

    # What is seen.

    async def _show(self, moments: list[Frame]) -> None:
        """Everybody sees a move, moment by moment."""
        watched = 0
        for moment in moments[:-1]:
            watched += self._show_moment(moment)
            # What is drawn is on its way while the next moment is drawn.
            await asyncio.sleep(0)
        self._show_moment(None)
        self.busy_until = time.monotonic() + watched / 1000 + self.house.settings.bot_pause
        self.changed.set()

    def _show_moment(self, moment: Frame | None) -> int:
        """Everybody sees a moment with their own eyes, or the table now; for how long."""
        parts: dict[tuple[int | None, str], dict[str, Any]] = {}
        for visitor in list(self.visitors):
            key = (self.seat_of(visitor.guest), visitor.language)
            if key not in parts:
                parts[key] = self._picture(self.sight(*key, moment))
            status = self._status(visitor) if moment is None else {}
            visitor.send({"moments": [parts[key]], **status})
        return max((picture["pause"] for picture in parts.values()), default=0)

    def _picture(self, sight: Sight) -> dict[str, Any]:
        drawing, pauses = self.house.drawing, scene_of(self.kept.game).PAUSES
        pause = pauses.get(sight.view["phase"], USUAL_PAUSE) if sight.passing else 0
        return {
            "table": drawing.table(sight),
            "sheet": drawing.sheet(sight),
            "pause": int(pause * self.house.settings.frame_pause),
        }

    def sight(self, seat: int | None, language: str, moment: Frame | None = None) -> Sight:
        """What a seat sees, now or at a moment on the way."""
        now = moment is None
        frame = frame_now(self.match) if moment is None else moment
        over = self.match.over and now
        mine = now and self.status == "playing" and self.match.to_act == seat and seat is not None
        return Sight(
            game=self.match.game,
            view=frame.view(seat),
            events=self._events(seat)[: frame.events],
            sitters=self.sitters(language),
            you=seat,
            language=language,
            table=self.kept.id,
            number=len(self.log),
            legal=tuple(self.match.legal()) if mine else (),
            status=self.status if now or not self.match.over else "playing",
            winners=tuple(self.match.winners) if over else (),
            passing=not now,
        )

    def _events(self, seat: int | None) -> list[Event]:
        """What a seat may know of what happened; all of it once the game is over."""
        return self.match.events() if self.match.over else self.match.events_for(seat)

    def show_all(self) -> None:
        """Everybody sees the table as it stands."""
        for visitor in self.visitors:
            self.show_all_to(visitor)
        self.changed.set()

    def show_all_to(self, visitor: Visitor) -> None:
        """Show somebody the table as it stands."""
        visitor.told = 0
        sight = self.sight(self.seat_of(visitor.guest), visitor.language)
        visitor.send({"moments": [self._picture(sight)], **self._status(visitor)})

    def _status(self, visitor: Visitor) -> dict[str, Any]:
        """What goes with the picture: the story so far, and what else can be done."""
        seat = self.seat_of(visitor.guest)
        events = self._events(seat)
        start, visitor.told = visitor.told, len(events)
        names = [sitter.name for sitter in self.sitters(visitor.language)]
        words = words_for(visitor.language, self.kept.game)
        return {
            "story": {"from": start, "lines": story(self.match.game, events[start:], names, words)},
            "undo": self.may_undo(seat),
            "hint": self.status == "playing" and self.match.to_act == seat and seat is not None,
        }

    # Bots.

    async def _drive(self) -> None:
        """Let bots play, and stand in for who is away while others wait."""
        while not self.forgotten:
            try:
                await self._drive_on()
            except Exception:
                # A table must not stand still because something went wrong once.
                log.exception("a bot at table %s", self.kept.id)
                await asyncio.sleep(AFTER_TROUBLE)

    async def _drive_on(self) -> None:
        self.changed.clear()
        wait = self._until_bot()
        if wait is None and not self.visitors:
            wait = FORGOTTEN_AFTER
        if wait is not None and wait <= 0:
            await self._let_bot_play()
            return
        try:
            await asyncio.wait_for(self.changed.wait(), wait)
        except TimeoutError:
            # Nobody looks and nobody plays: the database knows all there is to know.
            if self._until_bot() is None and not self.visitors:
                self.forgotten = True
                self.house.forget(self)

    def _until_bot(self) -> float | None:
        """Seconds until a bot plays; None if it is somebody else's turn."""
        if self.status != "playing" or self.match.to_act is None:
            return None
        seat = self.kept.seats[self.match.to_act]
        if seat.kind == "bot":
            alone = not self.people() and not self.visitors
            return None if alone else self.busy_until - time.monotonic()
        return self._until_stand_in(self.match.to_act)

    def _until_stand_in(self, number: int) -> float | None:
        """Nobody plays for who is away unless others wait."""
        here = self.here()
        if number in here or not here:
            return None
        limit = max(self.gone_since[number] + self.kept.away, self.busy_until)
        return limit - time.monotonic()

    async def _let_bot_play(self) -> None:
        match, number = self.match, self.match.to_act
        if number is None:
            return
        seat = self.kept.seats[number]
        move = await self.house.thinkers.choose(match, number, seat.level or STAND_IN)
        async with self.lock:
            # Meanwhile a move may have been taken back, or the player may have returned.
            until = self._until_bot() if self.match is match else None
            if until is not None and until <= 0:
                try:
                    await self._make(number, move)
                except Refused:
                    return

    def close(self) -> None:
        """Nobody needs this room now."""
        self.driver.cancel()


def bot_seat(number: int, level: str) -> Seat:
    """A seat with a bot."""
    return Seat("bot", None, level, BOT_NAMES[number])


class House:
    """All rooms, and what they share."""

    def __init__(
        self, settings: Settings, store: Store, thinkers: Thinkers, drawing: Drawing
    ) -> None:
        self.settings = settings
        self.store = store
        self.thinkers = thinkers
        self.drawing = drawing
        self.rooms: dict[str, Room] = {}
        self._opening = asyncio.Lock()

    def new_table(
        self,
        slug: str,
        options: dict[str, Any],
        seats: list[Seat],
        *,
        host: str | None,
        listed: bool,
        chat: bool,
        away: int,
    ) -> Kept:
        """A table that nobody has seen yet; bad options are refused."""
        read = find_game(slug).read_options(options)
        if len(seats) != read.players:
            raise Refused("{n} players need {n} seats.", n=read.players)
        now = time.time()
        return Kept(
            id=fresh_id(),
            game=slug,
            options=read.told(),
            seed=secrets.token_hex(16),
            host=host,
            listed=listed,
            chat=chat,
            away=away,
            made=now,
            moved=now,
            seats=seats,
        )

    async def room(self, table: str) -> Room:
        """A table by its name, opened if need be; its game is ready."""
        async with self._opening:
            if table not in self.rooms:
                loaded = await self.store.load(table)
                if loaded is None:
                    raise Refused("There is no such table.")
                self.rooms[table] = Room(*loaded, self)
            return self.rooms[table]

    def forget(self, room: Room) -> None:
        """A room that nobody needs is opened again when somebody comes."""
        if self.rooms.get(room.kept.id) is room:
            del self.rooms[room.kept.id]

    def close(self) -> None:
        """Close all rooms."""
        for room in self.rooms.values():
            room.close()
