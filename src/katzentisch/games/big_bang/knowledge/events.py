"""Events for transcripts, and how much of them a seat may know."""

from collections.abc import Sequence
from typing import Any

from katzentisch.games.big_bang.rules.components import CARDS, COLOURS, MODES, OPEN, TILES, Options
from katzentisch.games.big_bang.rules.state import (
    CHAOS_TILES,
    EVALUATE,
    PRIZES,
    REVEAL,
    SETUP,
    State,
)
from katzentisch.games.core.bits import has
from katzentisch.games.core.contract import Event
from katzentisch.games.core.record import NOBODY

HIDDEN_ACTIVATION = "activate ?"


def event(before: State, after: State) -> Event:
    """The event of an automatic step, derived from the states before and after it."""
    if before.phase == SETUP:
        return set_up(after)
    if before.phase == PRIZES:
        return {"event": "prizes", **by_colour([int(value) for value in after.prize])}
    if before.phase == CHAOS_TILES:
        return {"event": "chaos", "tiles": named(after.chaos, TILES)}
    if before.phase == REVEAL:
        return {"event": "reveal", "tiles": named(after.revealed, TILES)}
    if before.phase == EVALUATE:
        return evaluated(after)
    seats = range(after.players)
    drawn = [named(after.hand[seat] & ~before.hand[seat], CARDS) for seat in seats]
    return {"event": "draw", "cards": drawn}


def set_up(after: State) -> Event:
    """The first hands, and the tiles that seats own."""
    seats = range(after.players)
    return {
        "event": "setup",
        "hands": [sorted(named(after.hand[seat], CARDS)) for seat in seats],
        "tiles": [sorted(named(after.tiles[seat], TILES)) for seat in seats],
    }


def evaluated(after: State) -> Event:
    """Each seat's total in each colour, and who took each prize."""
    return {"event": "evaluate", "totals": totals(after), "winners": winners(after)}


def totals(state: State) -> dict[str, Any]:
    """By colour, each seat's total in the last round scored."""
    seats = range(state.players)
    return by_colour([[points(state.totals[s, c]) for s in seats] for c in range(len(COLOURS))])


def winners(state: State) -> dict[str, Any]:
    """By colour, the seat that took the prize in the last round scored, or None."""
    return by_colour([None if seat == NOBODY else int(seat) for seat in state.taker])


def by_colour(things: Sequence[Any]) -> dict[str, Any]:
    """One thing per colour, by the colour's name."""
    return dict(zip(COLOURS, things, strict=True))


def points(halves: int) -> int | float:
    """Half points as points: an int if whole, otherwise a float."""
    return int(halves) / 2 if halves % 2 else int(halves) // 2


def named(members: int, names: Sequence[str]) -> list[str]:
    """The names of a set's members."""
    return [name for member, name in enumerate(names) if has(members, member)]


def redacted(events: list[Event], seat: int, options: Options) -> list[Event]:
    """The events as a seat may know them: its own cards and tiles, and all that is revealed."""
    face_up = options.tiles == MODES[OPEN]
    reveals = [number for number, event in enumerate(events) if event["event"] == "reveal"]
    revealed_up_to = len(events) if face_up else max(reveals, default=0)
    return [
        redacted_event(event, seat, revealed=number < revealed_up_to)
        for number, event in enumerate(events)
    ]


def redacted_event(event: Event, seat: int, revealed: bool) -> Event:
    """An event as this seat may know it; tiles stay hidden until they are revealed."""
    if event["event"] == "setup":
        return {**event, "hands": own(event["hands"], seat), "tiles": own(event["tiles"], seat)}
    if event["event"] == "draw":
        return {**event, "cards": own(event["cards"], seat)}
    if event["event"] == "chaos" and not revealed:
        return {**event, "tiles": [None] * len(event["tiles"])}
    if event["event"] == "move" and event["seat"] != seat:
        return redacted_move(event, revealed)
    return event


def own(lists: list[list[str]], seat: int) -> list[list[Any]]:
    """A seat's own list, and only the lengths of the others'."""
    return [names if s == seat else [None] * len(names) for s, names in enumerate(lists)]


def redacted_move(event: Event, revealed: bool) -> Event:
    """Hide another seat's tile until it is revealed, and legal moves, which show hand and tiles."""
    hidden = {**event, "legal": None} if "legal" in event else dict(event)
    activates = event["move"].startswith("activate ") and event["move"] != "activate none"
    if activates and not revealed:
        hidden["move"] = HIDDEN_ACTIVATION
    return hidden
