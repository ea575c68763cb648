"""Studies give the same figures on any number of cores and when counted from transcripts."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import katzentisch as kt
from katzentisch.bots import play_to_the_end
from katzentisch.games.core import flow
from katzentisch.games.core.errors import Refused
from katzentisch.games.core.notes import WHOLE
from katzentisch.games.core.rng import Dice
from katzentisch.lab.study.plan import Compared, Study, plan_study
from katzentisch.lab.study.report import Report
from katzentisch.lab.study.runner import Store, collected, play_study
from katzentisch.play.match import Match, new_match

GAME = "cat-in-the-box"
SEED = 11


def planned(
    game: str = GAME, bots: tuple[str, ...] = ("greedy",), games: int = 40, **more
) -> Study:
    compared = Compared(more.pop("players", [3]), more.pop("varied", {}))
    return plan_study(game, more, compared, bots, games, SEED)


def played(study: Study, folder: Path, **where) -> list:
    store = Store(folder, study)
    for _ in play_study(study, store, **where):
        pass
    return collected(study, store)


def page(study: Study, noted: list) -> str:
    return Report(study, noted, "en", "some day").page()


def transcripts(game: str, bots: list[str], games: int, **options) -> list[dict]:
    """The same games, played through `Match` as `simulate` does."""
    found = []
    for number in range(games):
        seats = bots + [bots[-1]] * (options["players"] - len(bots))
        match = new_match(game, options, SEED + number, seats)
        play_to_the_end(match)
        found.append(match.transcript())
    return found


def events(result: list[dict], kind: str) -> list[dict]:
    return [event for one in result for event in one["events"] if event["event"] == kind]


def victories(result: list[dict], players: int) -> list[float]:
    """Shares of the wins by seat, in sixtieths."""
    won = [0.0] * players
    for one in result:
        for seat in one["result"]["winners"]:
            won[seat] += WHOLE / len(one["result"]["winners"])
    return won


@pytest.mark.parametrize("slug", kt.all_games())
def test_the_notes_common_to_all_games_agree_with_transcripts(slug, tmp_path):
    (noted,) = played(planned(slug), tmp_path, cores=1)
    result = transcripts(slug, ["greedy"], 40, players=3)
    assert noted["won"].sum(axis=0)[:3].tolist() == victories(result, 3)
    scores = np.array([one["result"]["scores"] for one in result])
    assert noted["score"].sum(axis=0)[:3].tolist() == scores.sum(axis=0).tolist()
    assert noted["moves"].sum() == len(events(result, "move"))
    assert noted["games"].sum() == 40


@pytest.mark.parametrize("bots", [["greedy"], ["medium", "random"]])
def test_notes_on_cat_in_the_box_agree_with_transcripts(bots, tmp_path):
    games = 40 if bots == ["greedy"] else 6
    study = planned(bots=tuple(bots), games=games)
    (noted,) = played(study, tmp_path, cores=1)
    result = []
    for seats in study.variants[0].played.arrangements:
        result += transcripts(GAME, list(seats), study.variants[0].played.deals, players=3)
    rounds = events(result, "round")
    assert noted["own_rounds"].sum() == len(rounds)
    assert noted["own_paradoxes"].sum() == len(events(result, "paradox"))
    assert noted["own_points"].sum() == sum(sum(one["points"]) for one in rounds)
    bonuses = Counter(bonus for one in rounds for bonus in one["bonus"] if bonus)
    assert dict(bonuses) == {n: k for n, k in enumerate(noted["own_bonus"].sum(axis=0)) if k}
    moves = [one["move"] for one in events(result, "move")]
    predicted = Counter(int(move.split()[1]) for move in moves if move.startswith("predict"))
    assert [predicted[n] for n in range(5)] == noted["own_predicted"].sum(axis=0).tolist()
    reds = sum(move == "play 6 red" for move in moves)
    assert reds == noted["own_taken"].sum(axis=0)[4 * 5]


def random_match(number: int, **options) -> Match:
    """A random game, played with the dice that the lab's compiled players use."""
    match = new_match(GAME, options, SEED + number)
    states, dice = match.tables().copy(), Dice.table(1)
    flow.start_numbered.of(match.game)(states, dice, states.copy(), SEED + number)
    while not match.over:
        match.play(int(flow.choose_randomly.of(match.game)(match.tables(), dice)))
    return match


def test_notes_on_random_games_agree_with_transcripts(tmp_path):
    (noted,) = played(planned(bots=("random",)), tmp_path, cores=1)
    result = [random_match(number, players=3).transcript() for number in range(40)]
    assert noted["won"].sum(axis=0)[:3].tolist() == victories(result, 3)
    assert noted["own_paradoxes"].sum() == len(events(result, "paradox"))


