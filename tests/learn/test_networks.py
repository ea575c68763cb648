"""Networks that play: the same compiled as in PyTorch, and loaded from validated files."""

import json
import pickle
import random

import numpy as np
import pytest
import torch

import katzentisch as kt
from katzentisch.bots import Bot, networks, weights
from katzentisch.bots.levels import NETWORK, Level, level_of
from katzentisch.bots.policies import chooser
from katzentisch.envs import Batch
from katzentisch.games import cat_in_the_box, slugs
from katzentisch.games import game as find_game
from katzentisch.learn.networks.factory import policy_of
from katzentisch.play.seeds import dice_for

from kits import kit
from networks import untaught, written
from positions.cat_in_the_box import play, table

every_game = pytest.mark.parametrize("slug", slugs())


@every_game
def test_a_network_gives_the_same_scores_compiled_and_in_pytorch(slug):
    arrays, game = untaught(slug), find_game(slug)
    batch = Batch(slug, 24, seed=3)
    policy = policy_of(game, arrays, batch.actions)
    compiled = weights.network_of(arrays, game)
    evaluator = networks.evaluator_for(game, compiled, batch.actions)
    choose = networks.choose.of(game)
    for moves in (0, 7, 11):
        batch.play_randomly(moves)
        with torch.no_grad():
            result, _ = policy(torch.from_numpy(batch.observations), torch.from_numpy(batch.masks))
        for n, record in enumerate(batch.records()):
            states = game.State.table(1)
            states[0] = record
            move = choose(states, evaluator, 0.0, dice_for(1, "test"))
            legal = np.flatnonzero(batch.masks[n])
            scores = evaluator.desk.scores[legal].astype(float)
            scores -= np.log(np.exp(scores - scores.max()).sum()) + scores.max()
            assert np.allclose(scores, result[n, legal], atol=1e-4)
            assert move == game.move_of(states[0], legal[scores.argmax()])


@every_game
def test_a_network_rebuilt_from_its_arrays_is_unchanged(slug):
    arrays, game = untaught(slug), find_game(slug)
    again = policy_of(game, arrays, game.count_actions(game.read_options({}))).arrays()
    assert arrays.keys() == again.keys()
    for name, numbers in arrays.items():
        assert (numbers == again[name]).all(), name


@every_game
def test_a_network_plays_a_whole_game_from_its_file(slug, tmp_path):
    path = written(tmp_path, slug)
    match = kt.new(slug, seed=5)
    bots = [Bot(str(path), match, seat, or_file=True) for seat in range(match.players)]
    while not match.over:
        match.play(bots[int(match.state.to_act)].choose(match))
    assert match.winners


def test_every_game_ships_a_small_network_trained_for_its_usual_tables():
    size = 0
    for slug in slugs():
        game = find_game(slug)
        learned = weights.load(weights.own(game), slug)
        assert all(learned.knows(game.read_options({"players": n})) for n in game.PLAYERS.values)
        size += weights.own(game).stat().st_size
    assert size < 12_000_000


def test_an_expert_searches_at_tables_its_network_was_not_trained_for():
    game = find_game("cat-box")
    options = game.read_options({"specials": True})
    assert not weights.load(weights.own(game), "cat-box").knows(options)
    match = kt.new("cat-box", seed=1, specials=True)
    assert Bot("expert", match, 0, 3).choose(match) == Bot("search", match, 0, 3).choose(match)


def test_hard_sometimes_deviates_from_its_top_choice_and_an_expert_never_does():
    game = find_game("cat-in-the-box")
    match = kt.new("cat-in-the-box", seed=2)
    sure, doubtful = (Level(NETWORK, doubt=doubt) for doubt in (0.0, 5.0))
    chosen = []
    for level in (sure, doubtful):
        choose = chooser(level, game, match.options)
        dice = [dice_for(n, "test") for n in range(40)]
        chosen.append({choose(match.imagine(match.to_act, one), one) for one in dice})
    assert len(chosen[0]) == 1
    assert len(chosen[1]) > 1
    assert chosen[1] <= set(match.legal_numbers())


def test_a_network_for_another_game_is_refused(tmp_path):
    path = written(tmp_path, "big-bang")
    with pytest.raises(kt.Refused, match="for big-bang, not for ed-the-cat"):
        weights.load(path, "ed-the-cat")


