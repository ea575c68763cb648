"""Worlds: imagined tables, side by side, and acting in them."""

import numpy as np
import pytest

import katzentisch as kt
from katzentisch.envs import WAIT, Batch, Worlds
from katzentisch.games.core.observation import NOT_WRITTEN

from kits.sampling import every_variant

every_game = pytest.mark.parametrize("slug", kt.all_games())


def imagined(batch: Batch, each: int, seed: int = 0, threads: int = 1) -> Worlds:
    """Imagine this many worlds of each table; those of a table are adjacent."""
    worlds = Worlds(batch.game.SLUG, batch.size * each, threads=threads, **batch.options.to_dict())
    worlds.look_at(batch)
    tables = np.repeat(np.arange(batch.size), each)
    worlds.imagine(tables, seed + np.arange(len(tables)))
    return worlds


def scores(batch: Batch) -> np.ndarray:
    return np.array(
        [[batch.game.score(one, n) for n in range(batch.players)] for one in batch.records()]
    )


@every_variant
def test_the_seat_to_act_cannot_tell_its_worlds_from_its_table(slug, options):
    batch = Batch(slug, 20, seed=5, **options)
    for _ in range(3):
        batch.play_randomly(9)
        worlds = imagined(batch, 2)
        assert (worlds.to_act == np.repeat(batch.to_act, 2)).all()
        assert (worlds.observations == np.repeat(batch.observations, 2, axis=0)).all()
        assert (worlds.masks == np.repeat(batch.masks, 2, axis=0)).all()
        # Future deals differ from the table's.
        assert (worlds.records()["chance"] != np.repeat(batch.records()["chance"], 2, 0)).any()


@every_game
def test_a_seed_determines_a_world(slug):
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
    batch.play_randomly(60)  # by now somebody is ahead, in games that score before the end
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
def test_rewards_add_up_to_the_lead_and_a_finished_world_stays_finished(slug):
    batch = Batch(slug, 4, seed=3)
    worlds = imagined(batch, 1)
    total, over = np.zeros(worlds.rewards.shape), np.zeros(4, bool)
    while not over.all():
        worlds.step(worlds.random_actions())  # or WAIT where it is over
        assert (worlds.masks.any(axis=1) != (over | (worlds.done != 0))).all()
        total += worlds.rewards
        assert np.allclose(worlds.wins.sum(axis=1), worlds.done)
        over |= worlds.done != 0
    points = scores(worlds)
    others = (points.sum(axis=1, keepdims=True) - points) / (worlds.players - 1)
    sign = 1 if worlds.game.MANY_POINTS_WIN else -1
    assert (worlds.greedy_actions() == WAIT).all()
    with pytest.raises(kt.Refused, match="4 of 4"):
        worlds.step(np.zeros(4, np.int64))
    assert np.allclose(total, sign * (points - others), atol=1e-3)


def test_imagining_fewer_worlds_leaves_the_others_unchanged():
    batch = Batch("ed-the-cat", 2, seed=3)
    worlds = imagined(batch, 1)
    while not worlds.done[1]:
        actions = worlds.random_actions().copy()
        actions[0] = WAIT
        worlds.step(actions)
    before = worlds.observations[1].copy()
    worlds.imagine(np.zeros(1, np.int64), np.zeros(1, np.int64))
    assert (worlds.observations[1] == before).all()
    assert not worlds.masks[1].any()
    worlds.imagine(np.array([0, 1]), np.array([5, 6]))
    assert worlds.masks.any(axis=1).all()
    for result in (worlds.done, worlds.rewards, worlds.wins):
        assert not result.any()


def test_worlds_can_be_imagined_from_some_rows_of_a_batch():
    batch, worlds = Batch("cat-box", 5, seed=2), Worlds("cat-box", 2)
    worlds.look_at(batch, [3, 1])
    worlds.imagine([0, 1], [7, 7])
    assert (worlds.observations == batch.observations[[3, 1]]).all()


def test_impossible_requests_are_refused_with_a_message():
    worlds = Worlds("cat-in-the-box", 2, players=3)
    with pytest.raises(kt.Refused, match="which tables to look at"):
        worlds.imagine([0], [0])
    worlds.look_at(Batch("cat-in-the-box", 3, players=3))
    worlds.imagine([], [])
    for tables, seeds in (
        ([0, 1, 2], [0, 1, 2]),
        ([0, 1], [0]),
        ([0, 3], [0, 1]),
        ([-1], [0]),
        ([0.5], [1]),
    ):
        with pytest.raises(kt.Refused):
            worlds.imagine(np.array(tables), np.array(seeds))
    for other in (Batch("big-bang", 3), Batch("cat-in-the-box", 3, players=5)):
        with pytest.raises(kt.Refused, match="same game and options"):
            worlds.look_at(other)
    over = Batch("cat-in-the-box", 1, players=3, stays=True)
    over.play_randomly(500)
    with pytest.raises(kt.Refused, match="it is somebody's turn"):
        worlds.look_at(over)
    with pytest.raises(kt.Refused, match="whole matches"):
        Worlds("cat-in-the-box", 2, episode="round")


@every_variant
def test_random_actions_are_legal_and_equally_likely(slug, options):
    batch = Batch(slug, 3, seed=4, **options)
    each = 1000
    for _ in range(3):
        actions = imagined(batch, each).random_actions().reshape(batch.size, each)
        for mask, chosen in zip(batch.masks, actions, strict=True):
            legal = np.flatnonzero(mask)
            counts = np.bincount(chosen, minlength=batch.actions)
            assert counts[legal].sum() == each
            # Chi-squared; exceeds this bound by chance one time in a million.
            surprise = ((counts[legal] - each / len(legal)) ** 2).sum() * len(legal) / each
            assert surprise < len(legal) + 7 * np.sqrt(2 * len(legal)) + 15
        batch.play_randomly(7)


@every_variant
def test_an_updated_observation_equals_one_written_from_scratch(slug, options):
    batch, worlds = Batch(slug, 40, seed=4, **options), Worlds(slug, 40, **options)
    for _ in range(20):
        batch.play_randomly(5)
        assert (batch.observations == batch.seen_after(0)).all()
        worlds.look_at(batch)
        worlds.imagine(np.arange(40), np.arange(40))
        worlds.step(worlds.random_actions())
        going = worlds.done == 0
        assert (worlds.observations == worlds.seen_after(0))[going].all()


@every_variant
def test_an_observation_that_was_never_written_is_written_completely(slug, options):
    match = kt.new(slug, seed=1, **options)
    game, seat = match.game, match.to_act
    fresh, spoiled = game.Seen.table(1), game.Seen.table(1)
    spoiled.view(np.int8)[...] = 85
    game.encode(match.state, seat, fresh[0])
    game.encode_again(match.state, seat, spoiled[0], NOT_WRITTEN)
    assert spoiled.tobytes() == fresh.tobytes()
