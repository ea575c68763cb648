"""What each seat may see of a table, as pictures for browsers and as data for programs."""

from dataclasses import dataclass

from katzentisch.bots.levels import thinks_less
from katzentisch.games import game as find_game
from katzentisch.games.core.contract import Event, Rules, View
from katzentisch.games.core.i18n import Words
from katzentisch.play.frames import Frame, frame_now
from katzentisch.server.live.connections import Connection
from katzentisch.server.live.messages import News, PrivateData, PublicData, TableData
from katzentisch.server.live.table import Table
from katzentisch.server.words import words_for

SEAT_LETTERS = "ABCDEF"


@dataclass(frozen=True)
class SeatView:
    """A seat as displayed."""

    seat: int
    name: str
    kind: str
    level: str | None = None
    thinks_less: bool = False  # until its game is compiled

    @property
    def letter(self) -> str:
        """A letter to tell seats apart where names are too long."""
        return SEAT_LETTERS[self.seat]


@dataclass(frozen=True)
class Snapshot:
    """What a seat or spectator sees of a table at one moment, and can do there."""

    game: Rules
    view: View
    events: list[Event]
    seat_views: list[SeatView]
    you: int | None
    language: str
    table: str = ""
    number: int = 0  # of the next log entry
    legal: tuple[str, ...] = ()
    status: str = "playing"
    winners: tuple[int, ...] = ()
    passing: bool = False  # a moment within a move, when nobody decides


@dataclass(frozen=True)
class WaitingRoom:
    """A table before its game starts: who sits there. Nothing has been dealt."""

    game: Rules
    seat_views: list[SeatView]
    you: int | None
    language: str
    table: str
    number: int = 0
    status: str = "waiting"


def seat_views(table: Table, language: str) -> list[SeatView]:
    """The seats as they are displayed."""
    _, game = words_for(language), find_game(table.record.game)
    return [
        SeatView(
            n,
            seat.name or _.pgettext("seat", "open"),
            seat.kind,
            seat.level,
            seat.level is not None and thinks_less(seat.level, game),
        )
        for n, seat in enumerate(table.record.seats)
    ]


def picture_for(table: Table, seat: int | None, language: str) -> Snapshot | WaitingRoom:
    """What a seat or spectator sees now."""
    if not table.record.waiting:
        return snapshot_for(table, seat, language)
    game, seats = find_game(table.record.game), seat_views(table, language)
    return WaitingRoom(game, seats, seat, language, table.record.id)


def snapshot_for(
    table: Table, seat: int | None, language: str, moment: Frame | None = None
) -> Snapshot:
    """What a seat or spectator sees of a game, now or at a moment within a move."""
    now, match = moment is None, table.match
    frame = frame_now(match) if moment is None else moment
    return Snapshot(
        game=match.game,
        view=frame.view(seat),
        events=events_for(table, seat)[: frame.events],
        seat_views=seat_views(table, language),
        you=seat,
        language=language,
        table=table.record.id,
        number=len(table.log),
        legal=tuple(match.legal()) if now and table.is_turn_of(seat) else (),
        status=table.status if now or not match.over else "playing",
        winners=tuple(match.winners) if match.over and now else (),
        passing=not now,
    )


def events_for(table: Table, seat: int | None, start: int = 0) -> list[Event]:
    """The events from `start` on that a seat may know; all of them once the game is over."""
    if table.record.waiting:
        return []
    over = table.to_act is None
    return table.match.events()[start:] if over else table.match.events_for(seat, start)


def extras(table: Table, connection: Connection) -> News:
    """What accompanies a picture: new lines of the story, and whether undo and hint are offered."""
    seat = table.seat_of(connection.guest)
    events = events_for(table, seat)
    start, connection.events_sent = connection.events_sent, len(events)
    names = [seat_view.name for seat_view in seat_views(table, connection.language)]
    words, game = words_for(connection.language, table.record.game), find_game(table.record.game)
    news: News = {
        "story": {"from": start, "lines": story(game, events[start:], names, words)},
        "undo": table.may_undo(seat),
        "hint": table.is_turn_of(seat),
    }
    seal = table.record.commitment
    if start == 0 and seal is not None:
        news["seal"] = seal
    return news


def story(game: Rules, events: list[Event], names: list[str], _: Words) -> list[str]:
    """A sentence for each event; empty for those not worth mentioning."""
    return [game.describe_event(event, names, _) or "" for event in events]


def data(table: Table, seat: int | None, start: int = 0) -> TableData:
    """A table as sent to a program: the seat's view, events from `start` on, legal moves."""
    return {**public_data(table), **private_data(table, seat, start)}


def public_data(table: Table) -> PublicData:
    """The part that is the same for everybody."""
    record = table.record
    return {
        "table": record.id,
        "game": record.game,
        "options": record.options,
        "status": table.status,
        "number": len(table.log),
        "to_act": table.to_act,
        "seats": [
            {"name": s.name, "kind": s.kind, "level": s.level, "here": s.guest in table.present}
            for s in record.seats
        ],
        "winners": table.match.winners if table.status == "over" else [],
        "commitment": record.commitment,
        "next": record.next,
    }


def private_data(table: Table, seat: int | None, start: int) -> PrivateData:
    """The part for one seat, or for a spectator; without a view until the game starts."""
    return {
        "you": seat,
        "view": None if table.record.waiting else table.match.view(seat),
        "events_from": start,
        "events": events_for(table, seat, start),
        "legal": table.match.legal() if table.is_turn_of(seat) else [],
        "undo": table.may_undo(seat),
    }
