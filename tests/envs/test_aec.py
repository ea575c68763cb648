"""PettingZoo's own tests, and what they do not cover."""

import warnings

import numpy as np
import pytest

import katzentisch as kt
from katzentisch.envs import aec

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # PettingZoo's tests load its own games, which it warns about
    from pettingzoo.test import api_test, render_test, seed_test

every_game = pytest.mark.parametrize("slug", kt.all_games())
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")


@every_game
def test_every_game_passes_pettingzoos_api_and_seed_tests(slug, capsys):
    api_test(aec(slug), num_cycles=200)
    seed_test(lambda: aec(slug), num_cycles=60)


def test_rendering_passes_pettingzoos_test(capsys):
    render_test(lambda render_mode: aec("ed-the-cat", render_mode=render_mode))


@every_game
def test_every_game_can_be_rendered_as_text(slug):
    env = aec(slug, render_mode="ansi")
    env.reset(seed=1)
    assert "seat 3" in env.render()


def play_out(env, rng) -> dict[str, float]:
    """Act randomly to the end, and return each agent's total reward."""
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        legal = np.flatnonzero(seen["action_mask"])
        env.step(None if terminated or truncated else int(rng.choice(legal)))
    return total


@every_game
def test_each_agents_rewards_add_up_to_its_share_of_the_win_minus_a_fair_share(slug):
    env = aec(slug)
    rng = np.random.default_rng(1)
    for seed in range(3):
        env.reset(seed=seed)
        total = play_out(env, rng)
        winners = [s for s in range(4) if env.table.game.is_winner(env.table.state, s)]
        expected = [(s in winners) / len(winners) - 1 / 4 for s in range(4)]
        assert list(total.values()) == pytest.approx(expected)
        assert env.agents == []


def test_an_episode_can_be_one_round_instead_of_a_match():
    rounds = []
    for episode in ("match", "round"):
        env = aec("cat-in-the-box", players=3, episode=episode, rewards="points")
        env.reset(seed=1)
        assert sum(play_out(env, np.random.default_rng(0)).values()) == pytest.approx(0)
        rounds.append(int(env.table.state.rounds_played))
    assert rounds == [3, 1]


@every_game
def test_a_copy_is_independent_and_can_be_restored(slug):
    env = aec(slug)
    env.reset(seed=4)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    twin = env.copy()
    here = env.last()[0]
    first = play_out(env, np.random.default_rng(2))
    for name in here:
        assert (twin.last()[0][name] == here[name]).all()
    assert play_out(twin.copy(), np.random.default_rng(2)) == first
    env.restore(twin)
    assert play_out(env, np.random.default_rng(2)) == first


def test_an_agent_can_observe_out_of_turn_but_has_no_legal_actions():
    env = aec("big-bang")
    env.reset(seed=1)
    other = env.observe("seat_2")
    assert not other["action_mask"].any()
    assert (other["observation"] != env.observe("seat_0")["observation"]).any()


def test_an_illegal_action_is_refused():
    env = aec("cat-in-the-box")
    env.reset(seed=1)
    with pytest.raises(kt.Refused, match="not legal"):
        env.step(0)
