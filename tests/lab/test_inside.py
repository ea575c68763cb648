"""How experts play: their habits, play with the score hidden, and the page about it."""

import json
from collections import Counter

import numpy as np
import pytest

from katzentisch.bots import Bot, play_to_the_end
from katzentisch.games import cat_box as game
from katzentisch.games import slugs
from katzentisch.games.big_bang.statistics import habits as big_bang
from katzentisch.games.cat_box.statistics import habits as cat_box
from katzentisch.games.cat_in_the_box.statistics import habits as cat_in_the_box
from katzentisch.games.ed_the_cat.statistics import habits as ed_the_cat
from katzentisch.lab.experts.commentary import numbers_shown
from katzentisch.lab.experts.expert import EXPERT, all_alike
from katzentisch.lab.intervals import interval
from katzentisch.play.match import new_match

import inside
import inside_parts
from blinded_page import judged, verdict
from inside_page import page
from inside_parts import OTHER, counts, habits_of, missing, parts, without_old
from score_blind import BEFORE, LATE, Blindness, blind_deal, without_standing

WITH_STANDING = ["big-bang", "cat-in-the-box", "ed-the-cat"]


def played(slug, players, seed, bot="greedy"):
    match = new_match(slug, {"players": players}, seed, [bot] * players)
    play_to_the_end(match)
    return match


def notes_of(habits, transcript):
    return [(note.row, note.value) for note in habits.notice(transcript)]


def move(seat, name, *legal):
    return {"event": "move", "seat": seat, "move": name, "legal": [name, *legal]}


@pytest.mark.parametrize("slug", slugs())
def test_every_row_of_every_table_occurs_and_shares_are_between_0_and_1(slug):
    habits, seen = habits_of(slug), set()
    shares = {row for table in habits.TABLES if table.percent for row in table.rows}
    for players in counts(slug):
        for seed in range(4):
            transcript = played(slug, players, seed).transcript(legal=True)
            for row, value in notes_of(habits, transcript):
                seen.add(row)
                assert row not in shares or 0 <= value <= 1, row
    result = {row for table in habits.TABLES for row in table.rows}
    assert result <= seen, result - seen


def test_trumping_when_able_to_follow_is_noticed():
    events = [
        move(0, "play 5 blue", "play 5 green", "play 3 blue"),
        move(1, "play 3 red", "play 3 blue"),
        move(2, "play 1 green", "play 1 red"),
        {"event": "trick", "winner": 1},
    ]
    notes = dict(cat_in_the_box.notice_plays(events, 3))
    assert notes["lead highest"] == 1
    assert notes["lead blue"] == 1
    assert (notes["able follow"], notes["able red"], notes["able other"]) == (0, 1, 0)
    assert notes["unable red"] == 0  # the third could have trumped as well
    assert notes["red wins"] == 1


def test_discards_are_related_to_the_hand_and_predictions_to_the_score():
    events = [
        {"event": "deal", "hands": [[1, 2, 2, 6], [1, 1, 3, 4], [5, 5, 6, 6]]},
        *(move(0, "discard 2"), move(1, "discard 4"), move(2, "discard 5")),
        *(move(0, "predict 1"), move(1, "predict 4"), move(2, "predict 3")),
    ]
    notes = list(cat_in_the_box.notice_hands(events, 3, [10, 3, 9]))
    assert [n.value for n in notes if n.row == "discard double"] == [1, 0, 1]
    assert [n.value for n in notes if n.row == "discard lowest"] == [0, 0, 1]
    assert ("mean ahead", 1) in notes
    assert ("mean behind", 4) in notes
    assert ("mean first", 1) in notes
    assert ("mean last", 3) in notes
    assert ("mean with 3", 3) in notes  # 5, 6 and 6 are left


