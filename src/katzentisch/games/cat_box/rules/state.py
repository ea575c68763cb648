"""The record: all there is to know about a game. SECRET fields reach no view unnamed.

A card in the pile or in a hand is held as `2 * card + side`, side being its visible
one: 0 the front, 1 the back. A spot is a quadrant of the table in one number (see
`table`); a card lies on the spot of its upper left quadrant.
"""

from katzentisch.games.cat_box.rules.components import CARDS, CONTENTS, PLANES, SEATS, SLOTS
from katzentisch.games.core.phases import BY_ITSELF, OVER
from katzentisch.games.core.record import Numbers, Record, seeds, small, word

# Somebody decides: at the start of a turn; after a stack; after playing; after a paw.
PLACE, STACKED, TILE, SECOND = 1, 2, 3, 4
SETUP, DRAW, COUNT = range(BY_ITSELF, BY_ITSELF + 3)

PHASES = {
    OVER: "over",
    PLACE: "place",
    STACKED: "stacked",
    TILE: "tile",
    SECOND: "second",
    SETUP: "setup",
    DRAW: "draw",
    COUNT: "count",
}

SPAN = 63  # rows and columns that the table is kept in; see `table`
NOWHERE = -1


class State(Record):
    """A game in progress."""

    chance: Numbers = seeds(2)  # SECRET
    # What is seen on the table, row by row, a column a bit: the content's three bits. (`table`)
    seen: Numbers = word(SPAN, PLANES)
    taken: Numbers = word(SPAN)  # the quadrants of the table, likewise
    roomy: int = word()  # cards with an empty box
    uncovered: int = word()  # cards on the table with no quadrant covered; only with specials

    players: int = small()
    start: int = small()
    specials: int = small()
    phase: int = small()
    to_act: int = small()
    face: Numbers = small(2 * CARDS)  # front and back of each card
    identity: Numbers = small(SEATS)  # SECRET
    # SECRET below its top, and what lies after its end, which was removed.
    pile: Numbers = small(CARDS)
    pile_size: int = small()  # with the cards drawn from it
    drawn: int = small()
    unplayed: int = small()  # cards still to be played
    hand: Numbers = small(SEATS, SLOTS)
    faces: Numbers = small(SEATS, SLOTS)  # what those cards show, or nothing
    reserved: Numbers = small(SEATS)  # the card that a fish caught, or NO_CARD
    owed: Numbers = small(2)  # seats that draw at the end of this turn, in order
    owing: int = small()  # how many of them
    tiles: Numbers = small(SEATS)  # a set of the seat's unused ones
    scratched: Numbers = small(SEATS)  # the spot of a seat's scratcher, or NOWHERE
    scratchers: int = small()  # how many of them lie

    laid: int = small()  # cards laid so far, each move by a mouse counted again
    just_played: int = small()
    at: Numbers = small(CARDS)  # the spot of a card on the table, or NOWHERE
    shown: Numbers = small(CARDS)  # its side that is up
    beneath: Numbers = small(CARDS)  # a set of its quadrants that have something beneath them
    when: Numbers = small(CARDS)  # as how manieth it was laid
    mice: Numbers = small(CARDS)  # in how many places a mouse can move it, found after playing
    across: int = small()  # the column of x = 0
    down: int = small()  # the row of y = 0
    left: int = small()  # the box around all that has been laid
    right: int = small()
    top: int = small()
    bottom: int = small()
    ones: int = small()  # spots from which a card covers exactly one quadrant,
    twos: int = small()  # and exactly two

    # Counted at the end, by content.
    visible: Numbers = small(len(CONTENTS))
    largest: Numbers = small(len(CONTENTS))
    threes: int = small()
