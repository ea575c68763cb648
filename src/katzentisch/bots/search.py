"""Thinking ahead in imagined worlds: written once over `rules`, compiled for each game.

`search` is information-set Monte Carlo tree search. There is one tree, of what the seat
knows; each turn of the search imagines another world, goes down the tree by moves that are
legal in it, tries one move more, plays on by a simple policy and notes what came of it.

In every world the seat holds the same cards, so the more is thought, the more the others in
the tree play as if they had seen them; and several others leave a tree of all their replies
thin. So a search may leave others out of its tree in a crowd: they play by the simple policy,
and the tree is one of the seat's own plans.

`flat` is its plain cousin: in each world every move is tried once, and played on at random.

Both get a table that was imagined for the seat to act, so they cannot peek, and both
imagine on from there: what a seat imagines depends only on what it has seen.
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

rules: Rules  # each game in its turn
SEVERAL, only_move, random_move = flow.SEVERAL, flow.only_move, flow.random_move

PERCENT = 100
# Whims are words wherever they come from: Numba compiles a game's player for each kind of number.
NO_WHIM = bits(0)


class Habits(Record):
    """How a search thinks; the same for all its turns."""

    turns: int = word()
    curiosity: float = real()  # how much what was seldom tried counts
    breadth: float = real()  # moves tried at a node: this times the root of its visits; 0: all
    whim: int = small()  # of the greedy moves tried first; in hundredths of a point
    random_share: int = small()  # percent of the moves played on with that are random
    rollout_whim: int = small()  # whim of the rest of them
    crowd: int = small()  # from so many players on, the tree has one's own moves only


class SearchDesk(NamedTuple):
    """A search's habits and its room to think, which is written anew at every use."""

    habits: Records[Habits]  # one
    nodes: Nodes
    worlds: States  # two
    outcomes: Records[Outcome]  # one


@long_generic
def search(states: States, desk: SearchDesk, dice: Records[Dice]) -> int:
    """The move to make at the first table, which was imagined by the seat to act."""
    only = only_move(states[0])
    if only != SEVERAL:
        return only
    habits, nodes, worlds, outcomes = desk
    seat = states[0].to_act
    size = plant(nodes, seat)
    for _ in range(habits[0].turns):
        worlds[0] = states[0]
        rules.imagine(worlds[0], seat, dice[0].chance)
        size = think(worlds[0], nodes, size, outcomes[0], habits[0], dice[0])
    return favourite(nodes)


@long_generic
def think(
    world: AnyState, nodes: Nodes, size: int, outcome: Outcome, habits: Habits, dice: Dice
) -> int:
    """One turn of the search, in one world; how many nodes the tree has then."""
    stretch = rules.stretch(world)
    number, grown = ROOT, False
    while not grown and goes_on(world, stretch):
        if is_left_out(world, nodes[ROOT].seat, habits):
            advance(world, simple_move(world, habits, dice), stretch)
        else:
            number, grown = step_down(world, nodes, size, number, habits, dice)
            advance(world, nodes[number].move, stretch)
    play_on(world, stretch, habits, dice)
    weigh(world, outcome)
    back_up(nodes, number, outcome)
    return size + 1 if grown else size


@generic
def is_left_out(world: AnyState, seat: int, habits: Habits) -> bool:
    """Is it another seat's move, which a search in a crowd does not think through?"""
    return world.players >= habits.crowd and world.to_act != seat


@generic
def goes_on(world: AnyState, stretch: int) -> bool:
    """Is there still something to decide before the horizon?"""
    return not rules.is_over(world) and rules.stretch(world) == stretch


@long_generic
def advance(world: AnyState, move: int, stretch: int) -> None:
    """Make a move and let happen what follows, up to the horizon."""
    rules.decide(world, move)
    while not rules.waits(world) and rules.stretch(world) == stretch:
        rules.step(world)


@long_generic
def play_on(world: AnyState, stretch: int, habits: Habits, dice: Dice) -> None:
    """Play by the simple policy up to the horizon."""
    while goes_on(world, stretch):
        advance(world, simple_move(world, habits, dice), stretch)


@long_generic
def simple_move(world: AnyState, habits: Habits, dice: Dice) -> int:
    """A greedy move, or now and then a random one."""
    share = habits.random_share
    if share == PERCENT or (share != 0 and below(dice.chance, PERCENT) < share):
        return random_move(world, dice)
    return rules.greedy_move(world, dice.chance, signed(habits.rollout_whim))


@long_generic
def step_down(
    world: AnyState, nodes: Nodes, size: int, parent: int, habits: Habits, dice: Dice
) -> tuple[int, bool]:
    """The node of the next move to look at, and whether it is a new one."""
    count = rules.count_legal(rules.legal(world))
    best, known = most_promising(world, nodes, parent, habits.curiosity)
    if known < room(nodes[parent].visits, count, habits.breadth):
        move = new_move(world, nodes, parent, known, habits, dice)
        if tried(nodes, parent, world.to_act, move) == NONE:
            grow(nodes, size, parent, world.to_act, move)
            return size, True
    return best, False


@generic
def room(visits: int, count: int, breadth: float) -> int:
    """How many of the legal moves may have been tried after so many visits."""
    if breadth == 0.0:
        return count
    return min(count, 1 + int(breadth * sqrt(visits)))


@long_generic
def most_promising(world: AnyState, nodes: Nodes, parent: int, curiosity: float) -> tuple[int, int]:
    """The best of the moves tried before that are legal here, and how many those are.

    How good one is: what it brought on average, and more the seldomer it was tried out of
    the times that it could have been.
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
    world: AnyState, nodes: Nodes, parent: int, known: int, habits: Habits, dice: Dice
) -> int:
    """A move to try: first the greedy one, then more by whim; or any that was not tried."""
    if habits.breadth == 0.0:
        return untried_move(world, nodes, parent, dice)
    if known == 0:
        return rules.greedy_move(world, dice.chance, NO_WHIM)
    move = rules.greedy_move(world, dice.chance, signed(habits.whim))
    if tried(nodes, parent, world.to_act, move) == NONE:
        return move
    return random_move(world, dice)


@generic
def untried_move(world: AnyState, nodes: Nodes, parent: int, dice: Dice) -> int:
    """A random one of the moves that were not tried; there is one."""
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
    habits, nodes, worlds, outcomes = desk
    legal = rules.legal(states[0])
    count = rules.count_legal(legal)
    plant(nodes, states[0].to_act)
    for n in range(count):
        grow(nodes, ROOT + n + 1, ROOT, states[0].to_act, rules.nth_legal(legal, n))
    for _ in range(habits[0].turns):
        worlds[1] = states[0]
        rules.imagine(worlds[1], states[0].to_act, dice[0].chance)
        for n in range(count):
            worlds[0] = worlds[1]
            try_out(worlds[0], nodes, ROOT + n + 1, outcomes[0], habits[0], dice[0])
    return favourite(nodes)


@long_generic
def try_out(
    world: AnyState, nodes: Nodes, number: int, outcome: Outcome, habits: Habits, dice: Dice
) -> None:
    """Play a move in a world, play on, and note what came of it."""
    stretch = rules.stretch(world)
    advance(world, nodes[number].move, stretch)
    play_on(world, stretch, habits, dice)
    weigh(world, outcome)
    back_up(nodes, number, outcome)
