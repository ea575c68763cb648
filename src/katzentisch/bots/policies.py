"""From a level to its moves: the compiled searches and networks, and the memory they need."""

from collections.abc import Callable
from pathlib import Path

from katzentisch.bots import lookahead, networks, search, weights
from katzentisch.bots.levels import FLAT, GREEDY, NETWORK, RANDOM, Level, uncompiled
from katzentisch.bots.tree import Node, Outcome
from katzentisch.games.core import flow
from katzentisch.games.core.cache import BOTS
from katzentisch.games.core.contract import Rules, States
from katzentisch.games.core.jit import is_ready
from katzentisch.games.core.options import TableOptions
from katzentisch.games.core.record import Records, Table
from katzentisch.games.core.rng import Dice

Chooser = Callable[[States, Records[Dice]], int]
"""Takes a table imagined for the seat to act, and dice; returns a move."""


def chooser(level: Level, game: Rules, options: TableOptions) -> Chooser:
    """The function that chooses moves at this level; it thinks less until rules are compiled."""
    choose = policy(level, game, options)
    if is_ready(game, BOTS):
        return choose
    meanwhile = policy(uncompiled(level, game.SLUG), game, options)
    return lambda tables, dice: (choose if is_ready(game, BOTS) else meanwhile)(tables, dice)


def policy(level: Level, game: Rules, options: TableOptions) -> Chooser:
    """The function that chooses moves at this level."""
    if level.way == RANDOM:
        return flow.choose_randomly.of(game)
    if level.way == GREEDY:
        greedy = flow.choose_greedily.of(game)
        return lambda tables, dice: greedy(tables, dice, level.whim)
    if level.way == NETWORK:
        return knower(level, game, options)
    return thinker(level, game)


def knower(level: Level, game: Rules, options: TableOptions) -> Chooser:
    """A network that plays the moves it likes, or thinks ahead if the level has `turns`."""
    path = Path(level.weights) if level.weights else weights.own(game)
    learned = weights.load(path, game.SLUG)
    if level.instead is not None and not learned.knows(options):
        return policy(level.instead, game, options)
    learned.must_know(options)
    evaluator = networks.evaluator_for(game, learned.network, game.count_actions(options))
    if level.turns:
        return foreseer(level, game, learned, evaluator)
    choose, doubt = networks.choose.of(game), level.doubt_among(options.players)
    return lambda tables, dice: choose(tables, evaluator, doubt, dice)


def foreseer(
    level: Level, game: Rules, learned: weights.Learned, evaluator: networks.Evaluator
) -> Chooser:
    """A network that thinks one decision ahead."""
    foresee, settings = lookahead.foresee.of(game), lookahead.Foresight.table(1)
    for name in ("turns", "least", "trust"):
        settings[name] = getattr(level, name)
    plan = learned.header["plan"]
    settings[0].point, settings[0].victory = plan["point"], plan["victory"]
    candidates = lookahead.Candidate.table(lookahead.MOST_CANDIDATES)
    desk = lookahead.LookaheadDesk(settings, candidates, game.State.table(2))
    return lambda tables, dice: foresee(tables, evaluator, desk, dice)


def thinker(level: Level, game: Rules) -> Chooser:
    """A search with the level's settings; its tree exists only while it thinks."""
    think = (search.flat if level.way == FLAT else search.search).of(game)
    desk = search_desk(level, game)

    def choose(tables: States, dice: Records[Dice]) -> int:
        nodes = Node.table(1 + most_nodes(level, game, tables))
        return think(tables, desk._replace(nodes=nodes), dice)

    return choose


def search_desk(level: Level, game: Rules) -> search.SearchDesk:
    """A level's settings and scratch space, without a tree yet."""
    return search.SearchDesk(
        settings_for(level), Node.table(0), game.State.table(2), Outcome.table(1)
    )


def most_nodes(level: Level, game: Rules, tables: States) -> int:
    """A search adds at most one node per iteration; flat has one for each legal move."""
    if level.way == FLAT:
        return int(game.count_legal(game.legal(tables[0])))
    return level.turns


def settings_for(level: Level) -> Table[search.SearchSettings]:
    """A level's settings as compiled code reads them."""
    settings = search.SearchSettings.table(1)
    for name in search.SearchSettings.fields:
        settings[name] = getattr(level, name)
    return settings
