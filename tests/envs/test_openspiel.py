"""OpenSpiel's own test and algorithms on our games."""

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

import katzentisch as kt
import katzentisch.envs.openspiel  # registers the games

NAMES = [f"katzentisch_{slug.replace('-', '_')}" for slug in kt.all_games()]
every_game = pytest.mark.parametrize("name", NAMES)


def after(game: str, moves: int, seed: int = 0):
    """A state after some random moves."""
    rng = random.Random(seed)
    state = pyspiel.load_game(game).new_initial_state()
    state.apply_action(seed)
    for _ in range(moves):
        if not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@every_game
def test_every_game_passes_openspiels_random_simulation_test(name):
    pyspiel.random_sim_test(pyspiel.load_game(f"{name}(players=2)"), 1, True, False)


def test_parameters_choose_players_options_and_episodes():
    game = pyspiel.load_game("katzentisch_big_bang(players=3,options=tiles:open;start:2)")
    assert game.num_players() == 3
    state = game.new_initial_state()
    state.apply_action(0)
    assert state.current_player() == 2
    assert '"mode": "open"' in state.observation_string(0)


@every_game
def test_a_resampled_state_looks_the_same_to_its_player_but_not_always_to_others(name):
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    differ = 0
    for seed in range(6):
        state = after(f"{name}(players=3)", 4 * seed + 2, seed)
        player = state.current_player()
        other = state.resample_from_infostate(player, sampler)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.legal_actions() == state.legal_actions()
        third = (player + 1) % 3
        differ += other.observation_string(third) != state.observation_string(third)
    assert differ > 0


def test_an_information_state_remembers_what_the_table_no_longer_shows():
    states = [after("katzentisch_ed_the_cat(players=2)", n) for n in range(4)]
    for seat in (0, 1):
        assert len({state.information_state_string(seat) for state in states}) == 4


@every_game
def test_openspiels_search_runs_on_every_game(name):
    state = after(f"{name}(players=2,endgame=8)", 0, 3)
    evaluator = RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game=state.get_game(),
        evaluator=evaluator,
        uct_c=2.0,
        max_simulations=30,
        random_state=np.random.RandomState(1),
    )
    assert bot.step(state) in state.legal_actions()


def test_openspiels_mccfr_runs_on_an_endgame():
    game = pyspiel.load_game("katzentisch_cat_in_the_box(players=2,endgame=5,deals=3)")
    np.random.seed(1)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(5):
        solver.iteration()
    policy = solver.average_policy()
    state = game.new_initial_state()
    state.apply_action(0)
    probabilities = policy.action_probabilities(state)
    assert sum(probabilities.values()) == pytest.approx(1)
    assert set(probabilities) <= set(state.legal_actions())


def test_an_endgame_is_short():
    state = after("katzentisch_cat_in_the_box(players=2,endgame=5)", 0, 7)
    moves = 0
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
        moves += 1
    assert 0 < moves <= 10
    assert sum(state.returns()) == pytest.approx(0)
