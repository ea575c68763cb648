"""The worked example in the docs: a game is a folder that fulfils the contract."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

import katzentisch as kt
from katzentisch import games
from katzentisch.bots import play_to_the_end
from katzentisch.envs import Batch
from katzentisch.games.core.contract import Rules
from katzentisch.play.seeds import dice_for

EXAMPLE = Path(__file__).parents[1] / "examples"


@pytest.fixture(autouse=True)
def beside_the_others(monkeypatch):
    """Adding a game means adding a folder."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(EXAMPLE)])


def test_a_folder_beside_the_others_is_a_game():
    assert "highest-card" in kt.all_games()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_it_is_played_recorded_and_verified(players, bot):
    for seed in range(20):
        match = kt.new("highest-card", players=players, seed=seed, seats=[bot] * players)
        play_to_the_end(match)
        assert sum(match.scores) == 3
        assert kt.verify(json.loads(json.dumps(match.transcript(legal=True)))).over


def test_what_a_seat_imagines_does_not_depend_on_what_it_has_not_seen():
    game = games.game("highest-card")
    for seed in range(20):
        match = kt.new("highest-card", players=3, seed=seed)
        for _ in range(random.Random(seed).randrange(8)):
            match.play(match.legal()[0])
        swapped = match.state.copy()
        swapped.hand[1], swapped.hand[2] = swapped.hand[2], swapped.hand[1]
        if len(game.view(swapped, 1)["hand"]) != len(game.view(swapped, 2)["hand"]):
            continue
        worlds = [match.state.copy(), swapped]
        for world in worlds:
            game.imagine(world, 0, dice_for(1, "test")[0].chance)
        assert np.array_equal(worlds[0], worlds[1])
        assert game.view(worlds[0], 0) == game.view(match.state, 0)


def test_it_fulfils_the_whole_contract_and_runs_in_a_batch():
    game = games.game("highest-card")
    names = {name for name in vars(Rules) if not name.startswith("_")} | set(Rules.__annotations__)
    assert {name for name in names if not hasattr(game, name)} == set()
    batch = Batch("highest-card", 9, players=3)
    batch.play_randomly(9)
    assert batch.done.all()
    assert batch.rewards.sum() == pytest.approx(0, abs=1e-5)


def test_it_refuses_what_is_not_legal():
    match = kt.new("highest-card", players=2, seed=1)
    missing = next(f"play {card}" for card in range(1, 13) if f"play {card}" not in match.legal())
    with pytest.raises(kt.Refused, match="in hand"):
        match.play(missing)