def test_a_damaged_file_is_refused(tmp_path):
    path = written(tmp_path, "big-bang")
    with np.load(path) as file:
        arrays = dict(file)
    arrays["choice"][0, 0] += 1
    np.savez(path, **arrays)
    with pytest.raises(kt.Refused, match="damaged"):
        weights.load(path, "big-bang")


def test_a_network_trained_on_other_rules_is_refused(tmp_path):
    path = written(tmp_path, "big-bang")
    with np.load(path) as file:
        arrays = dict(file)
    header = json.loads(bytes(arrays["header"])) | {"rules": 0}
    arrays["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    np.savez(path, **arrays)
    with pytest.raises(kt.Refused, match="train them again"):
        weights.load(path, "big-bang")


def test_a_weights_file_can_contain_nothing_but_numbers(tmp_path):
    path = tmp_path / "evil.npz"
    path.write_bytes(pickle.dumps({"header": "anything"}))
    with pytest.raises(kt.Refused, match="is not a weights file"):
        weights.load(path, "big-bang")
    np.savez(path, header=np.array([{"an": "object"}], dtype=object))
    with pytest.raises(kt.Refused, match="is not a weights file"):
        weights.load(path, "big-bang")
    with pytest.raises(kt.Refused, match="no weights"):
        weights.load(tmp_path / "none.npz", "big-bang")


def test_a_file_name_may_be_followed_by_a_number_of_turns_to_think():
    assert level_of("new.npz", find_game("big-bang"), or_file=True).turns == 0
    assert level_of("new.npz:400", find_game("big-bang"), or_file=True).turns == 400
    with pytest.raises(kt.Refused, match="There is no bot"):
        level_of("new.npz:many", find_game("big-bang"), or_file=True)


def test_a_file_of_another_kind_is_not_a_bot(tmp_path):
    other = tmp_path / "checkpoint.pt"
    other.write_text("no weights")
    with pytest.raises(kt.Refused, match=r"^Weights files end in \.npz; .*checkpoint\.pt does"):
        level_of(str(other), find_game("big-bang"), or_file=True)


def test_only_local_users_may_name_a_weights_file(tmp_path):
    path = written(tmp_path, "big-bang")
    other = tmp_path / "other"
    other.touch()
    match = kt.new("big-bang", seed=1)
    for file in (path, other):
        with pytest.raises(kt.Refused, match="There is no bot"):
            Bot(str(file), match, 0)


def test_a_network_plays_only_at_tables_it_was_trained_for(tmp_path):
    path = str(written(tmp_path, "cat-box"))
    with pytest.raises(kt.Refused, match="was not trained for tables like this"):
        Bot(path, kt.new("cat-box", specials=True), 0, or_file=True)


@pytest.mark.parametrize("turns", ["", ":40"])
@every_game
def test_a_network_does_not_peek(slug, turns, tmp_path):
    path = written(tmp_path, slug)
    match = kt.new(slug, seed=9)
    for _ in range(12):
        swapped = match.copy()
        kit(slug).swap_unseen(swapped.state, match.to_act, random.Random(1))
        chosen = [
            Bot(f"{path}{turns}", one, match.to_act, or_file=True).choose(one)
            for one in (match, swapped)
        ]
        assert chosen[0] == chosen[1]
        match.play(chosen[0])


def test_thinking_ahead_finds_the_trick_that_was_predicted(tmp_path):
    """Whatever the network prefers, the search sees the points of the round."""
    level = Level(NETWORK, turns=600, weights=str(written(tmp_path, "cat-in-the-box")), least=0.0)
    state = table(
        "A: 2 6 | B: 1 5 | C: 1 3",
        to_act="B",
        predicted="A: 1 | B: 3 | C: 4",
        won="B: 3 | C: 4",
        tricks_left=1,
    )
    play(state, "play 5 blue", "play 3 blue")
    tables = cat_in_the_box.State.table(1)
    tables[0] = state
    choose = chooser(level, cat_in_the_box, cat_in_the_box.read_options({}))
    move = cat_in_the_box.name_of(choose(tables, dice_for(1, "test")))
    assert move in {"play 6 blue", "play 2 red", "play 6 red"}
