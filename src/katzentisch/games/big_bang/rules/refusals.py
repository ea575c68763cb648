"""Why a move is not legal: the rule it breaks, in one sentence."""

from katzentisch.games.big_bang.rules.components import CARDS, COLOURS, TILES
from katzentisch.games.big_bang.rules.moves import QUIT, TILES_FROM, activating, card_of, colour_of
from katzentisch.games.big_bang.rules.state import ACTIVATE, PLAY, State
from katzentisch.games.core.bits import has
from katzentisch.games.core.errors import Sentence
from katzentisch.games.core.phases import OVER


def why_not(state: State, move: int) -> str:
    """The rule that an illegal move breaks, in one sentence."""
    if state.phase == OVER:
        return Sentence("The game is over.")
    if move >= activating(0):
        return why_not_activate(state, move)
    if state.phase != PLAY:
        return Sentence("Cards are played only after everybody has been asked about tiles.")
    if move == QUIT:
        return Sentence("The start seat may not quit on its first turn.")
    return why_not_play(state, move)


def why_not_activate(state: State, move: int) -> str:
    """Why this tile cannot be activated."""
    if state.phase != ACTIVATE:
        return Sentence("This is not the time to activate tiles.")
    return Sentence(
        "Seat {to_act} does not have the tile {tile}.",
        to_act=state.to_act,
        tile=TILES[move - TILES_FROM],
    )


def why_not_play(state: State, side: int) -> str:
    """Why this card cannot be played, or not as this colour."""
    card, colour = CARDS[card_of(side)], COLOURS[colour_of(side)]
    if not has(state.hand[state.to_act], card_of(side)):
        return Sentence("Seat {to_act} has no {card} in hand.", to_act=state.to_act, card=card)
    return Sentence("The card {card} does not count as {colour}.", card=card, colour=colour)
