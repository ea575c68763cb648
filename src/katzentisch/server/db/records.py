"""A table's row in the database, and its seats."""

import hashlib
import re
import secrets
import time
from dataclasses import dataclass, field
from typing import Any, Literal

from katzentisch.bots.names import BOT_NAMES
from katzentisch.games import game as find_game
from katzentisch.games.core.errors import Refused, Sentence
from katzentisch.play.commitment import commitment
from katzentisch.play.seeds import Seed

NAME = re.compile("[A-Za-z0-9_-]{1,64}")
UNDO = "undo"
SUBSTITUTE = "medium"  # the bot that plays for people who are away or have left
Status = Literal["waiting", "playing", "over"]
Entry = tuple[int, str]  # in a table's log: the seat, and its move or UNDO


@dataclass
class Seat:
    """Who sits there: a guest, a bot of some level, or nobody yet."""

    kind: str
    guest: str | None = None
    level: str | None = None
    name: str | None = None
    gone: float | None = None  # when the guest went away

    @property
    def player(self) -> str:
        """Who plays here, as named in a transcript."""
        return self.level or "bot" if self.kind == "bot" else "human"


@dataclass
class TableRecord:
    """A table's row, with its seats."""

    id: str
    game: str
    options: dict[str, Any]
    seed: str  # empty until the game starts
    host: str | None
    listed: bool
    chat: bool
    away: int
    made: float
    moved: float
    over: bool = False
    uploaded: bool = False
    next: str | None = None
    salt: str | None = None
    due: float | None = None
    claimed: float = 0.0
    seats: list[Seat] = field(default_factory=list)

    def draw_seed(self) -> None:
        """Draw the seed when the last seat has been taken, so that nobody can know it before."""
        self.seed, self.salt = secrets.token_hex(16), secrets.token_hex(16)

    def match_seed(self) -> Seed:
        """The seed in the form that a match takes."""
        assert self.seed, "the seed is drawn when the game starts"
        return self.seed if len(self.seed) == 32 else int(self.seed)

    @property
    def waiting(self) -> bool:
        """Are there open seats?"""
        return any(seat.kind == "open" for seat in self.seats)

    @property
    def status(self) -> Status:
        """`waiting` for players, `playing` or `over`."""
        if self.waiting:
            return "waiting"
        return "over" if self.over else "playing"

    @property
    def may_be_bot_turn(self) -> bool:
        """Is the game in progress, with a bot at the table?"""
        bots = any(seat.kind == "bot" for seat in self.seats)
        return bots and not self.waiting and not self.over

    @property
    def commitment(self) -> str | None:
        """A hash of seed and salt, shown once the game starts: nobody can change them later."""
        return commitment(self.seed, self.salt) if self.salt else None

    def seat_of(self, guest: str) -> int | None:
        """The seat of a guest, if they have one."""
        for number, seat in enumerate(self.seats):
            if seat.guest == guest and seat.kind == "guest":
                return number
        return None

    def players(self) -> list[str]:
        """Everybody at the table, as named in a transcript."""
        return [seat.player for seat in self.seats]

    def people(self) -> list[int]:
        """The seats taken by people."""
        return [n for n, seat in enumerate(self.seats) if seat.kind == "guest"]


def new_table(
    slug: str,
    options: dict[str, Any],
    seats: list[Seat],
    *,
    host: str | None,
    listed: bool,
    chat: bool,
    away: int,
) -> TableRecord:
    """A new table; bad options are refused."""
    read = find_game(slug).read_options(options)
    if len(seats) != read.players:
        raise Refused(
            Sentence.ngettext(
                "{n} player needs {n} seat.", "{n} players need {n} seats.", read.players
            )
        )
    now = time.time()
    record = TableRecord(
        id=new_table_id(),
        game=slug,
        options=read.to_dict(),
        seed="",
        host=host,
        listed=listed,
        chat=chat,
        away=away,
        made=now,
        moved=now,
        seats=seats,
    )
    if not record.waiting:
        record.draw_seed()
    # If all seats are taken, the first turn may be a bot's.
    record.due = now if record.may_be_bot_turn else None
    return record


def bot_seat(number: int, level: str) -> Seat:
    """A seat taken by a bot."""
    return Seat("bot", None, level, BOT_NAMES[number])


def is_table_id(table: str) -> bool:
    """Could this be a table's id? Others are never looked up: databases reject some characters."""
    return NAME.fullmatch(table) is not None


def new_table_id() -> str:
    """A random id of 128 bits: anyone with the link is invited."""
    return secrets.token_urlsafe(16)


def short(table: str) -> str:
    """A hash of the id for logs: tells tables apart, but does not give access."""
    return hashlib.sha256(table.encode()).hexdigest()[:8]
