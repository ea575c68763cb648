"""Big Bang: no seat sees, or imagines, more than it may know; and every world explains the past."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from katzentisch.bots import play_to_the_end
from katzentisch.games import big_bang as game
from katzentisch.games.big_bang.rules.components import CARDS, TILES
from katzentisch.games.big_bang.rules.state import State
from katzentisch.play.match import Match, new_match
from katzentisch.play.seeds import dice_for

from kits.big_bang import check_world, judge, swap_unseen
from positions.big_bang import other_components, table

SELDOM = 0.06

# The contract suite covers all other variants.
OWNERS: list[dict[str, object]] = [
    {"players": 2, "components": other_components()},
    {"players": 4, "tiles": "chaos", "components": {"prizes": other_components()["prizes"]}},
]


def positions(variant: dict[str, object], number: int) -> Iterator[tuple[Match, int]]:
    """A match at some decisions and at its end, each with a seat or spectator looking on."""
    rng = random.Random(number)
    match = new_match("big-bang", variant, number)
    looking = list(range(-1, match.players))
    while not match.over:
        if rng.random() < SELDOM or has_just_activated(match):
            yield match, rng.choice(looking)
        match.play(rng.choice(match.legal_numbers()))
    for seat in looking:
        yield match, seat


def has_just_activated(match: Match) -> bool:
    """Was the last move about a tile? With tiles face down, this is the most delicate moment."""
    return bool(match.moves) and game.name_of(match.moves[-1]).startswith("activate ")


def imagined_by(match: Match, seat: int, number: int) -> Any:
    return match.imagine(None if seat < 0 else seat, dice_for(number, "test"))


@pytest.mark.parametrize("variant", OWNERS)
def test_a_seat_sees_and_imagines_the_same_whatever_it_cannot_see(variant: dict[str, object]):
    rng = random.Random(7)
    for match, seat in positions(variant, 1):
        twin = match.copy()
        swap_unseen(twin.state, seat, rng)
        assert game.view(twin.state, seat) == game.view(match.state, seat)
        assert np.array_equal(imagined_by(twin, seat, 3), imagined_by(match, seat, 3))


@pytest.mark.parametrize("variant", OWNERS)
def test_every_imagined_world_explains_the_past(variant: dict[str, object]):
    for number, (match, seat) in enumerate(positions(variant, 2)):
        check_world(match, seat, imagined_by(match, seat, number)[0])


@pytest.mark.parametrize("variant", OWNERS)
def test_swapping_unseen_components_leaves_a_world_that_explains_the_past(
    variant: dict[str, object],
):
    rng = random.Random(8)
    for match, seat in positions(variant, 3):
        twin = match.copy()
        swap_unseen(twin.state, seat, rng)
        check_world(match, seat, twin.state)


@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize("variant", OWNERS)
def test_the_referee_agrees_with_every_event(variant: dict[str, object], bots: str):
    players = int(str(variant["players"]))
    match = new_match("big-bang", variant, 4, [bots] * players)
    play_to_the_end(match)
    judge(match.transcript(legal=True))


def imagined(state: State, seat: int, times: int) -> Iterator[State]:
    chance = dice_for(5, "worlds")[0].chance
    for _ in range(times):
        world = state.copy()
        game.imagine(world, seat, chance)
        yield world


def test_all_unseen_cards_are_equally_likely_to_be_in_hand():
    state = table("A: r7 | B: r7 g7 b7")
    state.seen[1] = 1 << CARDS.index("r7")
    held = Counter(
        card
        for world in imagined(state, 0, 2800)
        for card in range(len(CARDS))
        if int(world.hand[1]) >> card & 1
    )
    assert held.pop(CARDS.index("r7")) == 2800
    assert len(held) == 14
    assert all(abs(times - 400) < 100 for times in held.values())


def test_all_unseen_tiles_are_equally_likely_to_be_another_seats_active_one():
    state = table("A: r7 | B: r7", tiles="A: howard-raj sevens-halved | B: sheldon-amy")
    state.active[1] = 1
    state.used = 1 << TILES.index("raj-no-women")
    active = Counter(int(world.active[1]) for world in imagined(state, 0, 1400))
    assert len(active) == 7
    assert all(abs(times - 200) < 70 for times in active.values())


def test_a_tile_activated_face_up_is_the_same_in_every_world():
    match = new_match("big-bang", {"players": 2, "tiles": "open"}, 1)
    match.play(match.legal()[0])
    assert int(match.state.active[0]) != 0
    for world in imagined(match.state, 1, 20):
        assert int(world.active[0]) == int(match.state.active[0])


def test_the_greedy_player_clearly_beats_random_ones():
    won = 0
    for number in range(20):
        seats = ["random", "random", "random"]
        seats[number % 3] = "greedy"
        match = new_match("big-bang", {"players": 3}, number, seats)
        play_to_the_end(match)
        won += number % 3 in match.winners
    assert won > 14
