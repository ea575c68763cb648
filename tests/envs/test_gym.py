"""Gymnasium's own check, and one seat against bots."""

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import katzentisch as kt
from katzentisch.envs import gym


@pytest.mark.parametrize("slug", kt.all_games())
def test_every_game_passes_gymnasiums_check(slug):
    check_env(gym(slug, opponents=["random"], players=2), skip_render_check=True)


def play(env, seed: int) -> float:
    """Play a random episode; return its reward, which comes at the end."""
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    for _ in range(10_000):
        assert env.match.to_act == env.seat
        assert (info["action_mask"] == env.action_masks()).all()
        legal = np.flatnonzero(info["action_mask"])
        assert len(legal) == len(env.match.legal())
        _, reward, done, _, info = env.step(int(rng.choice(legal)))
        if done:
            assert not info["action_mask"].any()
            return reward
        assert reward == 0
    raise AssertionError("no end")


def test_a_random_player_loses_to_greedy_ones():
    env = gym("cat-in-the-box", opponents=["greedy"], seat=None, players=3)
    rewards = [play(env, seed) for seed in range(12)]
    assert np.mean(rewards) < -0.1


def test_the_seat_is_the_one_asked_for_or_a_random_one():
    for seat in range(3):
        env = gym("ed-the-cat", opponents=["random"], players=3, seat=seat, episode="round")
        env.reset(seed=seat)
        assert env.match.to_act == seat
    seats = set()
    anywhere = gym("ed-the-cat", opponents=["random"], players=3, seat=None)
    for seed in range(20):
        anywhere.reset(seed=seed)
        seats.add(anywhere.seat)
    assert seats == {0, 1, 2}


@pytest.mark.parametrize("episode", ["round", "match"])
def test_an_episode_is_a_round_or_a_match(episode):
    env = gym("ed-the-cat", opponents=["random"], players=3, episode=episode)
    rewards = [play(env, seed) for seed in range(3)]
    rounds = env.match.game.rounds_done(env.match.state)
    assert (rounds == 1, env.match.over) == (episode == "round", episode == "match")
    assert all(-1 <= reward <= 1 for reward in rewards)
    assert any(reward != 0 for reward in rewards)


def test_an_illegal_action_loses():
    env = gym("big-bang", opponents=["random"], players=2)
    env.reset(seed=1)
    illegal = np.flatnonzero(env.action_masks() == 0)[0]
    _, reward, done, _, info = env.step(illegal)
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
