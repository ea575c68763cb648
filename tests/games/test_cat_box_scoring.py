"""Cat Box: what counts at the end, and who wins."""

from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from katzentisch.games import cat_box as game
from katzentisch.games.cat_box.knowledge.events import counted as happened

from positions.cat_box import LETTERS, counted, play, scores, table, winners
from referees.cat_box import COLOURS, EMPTY, kitten_groups, largest_groups

# Black 4 + group 2, pink 7 + 4, purple 6 + 2, blue 6 + 3, yellow 6 + 3, eight empty boxes
# and two groups of exactly three.
RULE_BOOK = """
bb b b

pppp p p p

uu uu u u

lll ll l

yyy yy y

........
"""


def test_a_finished_table_has_these_totals():
    state = counted(RULE_BOOK, "A: black | B: pink | C: purple | D: blue | E: yellow")
    event = happened(state)
    assert event["visible"] == {
        "black": 4,
        "pink": 7,
        "purple": 6,
        "blue": 6,
        "yellow": 6,
        "empty": 8,
    }
    assert event["groups"] == {"black": 2, "pink": 4, "purple": 2, "blue": 3, "yellow": 3}
    assert event["threes"] == 2
    assert scores(state) == [6, 11, 8, 9, 9]
    state = counted(RULE_BOOK, "A: black | B: pink | C: purple | D: chihuahua")
    assert scores(state) == [6, 11, 8, 12]


def test_kittens_are_adjacent_by_edges_only():
    state = counted("b \n b", "A: black | B: pink")
    assert scores(state) == [3, 0]


def test_only_one_of_several_largest_groups_scores():
    assert scores(counted("bb bb", "A: black | B: pink"))[0] == 6


@pytest.mark.parametrize(
    ("drawing", "group"),
    [
        ("b", 1),
        ("bbbbb", 5),
        ("b b\nb b\nbbb", 7),
        ("bbb\nb b\nbbb", 8),
        ("bbbbb\n    b\nbbb b\nb   b\nbbbbb", 17),
        ("b b b b\nbbbbbbb\nb b b b", 15),
        ("  b\n bb\nbb\nb", 6),
        ("b b\nbpb\nb b", 3),
    ],
)
@pytest.mark.parametrize(("column", "row"), [(1, 1), (27, 27), (49, 51), (1, 51)])
def test_groups_are_counted_wherever_the_table_is_stored(drawing, group, column, row):
    state = counted(drawing, "A: black | B: pink", column, row)
    assert happened(state)["groups"]["black"] == group


@given(st.lists(st.text("bbbpy. ", min_size=9, max_size=9), min_size=1, max_size=9))
@settings(deadline=None)  # the first one compiles
@example(["b p b    ", "bbpbb    ", "p p p    ", "ppp      "])
def test_every_visible_kitten_counts_in_one_group_of_its_colour(rows):
    event = happened(counted("\n".join(rows), "A: black | B: pink"))
    seen = {
        (x, y): LETTERS[letter]
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter != " "
    }
    groups = kitten_groups(seen)
    assert event["groups"] == largest_groups(groups)
    assert event["threes"] == sum(size == 3 for _, size in groups)
    visible = Counter(seen.values())
    assert event["visible"] == {content: visible[content] for content in (*COLOURS, EMPTY)}


def test_the_chihuahua_scores_whole_groups_of_exactly_three_of_any_colour():
    state = counted("bbb yy\n     y\nllll", "A: chihuahua | B: pink | C: black | D: blue")
    assert scores(state) == [4, 0, 6, 8]


def test_the_chihuahua_counts_empty_boxes():
    assert scores(counted(".. .", "A: chihuahua | B: pink | C: black | D: blue"))[0] == 3


def test_an_unused_tile_is_worth_a_point():
    state = counted("bb", "A: black | B: pink", specials=True)
    assert scores(state) == [4 + 5, 0 + 5]


def test_the_most_points_win():
    assert winners(counted("bb p", "A: black | B: pink")) == "A"


def test_the_chihuahua_wins_its_ties():
    assert winners(counted("bb ....", "A: black | B: chihuahua | C: pink | D: blue")) == "B"


def test_the_chihuahua_does_not_win_a_tie_between_others():
    state = counted("bbb pp p p ..", "A: black | B: chihuahua | C: pink | D: blue")
    assert scores(state) == [6, 4, 6, 0]
    assert winners(state) == "A"


def test_a_tie_goes_to_the_larger_of_the_largest_groups_or_else_is_shared():
    assert winners(counted("bbb pp p p", "A: black | B: pink")) == "A"
    assert winners(counted("bbb pp p p lll", "A: black | B: pink | C: blue")) == "AC"
    assert winners(counted("b", "A: pink | B: blue")) == "AB"


def test_nobody_has_points_before_the_end():
    state = table("bp/uy", "A: | B:")
    play(state, "place own 0 at 1,1")
    assert scores(state) == [0, 0]
    assert game.view(state, 0)["scores"] is None
