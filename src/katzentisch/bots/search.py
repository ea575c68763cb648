"""Thinking ahead in imagined worlds: written once over `rules`, compiled for each game.

`search` is information-set Monte Carlo tree search. It has one tree, of what the seat knows.
Each iteration imagines another world, descends the tree by moves that are legal in it, tries
one new move, plays on with a simple policy and records the result.

The seat holds the same cards in every world, so the longer it thinks, the more the others in
the tree play as if they had seen those cards; and with several others, a tree of all their
replies stays thin. So a search may leave the others out of its tree when there are many: they
play with the simple policy, and the tree contains only the seat's own plans.

`flat` is simpler: in each world it tries every move once and plays on at random.

Both get a table that was imagined for the seat to act, so they cannot peek, and both
imagine further worlds from it: what a seat imagines depends only on what it has seen.
"""

from math import log, sqrt
from typing import NamedTuple

from katzentisch.bots.payoffs import weigh
from katzentisch.bots.tree import (
    NONE,
    ROOT,
    Nodes,
    Outcome,
    back_up,
    favourite,
    grow,
    plant,
    tried,
)
from katzentisch.games.core import flow
from katzentisch.games.core.bits import bits, signed
from katzentisch.games.core.contract import AnyState, Rules, States
from katzentisch.games.core.jit import generic, long_generic
from katzentisch.games.core.record import Record, Records, real, small, word
from katzentisch.games.core.rng import Dice, below

rules: Rules  # each game in turn
SEVERAL, only_move, random_move = flow.SEVERAL, flow.only_move, flow.random_move

PERCENT = 100
# All whims are words, because Numba compiles a game's player again for each type of number.
NO_WHIM = bits(0)


class SearchSettings(Record):
    """How a search thinks; the same for all its iterations."""

    turns: int = word()
    curiosity: float = real()  # how much rarely tried moves are preferred
    breadth: float = real()  # moves tried at a node, per square root of its visits; 0: all
    whim: int = small()  # of the greedy moves tried first; in hundredths of a point
    random_share: int = small()  # percentage of moves that are random when playing on
    rollout_whim: int = small()  # whim of the other moves when playing on
    crowd: int = small()  # with this many players or more, the tree has only the seat's own moves


class SearchDesk(NamedTuple):
    """A search's settings and its scratch space, which is overwritten at every use."""

    settings: Records[SearchSettings]  # one
    nodes: Nodes
    worlds: States  # two
    outcomes: Records[Outcome]  # one


@long_generic
def search(states: States, desk: SearchDesk, dice: Records[Dice]) -> int:
    """The move to make at the first table, which was imagined for the seat to act."""
    only = only_move(states[0])
    if only != SEVERAL:
        return only
    settings, nodes, worlds, outcomes = desk
    seat = states[0].to_act
    size = plant(nodes, seat)
    for _ in range(settings[0].turns):
        worlds[0] = states[0]
        rules.imagine(worlds[0], seat, dice[0].chance)
        size = think(worlds[0], nodes, size, outcomes[0], settings[0], dice[0])
    return favourite(nodes)


@long_generic
def think(
    world: AnyState, nodes: Nodes, size: int, outcome: Outcome, settings: SearchSettings, dice: Dice
) -> int:
    """Run one iteration, in one world; return the new size of the tree."""
    stretch = rules.stretch(world)
    number, grown = ROOT, False
    while not grown and goes_on(world, stretch):
        if is_left_out(world, nodes[ROOT].seat, settings):
            advance(world, simple_move(world, settings, dice), stretch)
        else:
            number, grown = step_down(world, nodes, size, number, settings, dice)
            advance(world, nodes[number].move, stretch)
    play_on(world, stretch, settings, dice)
    weigh(world, outcome)
    back_up(nodes, number, outcome)
    return size + 1 if grown else size


@generic
def is_left_out(world: AnyState, seat: int, settings: SearchSettings) -> bool:
    """Is it the turn of a seat that the search leaves out of its tree?"""
    return world.players >= settings.crowd and world.to_act != seat


@generic
def goes_on(world: AnyState, stretch: int) -> bool:
    """Is there anything left to decide before the horizon?"""
    return not rules.is_over(world) and rules.stretch(world) == stretch


@long_generic
def advance(world: AnyState, move: int, stretch: int) -> None:
    """Make a move and let the game run on automatically, up to the horizon."""
    rules.decide(world, move)
    while not rules.waits(world) and rules.stretch(world) == stretch:
        rules.step(world)


