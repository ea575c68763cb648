"""What a seat may see, built up from nothing; a spectator is the seat NOBODY."""

from katzentisch.games.core.contract import View
from katzentisch.games.core.phases import OVER
from katzentisch.games.core.record import NOBODY
from katzentisch.games.ed_the_cat.rules.cards import size, values_in
from katzentisch.games.ed_the_cat.rules.state import (
    DISCARD_PILE,
    DRAW_PILE,
    PHASES,
    PLAY,
    State,
    hand_of,
    penalties_of,
)


def view(state: State, seat: int) -> View:
    """What this seat may see."""
    seats = range(state.players)
    own = seat != NOBODY
    return {
        "players": int(state.players),
        "you": seat if own else None,
        "phase": PHASES[int(state.phase)],
        "to_act": None if state.to_act == NOBODY else int(state.to_act),
        "round": int(state.rounds_played) + (0 if state.phase == OVER else 1),
        "limit": int(state.limit),
        "start": int(state.start),
        "turn": int(state.turns) + (1 if state.phase == PLAY else 0),
        "hand": values_in(state.cards[hand_of(seat)]) if own else None,
        "cards_held": [int(size(state.cards[hand_of(s)])) for s in seats],
        "penalties": values_in(state.cards[penalties_of(seat)]) if own else None,
        "penalties_held": [int(size(state.cards[penalties_of(s)])) for s in seats],
        "top_penalties": [int(state.top[penalties_of(s)]) or None for s in seats],
        "draw_pile": int(size(state.cards[DRAW_PILE])),
        "discard_pile": int(size(state.cards[DISCARD_PILE])),
        "top_discard": int(state.top[DISCARD_PILE]) or None,
        "ended_by": None if state.ended_by == NOBODY else int(state.ended_by),
        "points": [int(state.points[s]) for s in seats] if state.rounds_played else None,
        "scores": [int(state.total[s]) for s in seats],
    }
