"""What is seen of a table: as pictures for browsers, as data for programs. Both ask the match."""

from typing import TYPE_CHECKING, Any

from katzentisch.games.core.contract import Event
from katzentisch.play.frames import Frame, frame_now
from katzentisch.server.live.connections import Visitor
from katzentisch.server.web.rendering import USUAL_PAUSE, Sight, Sitter, scene_of, story, words_for

if TYPE_CHECKING:
    from katzentisch.server.live.room import Room


def sitters(room: "Room", language: str) -> list[Sitter]:
    """Everybody at the table, as they are shown."""
    _ = words_for(language)
    return [
        Sitter(n, seat.name or _("open"), seat.kind, seat.level)
        for n, seat in enumerate(room.kept.seats)
    ]


def sight(room: "Room", seat: int | None, language: str, moment: Frame | None = None) -> Sight:
    """What a seat sees, now or at a moment on the way."""
    now, match = moment is None, room.match
    frame = frame_now(match) if moment is None else moment
    return Sight(
        game=match.game,
        view=frame.view(seat),
        events=events_for(room, seat)[: frame.events],
        sitters=sitters(room, language),
        you=seat,
        language=language,
        table=room.kept.id,
        number=len(room.log),
        legal=tuple(match.legal()) if now and room.is_turn_of(seat) else (),
        status=room.status if now or not match.over else "playing",
        winners=tuple(match.winners) if match.over and now else (),
        passing=not now,
    )


def events_for(room: "Room", seat: int | None, start: int = 0) -> list[Event]:
    """What a seat may know of what happened from `start` on; all once the game is over."""
    over = room.to_act is None
    return room.match.events()[start:] if over else room.match.events_for(seat, start)


def picture(room: "Room", seen: Sight) -> dict[str, Any]:
    """What a browser is sent of a moment."""
    drawing, pauses = room.house.drawing, scene_of(room.kept.game).PAUSES
    pause = pauses.get(seen.view["phase"], USUAL_PAUSE) if seen.passing else 0
    return {
        "table": drawing.table(seen),
        "sheet": drawing.sheet(seen),
        "pause": int(pause * room.house.settings.frame_pause),
    }


def watching_time(room: "Room", moments: list[Frame]) -> float:
    """For how many seconds people watch a move, before a bot goes on."""
    pace = room.house.settings.frame_pause
    if not pace or not room.present:
        return 0.0
    pauses = scene_of(room.kept.game).PAUSES
    phases = (moment.view(None)["phase"] for moment in moments[:-1])
    return sum(pauses.get(phase, USUAL_PAUSE) for phase in phases) * pace / 1000


def news(room: "Room", visitor: Visitor) -> dict[str, Any]:
    """What goes with a picture: the story so far, and what else can be done."""
    seat = room.seat_of(visitor.guest)
    events = events_for(room, seat)
    start, visitor.told = visitor.told, len(events)
    names = [sitter.name for sitter in sitters(room, visitor.language)]
    words = words_for(visitor.language, room.kept.game)
    return {
        "story": {"from": start, "lines": story(room.match.game, events[start:], names, words)},
        "undo": room.may_undo(seat),
        "hint": room.is_turn_of(seat),
        **({"seal": room.kept.commitment} if start == 0 and room.status != "waiting" else {}),
    }


def data(room: "Room", seat: int | None, start: int = 0) -> dict[str, Any]:
    """What a program is told of a table: the seat's view, events from `start` on, legal moves."""
    return {**public_data(room), **own_data(room, seat, start)}


def public_data(room: "Room") -> dict[str, Any]:
    """What all are told alike."""
    kept, waiting = room.kept, room.kept.waiting
    return {
        "table": kept.id,
        "game": kept.game,
        "options": kept.options,
        "status": room.status,
        "number": len(room.log),
        "to_act": None if waiting else room.to_act,
        "seats": [
            {"name": s.name, "kind": s.kind, "level": s.level, "here": s.guest in room.present}
            for s in kept.seats
        ],
        "winners": room.match.winners if room.to_act is None else [],
        "commitment": None if waiting else kept.commitment,
        "next": kept.next,
    }


def own_data(room: "Room", seat: int | None, start: int) -> dict[str, Any]:
    """What a seat is told, or a spectator."""
    return {
        "you": seat,
        "view": room.match.view(seat),
        "events_from": start,
        "events": events_for(room, seat, start),
        "legal": room.match.legal() if room.is_turn_of(seat) else [],
        "undo": room.may_undo(seat),
    }
