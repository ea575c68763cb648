"""The record: all there is to know about a game. A view shows a SECRET field only if it names it.

A card in the pile or in a hand is stored as `2 * card + side`, where `side` is the
visible one: 0 for the front, 1 for the back. A spot is a quadrant of the table encoded
as one number (see `table`); a card's spot is that of its upper left quadrant.
"""

from katzentisch.games.cat_box.rules.components import CARDS, CONTENTS, PLANES, SEATS, SLOTS
from katzentisch.games.core.phases import BY_ITSELF, OVER
from katzentisch.games.core.record import Numbers, Record, seeds, small, word

# A seat decides: at the start of a turn, after a stack, after playing, after a paw.
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

SPAN = 63  # rows and columns in which the table is stored; see `table`
NOWHERE = -1


class State(Record):
    """A game in progress."""

    chance: Numbers = seeds(2)  # SECRET
    # What is visible on the table, by row and content bit, one bit per column; see `table`.
    seen: Numbers = word(SPAN, PLANES)
    taken: Numbers = word(SPAN)  # the occupied quadrants, likewise
    roomy: int = word()  # cards with an empty box
    uncovered: int = word()  # cards on the table with no quadrant covered; only with specials

    players: int = small()
    start: int = small()
    specials: int = small()
    phase: int = small()
    to_act: int = small()
    face: Numbers = small(2 * CARDS)  # front and back of each card
    identity: Numbers = small(SEATS)  # SECRET
    # SECRET below its top; the removed cards, stored after its end, are SECRET too.
    pile: Numbers = small(CARDS)
    pile_size: int = small()  # including the cards drawn from it
    drawn: int = small()
    unplayed: int = small()  # cards still to be played
    hand: Numbers = small(SEATS, SLOTS)
    faces: Numbers = small(SEATS, SLOTS)  # what those cards show, or nothing; for observations only
    reserved: Numbers = small(SEATS)  # the card that a fish caught, or NO_CARD
    owed: Numbers = small(2)  # seats that draw at the end of this turn, in order
    owing: int = small()  # how many of them
    tiles: Numbers = small(SEATS)  # the set of the seat's unused tiles
    scratched: Numbers = small(SEATS)  # the spot of a seat's scratcher, or NOWHERE
    scratchers: int = small()  # how many of them are on the table

    laid: int = small()  # cards laid so far, counting each move by a mouse
    just_played: int = small()
    at: Numbers = small(CARDS)  # the spot of a card on the table, or NOWHERE
    shown: Numbers = small(CARDS)  # which side of it is up
    beneath: Numbers = small(CARDS)  # the set of its quadrants with something beneath them
    when: Numbers = small(CARDS)  # how many cards had been laid before it
    mice: Numbers = small(CARDS)  # how many spots a mouse can move it to; counted after playing
    across: int = small()  # the column of x = 0
    down: int = small()  # the row of y = 0
    left: int = small()  # the bounding box of everything ever laid
    right: int = small()
    top: int = small()
    bottom: int = small()
    ones: int = small()  # spots where a card covers exactly one quadrant,
    twos: int = small()  # and exactly two

    # Counted at the end, by content.
    visible: Numbers = small(len(CONTENTS))
    largest: Numbers = small(len(CONTENTS))
    threes: int = small()
