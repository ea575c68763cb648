"""Why a move is not legal: the rule it breaks, in one sentence."""

from katzentisch.games.core.errors import Sentence
from katzentisch.games.core.phases import OVER
from katzentisch.games.ed_the_cat.rules.cards import count
from katzentisch.games.ed_the_cat.rules.moves import name_of, seat_in, value_in
from katzentisch.games.ed_the_cat.rules.state import DROP, State, hand_of


def why_not(state: State, move: int) -> str:
    """The rule that an illegal move breaks, in one sentence."""
    dropping = name_of(move).startswith("drop")
    if state.phase == OVER:
        return Sentence("The game is over.")
    if state.phase == DROP:
        if not dropping:
            return Sentence(
                "The round is over: seat {to_act} may drop one of its penalty cards.",
                to_act=state.to_act,
            )
        return Sentence(
            "Seat {to_act} has no {value} among its penalty cards.",
            to_act=state.to_act,
            value=value_in(move),
        )
    if dropping:
        return Sentence("Only the seat that ended the round may drop a penalty card.")
    if count(state.cards[hand_of(state.to_act)], value_in(move)) == 0:
        return Sentence(
            "Seat {to_act} has no {value} in hand.", to_act=state.to_act, value=value_in(move)
        )
    if seat_in(move) == state.to_act:
        return Sentence("A card names an opponent, never the seat that plays it.")
    return Sentence(
        "There is no seat {seat} in a game with {players} players.",
        seat=seat_in(move),
        players=state.players,
    )
