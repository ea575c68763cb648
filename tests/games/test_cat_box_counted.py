"""Cat Box: what is listed as counted adds up to the score."""

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import katzentisch as kt
from katzentisch.bots import play_to_the_end
from katzentisch.games import cat_box as game
from katzentisch.games.cat_box.knowledge.counted import (
    Group,
    counted_now,
    groups_counted,
    groups_of,
    points_counted,
    table_of,
)
from katzentisch.games.core.contract import View

from positions.cat_box import LETTERS, counted, play, scores, table
from referees.cat_box import COLOURS, kitten_groups

RULE_BOOK = """
bb b b

pppp p p p

uu uu u u

lll ll l

yyy yy y

........
"""


def ended(drawing: str, identities: str, **options: object) -> View:
    """What a spectator sees at the end of a game."""
    return game.view(counted(drawing, identities, **options), -1)


def named(drawing: str, identity: str) -> str:
    """The drawing reduced to the groups that count for an identity."""
    view = ended(drawing, f"A: {identity} | B: purple | C: blue | D: yellow")
    rows = drawing.split("\n")
    spots = {spot for group in groups_counted(view)[0] for spot in group}
    kept = (
        "".join(letter if (x, y) in spots else " " for x, letter in enumerate(row)).rstrip()
        for y, row in enumerate(rows)
    )
    return "\n".join(kept).rstrip()


def test_the_largest_group_is_listed_quadrant_by_quadrant():
    assert named("bb b\npbbb\nb  p", "black") == "bb b\n bbb"


def test_the_leftmost_of_equally_large_groups_is_listed():
    assert named("  bb\n\nbb", "black") == "\n\nbb"
    assert named("bb\n\nbb", "black") == "bb"


def test_a_colour_that_is_not_visible_has_no_group():
    assert named("pp", "black") == ""


def test_for_the_chihuahua_all_groups_of_exactly_three_are_listed():
    assert named("bbb yy llll\n     y\n..", "chihuahua") == "bbb yy\n     y"


def test_the_rule_books_example_is_broken_down_into_kittens_and_groups():
    view = ended(RULE_BOOK, "A: black | B: pink | C: purple | D: blue | E: yellow")
    assert points_counted(view) == [[4, 2, 0], [7, 4, 0], [6, 2, 0], [6, 3, 0], [6, 3, 0]]
    view = ended(RULE_BOOK, "A: black | B: pink | C: purple | D: chihuahua")
    assert points_counted(view)[3] == [8, 2 * 2, 0]


def test_unused_tiles_are_listed_separately():
    assert points_counted(ended("bb", "A: black | B: pink", specials=True)) == [
        [2, 2, 5],
        [0, 0, 5],
    ]


def test_what_would_count_is_known_during_the_game():
    state = table("bb/.y", "A: bb.b | B:")
    assert counted_now(game.view(state, 1))["groups"]["black"] == 2
    play(state, "place own 0 at 1,1")
    now = counted_now(game.view(state, 1))
    assert now["visible"] == {
        "black": 5,
        "pink": 0,
        "purple": 0,
        "blue": 0,
        "yellow": 0,
        "empty": 2,
    }


@given(st.lists(st.text("bbbpy. ", min_size=9, max_size=9), min_size=1, max_size=9))
@settings(deadline=None)  # the first one compiles
@example(["b p b    ", "bbpbb    ", "p p p    ", "ppp      "])
def test_every_visible_kitten_is_in_one_group_and_the_groups_are_those_that_scored(rows):
    view = ended("\n".join(rows), "A: chihuahua | B: pink | C: black | D: blue")
    seen = {
        (x, y): LETTERS[letter]
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter != " "
    }
    found = [(colour, group) for colour in COLOURS for group in groups_of(table_of(view), colour)]
    assert Counter((c, len(group)) for c, group in found) == Counter(kitten_groups(seen))
    assert all(seen[spot] == colour for colour, group in found for spot in group)
    assert len({spot for _, group in found for spot in group}) == sum(len(g) for _, g in found)
    event = view["counted"]
    assert counted_now(view) == {**event, "event": "end"}
    assert event["threes"] == len(groups_counted(view)[0])


def finished(players: int, specials: bool) -> Iterator[kt.Match]:
    for seed, bot in enumerate(("random", "greedy")):
        match = kt.new("cat-box", players=players, specials=specials, seed=seed)
        match.seats = [bot] * players
        play_to_the_end(match)
        yield match


@pytest.mark.parametrize("specials", [False, True])
@pytest.mark.parametrize("players", [2, 5])
def test_listed_kittens_groups_and_tiles_add_up_to_every_score(players, specials):
    for match in finished(players, specials):
        view = match.view()
        assert [sum(parts) for parts in points_counted(view)] == match.scores == view["scores"]
        for seat, (seen, of_groups, _) in enumerate(points_counted(view)):
            assert of_groups == worth(groups_counted(view)[seat], view["identities"][seat])
            assert seen == view["counted"]["visible"][content_of(view["identities"][seat])]


def worth(groups: list[Group], identity: str) -> int:
    """What groups are worth: one point per kitten, or for the Chihuahua two per group."""
    return 2 * len(groups) if identity == "chihuahua" else sum(map(len, groups))


def content_of(identity: str) -> str:
    return "empty" if identity == "chihuahua" else identity


def test_counting_from_a_view_agrees_with_counting_the_whole_table():
    for match in finished(3, True):
        assert counted_now(match.view()) == match.events()[-1]
        assert [sum(parts) for parts in points_counted(match.view(0))] == scores(match.state)
