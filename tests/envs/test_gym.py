"""Gymnasium's own check, and one seat against bots."""

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import katzentisch as kt
from katzentisch.envs import gym


@pytest.mark.parametrize("slug", kt.all_games())
def test_every_game_passes_gymnasiums_check(slug):
    check_env(gym(slug, opponents=["random"], players=2), skip_render_check=True)


def play(env, seed: int) -> tuple[float, int]:
    """Play a random episode; its reward and the number of its last step."""
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    for step in range(10_000):
        legal = np.flatnonzero(info["action_mask"])
        assert (info["action_mask"] == env.action_masks()).all()
        _, reward, done, _, info = env.step(int(rng.choice(legal)))
        if done:
            return reward, step
    raise AssertionError("no end")


def test_a_random_player_loses_to_greedy_ones():
    env = gym("cat-in-the-box", opponents=["greedy"], seat=None, players=3)
    rewards = [play(env, seed)[0] for seed in range(12)]
    assert np.mean(rewards) < -0.1


def test_the_seat_is_the_one_asked_for_or_a_random_one():
    for seat in range(3):
        env = gym("ed-the-cat", opponents=["random"], players=3, seat=seat, episode="round")
        env.reset(seed=seat)
        assert env.match.to_act == seat
        assert abs(play(env, 1)[0]) < 1
    seats = set()
    anywhere = gym("ed-the-cat", opponents=["random"], players=3, seat=None)
    for seed in range(20):
        anywhere.reset(seed=seed)
        seats.add(anywhere.seat)
    assert seats == {0, 1, 2}


def test_an_illegal_action_loses():
    env = gym("big-bang", opponents=["random"], players=2)
    env.reset(seed=1)
    _, reward, done, _, info = env.step(0 if not env.action_masks()[0] else 1)
    assert (reward, done, info["illegal"]) == (-1.0, True, True)
    with pytest.raises(kt.Refused):
        env.step(0)


def test_it_renders_like_the_terminal():
    env = gym("cat-in-the-box", render_mode="ansi", players=2)
    env.reset(seed=1)
    assert "Your cards" in env.render()


def test_an_unknown_opponent_or_seat_is_refused():
    for wrong in ({"opponents": ["nobody"]}, {"seat": 9}):
        with pytest.raises(kt.Refused):
            gym("cat-box", **wrong)
