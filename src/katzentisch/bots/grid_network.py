"""A compiled network for games whose table is a picture; see `learn.networks.grid`.

Only spots near a covered one, where something could be laid, are computed: each layer looks
one spot further than the next one, so the first layer covers the most spots.

The values at a spot are added to all spots around it. Spots in the same row are adjacent in
memory, so their weights are also stored together (`in_rows`) and added in one run.
"""

from typing import NamedTuple

import numpy as np

from katzentisch.bots.flat_network import (
    Octets,
    Reals,
    Words,
    add_up,
    multiply,
    read,
    sift,
    weighed,
)
from katzentisch.bots.grid_arrays import MARGIN, QUADRANTS, SEEN_BY_FIRST, PictureEvaluator
from katzentisch.games.core.contract import AnyState, Rules
from katzentisch.games.core.jit import generic, long_rule, rule
from katzentisch.games.core.observation import WORD_BITS, is_marked

rules: Rules  # each game in turn

ZERO = np.float32(0)


class Box(NamedTuple):
    """A rectangle of the picture: its first and last row and column, inclusive."""

    top: int
    bottom: int
    left: int
    right: int


@rule
def content_at(evaluator: PictureEvaluator, place: int, wanted: int) -> int:
    """The row of weights for the content at a place, by whether it is wanted."""
    content = int(evaluator.desk.octets[place])
    return content + (evaluator.network.first.shape[1] // 2 if content == wanted else 0)


@rule
def wanted_by(evaluator: PictureEvaluator) -> int:
    """The content that the seat wants to see."""
    begin, content = evaluator.network.wanted, 1
    while evaluator.desk.octets[begin + content - 1] == 0:
        content += 1
    return content


@rule
def reach(octets: Octets, side: int) -> Box:
    """The smallest box that contains all covered spots."""
    top, bottom, left, right = side, -1, side, -1
    for y in range(side):
        for x in range(side):
            if octets[y * side + x] != 0:
                top, bottom = min(top, y), max(bottom, y)
                left, right = min(left, x), max(right, x)
    return Box(top, bottom, left, right)


@generic
def look(state: AnyState, evaluator: PictureEvaluator) -> None:
    """Run the network on what the seat to act may know."""
    network, desk = evaluator
    rules.encode(state, state.to_act, desk.seen[0])
    read(network.rows, network.beside, network.beside_bias, desk.octets, desk.beside)
    set_to(desk.context, network.to_table_bias)
    multiply(network.to_table, desk.beside, desk.kept, desk.context)
    box, depth = reach(desk.octets, network.side), len(network.layers)
    mark_near(desk.octets, network.side, box, depth + 1, desk.near)
    read_table(evaluator, wanted_by(evaluator), box)
    for n in range(depth):
        deepen_table(evaluator, n, box, depth - n)
    pool(evaluator, box)
    set_to(desk.known, network.from_beside_bias)
    multiply(network.from_beside, desk.beside, desk.kept, desk.known)
    for i in range(len(desk.known)):
        desk.known[i] += network.pooled_bias[i]
    multiply(network.pooled, desk.pool, desk.kept, desk.known)
    cut(desk.known)


@rule
def set_to(sums: Reals, bias: Reals) -> None:
    """Start each sum at its bias."""
    for i in range(len(sums)):
        sums[i] = bias[i]


@rule
def cut(sums: Reals) -> None:
    """Replace negative values with zero."""
    for i in range(len(sums)):
        sums[i] = max(sums[i], ZERO)


@rule
def widened(box: Box, margin: int, side: int, beside: int) -> tuple[int, int, int, int]:
    """A box enlarged by a margin: the first row and the one after the last, then likewise columns.

    It ends at most `beside` spots outside the picture.
    """
    top, bottom, left, right = box
    first_row, last_row = max(-beside, top - margin), min(side + beside, bottom + margin + 1)
    first, last = max(-beside, left - margin), min(side + beside, right + margin + 1)
    return first_row, last_row, first, last


@rule
def place(side: int, y: int, x: int) -> int:
    """The index at which a spot is stored, in the picture or its margin."""
    return (y + MARGIN) * (side + 2 * MARGIN) + x + MARGIN


@long_rule
def mark_near(octets: Octets, side: int, box: Box, most: int, near: Octets) -> None:
    """Write each spot's distance from the nearest covered one; diagonals count as one step."""
    top, bottom, left, right = widened(box, most, side, 0)
    for y in range(top, bottom):
        for x in range(left, right):
            near[y * side + x] = most + 1
    for v in range(box.top, box.bottom + 1):
        for u in range(box.left, box.right + 1):
            if octets[v * side + u] != 0:
                for y in range(max(top, v - most), min(bottom, v + most + 1)):
                    for x in range(max(left, u - most), min(right, u + most + 1)):
                        far = max(abs(v - y), abs(u - x))
                        near[y * side + x] = min(near[y * side + x], far)


@long_rule
def read_table(evaluator: PictureEvaluator, wanted: int, box: Box) -> None:
    """The first layer: every content adds to the spots that see it."""
    network, desk = evaluator
    side, width = network.side, len(network.first_bias)
    found = desk.found.reshape(-1)
    top, bottom, left, right = widened(box, len(network.layers) + 1, side, MARGIN)
    for y in range(top, bottom):
        for x in range(left, right):
            spot = desk.found[place(side, y, x)]
            for i in range(width):
                spot[i] = network.first_bias[i] + desk.context[i]
    for y in range(box.top, box.bottom + 1):
        for x in range(box.left, box.right + 1):
            if desk.octets[y * side + x] != 0:
                content = content_at(evaluator, y * side + x, wanted)
                for row in range(SEEN_BY_FIRST):
                    at = width * place(side, y + row - MARGIN, x - MARGIN)
                    run = found[at : at + SEEN_BY_FIRST * width]
                    add(network.first[row, content], run)
    for y in range(top, bottom):
        for x in range(left, right):
            cut(desk.found[place(side, y, x)])


@rule
def add(numbers: Reals, sums: Reals) -> None:
    """Add numbers to sums."""
    for i in range(len(sums)):
        sums[i] += numbers[i]


@long_rule
def deepen_table(evaluator: PictureEvaluator, n: int, box: Box, margin: int) -> None:
    """One more layer, on the spots that still matter: those within `margin` of a covered one."""
    network, desk = evaluator
    side, width, weights = network.side, len(network.first_bias), network.layers[n]
    rows = len(weights)
    added = desk.added.reshape(-1)
    top, bottom, left, right = widened(box, margin + 2, side, MARGIN)
    for y in range(top, bottom):
        for x in range(left, right):
            set_to(desk.added[place(side, y, x)], network.biases[n])
    top, bottom, left, right = widened(box, margin + 1, side, 0)
    for y in range(top, bottom):
        for x in range(left, right):
            if desk.near[y * side + x] <= margin + 1:
                found = desk.found[place(side, y, x)]
                count = sift(found, desk.kept)
                for row in range(rows):
                    at = width * place(side, y + row - rows // 2, x - rows // 2)
                    run = added[at : at + rows * width]
                    add_up(weights[row], found, desk.kept, count, run)
    for y in range(top, bottom):
        for x in range(left, right):
            if desk.near[y * side + x] <= margin:
                found = desk.found[place(side, y, x)]
                more = desk.added[place(side, y, x)]
                for i in range(width):
                    found[i] += max(more[i], ZERO)


@long_rule
def pool(evaluator: PictureEvaluator, box: Box) -> None:
    """The mean and the maximum of the values at covered spots."""
    network, desk = evaluator
    side, width = network.side, len(network.first_bias)
    top, bottom, left, right = box
    count = 0
    for i in range(len(desk.pool)):
        desk.pool[i] = ZERO
    for y in range(top, bottom + 1):
        for x in range(left, right + 1):
            if desk.octets[y * side + x] != 0:
                count += 1
                found = desk.found[place(side, y, x)]
                for i in range(width):
                    desk.pool[i] += found[i]
                    desk.pool[width + i] = max(desk.pool[width + i], found[i])
    for i in range(width):
        desk.pool[i] /= np.float32(count)


@generic
def score_actions(state: AnyState, evaluator: PictureEvaluator) -> None:
    """Write the score of every legal action, and mark which are legal."""
    network, desk = evaluator
    rules.mark_legal(state, desk.words, 0)
    plain = desk.scores[:WORD_BITS]
    set_to(plain, network.choice_bias)
    multiply(network.choice, desk.known, desk.kept, plain)
    wanted = wanted_by(evaluator)
    for n in range(len(network.cards)):
        score_card(evaluator, n, wanted)


@long_rule
def score_card(evaluator: PictureEvaluator, n: int, wanted: int) -> None:
    """Score a card at every spot where it may be laid."""
    network, desk = evaluator
    spots = network.side * network.side
    begin = WORD_BITS + spots * network.cards[n, 1]
    if begin >= len(desk.scores) or not any_marked(desk.words, begin, spots):
        return
    for i in range(len(desk.laid)):
        desk.laid[i] = network.card_bias[i] + desk.known[i] + network.owner[n, i]
    for quadrant in range(QUADRANTS):
        content = content_at(evaluator, network.cards[n, 0] + quadrant, wanted)
        for i in range(len(desk.laid)):
            desk.laid[i] += network.card[quadrant, content, i]
    cut(desk.laid)
    set_to(desk.fit, network.fits_bias)
    multiply(network.fits, desk.laid, desk.kept, desk.fit)
    width = len(desk.fit) - 1
    for spot in range(spots):
        if is_marked(desk.words, 0, begin + spot):
            found = desk.found[place(network.side, spot // network.side, spot % network.side)]
            score = desk.fit[width]
            for i in range(width):
                score += desk.fit[i] * found[i]
            desk.scores[begin + spot] = score


@rule
def any_marked(words: Words, begin: int, count: int) -> bool:
    """Is any of these actions legal? (They fill whole words.)"""
    for n in range(begin // WORD_BITS, (begin + count) // WORD_BITS):
        if words[0, n] != 0:
            return True
    return False


@generic
def expected(evaluator: PictureEvaluator) -> float:
    """What the seat can expect to gain by the end, in the units of its training."""
    return weighed(evaluator.network.worth, evaluator.desk.known)
