"""Bots: the moves they find, the work they avoid, and their levels."""

from dataclasses import replace

import numpy as np
import pytest

import katzentisch as kt
from katzentisch import bots
from katzentisch.bots import (
    LEVELS,
    NAMES,
    lookahead,
    networks,
    play_to_the_end,
    precompile,
    search,
    weights,
)
from katzentisch.bots.levels import FLAT, GREEDY, NETWORK, SEARCH, Level, level_of
from katzentisch.bots.policies import chooser, search_desk
from katzentisch.bots.tree import ROOT, Node, Outcome, back_up, favourite, grow, plant, tried
from katzentisch.games import cat_in_the_box
from katzentisch.games import game as find_game
from katzentisch.play.seeds import dice_for

from positions.cat_in_the_box import play, table

THINKERS = [
    Level(SEARCH, turns=300),
    Level(SEARCH, turns=300, crowd=3),
    Level(FLAT, turns=50, random_share=100),
]
NAMES_OF_THINKERS = ["search", "in a crowd", "flat"]


def last_trick(won: int):
    """A plays last to a trick that only a 6 or a red card wins, having predicted one trick."""
    state = table(
        "A: 2 6 | B: 1 5 | C: 1 3",
        to_act="B",
        predicted="A: 1 | B: 3 | C: 4",
        won=f"A: {won} | B: 3 | C: {4 - won}",
        tricks_left=1,
    )
    play(state, "play 5 blue", "play 3 blue")
    return state


def chosen(state, level: Level) -> str:
    tables = np.zeros(1, cat_in_the_box.State.dtype)
    tables[0] = state
    choose = chooser(level, cat_in_the_box, cat_in_the_box.read_options({}))
    return cat_in_the_box.name_of(choose(tables, dice_for(1, "test")))


@pytest.mark.parametrize("level", THINKERS, ids=NAMES_OF_THINKERS)
def test_a_bot_takes_the_trick_it_predicted_but_not_one_too_many(level):
    winning = ("play 6 blue", "play 2 red", "play 6 red")
    assert chosen(last_trick(won=0), level) in winning
    assert chosen(last_trick(won=1), level) not in winning


def test_a_forced_move_costs_no_thinking():
    state = table("A: 5 | B: 3 6 | C: 1 2", lost="A: red blue yellow", tricks_left=1)
    tables = np.zeros(1, cat_in_the_box.State.dtype)
    tables[0] = state
    nodes, dice = Node.table(100), dice_for(1, "test")
    desk = search_desk(THINKERS[0], cat_in_the_box)._replace(nodes=nodes)
    before = dice.copy()
    for way in (search.search, search.flat):
        move = way.of(cat_in_the_box)(tables, desk, dice)
        assert cat_in_the_box.name_of(move) == "play 5 green"
    assert not nodes.view(np.uint8).any()
    assert dice == before
    learned = weights.load(weights.own(cat_in_the_box), "cat-in-the-box").network
    evaluator = networks.evaluator_for(cat_in_the_box, learned, 49)
    settings, candidates = lookahead.Foresight.table(1), lookahead.Candidate.table(4)
    desk = lookahead.LookaheadDesk(settings, candidates, cat_in_the_box.State.table(2))
    knowing = networks.choose.of(cat_in_the_box)(tables, evaluator, 1.0, dice)
    ahead = lookahead.foresee.of(cat_in_the_box)
    assert knowing == move == ahead(tables, evaluator, desk, dice)
    assert not evaluator.desk.scores.any()
    assert dice == before


def test_a_tree_records_each_seats_moves_and_their_worth():
    nodes, outcome = Node.table(4), Outcome.blank()
    assert plant(nodes, 0) == 1
    grow(nodes, 1, ROOT, 0, 30)
    grow(nodes, 2, ROOT, 0, 40)
    grow(nodes, 3, 2, 1, 30)
    assert [tried(nodes, ROOT, 0, move) for move in (30, 40, 50)] == [1, 2, -1]
    assert tried(nodes, 2, 0, 30) == -1, "another seat's move is a different one"
    outcome.worth[0], outcome.worth[1] = 0.25, 0.75
    back_up(nodes, 3, outcome)
    back_up(nodes, 2, outcome)
    back_up(nodes, 1, outcome)
    assert nodes["visits"].tolist() == [3, 1, 2, 1]
    assert nodes["total"].tolist() == [0, 0.25, 0.5, 0.75]
    assert favourite(nodes) == 40


