"""What an onlooker can work out about hidden cards, updated as each card moves.

Three things reveal more than the face-up cards do. A seat that loses a card to a 9 knows
a card in the thief's hand. Once a draw pile has run out, everybody knows which of its
cards are in the other hands together, and which cards make up the new pile. And a card
taken with a 9 may be one that a third seat knows: that seat guesses whether it was, at
random and never from the truth.

So an onlooker models every other hand as cards that it knows, plus a number of cards
from each draw pile so far, each of which can be any card of that pile that it has not
seen since. Guesses may turn out wrong: then something seen later is impossible, and
`history` makes new ones.
"""

from katzentisch.games.core.bits import EMPTY
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.ed_the_cat.rules.cards import card, count, full_deck, nth_card, size
from katzentisch.games.ed_the_cat.rules.state import (
    DISCARD_PILE,
    DRAW_PILE,
    IN_HAND,
    PENALTY,
    PILES,
    State,
    hand_of,
    penalties_of,
)

OLD, FIRST = 0, 1  # all piles before that of the first note count as one
LUCK_BITS = 15
PARTS = 1000  # likelihoods are in thousandths


@long_rule
def begin(state: State, who: int) -> None:
    """Set up what an onlooker thought before the notes; all cards are where they were then."""
    state.pile = FIRST
    state.unplaced[OLD] = state.old[who]
    state.unplaced[FIRST] = unseen_cards(state, who) - state.old[who]
    for seat in range(state.players):
        if seat != who:
            known, aged = state.known[who, seat], state.aged[who, seat]
            state.known_now[seat] = known
            state.unplaced[FIRST] -= known
            state.held[OLD, seat] = aged
            state.held[FIRST, seat] = size(state.cards[hand_of(seat)]) - size(known) - aged


@rule
def unseen_cards(state: State, who: int) -> int:
    """All cards except the onlooker's own and the face-up ones."""
    unseen = full_deck() - state.cards[DISCARD_PILE]
    for seat in range(state.players):
        unseen -= state.cards[penalties_of(seat)]
        unseen -= state.cards[hand_of(seat)] if seat == who else EMPTY
    return unseen


@rule
def sees_arrive(who: int, to: int) -> bool:
    """Does this onlooker see a card that arrives there?"""
    return to >= PENALTY or to == IN_HAND + who


@long_rule
def see_move(
    state: State, who: int, origin: int, to: int, value: int, still_drawn: int, luck: int
) -> bool:
    """Update what an onlooker thinks when a card is about to move; return whether the move fits.

    The cards `still_drawn` are on the draw pile: it will see them drawn before the pile runs out.
    """
    if origin == DISCARD_PILE:
        see_reshuffle(state)
    elif origin == DRAW_PILE and sees_arrive(who, to):
        return see_draw(state, value)
    elif origin == DRAW_PILE:
        state.held[state.pile, to - IN_HAND] += 1
    elif origin == IN_HAND + who and to < PENALTY:
        state.known_now[to - IN_HAND] += card(value)
    elif origin == IN_HAND + who or origin >= PENALTY:
        return True  # the onlooker has always seen this card
    elif sees_arrive(who, to):
        return see_card_leave(state, origin - IN_HAND, value, still_drawn, luck)
    else:
        guess_what_moved(state, origin - IN_HAND, to - IN_HAND, luck)
    return True


@rule
def see_reshuffle(state: State) -> None:
    """The pile has run out: its unseen cards are in hands, and the discards are the new pile."""
    if state.pile == PILES - 1:
        blur(state)
    state.pile += 1
    state.unplaced[state.pile] = state.cards[DISCARD_PILE]
    for seat in range(state.players):
        state.held[state.pile, seat] = 0


@long_rule
def blur(state: State) -> None:
    """Make room for another pile: the oldest two are no longer told apart."""
    for pile in range(1, PILES):
        into = max(pile - 1, OLD)
        keep = 1 if pile == 1 else 0
        state.unplaced[into] = keep * state.unplaced[into] + state.unplaced[pile]
        for seat in range(state.players):
            state.held[into, seat] = keep * state.held[into, seat] + state.held[pile, seat]
    state.pile -= 1


@rule
def see_draw(state: State, value: int) -> bool:
    """Record that a card seen drawn was on the pile; return whether it could have been."""
    if count(state.unplaced[state.pile], value) == 0:
        return False
    state.unplaced[state.pile] -= card(value)
    return True


@rule
def see_card_leave(state: State, seat: int, value: int, still_drawn: int, luck: int) -> bool:
    """Guess by likelihood whether a card shown was a known one, or else which pile it came from.

    Return False if it can be neither.
    """
    known = PARTS * count(state.known_now[seat], value)
    likely = known
    for pile in range(state.pile + 1):
        likely += likely_from(state, pile, seat, value, still_drawn)
    if likely == 0:
        return False
    number = chosen_by(luck, likely) - known
    if number < 0:
        state.known_now[seat] -= card(value)
        return True
    for pile in range(state.pile + 1):
        part = likely_from(state, pile, seat, value, still_drawn)
        if number >= 0 and number < part:
            state.held[pile, seat] -= 1
            state.unplaced[pile] -= card(value)
        number -= part
    return True


@rule
def likely_from(state: State, pile: int, seat: int, value: int, still_drawn: int) -> int:
    """How likely a hand is to have a card of this value from this pile; 0 only if it cannot."""
    cards = state.unplaced[pile]
    if pile == state.pile:
        cards -= still_drawn
    ways = state.held[pile, seat] * count(cards, value)
    return PARTS * ways // size(cards) + 1 if ways != 0 else 0


@rule
def chosen_by(luck: int, ways: int) -> int:
    """One of this many ways, chosen at random."""
    return ((EMPTY + luck) * ways) >> LUCK_BITS


@rule
def guess_what_moved(state: State, victim: int, thief: int, luck: int) -> None:
    """Guess which card was taken, all being equally likely: a known one, or one from some pile."""
    known = size(state.known_now[victim])
    cards = known
    for pile in range(state.pile + 1):
        cards += state.held[pile, victim]
    number = chosen_by(luck, cards)
    if number < known:
        one = nth_card(state.known_now[victim], number)
        state.known_now[victim] -= one
        state.known_now[thief] += one
    number -= known
    for pile in range(state.pile + 1):
        part = state.held[pile, victim]
        if number >= 0 and number < part:
            state.held[pile, victim] -= 1
            state.held[pile, thief] += 1
        number -= part
