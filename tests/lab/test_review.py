"""Reviews: what decisions cost, luck separated from skill, and no peeking."""

import json
import random
import re
import subprocess
import sys
from functools import cache

import numpy as np
import pytest

from katzentisch.bots import play_to_the_end
from katzentisch.games.core.errors import Refused
from katzentisch.lab.review.evaluate import (
    Review,
    at_decision,
    gains,
    judged,
    put_together,
    read_review,
    review_decision,
    review_parts,
)
from katzentisch.lab.review.narrate import recounted
from katzentisch.play.match import new_match

from kits import kit

GAME = "ed-the-cat"
TURNS = 300


@cache
def transcript(limit: int = 40) -> dict:
    match = new_match(GAME, {"players": 3, "limit": limit}, 4, ["hard", "random", "greedy"])
    play_to_the_end(match, turns=50)
    return match.transcript()


@cache
def reviewed() -> Review:
    return put_together(transcript(), list(review_parts(transcript(), TURNS, cores=1)))


def test_luck_and_skill_add_up_to_the_result():
    review = reviewed()
    assert sum(seat.result for seat in review.seats) == pytest.approx(1)
    for seat in review.seats:
        assert seat.fair + seat.deal - seat.lost + seat.rest == pytest.approx(seat.result)
    # What one seat gains from a deal, the others lose.
    assert sum(seat.deal for seat in review.seats) == pytest.approx(0, abs=1e-9)
    winner = max(review.seats, key=lambda seat: seat.result)
    assert review.seats.index(winner) in transcript()["result"]["winners"]


def test_the_costs_reported_for_moves_add_up_to_what_the_seat_lost():
    output = recounted(reviewed(), "en")
    for number, seat in enumerate(reviewed().seats):
        own = [one for one in reviewed().decisions if one.seat == number]
        named = [one.lost for one in own if output.grade(one) != "fine"]
        assert sum(named) == pytest.approx(seat.lost)
    assert any(seat.lost > 0 for seat in reviewed().seats)


def test_every_decision_is_reviewed_and_the_curve_always_adds_up_to_one_win():
    review = reviewed()
    moves = [event["move"] for event in transcript()["events"] if event["event"] == "move"]
    assert [one.move for one in review.decisions] == moves
    for one in review.decisions:
        assert sum(one.outlook) == pytest.approx(1)
        assert len(one.choices) == (min(one.legal, 10) if one.legal > 1 else 0)
        assert one.legal == 1 or one.move in [choice.move for choice in one.choices]


def test_a_random_player_loses_more_by_its_moves_than_a_strong_one():
    thinker, at_random, _ = reviewed().seats
    assert at_random.lost > thinker.lost


def test_a_review_does_not_depend_on_the_number_of_cores():
    again = put_together(transcript(), list(review_parts(transcript(), TURNS, cores=2)))
    assert again == reviewed()


def test_the_search_knows_only_what_the_seat_knew():
    number = next(one.number for one in reviewed().decisions if one.number > 6 and one.legal > 3)
    plain = review_decision(transcript(), TURNS, number)
    match, move = at_decision(transcript(), number)
    kit(GAME).swap_unseen(match.state, plain.seat, random.Random(1))
    swapped = judged(plain, match, move, match.legal_numbers(), TURNS)
    assert swapped == plain


def test_the_luckiest_of_equally_good_moves_does_not_seem_better():
    chance = np.random.default_rng(3)
    losses = [gains(chance.normal(0, 1, (200, 8)), made=0).mean() for _ in range(300)]
    assert abs(np.mean(losses)) < 0.015
    better = chance.normal(0, 1, (2000, 3)) + np.array([0.0, 0.5, 0.0])
    assert gains(better, made=0).mean() == pytest.approx(0.5, abs=0.1)


@pytest.mark.parametrize(("language", "word"), [("en", "was worth"), ("de", "mehr vom Sieg wert")])
def test_a_review_can_be_read_as_text_and_as_a_page(language, word):
    output = recounted(reviewed(), language)
    assert word in output.text()
    page = output.page()
    assert "<svg" in page
    assert not re.search(r'(src|href)="(?!#)', re.sub(r"<svg.*?</svg>", "", page, flags=re.S))
    assert "{" not in output.text()


def test_a_review_can_be_stored_and_read():
    assert read_review(json.loads(json.dumps(reviewed().to_dict()))) == reviewed()
    with pytest.raises(Refused, match="version 1"):
        read_review({"review": 0})


def test_an_unfinished_game_is_refused():
    match = new_match(GAME, {"players": 3}, 4)
    with pytest.raises(Refused, match="finished"):
        list(review_parts(match.transcript(), TURNS, cores=1))


def test_the_command_prints_json(tmp_path):
    file = tmp_path / "games.jsonl"
    file.write_text(json.dumps(transcript(1)) + "\n")
    command = [sys.executable, "-m", "katzentisch", "review", str(file), "--turns", "20"]
    done = subprocess.run(
        [*command, "--cores", "1", "--json", "--out", str(tmp_path / "page.html")],
        capture_output=True,
        text=True,
        check=False,
    )
    output = json.loads(done.stdout)
    assert (output["review"], output["game"], len(output["seats"])) == (1, GAME, 3)
    assert (tmp_path / "page.html").exists()
    missing = subprocess.run([*command, "--game", "2"], capture_output=True, text=True, check=False)
    assert missing.returncode == 2
    assert "has no game number 2" in missing.stderr
