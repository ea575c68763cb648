"""The record: all there is to know of a game. A view shows a SECRET field only if it names it."""

from katzentisch.games.cat_in_the_box.rules.components import ROWS, SEATS
from katzentisch.games.core.phases import BY_ITSELF, OVER
from katzentisch.games.core.record import Numbers, Record, seeds, small, word

DISCARD, PREDICT, PLAY = 1, 2, 3
DEAL, TRICK, PARADOX, SCORE = range(BY_ITSELF, BY_ITSELF + 4)

PHASES = {
    OVER: "over",
    DISCARD: "discard",
    PREDICT: "predict",
    PLAY: "play",
    DEAL: "deal",
    TRICK: "trick",
    PARADOX: "paradox",
    SCORE: "score",
}


class State(Record):
    """A game in progress."""

    chance: Numbers = seeds(2)  # SECRET: what will be dealt
    # Hands hold up to five cards of each value, counted in four bits per value.
    hand: Numbers = word(SEATS)  # SECRET
    tokens: Numbers = word(SEATS)  # places on the board with a seat's own token
    covered: Numbers = word(SEATS)  # spaces of the colours that a seat may still declare
    taken: int = word()  # spaces with any token, neutral ones included
    board: Numbers = word(ROWS)  # where each space is, six bits per value
    forced_values: int = word()  # all values that `forced` could hold when red was its only choice

    players: int = small()
    start: int = small()  # the seat that starts this round
    rounds_played: int = small()
    phase: int = small()
    to_act: int = small()
    leader: int = small()
    led: int = small()  # the colour led, or NO_COLOUR before a lead
    cards_in_trick: int = small()
    tricks_left: int = small()
    ahead: int = small()  # the seat that is winning the trick
    best: int = small()  # the strength of its card
    forced: int = small()  # the seat that had to lead red this round, or NOBODY
    paradox: int = small()  # the seat that caused a paradox this round, or NOBODY
    trick: Numbers = small(SEATS)  # the space each seat declared last
    discard: Numbers = small(SEATS)  # SECRET
    predicted: Numbers = small(SEATS)
    won: Numbers = small(SEATS)  # tricks this round
    points: Numbers = small(SEATS)  # of the last round scored
    total: Numbers = small(SEATS)
    revealed: Numbers = small(3)  # values turned up with two players