@pytest.mark.parametrize(("crowd", "in_tree"), [(3, {0}), (4, {0, 1, 2})])
def test_in_a_crowd_the_tree_holds_only_the_seats_own_moves(crowd, in_tree):
    state = table("A: 1 2 5 6 | B: 1 3 5 6 | C: 1 2 3 4", tricks_left=3)
    tables = np.zeros(1, cat_in_the_box.State.dtype)
    tables[0] = state
    nodes, dice = Node.table(301), dice_for(1, "test")
    desk = search_desk(Level(SEARCH, turns=300, crowd=crowd), cat_in_the_box)
    search.search.of(cat_in_the_box)(tables, desk._replace(nodes=nodes), dice)
    assert set(nodes["seat"][nodes["visits"] > 0].tolist()) == in_tree


def test_each_level_searches_more_than_the_one_below_or_uses_a_network():
    assert set(NAMES) == {"random", "greedy", "flat", "search", *LEVELS}
    for slug in kt.all_games():
        levels = [level_of(name, find_game(slug)) for name in LEVELS]
        assert [level.way for level in levels] == [GREEDY, SEARCH, NETWORK, NETWORK]
        searching = [level.instead or level for level in levels]
        assert [level.way for level in searching] == [GREEDY, SEARCH, SEARCH, SEARCH]
        work = [level.turns for level in searching]
        assert work == sorted(set(work))
        assert level_of("search", find_game(slug)) == searching[-1]


@pytest.mark.parametrize("slug", kt.all_games())
def test_every_way_a_level_chooses_is_compiled_in_advance(slug, monkeypatch):
    game, warmed = find_game(slug), set()

    def watched(level, *more):
        warmed.add((level.way, level.turns > 0))
        return chooser(level, *more)

    monkeypatch.setattr(bots, "chooser", watched)
    precompile.warm_up(game)
    levels = [level_of(name, game) for name in LEVELS]
    assert {(level.way, level.turns > 0) for level in levels} <= warmed


def test_hard_has_doubt_and_expert_has_none():
    for slug in kt.all_games():
        hard, expert = (level_of(name, find_game(slug)) for name in ("hard", "expert"))
        assert (hard.turns, expert.doubt) == (0, 0)
        assert hard.doubt > 0


@pytest.mark.parametrize(
    ("name", "why"),
    [("search:0", "at least one iteration"), ("flat:0", "at least one iteration")]
    + [(f"{name}:5", "does not search") for name in ("random", "greedy", "easy")],
)
def test_searching_bots_need_at_least_one_iteration_and_other_bots_take_none(name, why):
    with pytest.raises(kt.Refused, match=why):
        level_of(name, cat_in_the_box, or_file=True)


def test_only_a_local_player_may_set_how_many_turns_a_bot_searches():
    game = find_game("cat-in-the-box")
    assert level_of("search:70", game, or_file=True).turns == 70
    assert level_of("search", game) == replace(
        level_of("search:7", game, or_file=True), turns=40000
    )
    with pytest.raises(kt.Refused, match="There is no bot 'search:70'"):
        level_of("search:70", game)


def test_the_reference_bot_is_unchanged():
    for slug in kt.all_games():
        flat = level_of("flat", find_game(slug))
        assert (flat.way, flat.turns, flat.random_share) == (FLAT, 1000, 100)


def test_an_unknown_bot_is_refused():
    match = kt.new("cat-in-the-box", seats=["grandmaster"] * 4)
    with pytest.raises(kt.Refused, match="There is no bot 'grandmaster'"):
        play_to_the_end(match)
