"""How a network is trained: what it learns from, and resuming a run where it stopped."""

import json
import random

import numpy as np
import pytest
import torch
from typer.testing import CliRunner

import katzentisch as kt
from katzentisch.bots import Bot, weights
from katzentisch.cli.app import app
from katzentisch.envs import Batch
from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.games.core.errors import Refused
from katzentisch.learn.config import Plan, plan_of, read_plan
from katzentisch.learn.demonstrations import Watched, decided, seated_beside, watch, watch_one
from katzentisch.learn.evaluation import Judge
from katzentisch.learn.imitation import imitate, unpacked
from katzentisch.learn.mixed_tables import Tables
from katzentisch.learn.networks.inputs import Inputs, worth_asking
from katzentisch.learn.networks.policy import Policy
from katzentisch.learn.opponents import EARLIER, GREEDY, IMITATION, ITSELF, RIVAL, Company
from katzentisch.learn.rollouts import Class, empty, look_back, play
from katzentisch.learn.training import Training

from networks import written

SMALL = {"tables": 12, "steps": 24, "width": 16, "layers": 1, "part": 64, "seed": 3}


@pytest.fixture(autouse=True)
def one_thread():
    """Tests run in parallel and must give the same results every time."""
    torch.set_num_threads(1)
    torch.manual_seed(7)


def test_each_value_of_a_byte_except_the_smallest_becomes_a_question():
    assert worth_asking(np.array([3, 0, 1, 3, 0], np.int8)).tolist() == [1, 3]
    assert worth_asking(np.array([7, 7], np.int8)).tolist() == []
    assert len(worth_asking(np.arange(-100, 100, dtype=np.int8))) == 32


def test_an_advantage_is_what_a_seat_gains_beyond_expectation_until_its_next_decision():
    tables = Tables("cat-in-the-box", [{"players": 2}], 1, "cpu", 0)
    played = empty(tables, 4)
    played.to_act[:, 0] = torch.tensor([0, 1, 0, 1])
    played.expected[:, 0] = torch.tensor([0.5, 0.25, 1.0, 0.0])
    played.gains[:, 0, 0] = torch.tensor([0.0, 2.0, 0.0, 3.0])
    played.gains[:, 0, 1] = torch.tensor([0.0, 0.0, 1.0, -3.0])
    played.done[3] = True
    found, known = look_back(played, memory=0.5)
    last_of_0, last_of_1 = 3.0 - 1.0, -3.0 - 0.0
    first_of_0 = 2.0 + 1.0 - 0.5 + 0.5 * last_of_0
    first_of_1 = 1.0 + 0.0 - 0.25 + 0.5 * last_of_1
    assert found[:, 0].tolist() == [first_of_0, first_of_1, last_of_0, last_of_1]
    assert known.all()


def test_a_seats_last_decision_serves_only_to_value_the_one_before_it():
    tables = Tables("cat-in-the-box", [{"players": 2}], 1, "cpu", 0)
    played = empty(tables, 3)
    played.to_act[:, 0] = torch.tensor([0, 1, 0])
    played.expected[:, 0] = torch.tensor([0.0, 0.0, 4.0])
    found, known = look_back(played, memory=0.9)
    assert known[:, 0].tolist() == [True, False, False]
    assert found[0, 0] == 4.0


def test_opponents_sit_at_their_share_of_the_tables_and_leave_the_network_a_seat():
    tables = Tables("cat-in-the-box", [{"players": 2}, {"players": 4}], 4000, "cpu", 0)
    company = Company(tables, Plan("cat-in-the-box", greedy=0.3, earlier=0.2))
    has = [(company.who == who).any(dim=1).float().mean() for who in (GREEDY, EARLIER)]
    assert 0.26 < has[0] < 0.3
    assert 0.17 < has[1] < 0.21
    own = company.who == ITSELF
    assert own[:2000, :2].any(dim=1).all()
    assert own[2000:].any(dim=1).all()
    before = company.who.clone()
    done = torch.arange(4000) < 100
    company.draw(done)
    assert (company.who[100:] == before[100:]).all()
    assert (company.who[:100] != before[:100]).any()


