"""A learned network, compiled: from what a seat may know to a score for each action.

What a seat may know is encoded in bytes (a game's `Seen`). Each input of the network is a
question about one of them: is it at least a given value? A byte's value thus answers all
questions about it at once, and the first layer only adds up one row of numbers per byte.
Residual layers follow, and the last one gives the scores and what the seat can expect.

Sums are computed in a fixed order, skipping zeros, so that every machine gets the same results.
"""

from math import exp
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from katzentisch.games.core.contract import AnyState, Rules
from katzentisch.games.core.jit import compiled_as, generic, long_rule, rule
from katzentisch.games.core.observation import WORD_BITS, is_marked
from katzentisch.games.core.record import Record, Records
from katzentisch.games.core.rng import Dice, below

rules: Rules  # each game in turn

BYTE_VALUES = 256
LOWEST_BYTE = -128
NO_ROW = 0
AT_ONCE = 4  # rows
FINE = 1 << 24  # the resolution of random numbers
Reals: TypeAlias = NDArray[np.float32]
Octets: TypeAlias = NDArray[np.int8]
Rows: TypeAlias = NDArray[np.int16]  # for each byte, the row that each of its values adds
Places: TypeAlias = NDArray[np.int64]
Words: TypeAlias = NDArray[np.int64]  # legal actions as bits


class Network(NamedTuple):
    """The learned weights, as compiled code reads them."""

    rows: Rows  # of `first`
    first: Reals
    first_bias: Reals
    layers: Reals  # each from what it reads to what it adds
    biases: Reals
    choice: Reals  # from the last layer to the actions' scores
    choice_bias: Reals
    worth: Reals  # from the last layer to what the seat can expect; its bias comes last


class Desk(NamedTuple):
    """Scratch space, overwritten at every use."""

    seen: Records[Record]  # a game's `Seen`
    octets: Octets  # the same bytes
    words: Words
    found: Reals  # the values of the last layer computed
    kept: Places  # where they are not zero
    added: Reals  # by one layer
    scores: Reals  # of all actions


class Evaluator(NamedTuple):
    """A network with its own desk, ready to evaluate tables."""

    network: Network
    desk: Desk


