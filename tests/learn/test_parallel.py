"""Experts choose the same at many tables at once as at one, and play whole pairings."""

import json
import time
from multiprocessing.pool import ThreadPool

import numpy as np
import pytest

from katzentisch.bots import weights
from katzentisch.bots.levels import level_of
from katzentisch.bots.policies import chooser
from katzentisch.envs import Batch
from katzentisch.games import game as find_game
from katzentisch.lab.arena.ladder import Encounter
from katzentisch.learn import parallel
from katzentisch.learn.lookahead import Foreseer
from katzentisch.learn.parallel import Hall, play_encounter
from katzentisch.play.seeds import dice_for

HOW = {"device": "cpu", "worlds": 1024}
learned_ahead = pytest.mark.parametrize("slug", ["big-bang", "cat-box", "cat-in-the-box"])


@pytest.fixture(scope="module")
def pool():
    """Threads stand in for processes."""
    with ThreadPool(2) as made:
        yield made


def positions(slug: str) -> Batch:
    """Tables some moves into their games, so that there is something to think about."""
    batch = Batch(slug, 8 if slug == "cat-box" else 24, seed=8)
    for n in range(14):
        batch.step(batch.greedy_actions(300 if n % 2 else 0))
    return batch


def one_by_one(batch: Batch, name: str, dice: str) -> np.ndarray:
    """The action that a compiled bot chooses at each table."""
    game = batch.game
    choose = chooser(level_of(name, game, or_file=True), game, batch.options)
    tables, found = game.State.table(1), []
    for n, record in enumerate(batch.records()):
        tables[0] = record
        move = choose(tables, dice_for(n, dice))
        found.append(int(game.action_of(record, move)))
    return np.array(found)


def side_by_side(batch: Batch, name: str) -> np.ndarray:
    game = batch.game
    learned = weights.load(weights.own(game), game.SLUG)
    level = level_of(name, game, or_file=True)
    thinks = Foreseer(batch, learned, level, worlds=1024)
    return thinks.choose(batch, np.arange(batch.size))


@learned_ahead
def test_an_expert_chooses_the_same_at_many_tables_as_at_one(slug):
    batch, name = positions(slug), "expert:30"
    alone, again = (one_by_one(batch, name, dice) for dice in ("one", "another"))
    # Among moves that it rates about equally, an expert decides by chance in either case.
    alike = (side_by_side(batch, name) == alone).mean()
    assert alike >= (again == alone).mean() - 0.15
    assert alike >= 0.75


@pytest.mark.parametrize("slug", ["big-bang", "cat-box", "cat-in-the-box", "ed-the-cat"])
def test_without_thinking_ahead_a_network_makes_exactly_the_same_moves(slug):
    batch = positions(slug)
    assert (side_by_side(batch, "expert:0") == one_by_one(batch, "expert:0", "any")).all()


def test_a_pairing_is_played_to_its_end_with_the_first_bot_in_every_seat_of_every_deal(pool):
    met = Encounter("cat-in-the-box", 3, "expert:0", "greedy")
    hall = Hall(met, list(range(12)), pool, **HOW)
    dealt = hall.batch.records()["hand"].reshape(12, 3, -1)
    assert (dealt == dealt[:, :1]).all()
    while not hall.over.all():
        hall.step()
    found = np.array(hall.results())
    assert hall.one_at.tolist() == [0, 1, 2] * 12
    assert np.allclose(hall.wins.sum(axis=1), 1)
    assert (found[:, 2] == 3).all()  # rounds
    wins, leads, _ = found.mean(axis=0)
    assert wins > 1 / 3
    assert leads > 0


def test_search_and_expert_bots_meet_in_cat_box(pool):
    met = Encounter("cat-box", 2, "search:5", "expert:8")
    found = play_encounter(met, [0, 1], pool, **HOW)
    assert found is not None
    for wins, _, rounds in found:
        assert wins in (0, 0.25, 0.5, 0.75, 1)
        assert rounds == 1
    assert play_encounter(met, [0, 1], pool, is_late=lambda: True, **HOW) is None


def test_a_move_without_a_number_is_replaced_and_counted(pool):
    hall = Hall(Encounter("cat-in-the-box", 2, "expert:0", "greedy"), [0], pool, **HOW)
    rows, legal = np.arange(2), hall.batch.masks.argmax(axis=1)
    assert (hall._numbered(rows, legal) == legal).all()
    wrong = np.array([legal[0], int(hall.batch.masks[1].argmin())])
    made = hall._numbered(rows, wrong)
    assert made[0] == legal[0]
    assert hall.batch.masks[1, made[1]] != 0
    assert hall.without_number == 1


def test_results_are_saved_and_play_stops_when_time_runs_out(tmp_path, monkeypatch, capsys):
    met = Encounter("cat-in-the-box", 2, "expert", "expert:0")
    monkeypatch.setattr(
        parallel,
        "level_of",
        lambda *_, **__: level_of("expert:0", find_game(met.game), or_file=True),
    )
    monkeypatch.setattr(parallel, "encounters", lambda: iter([met]))
    file = tmp_path / "strength.json"
    with pytest.raises(SystemExit) as end:
        parallel.main([str(file), "--only", "poker 3 expert hard", "--cores", "1"])
    assert end.value.code == 2
    assert "There is no pairing 'poker 3 expert hard'" in capsys.readouterr().err
    arguments = [str(file), "--games", "8", "--tables", "4", "--cores", "1"]
    parallel.main([*arguments, "--minutes", "0"])
    assert not file.exists()
    parallel.main(arguments)
    found = json.loads(file.read_text())[parallel.at_once(met.key)]
    assert sorted(found) == ["0", "1", "2", "3"]
    kept = file.stat().st_mtime_ns
    parallel.main(arguments)
    assert file.stat().st_mtime_ns == kept
    file.write_text(json.dumps({met.key: {str(n): [0.5, 0.0, 2.0] for n in range(4)}}))
    parallel.main(arguments)
    assert parallel.at_once(met.key) not in json.loads(file.read_text()), "played one by one"


def test_an_interrupt_keeps_the_results_finished_so_far(tmp_path, monkeypatch, capsys):
    met = Encounter("cat-in-the-box", 2, "expert", "expert:0")
    monkeypatch.setattr(parallel, "encounters", lambda: iter([met]))
    played = []

    def one_then_ctrl_c(_: Encounter, deals: list[int], *__: object, **___: object) -> object:
        played.append(deals)
        if len(played) == 2:
            raise KeyboardInterrupt
        time.sleep(0.2 if len(played) > 2 else 0)
        return [[0.5, 0.0, 2.0]]

    monkeypatch.setattr(parallel, "play_encounter", one_then_ctrl_c)
    file = tmp_path / "strength.json"
    with pytest.raises(SystemExit) as end:
        parallel.main([str(file), "--games", "400", "--tables", "2", "--cores", "1"])
    assert end.value.code == parallel.INTERRUPTED
    kept = json.loads(file.read_text())[parallel.at_once(met.key)]
    assert sorted(kept, key=int) == [str(n) for n in range(len(played)) if n != 1]
    assert len(played) < 10
