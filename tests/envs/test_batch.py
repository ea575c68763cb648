"""Batch: many tables at once play the same games as single matches."""

import os
import subprocess
import sys

import numpy as np
import pytest

import katzentisch as kt
from katzentisch.envs import Batch, unpacked
from katzentisch.games import game as find_game

every_count = pytest.mark.parametrize(
    ("slug", "players"),
    [(slug, n) for slug in kt.all_games() for n in find_game(slug).PLAYERS.values],
)
every_game = pytest.mark.parametrize("slug", kt.all_games())


def follow(batch: Batch, table: int, steps: int) -> list[tuple[int, kt.Match]]:
    """Play randomly, and play one table's games as matches too; return the finished ones."""
    finished = []
    seed = batch.seed_of(table)
    match = kt.new(batch.game.SLUG, seed=seed, **batch.options.to_dict())
    for step in range(steps):
        actions = batch.random_actions()
        match.play(int(batch.game.move_of(match.state, int(actions[table]))))
        batch.step(actions)
        assert bool(batch.done[table]) == match.over
        goes_on = batch.done == 0
        assert not batch.rewards[goes_on].any()
        assert not batch.wins[goes_on].any()
        if match.over:
            finished.append((step, match))
            assert batch.rewards[table] == pytest.approx(rewards_of(match))
            seed = batch.seed_of(table)
            match = kt.new(batch.game.SLUG, seed=seed, **batch.options.to_dict())
        assert batch.to_act[table] == match.to_act
        assert result(batch, table) == (seen(match), legal(match))
    return finished


def seen(match: kt.Match) -> bytes:
    row = match.game.Seen.table(1)
    match.game.encode(match.state, match.to_act, row[0])
    return row.tobytes()


def legal(match: kt.Match) -> set[int]:
    """The actions of all legal moves; some in Cat Box are too far out to have one."""
    game, state = match.game, match.state
    actions = {move: int(game.action_of(state, move)) for move in match.legal_numbers()}
    return {action for move, action in actions.items() if game.move_of(state, action) == move}


def result(batch: Batch, table: int) -> tuple[bytes, set[int]]:
    return batch.observations[table].tobytes(), set(np.flatnonzero(batch.masks[table]).tolist())


def rewards_of(match: kt.Match) -> list[float]:
    share = 1 / len(match.winners)
    return [
        (share if seat in match.winners else 0) - 1 / match.players for seat in range(match.players)
    ]


@every_count
def test_a_table_in_a_batch_plays_the_same_games_as_matches_with_its_seeds(slug, players):
    batch = Batch(slug, 5, seed=11, players=players)
    assert follow(batch, 3, 250 if slug != "cat-box" else 60)


def test_special_rules_are_the_same_in_a_batch():
    assert follow(Batch("cat-box", 2, players=2, specials=True), 1, 150)


@every_game
def test_steps_and_random_play_give_the_same_games_on_any_number_of_threads(slug):
    batches = [Batch(slug, 100, seed=3, threads=threads) for threads in (1, 2, 3)]
    for batch in batches[:2]:
        for _ in range(40):
            batch.step(batch.random_actions())
    batches[2].play_randomly(40)
    for batch in batches[1:]:
        assert (batch.records() == batches[0].records()).all()
        assert (batch.observations == batches[0].observations).all()
        assert (batch.masks == batches[0].masks).all()
        assert (batch.rewards == batches[0].rewards).all()


@every_game
def test_packed_masks_unpack_to_the_plain_ones(slug):
    plain, packed = Batch(slug, 70, seed=1), Batch(slug, 70, seed=1, packed=True)
    for batch in (plain, packed):
        batch.play_randomly(20)
    turned = np.asfortranarray(packed.masks)  # as they are stored on a GPU
    for masks in (packed.masks, turned):
        assert (unpacked(masks, packed.actions) == plain.masks).all()


def test_each_table_can_be_given_its_own_seed():
    batch = Batch("ed-the-cat", 3, seed=[5, 9, 5])
    assert (batch.observations[0] == batch.observations[2]).all()
    assert (batch.observations[0] != batch.observations[1]).any()
    batch.reset(seed=9)
    assert batch.seed_of(0) == f"{9:016x}{0:016x}"
    with pytest.raises(kt.Refused, match="3 seeds"):
        batch.reset(seed=[1])


