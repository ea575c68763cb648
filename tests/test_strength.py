"""The ladder of levels: played in instalments, reported on a page."""

import json

from katzentisch.bots import LEVELS
from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.lab.arena import ladder
from katzentisch.lab.arena.ladder import Encounter, at_once, encounters, missing

import strength
from strength import page


def test_every_level_meets_the_one_below_in_every_game_at_every_player_count():
    met = {(one.game, one.players, one.one, one.others) for one in encounters()}
    for slug in slugs():
        for players in find_game(slug).PLAYERS.values:
            for lower, higher in [("easy", "medium"), ("medium", "hard"), ("hard", "expert")]:
                assert (slug, players, higher, lower) in met
    assert LEVELS == ("easy", "medium", "hard", "expert")


def test_every_pairing_gets_some_games_before_any_gets_more():
    tasks = missing({}, 1000, "cat-in-the-box")
    first = {met.key for met, _ in tasks[: len(tasks) // 10]}
    assert first == {met.key for met in encounters("cat-in-the-box")}
    assert sum(met.key == "cat-in-the-box 3 hard medium" for met, _ in tasks) == 334


def test_games_already_played_are_kept_and_only_the_rest_are_played(tmp_path, monkeypatch):
    met = Encounter("cat-in-the-box", 2, "greedy", "random")
    monkeypatch.setattr(ladder, "encounters", lambda _: iter([met]))
    file = tmp_path / "strength.json"
    file.write_text(json.dumps({met.key: {"0": [0.0, -99.0, 2.0]}}))
    strength.main(["play", str(file), "--games", "6", "--cores", "1"])
    found = json.loads(file.read_text())[met.key]
    assert sorted(found) == ["0", "1", "2"]
    assert found["0"] == [0.0, -99.0, 2.0]
    assert found["1"][2] == 2  # rounds


def test_games_played_all_at_once_are_starred_where_there_are_more_of_them():
    key, few, many = "cat-in-the-box 3 expert search:5000", [[0.5, 1.0, 3.0]], [[0.9, 9.0, 3.0]] * 4

    def row(one_by_one: list[list[float]], together: list[list[float]]) -> str:
        results = {
            name: {str(i): found for i, found in enumerate(values)}
            for name, values in ((key, one_by_one), (at_once(key), together))
        }
        return next(line for line in page(results) if line.startswith("| 3 "))

    assert row(few, many).startswith("| 3 | expert | search:5000 | 12\\* | 90.0")
    assert row(many, few).startswith("| 3 | expert | search:5000 | 12 | 90.0")


def test_games_played_at_once_do_not_count_as_missing():
    met = Encounter("cat-in-the-box", 2, "expert", "search:5000")
    assert any(one == met for one, _ in missing({}, 10, "cat-in-the-box"))
    results = {at_once(met.key): {str(n): [0.5, 0.0, 2.0] for n in range(10)}}
    assert all(one != met for one, _ in missing(results, 10, "cat-in-the-box"))


def test_the_page_says_what_the_figures_show():
    def row(one: str, others: str, values: list[list[float]]) -> str:
        results = {
            f"cat-in-the-box 3 {one} {others}": {str(i): found for i, found in enumerate(values)}
        }
        return next(line for line in page(results) if line.startswith("| 3 "))

    stronger = row("hard", "medium", [[0.6, 2.0, 3.0], [0.7, 3.0, 3.0]] * 9)
    assert stronger.startswith("| 3 | hard | medium | 54 | 65.0 ± 2.6% | 33% | 2.50 ± 0.26 |")
    assert stronger.endswith("| stronger |")
    by_points = row("hard", "medium", [[0.1, 2.0, 3.0], [0.6, 3.0, 3.0]] * 9)
    assert by_points.endswith("| stronger by points |")
    weaker = row("search:5000", "expert", [[0.1, -2.0, 3.0], [0.2, 3.0, 3.0]] * 9)
    assert weaker.endswith("| weaker |")
    assert row("hard", "medium", [[0.2, -1, 3.0], [0.5, 1, 3.0]]).endswith("| not shown |")
    assert row("hard", "flat", [[0.9, 6.0, 3.0]]).endswith("| +2.00 points per round |")
