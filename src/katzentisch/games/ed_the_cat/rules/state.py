"""The record: all there is to know about a game. A view shows a SECRET field only if it names it.

Every card has a place: in a hand, on a penalty pile, on the draw pile or on the
discard pile. Nobody ever sees the order of the draw pile, so it has none: a card
drawn from it can be any of its cards.
"""

from katzentisch.games.core.bits import unsigned
from katzentisch.games.core.jit import rule
from katzentisch.games.core.phases import BY_ITSELF, OVER
from katzentisch.games.core.record import Numbers, Record, seeds, small, word
from katzentisch.games.ed_the_cat.rules.components import SEATS

PLAY, DROP = 1, 2
DEAL, TAKE, DRAW, RESHUFFLE, ROUND = range(BY_ITSELF, BY_ITSELF + 5)

PHASES = {
    OVER: "over",
    PLAY: "play",
    DROP: "drop",
    DEAL: "deal",
    TAKE: "take",
    DRAW: "draw",
    RESHUFFLE: "reshuffle",
    ROUND: "round",
}

# Places of cards: the seats' hands, their penalty piles, and the two piles in the middle.
IN_HAND = 0
PENALTY = SEATS
DRAW_PILE = 2 * SEATS
DISCARD_PILE = DRAW_PILE + 1
PLACES = DISCARD_PILE + 1

ONLOOKERS = SEATS + 1  # every seat, and a spectator, who comes last
NOTES = 256  # card moves that are noted before onlookers must settle on what they think
PILES = 16  # successive draw piles that onlookers can tell apart


@rule
def hand_of(seat: int) -> int:
    """The place of a seat's hand."""
    return unsigned(IN_HAND + seat)


@rule
def penalties_of(seat: int) -> int:
    """The place of a seat's penalty pile."""
    return unsigned(PENALTY + seat)


class State(Record):
    """A game in progress."""

    chance: Numbers = seeds(2)  # SECRET: what will be drawn
    guesses: Numbers = seeds(2)  # SECRET: separate dice for what onlookers guess
    cards: Numbers = word(PLACES)  # SECRET except the face-up piles; a bag for each place

    # What each onlooker thought before the notes; nothing in rounds of the usual length.
    known: Numbers = word(ONLOOKERS, SEATS)  # SECRET: cards thought to be in a hand
    old: Numbers = word(ONLOOKERS)  # SECRET: cards that were in some hand at the last reshuffle
    # What each seat is sure of now; see `known_cards`.
    sure: Numbers = word(SEATS, SEATS)  # SECRET: cards that it knows to be in a hand
    traced: int = small()  # SECRET: the set of hands in which somebody knows a card
    # What one onlooker thinks now; see `memory`.
    known_now: Numbers = word(SEATS)
    unplaced: Numbers = word(PILES)  # the cards of each pile whose place is not known
    held: Numbers = small(PILES, SEATS)  # how many of those are in each hand
    pile: int = small()  # the number of the current draw pile
    luck: Numbers = small(NOTES)  # random numbers for its guesses, one per note

    aged: Numbers = small(ONLOOKERS, SEATS)  # SECRET: how many of the old cards a hand has
    murky: int = small()  # 1 once onlookers have settled on something
    # Which cards have moved this round; see `history`.
    noted: int = small()
    notes: Numbers = small(NOTES)  # SECRET

    players: int = small()
    limit: int = small()
    start: int = small()  # the seat that starts this round
    rounds_played: int = small()
    turns: int = small()  # in this round
    phase: int = small()
    to_act: int = small()
    chosen: int = small()  # the seat that the last play named; 0 if it named none
    ended_by: int = small()  # the seat that ended the round, or NOBODY

    # What the action still owes.
    takes_left: int = small()
    take_from: int = small()  # the seat whose hand is drawn from
    take_to: int = small()  # the place where those cards go
    draws_left: int = small()  # cards that the drawer still draws
    drawer: int = small()
    drawers_left: int = small()  # seats that still draw, including the drawer
    draw_to: int = small()  # IN_HAND or PENALTY

    top: Numbers = small(PLACES)  # the top card of each face-up pile, or NO_CARD
    points: Numbers = small(SEATS)  # minus points of the last round scored
    total: Numbers = small(SEATS)
