"""The record: all there is to know of a game. A view shows a SECRET field only if it names it."""

from katzentisch.games.big_bang.rules.components import COLOURS, SEATS, SHOWN
from katzentisch.games.core.phases import BY_ITSELF, OVER
from katzentisch.games.core.record import Numbers, Record, seeds, small, word

ACTIVATE, PLAY = 1, 2
SETUP, PRIZES, CHAOS_TILES, REVEAL, EVALUATE, DRAW = range(BY_ITSELF, BY_ITSELF + 6)

PHASES = {
    OVER: "over",
    ACTIVATE: "activate",
    PLAY: "play",
    SETUP: "setup",
    PRIZES: "prizes",
    CHAOS_TILES: "chaos",
    REVEAL: "reveal",
    EVALUATE: "evaluate",
    DRAW: "draw",
}

VALUE_BITS = 4


class State(Record):
    """A game in progress.

    A set of cards has a bit for each of a seat's 15 cards; a set of sides has one for
    each card and colour (see `moves`). A seat's pile is every card that is not in `hand`,
    `played` or `seen`: its order is not decided until somebody draws.
    """

    chance: Numbers = seeds(2)  # SECRET: what will be drawn
    hand: Numbers = word(SEATS)  # SECRET: cards
    played: Numbers = word(SEATS)  # this round: sides
    seen: Numbers = word(SEATS)  # cards that a seat played in earlier rounds
    tiles: Numbers = word(SEATS)  # SECRET: tiles that a seat can still activate
    active: Numbers = word(SEATS)  # SECRET, unless face up: the tile of this round, or none
    chaos: int = word()  # SECRET: tiles of the common pile that are active this round
    revealed: int = word()  # tiles that were active in the last round scored
    used: int = word()  # all tiles that have been revealed so far
    still_in: int = word()  # seats that can still act in this phase

    # The cards and prizes in play; the same for everybody.
    sides: int = word()
    value_bits: Numbers = word(VALUE_BITS)  # sides whose value has this bit
    shows: Numbers = word(len(SHOWN))  # cards that show this person or thing
    prize_values: Numbers = word(len(COLOURS))  # four bits per prize
    prizes_left: Numbers = word(len(COLOURS))  # prizes not turned up yet

    players: int = small()
    mode: int = small()  # how tiles are used
    start: int = small()  # the seat that starts this round
    phase: int = small()
    to_act: int = small()
    rounds_played: int = small()
    prize: Numbers = small(len(COLOURS))  # turned up this round
    points: Numbers = small(SEATS)
    # Of the last round scored; totals are counted in half points.
    totals: Numbers = small(SEATS, len(COLOURS))
    taker: Numbers = small(len(COLOURS))  # the seat that took the prize, or NOBODY
