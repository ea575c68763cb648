"""What moves are worth: written once over `rules`, compiled for each game.

A search spends most of its iterations on the moves it likes. To find what another move would have
been worth, `appraise` gives every move the same number of iterations, in the same imagined worlds,
each with its own search tree. `outlook` shows who is winning: how a game with all cards known
ends if everybody continues with the simple policy.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from katzentisch.bots.flat_network import Places
from katzentisch.bots.payoffs import weigh
from katzentisch.bots.search import SearchDesk, SearchSettings, advance, goes_on, play_on, think
from katzentisch.bots.tree import Nodes, Outcome, plant
from katzentisch.games.core.contract import AnyState, Rules, States
from katzentisch.games.core.jit import generic, long_generic
from katzentisch.games.core.record import Records
from katzentisch.games.core.rng import Dice, next_word

rules: Rules  # each game in turn

Worths: TypeAlias = NDArray[np.float64]


class AppraisalDesk(NamedTuple):
    """A search's settings and its scratch space for several moves, overwritten at every use."""

    settings: Records[SearchSettings]  # one
    trees: Records[Nodes]  # one per move
    sizes: Places  # the number of nodes in each
    worlds: States  # two
    outcomes: Records[Outcome]  # one


@generic
def follow(
    world: AnyState,
    move: int,
    tree: Nodes,
    size: int,
    outcome: Outcome,
    settings: SearchSettings,
    dice: Dice,
) -> int:
    """Make a move and search for one iteration; return the new number of nodes in its tree."""
    stretch = rules.stretch(world)
    advance(world, move, stretch)
    if goes_on(world, stretch):
        return think(world, tree, size, outcome, settings, dice)
    weigh(world, outcome)
    return size


@long_generic
def appraise(
    states: States, moves: Places, desk: AppraisalDesk, dice: Records[Dice], worths: Worths
) -> None:
    """Write the value of each of these moves to every seat, iteration by iteration.

    The first table was imagined for the seat to act.
    """
    settings, trees, sizes, worlds, outcomes = desk
    seat = states[0].to_act
    for n in range(len(moves)):
        sizes[n] = plant(trees[n], seat)
    for turn in range(worths.shape[0]):
        worlds[1] = states[0]
        rules.imagine(worlds[1], seat, dice[0].chance)
        for n in range(len(moves)):
            worlds[0] = worlds[1]
            sizes[n] = follow(
                worlds[0], moves[n], trees[n], sizes[n], outcomes[0], settings[0], dice[0]
            )
            for other in range(worths.shape[2]):
                worths[turn, n, other] = outcomes[0].worth[other]


@long_generic
def outlook(states: States, desk: SearchDesk, dice: Records[Dice], worths: Worths) -> None:
    """Write the first table's value to every seat: as it stands, then after each playout.

    Every playout uses its own random numbers.
    """
    settings, _, worlds, outcomes = desk
    stretch = rules.stretch(states[0])
    for turn in range(worths.shape[0]):
        worlds[0] = states[0]
        if turn != 0:
            worlds[0].chance[0] = next_word(dice[0].chance)
            play_on(worlds[0], stretch, settings[0], dice[0])
        weigh(worlds[0], outcomes[0])
        for seat in range(worths.shape[1]):
            worths[turn, seat] = outcomes[0].worth[seat]
