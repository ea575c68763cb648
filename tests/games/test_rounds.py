"""Every game: rounds and points are counted as the game goes on."""

import random
from itertools import pairwise

import pytest

import katzentisch as kt
from katzentisch.games import game as find_game

SHORT = {"ed-the-cat": {"limit": 10}}


@pytest.mark.parametrize("slug", kt.all_games())
def test_rounds_are_counted_when_they_are_over_and_points_when_they_are_scored(slug):
    game, rng = find_game(slug), random.Random(slug)
    match = kt.new(slug, seed=1, **SHORT.get(slug, {}))
    rounds = [game.rounds_done(match.state)]
    assert rounds == [0]
    while not match.over:
        match.play(rng.choice(match.legal()))
        rounds.append(game.rounds_done(match.state))
    assert {later - earlier for earlier, later in pairwise(rounds)} == {0, 1}
    assert [game.score(match.state, seat) for seat in range(match.players)] == match.scores