def evaluator_for(game: Rules, network: Network, actions: int) -> Evaluator:
    """A network with the scratch space for a game."""
    seen = game.Seen.table(1)
    width = network.first.shape[1]
    words = np.zeros((1, -(-actions // WORD_BITS)), np.int64)
    desk = Desk(
        seen,
        seen.view(np.int8),
        words,
        np.zeros(width, np.float32),
        np.zeros(width, np.int64),
        np.zeros(width, np.float32),
        np.zeros(network.choice.shape[1], np.float32),
    )
    return Evaluator(network, desk)


@generic
def look(state: AnyState, evaluator: Evaluator) -> None:
    """Run the network on what the seat to act may know, up to the last layer."""
    network, desk = evaluator
    rules.encode(state, state.to_act, desk.seen[0])
    read(network.rows, network.first, network.first_bias, desk.octets, desk.found)
    for n in range(network.layers.shape[0]):
        deepen(network.layers[n], network.biases[n], desk.found, desk.kept, desk.added)


@long_rule
def read(rows: Rows, first: Reals, bias: Reals, octets: Octets, found: Reals) -> None:
    """The first layer: a row for each byte that is above its minimum."""
    for i in range(len(found)):
        found[i] = bias[i]
    for place in range(rows.shape[0]):
        row = rows[place, int(octets[place]) - LOWEST_BYTE]
        if row != NO_ROW:
            for i in range(len(found)):
                found[i] += first[row, i]
    for i in range(len(found)):
        found[i] = max(found[i], np.float32(0))


@long_rule
def deepen(weights: Reals, bias: Reals, found: Reals, kept: Places, added: Reals) -> None:
    """One more layer, whose results are added to those of the previous layer."""
    for i in range(len(found)):
        added[i] = bias[i]
    multiply(weights, found, kept, added)
    for i in range(len(found)):
        found[i] += max(added[i], np.float32(0))


@long_rule
def multiply(weights: Reals, found: Reals, kept: Places, sums: Reals) -> None:
    """Add the values, times their weights, to the sums.

    Half of the values are zero, and reading their weights would take most of the time.
    """
    add_up(weights, found, kept, sift(found, kept), sums)


@rule
def sift(found: Reals, kept: Places) -> int:
    """Write where values are not zero, and return how many are. (No branch is mispredicted.)"""
    count = 0
    for k in range(len(found)):
        kept[count] = k
        count += int(found[k] != 0)
    return count


@rule
def add_up(weights: Reals, found: Reals, kept: Places, count: int, sums: Reals) -> None:
    """Add the kept values, times their weights, to the sums, four rows at a time."""
    fours = count - count % AT_ONCE
    for n in range(0, fours, AT_ONCE):
        add_four(weights, found, kept, n, sums)
    for n in range(fours, count):
        add_row(weights, found, kept[n], sums)


# Both forms add in the same order; element by element, plain Python would take seconds.


def add_four(weights: Reals, found: Reals, kept: Places, n: int, sums: Reals) -> None:
    """Add four rows, starting with the nth one kept."""
    a, b, c, d = kept[n : n + AT_ONCE]
    sums += (found[a] * weights[a] + found[b] * weights[b]) + (
        found[c] * weights[c] + found[d] * weights[d]
    )


@compiled_as(add_four)
def add_four_one_by_one(weights: Reals, found: Reals, kept: Places, n: int, sums: Reals) -> None:
    """Add four rows, starting with the nth one kept."""
    a, b, c, d = kept[n], kept[n + 1], kept[n + 2], kept[n + 3]
    p, q, r, s = found[a], found[b], found[c], found[d]
    for i in range(len(sums)):
        sums[i] += (p * weights[a, i] + q * weights[b, i]) + (r * weights[c, i] + s * weights[d, i])


def add_row(weights: Reals, found: Reals, k: int, sums: Reals) -> None:
    """Add one row."""
    sums += found[k] * weights[k]


@compiled_as(add_row)
def add_row_one_by_one(weights: Reals, found: Reals, k: int, sums: Reals) -> None:
    """Add one row."""
    for i in range(len(sums)):
        sums[i] += found[k] * weights[k, i]


@generic
def score_actions(state: AnyState, evaluator: Evaluator) -> None:
    """Write every action's score, and mark which are legal."""
    network, desk = evaluator
    for i in range(len(desk.scores)):
        desk.scores[i] = network.choice_bias[i]
    multiply(network.choice, desk.found, desk.kept, desk.scores)
    rules.mark_legal(state, desk.words, 0)


@generic
def expected(evaluator: Evaluator) -> float:
    """What the seat can expect to gain by the end, in the units of its training."""
    return weighed(evaluator.network.worth, evaluator.desk.found)


@rule
def weighed(weights: Reals, found: Reals) -> float:
    """The weighted sum of the values; the last weight is the bias."""
    total = weights[len(found)]
    for i in range(len(found)):
        total += weights[i] * found[i]
    return float(total)


@long_rule
def best_action(words: Words, scores: Reals) -> int:
    """The legal action with the highest score."""
    best, chosen = np.float32(-np.inf), 0
    for n in range(words.shape[1]):
        if words[0, n] != 0:
            for action in range(WORD_BITS * n, min(WORD_BITS * (n + 1), len(scores))):
                if is_marked(words, 0, action) and scores[action] > best:
                    best, chosen = scores[action], action
    return chosen


@long_rule
def as_chances(words: Words, scores: Reals) -> None:
    """Turn the scores of legal actions into probabilities that add up to 1."""
    best, total = -1e30, 0.0
    for action in range(len(scores)):
        if is_marked(words, 0, action):
            best = max(best, scores[action])
    for action in range(len(scores)):
        if is_marked(words, 0, action):
            scores[action] = exp(scores[action] - best)
            total += scores[action]
    for action in range(len(scores)):
        if is_marked(words, 0, action):
            scores[action] /= total


@long_rule
def likely_action(words: Words, scores: Reals, dice: Dice) -> int:
    """A legal action, drawn at random with the network's probabilities."""
    as_chances(words, scores)
    left, chosen = below(dice.chance, FINE) / FINE, 0
    for action in range(len(scores)):
        if is_marked(words, 0, action):
            chosen = action
            left -= scores[action]
            if left < 0:
                return chosen
    return chosen
