"""What an onlooker can work out about hidden cards, from one card's move to the next.

Three things tell more than the cards that lie open. Whoever loses a card to a 9 knows
a card of the thief's hand. Whoever sees the draw pile run out knows which cards are
in the other hands together, and which make up the new pile. And a card taken by a 9
may be one that a third seat knows: that seat then guesses, by chance and never by the
truth, whether it was; what it sees later may make it guess anew.

So an onlooker thinks of each other hand as cards it knows, cards drawn before the last
reshuffle (aged; all of them together are `old`) and fresh ones, which can be anything
that is unseen and neither known nor old. The pile holds what the fresh cards leave.
"""

from katzentisch.games.ed_the_cat.cards import card, count, drawn, full_deck, nth_card, size
from katzentisch.games.ed_the_cat.components import NOBODY
from katzentisch.games.ed_the_cat.state import (
    DISCARD_PILE,
    DRAW_PILE,
    IN_HAND,
    PENALTY,
    State,
    hand_of,
    penalties_of,
)
from katzentisch.games.ground.bits import has, only
from katzentisch.games.ground.chance import below
from katzentisch.games.ground.compiling import long_rule, rule
from katzentisch.games.ground.record import Numbers


@long_rule
def see_move(state: State, who: int, origin: int, to: int, value: int, chance: Numbers) -> None:
    """A card, which still lies where it comes from, moves: who sees it, who only that it does?"""
    sees = to >= PENALTY or to == IN_HAND + who
    if origin == DISCARD_PILE:
        see_reshuffle(state, who)
    elif origin == DRAW_PILE:
        if sees:
            make_fresh(state, who, value)
    elif origin == IN_HAND + who:
        if to < PENALTY:
            state.known[who, to - IN_HAND] += card(value)
    elif origin >= PENALTY:
        return  # it has lain open
    elif sees:
        see_card_leave(state, who, origin - IN_HAND, value, chance)
    else:
        guess_what_moved(state, who, origin - IN_HAND, to - IN_HAND, chance)


@rule
def see_card_leave(state: State, who: int, seat: int, value: int, chance: Numbers) -> None:
    """The card shown is one that was known to be there, an old one or a fresh one."""
    if count(state.known[who, seat], value) != 0:
        state.known[who, seat] -= card(value)
    elif can_be_old(state, who, seat, value) and not guesses_fresh(state, who, seat, value, chance):
        state.aged[who, seat] -= 1
        state.old[who] -= card(value)
    else:
        if fresh(state, who, seat) == 0:
            make_room(state, who, seat, chance)
        make_fresh(state, who, value)


@rule
def can_be_old(state: State, who: int, seat: int, value: int) -> bool:
    """May a card of this value have been in the hand since the last reshuffle?"""
    return state.aged[who, seat] != 0 and count(state.old[who], value) != 0


@rule
def guesses_fresh(state: State, who: int, seat: int, value: int, chance: Numbers) -> bool:
    """If it may have been an old card or a fresh one: guess by how many there are of each."""
    fresh_ones, aged_ones = fresh(state, who, seat), state.aged[who, seat]
    if fresh_ones == 0 or count(unplaced_cards(state, who), value) == 0:
        return False
    return below(chance, fresh_ones + aged_ones) < fresh_ones


@rule
def fresh(state: State, who: int, seat: int) -> int:
    """How many cards of this hand can, for all the onlooker knows, be anything."""
    known = size(state.known[who, seat])
    return size(state.cards[hand_of(seat)]) - known - state.aged[who, seat]


@long_rule
def unplaced_cards(state: State, who: int) -> int:
    """All cards that can be fresh or on the draw pile: unseen, not known and not old."""
    unplaced = full_deck() - state.cards[DISCARD_PILE] - state.old[who]
    for seat in range(state.players):
        unplaced -= state.cards[penalties_of(seat)]
        unplaced -= state.cards[hand_of(seat)] if seat == who else state.known[who, seat]
    return unplaced


@rule
def make_fresh(state: State, who: int, value: int) -> None:
    """A card of this value came out of the blue; if all were thought elsewhere, think again."""
    if count(unplaced_cards(state, who), value) == 0:
        give_up_guess(state, who, value)


@long_rule
def give_up_guess(state: State, who: int, value: int) -> None:
    """What was thought to be there has been shown before: another card is there, a fresh one."""
    seat = seat_thought_to_hold(state, who, value, True)
    if seat == NOBODY:
        seat = seat_thought_to_hold(state, who, value, False)
    if seat != NOBODY:
        state.known[who, seat] -= card(value)
    else:
        state.old[who] -= card(value)
        state.aged[who, seat_with_aged_card(state, who)] -= 1


@rule
def seat_thought_to_hold(state: State, who: int, value: int, doubted: bool) -> int:
    """A hand in which a card of this value is known, of the doubted ones or of all."""
    for seat in range(state.players):
        held = count(state.known[who, seat], value) != 0
        if held and (has(state.doubted[who], seat) or not doubted):
            return seat
    return NOBODY


@rule
def seat_with_aged_card(state: State, who: int) -> int:
    """A hand with an old card, of the doubted ones if possible."""
    found = NOBODY
    for seat in range(state.players):
        if state.aged[who, seat] != 0 and (found == NOBODY or has(state.doubted[who], seat)):
            found = seat
    return found


@long_rule
def make_room(state: State, who: int, seat: int, chance: Numbers) -> None:
    """No card of this hand was thought to be fresh, but one is: another must be elsewhere."""
    other = seat_with_fresh_card(state, who, seat)
    if size(state.known[who, seat]) != 0:
        one = drawn(state.known[who, seat], chance)
        state.known[who, seat] -= one
        if other != NOBODY:
            state.known[who, other] += one
    else:
        state.aged[who, seat] -= 1
        if other != NOBODY:
            state.aged[who, other] += 1
        else:
            state.old[who] -= drawn(state.old[who], chance)


@rule
def seat_with_fresh_card(state: State, who: int, but: int) -> int:
    """Another's hand with a fresh card that may have gone the other way, or NOBODY."""
    for seat in range(state.players):
        doubted = seat != but and seat != who and has(state.doubted[who], seat)
        if doubted and fresh(state, who, seat) != 0:
            return seat
    return NOBODY


@rule
def guess_what_moved(state: State, who: int, victim: int, thief: int, chance: Numbers) -> None:
    """Any card of the hand may have been taken: one that is known, an old or a fresh one."""
    known, aged = size(state.known[who, victim]), state.aged[who, victim]
    if known + aged == 0:
        return
    number = below(chance, size(state.cards[hand_of(victim)]))
    if number < known:
        one = nth_card(state.known[who, victim], number)
        state.known[who, victim] -= one
        state.known[who, thief] += one
    elif number < known + aged:
        state.aged[who, victim] -= 1
        state.aged[who, thief] += 1
    state.doubted[who] |= only(victim) | only(thief)


@rule
def see_reshuffle(state: State, who: int) -> None:
    """The draw pile is empty: all cards unseen are in hands, and the discards are the new pile."""
    state.old[who] += unplaced_cards(state, who)
    for seat in range(state.players):
        if seat != who:
            state.aged[who, seat] += fresh(state, who, seat)