@long_generic
def play_on(world: AnyState, stretch: int, settings: SearchSettings, dice: Dice) -> None:
    """Play on with the simple policy up to the horizon."""
    while goes_on(world, stretch):
        advance(world, simple_move(world, settings, dice), stretch)


@long_generic
def simple_move(world: AnyState, settings: SearchSettings, dice: Dice) -> int:
    """A greedy move, or now and then a random one."""
    share = settings.random_share
    if share == PERCENT or (share != 0 and below(dice.chance, PERCENT) < share):
        return random_move(world, dice)
    return rules.greedy_move(world, dice.chance, signed(settings.rollout_whim))


@long_generic
def step_down(
    world: AnyState, nodes: Nodes, size: int, parent: int, settings: SearchSettings, dice: Dice
) -> tuple[int, bool]:
    """The node of the next move to look at, and whether it is new."""
    count = rules.count_legal(rules.legal(world))
    best, known = most_promising(world, nodes, parent, settings.curiosity)
    if known < room(nodes[parent].visits, count, settings.breadth):
        move = new_move(world, nodes, parent, known, settings, dice)
        if tried(nodes, parent, world.to_act, move) == NONE:
            grow(nodes, size, parent, world.to_act, move)
            return size, True
    return best, False


@generic
def room(visits: int, count: int, breadth: float) -> int:
    """How many of the legal moves may be tried after this many visits."""
    if breadth == 0.0:
        return count
    return min(count, 1 + int(breadth * sqrt(visits)))


@long_generic
def most_promising(world: AnyState, nodes: Nodes, parent: int, curiosity: float) -> tuple[int, int]:
    """The best of the moves already tried that are legal here, and how many of those there are.

    A move is rated by its mean result, plus a bonus that grows with how often it could have
    been tried and shrinks with how often it was.
    """
    best, chosen, known = -1.0, NONE, 0
    child = nodes[parent].child
    while child != NONE:
        node = nodes[child]
        if node.seat == world.to_act and rules.is_legal(world, node.move):
            known += 1
            node.offers += 1
            bound = curiosity * sqrt(log(node.offers) / node.visits)
            promise = node.total / node.visits + bound
            if promise > best:
                best, chosen = promise, child
        child = node.sibling
    return chosen, known


@long_generic
def new_move(
    world: AnyState, nodes: Nodes, parent: int, known: int, settings: SearchSettings, dice: Dice
) -> int:
    """A move to try: first the greedy one, then others on a whim; or any untried one."""
    if settings.breadth == 0.0:
        return untried_move(world, nodes, parent, dice)
    if known == 0:
        return rules.greedy_move(world, dice.chance, NO_WHIM)
    move = rules.greedy_move(world, dice.chance, signed(settings.whim))
    if tried(nodes, parent, world.to_act, move) == NONE:
        return move
    return random_move(world, dice)


@generic
def untried_move(world: AnyState, nodes: Nodes, parent: int, dice: Dice) -> int:
    """A random untried move; there must be one."""
    legal = rules.legal(world)
    count = rules.count_legal(legal)
    n = below(dice.chance, count)
    while tried(nodes, parent, world.to_act, rules.nth_legal(legal, n)) != NONE:
        n = n + 1 if n + 1 < count else 0
    return rules.nth_legal(legal, n)


@long_generic
def flat(states: States, desk: SearchDesk, dice: Records[Dice]) -> int:
    """The move that does best at the first table when everybody plays on at random."""
    only = only_move(states[0])
    if only != SEVERAL:
        return only
    settings, nodes, worlds, outcomes = desk
    legal = rules.legal(states[0])
    count = rules.count_legal(legal)
    plant(nodes, states[0].to_act)
    for n in range(count):
        grow(nodes, ROOT + n + 1, ROOT, states[0].to_act, rules.nth_legal(legal, n))
    for _ in range(settings[0].turns):
        worlds[1] = states[0]
        rules.imagine(worlds[1], states[0].to_act, dice[0].chance)
        for n in range(count):
            worlds[0] = worlds[1]
            try_out(worlds[0], nodes, ROOT + n + 1, outcomes[0], settings[0], dice[0])
    return favourite(nodes)


@long_generic
def try_out(
    world: AnyState,
    nodes: Nodes,
    number: int,
    outcome: Outcome,
    settings: SearchSettings,
    dice: Dice,
) -> None:
    """Make a move in a world, play on, and record the result."""
    stretch = rules.stretch(world)
    advance(world, nodes[number].move, stretch)
    play_on(world, stretch, settings, dice)
    weigh(world, outcome)
    back_up(nodes, number, outcome)
