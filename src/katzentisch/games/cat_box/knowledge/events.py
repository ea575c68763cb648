"""What happened, for transcripts, and how much of it a seat may know."""

from typing import Any

from katzentisch.games.cat_box.rules.components import (
    CARDS,
    COLOURS,
    CONTENTS,
    HAND,
    IDENTITIES,
    Options,
    unpacked,
)
from katzentisch.games.cat_box.rules.state import DRAW, SETUP, State
from katzentisch.games.core.contract import Event


def event(before: State, after: State) -> Event:
    """The event of an automatic step, derived from the tables before and after it."""
    if before.phase == SETUP:
        return set_up(after)
    if before.phase == DRAW:
        return drawn(before)
    return counted(after)


def set_up(after: State) -> Event:
    """Everyone's identity, all cards with both sides, and the pile as it was before the deal."""
    return {
        "event": "setup",
        "identities": [IDENTITIES[after.identity[seat]] for seat in range(after.players)],
        "cards": [[unpacked(int(after.face[2 * c + s])) for s in (0, 1)] for c in range(CARDS)],
        "pile": [card_and_side(after.pile[i]) for i in range(after.pile_size)],
    }


def card_and_side(held: int) -> list[int]:
    """A card and its visible side."""
    return [int(held) // 2, int(held) % 2]


def drawn(before: State) -> Event:
    """Who drew which card."""
    card, side = card_and_side(before.pile[before.drawn])
    return {"event": "draw", "seat": int(before.owed[0]), "card": card, "side": side}


def counted(after: State) -> Event:
    """What is visible at the end, the largest group of each colour, and the groups of three."""
    return {
        "event": "end",
        "visible": {name: int(after.visible[i]) for i, name in enumerate(CONTENTS) if name},
        "groups": {name: int(after.largest[CONTENTS.index(name)]) for name in COLOURS},
        "threes": int(after.threes),
    }


def redacted(events: list[Event], seat: int, options: Options) -> list[Event]:
    """What a seat may know of what happened: not who the others are, nor what is in the pile.

    The pile is known down to the card that is on top now. A card's secret side mirrors the
    visible one, so cards drawn and moves made hide nothing.
    """
    dealt = options.players * HAND[options.players] + 1
    draws = sum(event["event"] == "draw" for event in events)
    seen = dealt + draws + 1
    return [
        redacted_setup(event, seat, seen) if event["event"] == "setup" else event
        for event in events
    ]


def redacted_setup(event: Event, seat: int, seen: int) -> Event:
    """The setup with only this seat's identity and the first cards of the pile that it has seen."""
    identities: list[Any] = [
        who if s == seat else None for s, who in enumerate(event["identities"])
    ]
    pile = [held if i < seen else None for i, held in enumerate(event["pile"])]
    return {**event, "identities": identities, "pile": pile}
