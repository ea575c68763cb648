"""What a seat may see, built up from scratch; a spectator is the seat NOBODY."""

from typing import Any

from katzentisch.games.cat_in_the_box.rules.cards import hand_size, values_in
from katzentisch.games.cat_in_the_box.rules.components import (
    COLOURS,
    NO_CARD,
    NO_COLOUR,
    SPACE_NAMES,
    VALUES,
    VALUES_IN_PLAY,
)
from katzentisch.games.cat_in_the_box.rules.moves import space_of, value_of
from katzentisch.games.cat_in_the_box.rules.scoring import place_of
from katzentisch.games.cat_in_the_box.rules.state import PHASES, State
from katzentisch.games.core.bits import has
from katzentisch.games.core.contract import View
from katzentisch.games.core.record import NOBODY


def view(state: State, seat: int) -> View:
    """What this seat may see."""
    seats = range(state.players)
    own = seat != NOBODY
    return {
        "players": int(state.players),
        "you": seat if own else None,
        "phase": PHASES[int(state.phase)],
        "to_act": None if state.to_act == NOBODY else int(state.to_act),
        "round": min(int(state.rounds_played) + 1, int(state.players)),
        "rounds": int(state.players),
        "start": int(state.start),
        "leader": int(state.leader),
        "led": None if state.led == NO_COLOUR else COLOURS[state.led],
        "hand": values_in(state.hand[seat]) if own else None,
        "discard": (int(state.discard[seat]) or None) if own else None,
        "discarded": [bool(state.discard[s] != NO_CARD) for s in seats],
        "cards_held": [int(hand_size(state.hand[s])) for s in seats],
        "revealed": [int(value) for value in state.revealed] if state.players == 2 else None,
        "predicted": [int(state.predicted[s]) or None for s in seats],
        "tricks": [int(state.won[s]) for s in seats],
        "tricks_left": int(state.tricks_left),
        "covered": [covered_colours(state, s) for s in seats],
        "trick": cards_in_trick(state),
        "board": board(state),
        "paradox": paradox(state),
        "points": [int(state.points[s]) for s in seats] if state.rounds_played else None,
        "scores": [int(state.total[s]) for s in seats],
    }


def covered_colours(state: State, seat: int) -> list[str]:
    """The colours that a seat may still declare this round."""
    return [name for c, name in enumerate(COLOURS) if has(state.covered[seat], space_of(1, c))]


def cards_in_trick(state: State) -> list[dict[str, Any]]:
    """The cards of this trick, in the order they were played."""
    seats = [int(state.leader + i) % int(state.players) for i in range(state.cards_in_trick)]
    return [{"seat": s, "card": SPACE_NAMES[state.trick[s]]} for s in seats]


def board(state: State) -> list[list[dict[str, Any] | None]]:
    """The research board, row by row; None where a value is not in play."""
    rows: list[list[dict[str, Any] | None]] = [[None] * VALUES for _ in COLOURS]
    for space, name in enumerate(SPACE_NAMES):
        if value_of(space) <= VALUES_IN_PLAY[state.players]:
            column, row = divmod(int(place_of(state, space)), len(COLOURS))
            rows[row][column] = {"space": name, "token": token(state, space)}
    return rows


def token(state: State, space: int) -> int | str | None:
    """The seat whose token is on this space, `neutral`, or None."""
    if not has(state.taken, space):
        return None
    owners = [s for s in range(state.players) if has(state.tokens[s], place_of(state, space))]
    return owners[0] if owners else "neutral"


def paradox(state: State) -> dict[str, Any] | None:
    """The seat that caused a paradox this round, if any, and its hand, which is face up."""
    if state.paradox == NOBODY:
        return None
    return {"seat": int(state.paradox), "hand": values_in(state.hand[state.paradox])}
