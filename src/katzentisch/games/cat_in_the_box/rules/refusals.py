"""Why a move is not legal: the rule it breaks, in one sentence."""

from katzentisch.games.cat_in_the_box.rules.components import COLOURS, PREDICTIONS
from katzentisch.games.cat_in_the_box.rules.moves import (
    colour_of,
    discarded_by,
    discarding,
    predicted_by,
    predicting,
    value_of,
)
from katzentisch.games.cat_in_the_box.rules.state import DISCARD, PLAY, PREDICT, State
from katzentisch.games.cat_in_the_box.rules.turn import spaces_of_hand
from katzentisch.games.core.bits import has
from katzentisch.games.core.errors import Sentence
from katzentisch.games.core.phases import OVER


def why_not(state: State, move: int) -> str:
    """The rule that an illegal move breaks, in one sentence."""
    if state.phase == OVER:
        return Sentence("The game is over.")
    if move >= predicting(1):
        return why_not_predict(state, predicted_by(move))
    if move >= discarding(1):
        return why_not_discard(state, discarded_by(move))
    return why_not_play(state, move)


def why_not_predict(state: State, tricks: int) -> str:
    """Why this prediction cannot be made."""
    if state.phase != PREDICT:
        return Sentence("This is not the time for predictions.")
    allowed = ", ".join(str(number) for number in PREDICTIONS[state.players])
    return Sentence.ngettext(
        "With {n} player only {allowed} tricks can be predicted, not {tricks}.",
        "With {n} players only {allowed} tricks can be predicted, not {tricks}.",
        int(state.players),
        allowed=allowed,
        tricks=tricks,
    )


def why_not_discard(state: State, value: int) -> str:
    """Why this card cannot be discarded."""
    if state.phase != DISCARD:
        return Sentence("This is not the time to discard.")
    return Sentence("Seat {to_act} has no {value} in hand.", to_act=state.to_act, value=value)


def why_not_play(state: State, space: int) -> str:
    """Why this card cannot be played as this colour."""
    value, colour = value_of(space), COLOURS[colour_of(space)]
    if state.phase != PLAY:
        return Sentence("Cards are played only after everybody has discarded and predicted.")
    if not has(spaces_of_hand(state, state.to_act), space):
        return Sentence("Seat {to_act} has no {value} in hand.", to_act=state.to_act, value=value)
    if has(state.taken, space):
        return Sentence(
            "Rule 1: the space {colour} {value} is already taken.", colour=colour, value=value
        )
    if not has(state.covered[state.to_act], space):
        return Sentence(
            "Rule 2: seat {to_act} has uncovered its X of {colour} this round.",
            to_act=state.to_act,
            colour=colour,
        )
    return Sentence(
        "Red may not be led before a token lies in its row, unless no other colour can be declared."
    )
