"""What cards do: take cards from hands, draw them from the pile, and renew the pile."""

from katzentisch.games.core.bits import unsigned
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.ed_the_cat.rules.cards import drawn, size, value_of
from katzentisch.games.ed_the_cat.rules.components import NO_CARD
from katzentisch.games.ed_the_cat.rules.history import note, note_reshuffle
from katzentisch.games.ed_the_cat.rules.known_cards import see_card_go
from katzentisch.games.ed_the_cat.rules.scoring import end_turn
from katzentisch.games.ed_the_cat.rules.state import (
    DISCARD_PILE,
    DRAW,
    DRAW_PILE,
    IN_HAND,
    PENALTY,
    RESHUFFLE,
    TAKE,
    State,
    hand_of,
)


@rule
def owe_action(state: State, value: int, chosen: int) -> None:
    """Start the action of the card played; that of a 5 is done once it has been placed."""
    seat = state.to_act
    if value == 1:
        owe_draws(state, 0, seat, 1, IN_HAND)
        owe_takes(state, 2, seat, DISCARD_PILE)
    elif value == 2:
        owe_penalties(state, 1, seat, chosen)
    elif value == 3:
        owe_draws(state, 3, chosen, 1, IN_HAND)
        await_draw(state)
    elif value == 4:
        owe_draws(state, 1, left_of(state, seat), state.players - 1, IN_HAND)
        await_draw(state)
    elif value == 5:
        end_turn(state)
    elif value == 6:
        owe_penalties(state, 2, chosen, chosen)
    elif value == 7:
        owe_penalties(state, 1, seat, seat)
    elif value == 8:
        owe_draws(state, 1, seat, 1, IN_HAND)
        await_draw(state)
    else:  # a 9: the seat takes a card from a hand
        owe_draws(state, 0, seat, 1, IN_HAND)
        owe_takes(state, 1, chosen, IN_HAND + seat)


@rule
def owe_penalties(state: State, wanted: int, giver: int, owner: int) -> None:
    """Penalties come from a hand; what it lacks comes from the draw pile."""
    lacking = max(wanted - size(state.cards[hand_of(giver)]), 0)
    owe_draws(state, lacking, owner, 1, PENALTY)
    owe_takes(state, wanted, giver, PENALTY + owner)


@rule
def owe_takes(state: State, wanted: int, giver: int, to: int) -> None:
    """Cards are to be taken from a hand, as many as wanted, or as many as it has."""
    state.takes_left = min(wanted, size(state.cards[hand_of(giver)]))
    state.take_from = giver
    state.take_to = to
    if state.takes_left != 0:
        state.phase = TAKE
    else:
        await_draw(state)


@rule
def owe_draws(state: State, each: int, seat: int, seats: int, to: int) -> None:
    """Cards are to be drawn from the draw pile by one seat, or by several clockwise."""
    state.draws_left = each
    state.drawer = seat
    state.drawers_left = seats
    state.draw_to = to


@rule
def await_draw(state: State) -> None:
    """An empty draw pile is renewed when a card is needed; without discards nothing is drawn."""
    if state.draws_left == 0:
        end_turn(state)
    elif state.cards[DRAW_PILE] != 0:
        state.phase = DRAW
    elif state.cards[DISCARD_PILE] != 0:
        state.phase = RESHUFFLE
    else:
        end_turn(state)


@rule
def take_cards(state: State) -> None:
    """Cards are drawn blind from a hand."""
    while state.takes_left != 0:
        take_card(state)
    await_draw(state)


@rule
def take_card(state: State) -> None:
    """A random card goes from a hand to where the action puts it."""
    giver = hand_of(state.take_from)
    one = drawn(state.cards[giver], state.chance)
    move_card(state, one, value_of(one), IN_HAND + state.take_from, state.take_to)
    state.takes_left -= 1


@rule
def move_card(state: State, one: int, value: int, origin: int, to: int) -> None:
    """Move a card from place to place; on a face-up pile it becomes the top card."""
    note(state, origin, to, value)
    see_card_go(state, origin, to, value)
    here, there = unsigned(origin), unsigned(to)
    state.cards[here] -= one
    state.cards[there] += one
    state.top[there] = value if to >= PENALTY else NO_CARD


@rule
def draw_cards(state: State) -> None:
    """A seat draws what it must while the pile lasts; then the next seat, if several draw."""
    while state.draws_left != 0 and state.cards[DRAW_PILE] != 0:
        draw_card(state)
    if state.draws_left == 0 and state.drawers_left > 1:
        state.drawers_left -= 1
        state.drawer = left_of(state, state.drawer)
        state.draws_left = 1
    await_draw(state)


@rule
def draw_card(state: State) -> None:
    """A random card goes from the draw pile to a hand, or in front of a seat as a penalty."""
    one = drawn(state.cards[DRAW_PILE], state.chance)
    move_card(state, one, value_of(one), DRAW_PILE, state.draw_to + state.drawer)
    state.draws_left -= 1


@long_rule
def reshuffle(state: State) -> None:
    """The discard pile, including the card just played, becomes the draw pile."""
    note_reshuffle(state)
    state.cards[DRAW_PILE] = state.cards[DISCARD_PILE]
    state.cards[DISCARD_PILE] = 0
    state.top[DISCARD_PILE] = NO_CARD
    state.phase = DRAW


@rule
def left_of(state: State, seat: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < state.players else 0
