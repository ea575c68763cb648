"""The tree of a search: what was tried after which moves, and with what results.

Its nodes are stored in one array that is allocated before the search begins.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from katzentisch.games.core.bits import ONE, bits
from katzentisch.games.core.jit import rule
from katzentisch.games.core.record import MOST_SEATS, Record, Records, real, word

ROOT = bits(0)
NONE = bits(-1)


class Node(Record):
    """A move that was tried after the moves on the way to it."""

    move: int = word()
    seat: int = word()  # that makes it; for the root, the seat that thinks
    parent: int = word()  # the move that it follows
    child: int = word()  # the move last tried after it, or NONE
    sibling: int = word()  # the alternative tried before it, or NONE
    visits: int = word()
    offers: int = word()  # how often it could have been made
    total: float = real()  # the sum of its seat's results over all visits


class Outcome(Record):
    """What a played-out game is worth to each seat."""

    worth: NDArray[np.float64] = real(MOST_SEATS)


Nodes: TypeAlias = Records[Node]


@rule
def plant(nodes: Nodes, seat: int) -> int:
    """Start a tree for a seat, and return how many nodes it has."""
    nodes[ROOT].seat = seat
    nodes[ROOT].child = NONE
    nodes[ROOT].parent = NONE
    nodes[ROOT].visits = 0
    return ONE


@rule
def grow(nodes: Nodes, number: int, parent: int, seat: int, move: int) -> None:
    """Add a node with this number for a move that has not been tried before."""
    node = nodes[number]
    node.move = move
    node.seat = seat
    node.parent = parent
    node.child = NONE
    node.sibling = nodes[parent].child
    node.visits = 0
    node.offers = 1
    node.total = 0.0
    nodes[parent].child = number


@rule
def tried(nodes: Nodes, parent: int, seat: int, move: int) -> int:
    """The node of this seat's move after its parent, or NONE."""
    child = nodes[parent].child
    while child != NONE and (nodes[child].move != move or nodes[child].seat != seat):
        child = nodes[child].sibling
    return child


@rule
def back_up(nodes: Nodes, number: int, outcome: Outcome) -> None:
    """Record the outcome for a move and for all moves on the way to it."""
    while number != ROOT:
        node = nodes[number]
        node.visits += 1
        node.total += outcome.worth[node.seat]
        number = node.parent
    nodes[ROOT].visits += 1


@rule
def favourite(nodes: Nodes) -> int:
    """The most visited move; if tied, the one with the larger total."""
    child = nodes[ROOT].child
    best = child
    while child != NONE:
        more = nodes[child].visits - nodes[best].visits
        if more > 0 or (more == 0 and nodes[child].total > nodes[best].total):
            best = child
        child = nodes[child].sibling
    return nodes[best].move