def test_an_illegal_action_is_refused_and_leaves_its_table_unchanged():
    batch = Batch("cat-in-the-box", 4)
    before = batch.records()
    actions = batch.random_actions().copy()
    actions[2] = 48
    actions[3] = -1
    with pytest.raises(kt.Refused, match="2 of 4"):
        batch.step(actions)
    assert (batch.records()[2:] == before[2:]).all()
    assert (batch.records()[:2] != before[:2]).all()
    with pytest.raises(kt.Refused, match="whole numbers"):
        batch.step([0.5] * 4)


def test_episodes_can_be_rounds_and_rewards_can_be_points():
    batch = Batch("cat-in-the-box", 30, players=3, episode="round", rewards="points")
    match = Batch("cat-in-the-box", 30, players=3)
    ended = [0, 0]
    for _ in range(90):
        for n, one in enumerate((batch, match)):
            one.step(one.random_actions())
            ended[n] += int(one.done.sum())
            assert np.abs(one.rewards.sum(axis=1)).max() < 1e-5
    assert ended[0] > 2 * ended[1] > 0


@every_game
def test_points_rewarded_as_they_come_add_up_to_those_at_the_end(slug):
    at_once, in_the_end = (
        Batch(slug, 8, rewards="points", as_they_come=now) for now in (True, False)
    )
    total, ended = np.zeros_like(at_once.rewards), 0
    for _ in range(400):
        for batch in (at_once, in_the_end):
            batch.step(batch.random_actions())
        total += at_once.rewards
        done = at_once.done == 1
        assert np.allclose(total[done], in_the_end.rewards[done], atol=1e-4)
        assert np.allclose(at_once.wins.sum(axis=1), done)
        total[done] = 0
        ended += int(done.sum())
    assert ended > 0
    with pytest.raises(kt.Refused, match="while they are being scored"):
        Batch(slug, 1, as_they_come=True)


@every_game
def test_a_copy_is_independent_and_can_be_restored(slug):
    batch = Batch(slug, 6)
    batch.play_randomly(7)
    twin = batch.copy()
    batch.play_randomly(5)
    after = batch.records()
    assert (twin.records() != after).all()
    batch.restore(twin)
    assert (batch.records() == twin.records()).all()
    for one in (batch, twin):
        assert (one.observations == one.seen_after(0)).all()
        one.play_randomly(5)
        assert (one.records() == after).all()
        assert (one.observations == one.seen_after(0)).all()


def test_invalid_arguments_are_refused_with_a_message():
    for wrong in ({"size": 0}, {"episode": "day"}, {"rewards": "fame"}, {"device": "abacus"}):
        with pytest.raises(kt.Refused):
            Batch("cat-box", **{"size": 1, **wrong})
    points = Batch("big-bang", 1, rewards="points")
    with pytest.raises(kt.Refused, match="same episodes and rewards"):
        points.restore(Batch("big-bang", 1))


def test_a_missing_gpu_is_reported_in_one_sentence():
    ask = "from katzentisch.envs import Batch; Batch('big-bang', 1, 'cuda')"
    hidden = {**os.environ, "NUMBA_DISABLE_CUDA": "1"}
    asked = subprocess.run(
        [sys.executable, "-c", ask], env=hidden, capture_output=True, text=True, timeout=60
    )
    assert asked.returncode != 0
    assert asked.stderr.strip().splitlines()[-1].endswith("no GPU that numba-cuda can use here.")


@every_game
def test_the_fields_of_an_observation_fill_its_row_and_are_described(slug):
    batch = Batch(slug, 1)
    ends = [field.offset + field.length for field in batch.fields]
    assert [field.offset for field in batch.fields] == [0, *ends[:-1]]
    assert ends[-1] == batch.observations.shape[1]
    assert all(len(field.says) > 10 for field in batch.fields)


def test_a_hand_is_where_the_fields_say_it_is():
    batch = Batch("ed-the-cat", 1)
    offset = next(field.offset for field in batch.fields if field.name == "hand")
    hand = kt.new("ed-the-cat", seed=batch.seed_of(0)).view(0)["hand"]
    counts = [hand.count(value) for value in range(1, 10)]
    assert batch.observations[0, offset : offset + 9].tolist() == counts
