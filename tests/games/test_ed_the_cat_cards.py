"""Ed, the Cat: bags of cards, and dealing."""

import random
from collections import Counter

import pytest

from katzentisch.games import ed_the_cat as game
from katzentisch.games.core.bits import bits, unsigned
from katzentisch.games.core.compiler import COMPILED
from katzentisch.games.ed_the_cat.rules.cards import (
    count,
    drawn,
    full_deck,
    nth_card,
    nth_of_few,
    points_in,
    size,
    value_of,
    values_held,
    values_in,
)
from katzentisch.games.ed_the_cat.rules.dealing import WHOLE_DECK, as_bag, uneven_cases
from katzentisch.games.ed_the_cat.rules.state import DRAW_PILE
from katzentisch.play.seeds import dice_for

from positions.ed_the_cat import bag

DECK = [value for value in range(1, 10) for _ in range(9)]


def some_bags():
    rng = random.Random(1)
    for cards in (0, 1, 2, 5, 40, 63, 64, 70, 80, 81):
        yield sorted(rng.sample(DECK, cards))


def test_a_bag_holds_the_cards_put_into_it():
    for cards in some_bags():
        packed = bits(bag(cards))
        assert values_in(packed) == cards
        assert size(packed) == len(cards)
        assert points_in(packed) == sum(cards)
        assert [count(packed, value) for value in range(1, 10)] == [
            cards.count(value) for value in range(1, 10)
        ]
        assert values_held(packed) == sum(1 << 7 * (value - 1) for value in set(cards))


def test_the_nth_card_of_a_bag_is_the_nth_of_the_sorted_cards():
    for cards in some_bags():
        packed = bits(bag(cards))
        assert [value_of(nth_card(packed, n)) for n in range(len(cards))] == cards
        if len(cards) <= 63:
            assert [value_of(nth_of_few(packed, n)) for n in range(len(cards))] == cards


def test_every_card_in_a_bag_is_equally_likely_to_be_drawn():
    chance = dice_for(1, "drawing")[0].chance
    draws = 20_000 if COMPILED else 2_000
    for cards in ([1, 1, 1, 9], [2, 3, 3, 7, 7, 7], DECK):
        packed = bits(bag(cards))
        seen = Counter(int(value_of(drawn(packed, chance))) for _ in range(draws))
        for value in set(cards):
            expected = draws * cards.count(value) / len(cards)
            assert abs(seen[value] - expected) < 5 * expected**0.5


def test_the_whole_deck_has_nine_of_each_value():
    assert values_in(full_deck()) == DECK
    assert values_in(as_bag(WHOLE_DECK, 81)) == DECK


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_each_seat_is_dealt_five_cards_and_the_rest_is_the_draw_pile(players):
    state = game.lay_out(game.read_options({"players": players}))
    state.chance[0], state.chance[1] = 3, players
    for _ in range(50):
        state.phase = 10
        game.step(state)
        hands = [values_in(state.cards[seat]) for seat in range(players)]
        assert [len(hand) for hand in hands] == [5] * players
        assert sorted(sum(hands, values_in(state.cards[DRAW_PILE]))) == DECK


def test_every_hand_is_dealt_with_the_right_probability():
    """In many deals: how often each seat gets each value, and a hand has identical cards."""
    state = game.lay_out(game.read_options({"players": 6}))
    state.chance[0], state.chance[1] = 5, 6
    deals = 6_000 if COMPILED else 400
    seen = [Counter() for _ in range(6)]
    twins = 0
    for _ in range(deals):
        state.phase = 10
        game.step(state)
        for seat in range(6):
            cards = values_in(state.cards[seat])
            seen[seat].update(cards)
            twins += len(set(cards)) < 5
    for seat in range(6):
        for value in range(1, 10):
            expected = deals * 5 / 9
            assert abs(seen[seat][value] - expected) < 5 * expected**0.5
    all_different = (81 * 72 * 63 * 54 * 45) / (81 * 80 * 79 * 78 * 77)
    expected = deals * 6 * (1 - all_different)
    assert abs(twins - expected) < 5 * (expected * all_different) ** 0.5


def test_the_uneven_cases_are_the_remainder_of_2_to_the_32():
    for ways in (77 * 76, 81 * 80 * 79, 56 * 55 * 54, 6):
        assert uneven_cases(unsigned(ways)) == 2**32 % ways
