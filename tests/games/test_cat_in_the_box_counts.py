"""Cat in the Box: positions counted to a fixed depth from fixed hands.

The counts were found by the engine and agree with a plain count over sets (below), so any
change to what is legal in the first tricks shows at once.
"""

from typing import Any

import pytest

from katzentisch.games import cat_in_the_box as game
from katzentisch.games.core import flow

from positions.cat_in_the_box import table

HANDS = {
    2: "A: 1 3 5 5 | B: 2 3 4 4",
    3: "A: 1 3 5 6 | B: 2 3 4 6 | C: 1 1 5 6",
    4: "A: 1 3 8 | B: 2 3 7 | C: 5 5 6 | D: 4 6 8",
    5: "A: 1 9 9 | B: 2 3 7 | C: 5 5 6 | D: 4 6 8 | E: 1 2 3",
}


def count(state: Any, depth: int) -> int:
    """The number of ways to make this many moves, or fewer if the round ends."""
    if depth == 0 or game.is_over(state) or state.rounds_played:
        return 1
    total = 0
    moves = int(game.legal(state))
    for move in range(moves.bit_length()):
        if moves >> move & 1:
            after = state.copy()
            flow.apply.of(game)(after, move)
            total += count(after, depth - 1)
    return total


def plain_count(hands, taken, covered, led, trick, leader, depth):
    """The same count over plain sets, for one trick phase without its end."""
    if depth == 0:
        return 1
    players = len(hands)
    if len(trick) == players:
        reds = [(v, s) for s, v, c in trick if c == "red"]
        leader = max(reds or [(v, s) for s, v, c in trick if c == led])[1]
        if all(len(hand) == 1 for hand in hands):
            return 1
        trick, led = (), None
    seat = (leader + len(trick)) % players
    options = {
        (v, c) for v in hands[seat] for c in covered[seat] if (v, c) not in {t[:2] for t in taken}
    }
    if not options:
        return 1
    if (
        led is None
        and not any(c == "red" for _, c in taken)
        and any(c != "red" for _, c in options)
    ):
        options = {(v, c) for v, c in options if c != "red"}
    total = 0
    for value, colour in options:
        hand = list(hands[seat])
        hand.remove(value)
        lost = {led} if led is not None and colour != led else set()
        total += plain_count(
            [*hands[:seat], tuple(hand), *hands[seat + 1 :]],
            taken | {(value, colour)},
            [*covered[:seat], covered[seat] - lost, *covered[seat + 1 :]],
            led or colour,
            (*trick, (seat, value, colour)),
            leader,
            depth - 1,
        )
    return total


@pytest.mark.parametrize(
    ("players", "depth", "expected"),
    [
        (2, 1, 9),
        (2, 2, 105),
        (2, 4, 5172),
        (3, 2, 186),
        (3, 3, 2046),
        (3, 4, 15552),
        (4, 3, 840),
        (4, 4, 9372),
        (5, 3, 576),
        (5, 4, 6624),
    ],
)
def test_the_number_of_ways_to_a_fixed_depth(players, depth, expected):
    hands = [
        tuple(int(v) for v in part.split(":")[1].split()) for part in HANDS[players].split("|")
    ]
    covered = [frozenset(("red", "blue", "yellow", "green"))] * players
    assert count(table(HANDS[players]), depth) == expected
    assert plain_count(hands, frozenset(), covered, None, (), 0, depth) == expected
