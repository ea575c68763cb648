"""Cat Box: positions counted to a fixed depth from fixed cards.

The counts without specials agree with a plain count over quadrants (below); with
specials the referee lists the same moves for whole games.
"""

from collections import Counter

import pytest

from katzentisch.games import cat_box as game
from katzentisch.games.core import flow

from positions.cat_box import table

HANDS = {
    2: "A: bpuy lp.y | B: .ybb yyul",
    3: "A: bpuy lp.y | B: .ybb yyul | C: bb.p llyu",
    4: "A: bpuy | B: .ybb | C: bb.p | D: llyu",
    5: "A: bpuy | B: .ybb | C: bb.p | D: llyu | E: u.pp",
}
PILE = "ly.b uupl"


def count(state, depth):
    """The number of ways to make this many moves."""
    if depth == 1 or game.is_over(state):
        return int(game.count_legal(state)) if depth else 1
    total = 0
    for n in range(game.count_legal(state)):
        after = state.copy()
        flow.apply.of(game)(after, int(game.nth_legal(state, n)))
        total += count(after, depth - 1)
    return total


def plain_count(quadrants, hands, pile, depth):
    """The same count over plain sets: cards are only full or roomy, and all are within reach."""
    if depth == 0:
        return 1
    covered = Counter((x - dx, y - dy) for x, y in quadrants for dx in (0, 1) for dy in (0, 1))
    total = 0
    for seat, hand in enumerate(hands):
        for slot, face in enumerate(hand):
            left = hand[:slot] + hand[slot + 1 :] + pile[:1]
            after = [*hands[:seat], left, *hands[seat + 1 :]]
            for (x, y), n in covered.items():
                if n <= (2 if "." in face else 1):
                    square = {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}
                    total += plain_count(quadrants | square, after, pile[1:], depth - 1)
    return total


@pytest.mark.parametrize(
    ("players", "depth", "expected"),
    [(2, 1, 24), (2, 2, 768), (3, 2, 1704), (4, 2, 768), (5, 2, 1328), (4, 3, 26112)],
)
def test_the_number_of_ways_to_a_fixed_depth(players, depth, expected):
    state = table("bp/u.", HANDS[players], pile=PILE)
    assert count(state, depth) == expected


@pytest.mark.parametrize(("players", "depth"), [(2, 1), (2, 2), (3, 2), (4, 2), (5, 2)])
def test_a_plain_count_agrees(players, depth):
    hands = [part.split(":")[1].split() for part in HANDS[players].split("|")]
    first = frozenset({(0, 0), (1, 0), (0, 1), (1, 1)})
    plain = plain_count(first, hands, PILE.split(), depth)
    assert count(table("bp/u.", HANDS[players], pile=PILE), depth) == plain


@pytest.mark.parametrize(
    ("players", "depth", "expected"),
    [(2, 1, 37), (2, 2, 944), (3, 2, 1524), (4, 2, 944), (5, 2, 1294)],
)
def test_the_number_of_ways_with_specials_to_a_fixed_depth(players, depth, expected):
    also = "yyul at 1,1; llbb at -1,1"
    state = table("bp/u.", HANDS[players], also=also, pile=PILE, specials=True)
    assert count(state, depth) == expected