def test_in_ed_hits_on_the_leader_and_on_the_smallest_hand_are_noticed():
    events = [
        move(0, "play 1 on 2"),
        {"event": "take", "from": 0, "by": 2, "cards": [3, 4], "to": "discard"},
        move(1, "play 3 on 0"),
        {"event": "draw", "seat": 0, "cards": [1, 1, 1], "to": "hand"},
        move(2, "play 5 on 1"),
    ]
    notes = list(ed_the_cat.notice_targets(events, [50, 80, 20], 99))
    assert [n.value for n in notes if n.row == "hits fewest cards"] == [1, 1]
    assert [n.value for n in notes if n.row == "hits leader"] == [0, 0]
    assert ("late trailing leader", 0) in notes
    assert ("late leading last", 1) in notes


def test_in_ed_a_round_that_goes_in_circles_is_only_counted():
    transcript = {
        "options": {"players": 3, "limit": 99},
        "events": [
            *(move(n % 3, "play 8", "play 9 on 0") for n in range(ed_the_cat.LONG)),
            {"event": "round", "ended_by": None, "points": [1, 2, 3]},
        ],
    }
    assert notes_of(ed_the_cat, transcript) == [("long", 1), ("rounds", 1)]


def test_in_big_bang_the_first_card_is_related_to_the_prizes():
    prizes = {"event": "prizes", "green": 2, "blue": 3, "red": 4}
    events = [
        move(0, "activate none", "activate swap-blue-red"),
        move(0, "play r7 red", "play g5b2 green"),
        move(1, "quit", "play g5b2 green"),
    ]
    notes = dict(big_bang.notice_first(events, 6, prizes))
    assert notes == {"first best": 1, "first worst": 0, "first seven": 1, "quits late": 1}
    assert dict(big_bang.notice_tiles(events, 6)) == {"tile 6": 0, "uses swap": 0}


@pytest.mark.parametrize("players", [2, 5])
def test_in_cat_box_the_table_is_tracked_card_by_card(players):
    match = played("cat-box", players, 3)
    twin = new_match("cat-box", {"players": players}, 3)
    for event, table in cat_box.replayed(match.transcript()):
        assert game.view(table, event["seat"]) == game.view(twin.state, event["seat"])
        before = {(one["x"], one["y"]): one["content"] for one in twin.view()["table"]}
        card = cat_box.laid(table, cat_box.move_in(event))
        twin.play(event["move"])
        after = {(one["x"], one["y"]): one["content"] for one in twin.view()["table"]}
        assert len(card.covered) == len(before) + 4 - len(after)
        assert Counter(after.values()) - Counter(card.face) == Counter(before.values()) - Counter(
            card.covered
        )
    assert twin.over


@pytest.mark.parametrize("slug", WITH_STANDING)
def test_hiding_the_score_hides_nothing_else(slug):
    habits, checked = habits_of(slug), 0
    match = new_match(slug, {"players": 3}, 5)
    bots = [Bot("greedy", match, seat) for seat in range(3)]
    while not match.over:
        twin = without_standing(match, habits.forget_standing)
        points = {"total", "points"}
        for name in match.state.dtype.names:
            if name not in points:
                assert np.array_equal(match.state[name], twin.state[name]), name
        assert len(set(twin.scores)) == 1
        assert twin.legal_numbers() == match.legal_numbers()
        assert habits.is_late(twin.state) == habits.is_late(match.state)
        checked += len(set(match.scores)) > 1
        match.play(bots[match.to_act].choose(match))
    assert checked > 10


@pytest.mark.parametrize("slug", WITH_STANDING)
@pytest.mark.parametrize("time", [LATE, BEFORE])
def test_a_bot_that_ignores_the_score_loses_nothing_when_it_is_hidden(slug, time):
    found = Blindness(*blind_deal(slug, 3, 2, time, "random", habits_of(slug)))
    assert found.wins == pytest.approx(1 / 3)
    assert found.lead == pytest.approx(0)
    assert (found.gain, found.otherwise) == (0, 0)
    assert found.decisions > 5