@pytest.mark.parametrize("slug", slugs())
def test_only_the_decisions_of_the_watched_level_are_recorded(slug):
    watched = watch_one((slug, {"players": 3}, ("easy", "easy"), 0, 2))
    assert len(watched.seen) == len(watched.words) == len(watched.actions) > 0
    masks = unpacked(torch.from_numpy(watched.words), 64 * watched.words.shape[1])
    assert (masks.sum(dim=1) > 1).all()
    assert masks.gather(1, torch.from_numpy(watched.actions)[:, None]).all()
    match = kt.new(slug, seed=2, players=3)
    bots = [Bot("easy", match, 0, 0), *(Bot("greedy", match, seat, 0) for seat in (1, 2))]
    assert {seat for seat, *_ in decided(match, bots)} == {0, 1, 2}
    assert match.over


def test_the_watched_level_always_has_a_seat_and_meets_the_network_and_the_simple_player():
    chance = random.Random(1)
    tables = [seated_beside("search", "new.npz", 3, chance) for _ in range(50)]
    assert all("search" in names for names in tables)
    assert {name for names in tables for name in names} == {"search", "new.npz", "greedy"}


def test_an_imitation_learns_to_choose_like_the_level_it_watched():
    inputs = Inputs(np.array([0, 1], np.int64), np.array([1, 1], np.int8))
    policy = Policy(inputs, 4, 16, 1)
    seen = np.random.default_rng(1).integers(0, 2, (60000, 2), np.int8)
    words = np.full((60000, 1), 0b1111)
    chosen = (2 * seen[:, 0] + seen[:, 1]).astype(np.int64)
    assert imitate(policy, Watched(seen, words, chosen), "cpu") > 0.95


def test_an_imitation_is_trained_once_and_its_decisions_are_not_learned_from(tmp_path):
    changes = {"imitated": "easy", "imitated_matches": 4, "imitations": 1.0, "greedy": 0.0}
    plan = read_plan(plan_of("cat-in-the-box"), lessons=1, **SMALL | changes | {"earlier": 0.0})
    result: list[tuple[int, int]] = []
    for _ in range(2):
        training = Training(plan, tmp_path, "cpu")
        training.prepare(lambda *watched: result.append(watched))
    assert result == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert training.company.imitation is not None
    to_act = torch.zeros(12, dtype=torch.int64)
    assert set(training.company.deciding(to_act).tolist()) == {ITSELF, IMITATION}
    training.company.imitation = None
    assert set(training.company.deciding(to_act).tolist()) == {ITSELF}


def test_watching_can_be_interrupted_and_resumed(tmp_path):
    changes = {"imitated": "easy", "imitated_matches": 5}
    plan = read_plan(plan_of("cat-in-the-box"), lessons=1, **SMALL | changes)
    result: list[tuple[int, int]] = []

    def only_two(*watched: int) -> bool:
        result.append(watched)
        return len(result) == 2

    training = Training(plan, tmp_path, "cpu")
    assert not training.prepare(only_two)
    assert training.prepare(only_two)
    assert result == [(1, 5), (2, 5), (2, 5), (3, 5), (4, 5), (5, 5)]
    assert not (tmp_path / "watched.npz").exists()
    whole = watch(plan, tmp_path / "none", tmp_path / "other.npz", lambda *_: None)
    first = watch(plan, tmp_path / "none", tmp_path / "kept.npz", lambda done, _: done == 3)
    second = watch(plan, tmp_path / "none", tmp_path / "kept.npz", lambda *_: None)
    assert first is None
    assert all((one == other).all() for one, other in zip(whole, second, strict=True))
    (tmp_path / "kept.npz").write_text("damaged")
    with pytest.raises(Refused, match=r"kept\.npz is damaged; delete it to start recording again"):
        watch(plan, tmp_path / "none", tmp_path / "kept.npz", lambda *_: None)


