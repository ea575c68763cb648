"""Worlds: what seats imagine, side by side, and what comes of moves there."""

import numpy as np
import pytest

import katzentisch as kt
from katzentisch.envs import WAIT, Batch, Worlds
from katzentisch.games import game as find_game

every_count = pytest.mark.parametrize(
    ("slug", "players"),
    [(slug, n) for slug in kt.all_games() for n in find_game(slug).PLAYERS.values],
)
every_game = pytest.mark.parametrize("slug", kt.all_games())


def imagined(batch: Batch, each: int, seed: int = 0, threads: int = 1) -> Worlds:
    """So many worlds of each table, one after the other."""
    worlds = Worlds(batch.game.SLUG, batch.size * each, threads=threads, **batch.options.told())
    worlds.look_at(batch.records())
    tables = np.repeat(np.arange(batch.size), each)
    worlds.imagine(tables, seed + np.arange(len(tables)))
    return worlds


@every_count
def test_the_seat_to_act_cannot_tell_its_worlds_from_its_table(slug, players):
    batch = Batch(slug, 20, seed=5, players=players)
    for _ in range(3):
        batch.play_randomly(9)
        worlds = imagined(batch, 2)
        assert (worlds.to_act == np.repeat(batch.to_act, 2)).all()
        assert (worlds.observations == np.repeat(batch.observations, 2, axis=0)).all()
        assert (worlds.masks == np.repeat(batch.masks, 2, axis=0)).all()
        # The deals to come are not the table's.
        assert (worlds.records()["chance"] != np.repeat(batch.records()["chance"], 2, 0)).any()


@every_game
def test_a_seed_is_a_world(slug):
    batch = Batch(slug, 30, seed=2)
    batch.play_randomly(6)
    world, twin, other = (imagined(batch, 40, seed).records() for seed in (1, 1, 99_999))
    shared = imagined(batch, 40, 1, threads=2).records()
    assert (world == twin).all()
    assert (world == shared).all()
    assert (world != other).any()


@every_game
def test_a_world_without_an_action_waits(slug):
    batch = Batch(slug, 8, seed=1)
    worlds = imagined(batch, 1)
    before = worlds.records()
    actions = worlds.random_actions().copy()
    actions[::2] = WAIT
    worlds.step(actions)
    assert (worlds.records()[::2] == before[::2]).all()
    assert (worlds.records()[1::2] != before[1::2]).all()
    assert (worlds.rewards[::2] == 0).all()
    assert (worlds.observations[::2] == batch.observations[::2]).all()


@every_game
def test_points_come_as_they_do_at_a_table_and_the_end_stays(slug):
    batch = Batch(slug, 4, seed=3)
    worlds = imagined(batch, 1)
    total, over = np.zeros(worlds.rewards.shape), np.zeros(4, bool)
    while not over.all():
        worlds.step(worlds.random_actions())  # or none where it is over
        assert (worlds.masks.any(axis=1) != (over | (worlds.done != 0))).all()
        total += worlds.rewards
        assert np.allclose(worlds.wins.sum(axis=1), worlds.done)
        over |= worlds.done != 0
    points = np.array(
        [[worlds.game.score(one, n) for n in range(worlds.players)] for one in worlds.records()]
    )
    others = (points.sum(axis=1, keepdims=True) - points) / (worlds.players - 1)
    sign = 1 if worlds.game.MANY_POINTS_WIN else -1
    assert (worlds.greedy_actions() == WAIT).all()
    with pytest.raises(kt.Refused, match="4 of 4"):
        worlds.step(np.zeros(4, np.int64))
    assert np.allclose(total, sign * (points - others), atol=1e-3)


def test_what_cannot_be_imagined_is_refused_in_a_sentence():
    worlds = Worlds("cat-in-the-box", 2)
    one = np.zeros(1, np.int64)
    with pytest.raises(kt.Refused, match="which tables"):
        worlds.imagine(one, one)
    worlds.look_at(Batch("cat-in-the-box", 3).records())
    for tables, seeds in (([0, 1, 2], [0, 1, 2]), ([0, 1], [0]), ([0, 3], [0, 1]), ([-1], [0])):
        with pytest.raises(kt.Refused):
            worlds.imagine(np.array(tables), np.array(seeds))
    with pytest.raises(kt.Refused, match="records"):
        worlds.look_at(Batch("big-bang", 3).records())