def test_notes_on_ed_the_cat_agree_with_transcripts(tmp_path):
    (noted,) = played(planned("ed-the-cat"), tmp_path, cores=1)
    result = transcripts("ed-the-cat", ["greedy"], 40, players=3)
    rounds = events(result, "round")
    assert noted["own_rounds"].sum() == len(rounds)
    assert noted["own_points"].sum() == sum(sum(one["points"]) for one in rounds)
    plays = [one["move"] for one in events(result, "move") if one["move"].startswith("play")]
    cards = Counter(int(move.split()[1]) for move in plays)
    assert [cards[n] for n in range(10)] == noted["own_played"].sum(axis=0).tolist()
    with_a_one = with_one = 0
    for one in result:
        hands = None
        for event in one["events"]:
            hands = event["hands"] if event["event"] == "deal" else hands
            if event["event"] == "round":
                have = [
                    points for hand, points in zip(hands, event["points"], strict=True) if 1 in hand
                ]
                with_one, with_a_one = with_one + sum(have), with_a_one + len(have)
    assert noted["own_dealt_with"].sum(axis=0)[1] == with_a_one
    assert noted["own_points_with"].sum(axis=0)[1] == with_one


def test_notes_on_big_bang_agree_with_transcripts(tmp_path):
    (noted,) = played(planned("big-bang"), tmp_path, cores=1)
    result = transcripts("big-bang", ["greedy"], 40, players=3)
    winners = [one["winners"] for one in events(result, "evaluate")]
    for n, colour in enumerate(("green", "blue", "red")):
        assert noted["own_left"].sum(axis=0)[n] == sum(one[colour] is None for one in winners)
    tile, scores = "sheldon-amy", []
    for one in result:
        dealt = events([one], "setup")[0]["tiles"]
        scores += [one["result"]["scores"][seat] for seat in range(3) if tile in dealt[seat]]
    assert noted["own_dealt_with"].sum(axis=0)[3] == len(scores)
    assert noted["own_points_with"].sum(axis=0)[3] == sum(scores)


def test_notes_on_cat_box_agree_with_transcripts(tmp_path):
    (noted,) = played(planned("cat-box", players=[4], specials=True), tmp_path, cores=1)
    result = transcripts("cat-box", ["greedy"], 40, players=4, specials=True)
    won, points = 0.0, 0
    for one in result:
        seats = events([one], "setup")[0]["identities"]
        if "chihuahua" in seats:
            seat, winners = seats.index("chihuahua"), one["result"]["winners"]
            won += WHOLE / len(winners) if seat in winners else 0
            points += one["result"]["scores"][seat]
    assert noted["own_won"].sum(axis=0)[6] == won
    assert noted["own_points"].sum(axis=0)[6] == points
    stacks = sum(one["move"] == "stack" for one in events(result, "move"))
    assert noted["own_kept"].sum(axis=0)[0] == 4 * 40 - stacks


def test_one_core_and_two_give_the_same_results(tmp_path):
    study = planned(bots=("greedy", "random"), games=30)
    pages = {
        page(study, played(study, tmp_path / name, **where))
        for name, where in {"one": {"cores": 1}, "two": {"cores": 2}}.items()
    }
    assert len(pages) == 1


def test_a_resumed_study_gives_the_same_results_as_an_uninterrupted_one(tmp_path):
    study = planned(varied={"research": ["white", "purple"]})
    whole = page(study, played(study, tmp_path / "whole", cores=1))
    store = Store(tmp_path / "broken", study)
    running = play_study(study, store, cores=1)
    done = [next(running) for _ in range(8)]
    assert done[0] == 0
    running.close()
    files = sorted(store.folder.iterdir())
    assert len(files) == 7
    files[0].write_bytes(files[0].read_bytes()[:-40])  # as after a power failure
    files[1].write_bytes(b"")
    assert next(play_study(study, store, cores=1)) == 5
    assert page(study, played(study, tmp_path / "broken", cores=1)) == whole


def test_a_finished_study_is_not_played_again(tmp_path):
    study = planned()
    played(study, tmp_path, cores=1)
    assert list(play_study(study, Store(tmp_path, study))) == [40]
    other = planned(bots=("random",))
    assert next(play_study(other, Store(tmp_path, other))) == 0


def test_every_variant_has_the_same_deals(tmp_path):
    study = planned(bots=("random",), varied={"start": ["0", "1"]}, games=10)
    seeds = {(one.played.seed, one.played.deals, one.batches) for one in study.variants}
    assert len(seeds) == 1


def test_variants_that_a_game_does_not_have_are_left_out_and_reported(tmp_path):
    study = planned(players=[4, 5], varied={"research": ["white", "purple"]}, games=5)
    assert [one.players for one in study.left_out] == [5]
    assert "research must be purple" in page(study, played(study, tmp_path, cores=1))
    with pytest.raises(Refused, match="research"):
        planned(varied={"research": ["brown"]})


NOTED = """
import json, sys, warnings
warnings.simplefilter("error")
from katzentisch.games import slugs
from katzentisch.lab.study.plan import Compared, plan_study
from katzentisch.lab.study.runner import play_part
found = {}
for slug in slugs():
    varied = {"specials": True} if slug == "cat-box" else {}
    study = plan_study(slug, varied, Compared([4]), ["greedy", "random"], 2, 3)
    parts = [play_part(study, part)[1] for part in study.parts()[:1]]
    found[slug] = {name: sums.tolist() for name, sums in parts[0].items()}
print(json.dumps(found))
"""


def test_notes_are_the_same_whether_compiled_or_interpreted():
    result = [
        subprocess.run(
            [sys.executable, "-c", NOTED],
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for disabled in ("0", "1")
    ]
    assert json.loads(result[0]) == json.loads(result[1])