@pytest.mark.parametrize("slug", slugs())
def test_a_rival_fills_all_seats_but_one_plays_its_top_choice_and_does_not_learn(slug, tmp_path):
    rival = written(tmp_path, slug)
    few = {"kinds": [{"players": 3}], "rival": str(rival), "imitated": "", "secrets": ()}
    plan = read_plan(plan_of(slug), lessons=1, **SMALL | few)
    training = Training(plan, tmp_path / "training", "cpu")
    (tmp_path / "training").mkdir()
    tables, company = training.tables, training.company
    assert company.who.sort(dim=1).values.tolist() == [[ITSELF, RIVAL, RIVAL]] * tables.size
    room = empty(tables, 6)
    play(Class(tables, training.policy, None, company), room, plan, 0)
    theirs = ~room.own
    result, _ = company.rival(room.seen[theirs], room.masks[theirs])
    assert (result.argmax(dim=1) == room.actions[theirs]).all()
    assert 0 < room.own.sum() < theirs.sum()


def test_a_rival_that_was_not_trained_for_these_tables_is_refused(tmp_path):
    rival = written(tmp_path, "big-bang")
    plan = Plan("big-bang", ({"tiles": "open"},), tables=2, rival=str(rival))
    with pytest.raises(Refused, match="was not trained for tables like this"):
        Training(plan, tmp_path, "cpu")


def test_there_is_a_plan_for_exploiting_the_experts_mistakes(tmp_path):
    plan = read_plan(plan_of("exploiter"), lessons=1, **SMALL)
    training = Training(plan, tmp_path, "cpu")
    assert [one["lesson"] for one in training.lessons()] == [1]


@pytest.mark.parametrize("slug", slugs())
def test_every_games_plan_can_be_trained(slug, tmp_path):
    training = Training(read_plan(plan_of(slug), lessons=2, **SMALL), tmp_path, "cpu")
    result = list(training.lessons())
    assert [one["lesson"] for one in result] == [1, 2]
    training.save()
    learned = weights.load(tmp_path / "weights.npz", slug)
    game = find_game(slug)
    assert learned.knows(game.read_options({"players": 3, "start": 2}))
    assert learned.header["lessons"] == 2


