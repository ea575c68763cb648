"""What a seat may see, built up from nothing; a spectator is the seat NOBODY."""

from functools import reduce
from operator import or_
from typing import Any

from katzentisch.games.cat_box.knowledge.events import counted
from katzentisch.games.cat_box.rules.components import (
    CARDS,
    CONTENTS,
    HAND,
    IDENTITIES,
    NO_CARD,
    PLANES,
    TILES,
    unpacked,
)
from katzentisch.games.cat_box.rules.scoring import score
from katzentisch.games.cat_box.rules.state import NOWHERE, PHASES, SPAN, State
from katzentisch.games.cat_box.rules.table import row_at, x_of, y_of
from katzentisch.games.core.bits import has
from katzentisch.games.core.contract import View
from katzentisch.games.core.phases import OVER
from katzentisch.games.core.record import NOBODY


def view(state: State, seat: int) -> View:
    """What this seat may see."""
    seats = range(state.players)
    over = state.phase == OVER
    return {
        "players": int(state.players),
        "you": seat if seat != NOBODY else None,
        "phase": PHASES[int(state.phase)],
        "to_act": None if state.to_act == NOBODY else int(state.to_act),
        "start": int(state.start),
        "specials": bool(state.specials),
        "identities": [IDENTITIES[state.identity[s]] if over or s == seat else None for s in seats],
        "hands": [hand(state, s, seat) for s in seats],
        "reserved": [held_card(state, int(state.reserved[s]), s == seat) for s in seats],
        "top": top_of_pile(state),
        "pile": int(state.pile_size - state.drawn),
        "unplayed": int(state.unplayed),
        "table": quadrants(state),
        "cards": cards_on_table(state),
        "tiles": [tiles(state, s) for s in seats] if state.specials else None,
        "scratchers": [scratcher(state, s) for s in seats] if state.specials else None,
        "just_played": int(state.just_played) if state.laid > 1 else None,
        "counted": {**counted(state), "event": None} if over else None,
        "scores": [int(score(state, s)) for s in seats] if over else None,
    }


def hand(state: State, owner: int, seat: int) -> list[dict[str, Any] | None]:
    """The cards of a hand, from slot 0 on."""
    slots = [int(state.hand[owner, slot]) for slot in range(HAND[state.players])]
    return [held_card(state, held, owner == seat) for held in slots if held != NO_CARD]


def held_card(state: State, held: int, own: bool) -> dict[str, Any] | None:
    """A held card: everybody sees its visible side, and its holder the secret one too."""
    if held == NO_CARD:
        return None
    return {
        "card": held // 2,
        "visible": unpacked(int(state.face[held])),
        "secret": unpacked(int(state.face[held ^ 1])) if own else None,
    }


def top_of_pile(state: State) -> dict[str, Any] | None:
    """The card on top of the pile shows its visible side."""
    if state.drawn >= state.pile_size:
        return None
    return held_card(state, int(state.pile[state.drawn]), False)


def quadrants(state: State) -> list[dict[str, Any]]:
    """What is visible on the table, quadrant by quadrant."""
    rows = range(int(state.top), int(state.bottom) + 1)
    return [quadrant for y in rows for quadrant in row(state, y)]


def row(state: State, y: int) -> list[dict[str, Any]]:
    """What is visible in a row, from the left."""
    planes = [int(state.seen[row_at(state, y), plane]) for plane in range(PLANES)]
    something = reduce(or_, planes)
    across = int(state.across)
    return [
        {"x": column - across, "y": y, "content": CONTENTS[content_at(planes, column)]}
        for column in range(SPAN)
        if has(something, column)
    ]


def content_at(planes: list[int], column: int) -> int:
    """The content of a column, one bit from each plane."""
    return sum((plane >> column & 1) << bit for bit, plane in enumerate(planes))


def cards_on_table(state: State) -> list[dict[str, Any]]:
    """The cards on the table, in the order in which they were laid."""
    lying = [card for card in range(CARDS) if state.at[card] != NOWHERE]
    return [
        {
            "card": card,
            "x": int(x_of(state.at[card])),
            "y": int(y_of(state.at[card])),
            "face": unpacked(int(state.face[2 * card + state.shown[card]])),
            "uncovered": bool(has(state.uncovered, card)) if state.specials else None,
        }
        for card in sorted(lying, key=lambda card: int(state.when[card]))
    ]


def tiles(state: State, seat: int) -> list[str]:
    """The tiles that a seat has not used yet."""
    return [name for tile, name in enumerate(TILES) if has(int(state.tiles[seat]), tile)]


def scratcher(state: State, seat: int) -> dict[str, int] | None:
    """Where a seat's scratcher is."""
    spot = state.scratched[seat]
    return None if spot == NOWHERE else {"x": int(x_of(spot)), "y": int(y_of(spot))}
