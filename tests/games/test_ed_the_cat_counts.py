"""Ed, the Cat: positions counted to a fixed depth from fixed hands.

At these tables, all cards that can be drawn at random are alike, so chance plays no part.
A second count, which tracks only the numbers of cards, agrees with the engine.
"""

from typing import Any

import pytest

from katzentisch.games import ed_the_cat as game
from katzentisch.games.core import flow

from positions.ed_the_cat import legal_numbers, table


def count(state: Any, depth: int) -> int:
    """How many ways there are to make this many moves, or fewer if the round ends."""
    if depth == 0 or state.rounds_played:
        return 1
    total = 0
    for move in legal_numbers(state):
        after = state.copy()
        flow.apply.of(game)(after, move)
        total += count(after, depth - 1)
    return total


def plain_count(value, hands, penalties, pile, discards, seat, depth):
    """The same count without the engine, for a table where all cards have the same value."""
    if depth == 0:
        return 1
    players = len(hands)
    others = [(seat + step) % players for step in range(1, players)]
    total = 0
    for chosen in others[:1] if value in (4, 8) else others:
        h, p, d, left = list(hands), list(penalties), discards, pile
        h[seat] -= 1
        if value == 5:
            p[chosen] += 1
        else:
            d += 1
        giver, taker_gets = {
            1: (seat, "discard"),
            2: (seat, chosen),
            6: (chosen, chosen),
            7: (seat, seat),
            9: (chosen, "hand"),
        }.get(value, (None, None))
        wanted = {1: 2, 2: 1, 6: 2, 7: 1, 9: 1}.get(value, 0)
        taken = min(wanted, h[giver]) if wanted else 0
        draws = []
        if wanted:
            h[giver] -= taken
            if taker_gets == "discard":
                d += taken
            elif taker_gets == "hand":
                h[seat] += taken
            else:
                p[taker_gets] += taken
                draws = [(taker_gets, wanted - taken, True)]
        if value == 3:
            draws = [(chosen, 3, False)]
        if value == 4:
            draws = [(other, 1, False) for other in others]
        if value == 8:
            draws = [(seat, 1, False)]
        for who, cards, penalty in draws:
            for _ in range(cards):
                if not left:
                    left, d = d, 0
                if left:
                    left -= 1
                    (p if penalty else h)[who] += 1
        ended = next((who for who in [seat, *others] if not h[who]), None)
        if ended is None:
            total += plain_count(value, h, p, left, d, others[0], depth - 1)
        elif p[ended] and depth > 1:
            total += 2  # drop one, or none
        else:
            total += 1
    return total


@pytest.mark.parametrize(
    ("value", "held", "pile", "expected"),
    [
        (1, 7, 0, 32),
        (2, 3, 1, 28),
        (3, 2, 4, 28),
        (4, 2, 3, 1),
        (5, 2, 0, 28),
        (6, 5, 2, 20),
        (7, 3, 0, 32),
        (8, 1, 1, 1),
        (9, 2, 0, 9),
    ],
)
def test_both_counts_are_right_where_all_cards_are_alike(value, held, pile, expected):
    cards = " ".join([str(value)] * held)
    state = table(f"A: {cards} | B: {cards} | C: {cards}", pile=" ".join([str(value)] * pile))
    assert count(state, 5) == expected
    assert plain_count(value, [held] * 3, [0] * 3, pile, 0, 0, 5) == expected


@pytest.mark.parametrize(
    ("hands", "depth", "expected"),
    [
        ("A: 3 4 5 | B: 5 8 8", 4, 24),
        ("A: 3 4 5 | B: 5 8 8 | C: 3 3 4", 4, 210),
        ("A: 3 5 | B: 5 5 | C: 3 8 | D: 4 4", 5, 594),
        ("A: 3 5 8 | B: 5 5 5 | C: 3 8 8 | D: 4 4 5 | E: 3 4 5 | F: 8 8 8", 4, 2130),
    ],
)
def test_the_count_is_right_where_only_fives_are_drawn(hands, depth, expected):
    state = table(hands, pile=" ".join("5" * 30))
    assert count(state, depth) == expected