def test_a_network_sometimes_plays_differently_when_the_score_is_hidden():
    found = [Blindness(*blind_deal("ed-the-cat", 3, n, LATE, EXPERT, ed_the_cat)) for n in range(8)]
    assert 0 < sum(one.otherwise for one in found) < sum(one.decisions for one in found)


@pytest.mark.parametrize("slug", slugs())
def test_an_expert_asked_directly_plays_like_the_bot_that_sees_an_imagined_table(slug):
    match = new_match(slug, {"players": 3}, 8)
    asked = all_alike(EXPERT, match)
    bots = [Bot(EXPERT, match, seat, or_file=True) for seat in range(3)]
    for _ in range(40):
        move = bots[match.to_act].choose(match)
        assert asked[match.to_act].choose(match) == move
        match.play(move)


def test_the_first_and_last_rounds_are_shown_or_both_ends_of_a_single_long_one():
    assert numbers_shown([0, 0, 1, 1, 2]) == [range(2), range(4, 5)]
    assert numbers_shown([0] * 12) == [range(12)]
    assert numbers_shown([0] * 50) == [range(9), range(41, 50)]


def test_results_of_a_replaced_network_are_dropped_and_the_others_are_kept():
    slug, other = "ed-the-cat", "network cat-box"
    expert, medium = f"habits {slug} 3 {EXPERT}", f"habits {slug} 3 {OTHER}"
    old = {f"network {slug}": {"sha256": "old"}, expert: {}, medium: {}, other: {}}
    left = without_old(dict(old), slug)
    assert set(left) == {f"network {slug}", medium, other}
    assert without_old(dict(left), slug) == left


def test_the_first_part_of_everything_is_played_before_any_second_part():
    tasks = missing({}, 300, "cat-in-the-box")
    assert {part.number for part in tasks[:10]} == {0}
    assert len(tasks) == len(set(tasks)) == len(list(parts(300, "cat-in-the-box")))
    assert {part.who for part in parts(300, "cat-box")} == {EXPERT, OTHER}  # it has no rounds


def test_the_page_says_whether_knowing_the_score_helps():
    less, equal, more = (interval([mean - 1.0, mean, mean + 1.0]) for mean in (90, 100, 110))
    assert judged(less, LATE) == "So knowing the score helps to win."
    assert "matters there too, or" in judged(less, BEFORE)
    assert "no evidence" in judged(equal, LATE)
    assert "better to ignore" in judged(more, LATE)


def test_nothing_is_claimed_where_hiding_the_score_changes_nothing():
    changed = np.array([[0.3, 0, 0, 1, 2], [0.32, 0, 0, 1, 2]])
    same = np.array([[0.5, 0, 0, 0, 2]] * 40)
    result = " ".join(verdict({(3, LATE): changed, (2, LATE): same, (3, BEFORE): same[:0]}, LATE))
    assert result.startswith("- When blind late in the match, a seat wins 93.0 ±")
    assert "not significant for any single number of players" in result.replace("   ", " ")


def test_experts_are_measured_and_described_end_to_end(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(inside_parts, "BATCH", 2)
    monkeypatch.setattr(inside_parts, "CANDIDATES", 3)
    monkeypatch.setattr(inside_parts.thoughts, "__defaults__", (5,))
    file = tmp_path / "inside.json"
    command = ["play", str(file), "--game", "ed-the-cat", "--games", "2", "--cores", "1"]
    inside.main(command)
    results = json.loads(file.read_text())
    inside.main(command)
    assert json.loads(file.read_text()) == results  # nothing was missing
    capsys.readouterr()
    inside.main(["page", str(file)])
    text = capsys.readouterr().out
    lessons = results["network ed-the-cat"]["lessons"]
    assert f"The network was trained for {lessons:,} lessons" in text
    for wanted in ("### Whom it targets", "### Knowing the score", "fair share", "| Ada |"):
        assert wanted in text
    assert "## Cat Box" not in text  # it was not played
    assert text.rstrip("\n").split("\n") == list(page(results))