def test_training_resumes_where_it_stopped(tmp_path):
    plan = read_plan(plan_of("cat-in-the-box"), lessons=4, **SMALL)
    first = Training(plan, tmp_path, "cpu")
    for result in first.lessons():
        if result["lesson"] == 2:
            break
    first.save()
    second = Training(plan, tmp_path, "cpu")
    same = zip(first.policy.parameters(), second.policy.parameters(), strict=True)
    assert all(torch.equal(one, other) for one, other in same)
    assert [result["lesson"] for result in second.lessons()] == [3, 4]
    notes = (tmp_path / "lessons.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["lesson"] for line in notes] == [1, 2, 3, 4]


def test_the_same_plan_gives_the_same_network(tmp_path):
    plan = read_plan(plan_of("big-bang"), lessons=2, **SMALL)
    found = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        training = Training(plan, tmp_path / name, "cpu")
        list(training.lessons())
        found.append(training.policy.state_dict())
    assert all(torch.equal(found[0][name], found[1][name]) for name in found[0])


def test_an_invalid_plan_is_refused_with_a_message(tmp_path):
    path = tmp_path / "plan.toml"
    with pytest.raises(kt.Refused, match="no plan"):
        read_plan(path)
    path.write_text('game = "big-bang"\nspeed = 3\n')
    with pytest.raises(kt.Refused, match="has no setting 'speed'"):
        read_plan(path)
    path.write_text("game = ")
    with pytest.raises(kt.Refused, match="is not a plan"):
        read_plan(path)
    path.write_text("seed = 1\n")
    with pytest.raises(kt.Refused, match="must name its game"):
        read_plan(path)


@pytest.mark.parametrize("slug", slugs())
def test_a_batch_shows_what_every_seat_may_know_and_what_greedy_would_do(slug):
    batch = Batch(slug, 5)
    game, row = find_game(slug), find_game(slug).Seen.table(1)
    for _ in range(6):
        batch.play_randomly(5)
        chosen = np.array(batch.greedy_actions())
        for table, record in enumerate(batch.records()):
            assert batch.masks[table, chosen[table]]
            for steps in range(batch.players):
                seat = (int(batch.to_act[table]) + steps) % batch.players
                game.encode(record, seat, row[0])
                assert (batch.seen_after(steps)[table] == row.view(np.int8)).all()
    with pytest.raises(kt.Refused, match="places further on"):
        batch.seen_after(batch.players)


def test_training_from_the_command_line_is_evaluated_and_plotted(tmp_path):
    plan = tmp_path / "plan.toml"
    plan.write_text(
        'game = "cat-in-the-box"\ntables = 9\nsteps = 20\nwidth = 16\nlayers = 1\n'
        "[[kinds]]\nplayers = 3\n"
    )
    asked = ["--plan", plan, "--lessons", 2, "--judge-every", 1, "--judge-games", 2]
    result = run("learn", "cat-in-the-box", "--out", tmp_path, *asked, "--against", "greedy")
    assert "Lessons done: 2 of 2." in result
    judged = [json.loads(line) for line in (tmp_path / "judged.jsonl").read_text().splitlines()]
    assert {one["against"] for one in judged} >= {"greedy"}
    assert "</svg>" in (tmp_path / "curve.svg").read_text("utf-8")
    assert "is for cat-in-the-box, not for big-bang" in run(
        "learn", "big-bang", "--out", tmp_path, "--plan", plan
    )


def test_the_time_limit_also_applies_while_watching(tmp_path):
    plan = tmp_path / "plan.toml"
    plan.write_text(
        'game = "cat-in-the-box"\ntables = 9\nimitated = "easy"\nimitated_matches = 9\n'
        "[[kinds]]\nplayers = 3\n"
    )
    result = run("learn", "cat-in-the-box", "--out", tmp_path, "--plan", plan, "--minutes", 0)
    assert "Matches of easy recorded: 1 of 9." in result
    assert (tmp_path / "watched.npz").exists()


@pytest.mark.parametrize("name", ["imitation.pt", "checkpoint.pt"])
def test_a_damaged_checkpoint_is_refused_with_a_message(name, tmp_path):
    (tmp_path / name).write_text("damaged")
    with pytest.raises(Refused, match=rf"{name} is not a checkpoint, or is damaged\.$"):
        Training(read_plan(plan_of("cat-in-the-box"), **SMALL), tmp_path, "cpu").prepare(print)


def test_a_network_is_evaluated_against_its_earlier_self_as_training_goes_on(tmp_path):
    training = Training(read_plan(plan_of("cat-in-the-box"), **SMALL), tmp_path, "cpu")
    for training.done in (2, 4):
        judge = Judge(training, [], games=1, seed=1)
        judge.call()
        judge.finish()
    judged = [json.loads(line) for line in (tmp_path / "judged.jsonl").read_text().splitlines()]
    assert {(one["lesson"], one["against"]) for one in judged} == {(4, "lesson-00002")}


def test_an_evaluation_can_be_abandoned(tmp_path):
    training = Training(read_plan(plan_of("cat-in-the-box"), **SMALL), tmp_path, "cpu")
    judge = Judge(training, ["greedy"], 1_000_000, seed=1)
    judge.call()
    judge.give_up()
    assert not (tmp_path / "judged.jsonl").exists()


def run(*words: object) -> str:
    """What a command prints, followed by its exception if there is one."""
    found = CliRunner().invoke(app, [str(word) for word in words])
    return found.output + str(found.exception or "")
