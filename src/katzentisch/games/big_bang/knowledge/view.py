"""What a seat may see, built up from scratch; a spectator is the seat NOBODY."""

from typing import Any

from katzentisch.games.big_bang.knowledge.events import by_colour, named, points, totals, winners
from katzentisch.games.big_bang.rules.components import (
    CARDS,
    COLOURS,
    MODES,
    OPEN,
    ROUNDS,
    SHOWN,
    TILES,
)
from katzentisch.games.big_bang.rules.moves import SIDES, card_of, cards_with, colour_of, side_of
from katzentisch.games.big_bang.rules.scoring import total_of_cards
from katzentisch.games.big_bang.rules.setup import never_played
from katzentisch.games.big_bang.rules.state import PHASES, VALUE_BITS, State
from katzentisch.games.core.bits import EMPTY, has, how_many
from katzentisch.games.core.contract import View
from katzentisch.games.core.phases import OVER
from katzentisch.games.core.record import NOBODY

FACE_DOWN = "?"


def view(state: State, seat: int) -> View:
    """What this seat may see."""
    seats = range(state.players)
    own = seat != NOBODY
    return {
        "players": int(state.players),
        "you": seat if own else None,
        "mode": MODES[state.mode],
        "phase": PHASES[int(state.phase)],
        "to_act": None if state.to_act == NOBODY else int(state.to_act),
        "round": min(int(state.rounds_played) + 1, ROUNDS),
        "rounds": ROUNDS,
        "start": int(state.start),
        "prizes": None if state.phase == OVER else by_colour([int(p) for p in state.prize]),
        "cards": [card(state, number) for number in range(len(CARDS))],
        "hand": named(state.hand[seat], CARDS) if own else None,
        "pile": named(never_played(state, seat) & ~state.hand[seat], CARDS) if own else None,
        "cards_held": [int(how_many(state.hand[s])) for s in seats],
        "cards_known": [named(state.hand[s] & state.seen[s], CARDS) for s in seats],
        "cards_gone": [named(gone(state, s), CARDS) for s in seats],
        "played": [played(state, s) for s in seats],
        "bids": by_colour([[bid(state, s, c) for s in seats] for c in range(len(COLOURS))]),
        "still_in": [bool(has(state.still_in, s)) for s in seats],
        "tiles": named(state.tiles[seat], TILES) if own else None,
        "tiles_held": [int(how_many(state.tiles[s])) for s in seats],
        "activated": [activated(state, s, seat) for s in seats],
        "chaos": int(how_many(state.chaos)),
        "tiles_used": named(state.used, TILES),
        "last_round": last_round(state),
        "scores": [int(state.points[s]) for s in seats],
    }


def card(state: State, number: int) -> dict[str, Any]:
    """What a card is worth and whom it shows; the same for every seat."""
    sides = [side_of(number, c) for c in range(len(COLOURS))]
    return {
        "name": CARDS[number],
        "sides": [[COLOURS[colour_of(s)], value(state, s)] for s in sides if has(state.sides, s)],
        "shows": next(name for i, name in enumerate(SHOWN) if has(state.shows[i], number)),
    }


def value(state: State, side: int) -> int:
    """What a side is worth."""
    return sum(1 << bit for bit in range(VALUE_BITS) if has(state.value_bits[bit], side))


def gone(state: State, seat: int) -> int:
    """The cards of a seat that have left the game."""
    return state.seen[seat] & ~state.hand[seat] & ~cards_with(state.played[seat])


def played(state: State, seat: int) -> list[dict[str, Any]]:
    """The cards that a seat has played this round."""
    return [
        {"card": CARDS[card_of(s)], "colour": COLOURS[colour_of(s)], "value": value(state, s)}
        for s in range(SIDES)
        if has(state.played[seat], s)
    ]


def bid(state: State, seat: int, colour: int) -> int | float:
    """A seat's total in a colour, as if no tile were active."""
    return points(total_of_cards(state, state.played[seat], colour, EMPTY))


def activated(state: State, seat: int, looking: int) -> str | None:
    """The tile a seat activated this round; others' are face down unless all are face up."""
    tiles = named(state.active[seat], TILES)
    if not tiles:
        return None
    return tiles[0] if seat == looking or state.mode == OPEN else FACE_DOWN


def last_round(state: State) -> dict[str, Any] | None:
    """The result of the last round scored."""
    if state.rounds_played == 0:
        return None
    tiles = named(state.revealed, TILES)
    return {"tiles": tiles, "totals": totals(state), "winners": winners(state)}
