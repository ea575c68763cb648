"""From a level to a move: the compiled searches with the room they need."""

from collections.abc import Callable
from typing import Any

from katzentisch.bots import search
from katzentisch.bots.levels import FLAT, GREEDY, RANDOM, Level
from katzentisch.bots.tree import Node, Outcome
from katzentisch.games.ground import flow
from katzentisch.games.ground.contract import Rules

Chooser = Callable[[Any, Any], int]
"""From a table imagined by the seat to act, and dice, to a move."""


def chooser(level: Level, game: Rules) -> Chooser:
    """What chooses as this level does."""
    if level.way == RANDOM:
        return flow.choose_randomly.of(game)
    if level.way == GREEDY:
        greedy = flow.choose_greedily.of(game)
        return lambda tables, dice: greedy(tables, dice, level.whim)
    return thinker(level, game)


def thinker(level: Level, game: Rules) -> Chooser:
    """A search with its habits; the tree is there only while it thinks."""
    think = (search.flat if level.way == FLAT else search.search).of(game)
    habits = habits_of(level)
    worlds, outcomes = game.State.table(2), Outcome.table(1)

    def choose(tables: Any, dice: Any) -> int:
        nodes = Node.table(1 + most_nodes(level, game, tables))
        return think(tables, worlds, nodes, outcomes, habits, dice)

    return choose


def most_nodes(level: Level, game: Rules, tables: Any) -> int:
    """Each turn of a search adds one node at most; flat has one for each legal move."""
    if level.way == FLAT:
        return int(game.count_legal(game.legal(tables[0])))
    return level.turns


def habits_of(level: Level) -> Any:
    """A level's habits as compiled code reads them."""
    habits = search.Habits.table(1)
    for name in habits.dtype.names or ():
        habits[0][name] = getattr(level, name)
    return habits
