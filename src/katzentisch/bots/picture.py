"""A learned network for a game that is played on a picture, compiled; see `learn.picture`.

Only that part of the picture is worked out in which something lies or could be laid: each
layer looks one spot further than the next one, so the first one begins with the widest.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from katzentisch.bots.network import Reals, multiply, read, weighed
from katzentisch.games.ground.compiling import generic, long_rule, rule
from katzentisch.games.ground.contract import Rules
from katzentisch.games.ground.seeing import WORD_BITS, is_marked

rules: Rules  # each game in its turn

QUADRANTS = 4
SEEN_BY_FIRST = 5  # spots that the first layer sees in each direction, the spot itself included
SEEN_BY_LAYER = 3
ZERO = np.float32(0)


class PictureNetwork(NamedTuple):
    """Numbers learned, as compiled code reads them."""

    side: int  # of the picture
    wanted: int  # where it is told which content one wants
    cards: NDArray[np.int64]  # where a card's contents are told, and its window of actions
    rows: NDArray[np.int16]  # which row of `beside` a byte's value adds, for each byte
    beside: Reals
    beside_bias: Reals
    to_table: Reals
    to_table_bias: Reals
    first: Reals  # for each spot seen: what a content adds; the same if it is the wanted one
    first_bias: Reals
    layers: Reals
    biases: Reals
    card: Reals  # for each quadrant: what a content adds, likewise
    card_bias: Reals
    from_beside: Reals
    from_beside_bias: Reals
    owner: Reals
    fits: Reals
    fits_bias: Reals
    pooled: Reals
    pooled_bias: Reals
    choice: Reals
    choice_bias: Reals
    worth: Reals


class PictureDesk(NamedTuple):
    """Room to think: written anew at every use."""

    seen: Any  # a game's `Seen`
    octets: NDArray[np.int8]  # the same bytes
    words: NDArray[np.int64]  # legal actions as bits
    beside: Reals
    context: Reals
    found: Reals  # for each spot
    added: Reals  # by one layer, for each spot
    pool: Reals
    known: Reals
    laid: Reals  # of one card
    fit: Reals
    scores: Reals  # of all actions


def picture_desk(game: Rules, network: PictureNetwork, actions: int) -> PictureDesk:
    """Room to think about a game."""
    seen = game.Seen.table(1)
    spots, width = network.side**2, network.first.shape[-1]
    wide = network.beside.shape[1]

    def room(*shape: int) -> Reals:
        return np.zeros(shape, np.float32)

    return PictureDesk(
        seen,
        seen.view(np.int8),
        np.zeros((1, -(-actions // WORD_BITS)), np.int64),
        room(wide),
        room(width),
        room(spots, width),
        room(spots, width),
        room(2 * width),
        room(wide),
        room(wide),
        room(width + 1),
        room(actions),
    )


def picture_network(arrays: Any, picture: Any, rows: Any, beside: Any) -> PictureNetwork:
    """The arrays of a file as compiled code reads them."""
    kinds = picture.contents
    taken = {name: arrays[name] for name in PictureNetwork._fields if name in arrays}
    made = {
        "side": picture.side,
        "wanted": picture.wanted,
        "cards": np.array(picture.cards, np.int64),
        "rows": rows,
        "beside": beside,
        "first": by_content(arrays["first"], kinds),
        "card": by_content(arrays["card"].reshape(QUADRANTS, kinds + 2, -1), kinds),
    }
    return PictureNetwork(**taken | made)


def by_content(weights: Any, kinds: int) -> Reals:
    """What each content adds, by its number, and likewise if it is the wanted one.

    A content is told by three flags: its kind, whether it is wanted, and that it is there.
    """
    plain = weights[:, :kinds] + weights[:, kinds + 1 :]
    wanted = plain + weights[:, kinds : kinds + 1]
    nothing = np.zeros_like(plain[:, :1])
    found: Reals = np.concatenate([nothing, plain, nothing, wanted], axis=1)
    return found


@rule
def told(network: Any, octets: Any, place: int, wanted: int) -> int:
    """Which of a content's rows counts."""
    content = int(octets[place])
    return content + (network.first.shape[1] // 2 if content == wanted else 0)


@rule
def wanted_by(network: Any, octets: Any) -> int:
    """The content that the seat wants to see."""
    content = 1
    while octets[network.wanted + content - 1] == 0:
        content += 1
    return content


@rule
def reach(octets: Any, side: int) -> tuple[int, int, int, int]:
    """The first and last row and column in which something lies."""
    top, bottom, left, right = side, -1, side, -1
    for y in range(side):
        for x in range(side):
            if octets[y * side + x] != 0:
                top, bottom = min(top, y), max(bottom, y)
                left, right = min(left, x), max(right, x)
    return top, bottom, left, right


@generic
def look(state: Any, network: Any, desk: Any) -> None:
    """Let the network think about what the seat to act may know."""
    rules.encode(state, state.to_act, desk.seen[0])
    octets = desk.octets
    wanted = wanted_by(network, octets)
    read(network.rows, network.beside, network.beside_bias, octets, desk.beside)
    set_to(desk.context, network.to_table_bias)
    multiply(network.to_table, desk.beside, desk.context)
    box = reach(octets, network.side)
    depth = len(network.layers)
    read_table(network, octets, wanted, box, depth + 1, desk)
    for n in range(depth):
        deepen_table(network, n, box, depth - n, desk)
    pool(network, octets, box, desk)
    set_to(desk.known, network.from_beside_bias)
    multiply(network.from_beside, desk.beside, desk.known)
    for i in range(len(desk.known)):
        desk.known[i] += network.pooled_bias[i]
    multiply(network.pooled, desk.pool, desk.known)
    cut(desk.known)


@rule
def set_to(sums: Any, bias: Any) -> None:
    """Begin a sum."""
    for i in range(len(sums)):
        sums[i] = bias[i]


@rule
def cut(sums: Any) -> None:
    """What is below zero counts nothing."""
    for i in range(len(sums)):
        sums[i] = max(sums[i], ZERO)


@long_rule
def read_table(network: Any, octets: Any, wanted: int, box: Any, margin: int, desk: Any) -> None:
    """The first layer: every content adds to the spots that see it."""
    side, far = network.side, SEEN_BY_FIRST // 2
    top, bottom, left, right = box
    for y in range(max(0, top - margin), min(side, bottom + margin + 1)):
        for x in range(max(0, left - margin), min(side, right + margin + 1)):
            found = desk.found[y * side + x]
            for i in range(len(found)):
                found[i] = network.first_bias[i] + desk.context[i]
            for v in range(max(top, y - far), min(bottom, y + far) + 1):
                for u in range(max(left, x - far), min(right, x + far) + 1):
                    if octets[v * side + u] != 0:
                        spot = SEEN_BY_FIRST * (v - y + far) + u - x + far
                        row = network.first[spot, told(network, octets, v * side + u, wanted)]
                        for i in range(len(found)):
                            found[i] += row[i]
            cut(found)


@long_rule
def deepen_table(network: Any, n: int, box: Any, margin: int, desk: Any) -> None:
    """One layer more, on all spots that still count."""
    side, far = network.side, SEEN_BY_LAYER // 2
    top, bottom, left, right = box
    first_row, last_row = max(0, top - margin), min(side, bottom + margin + 1)
    first_column, last_column = max(0, left - margin), min(side, right + margin + 1)
    for y in range(first_row, last_row):
        for x in range(first_column, last_column):
            added = desk.added[y * side + x]
            set_to(added, network.biases[n])
            for v in range(max(0, y - far), min(side, y + far + 1)):
                for u in range(max(0, x - far), min(side, x + far + 1)):
                    spot = SEEN_BY_LAYER * (v - y + far) + u - x + far
                    multiply(network.layers[n, spot], desk.found[v * side + u], added)
    for y in range(first_row, last_row):
        for x in range(first_column, last_column):
            found, added = desk.found[y * side + x], desk.added[y * side + x]
            for i in range(len(found)):
                found[i] += max(added[i], ZERO)


@long_rule
def pool(network: Any, octets: Any, box: Any, desk: Any) -> None:
    """The mean and the most of what was found where something lies."""
    side, width = network.side, network.first.shape[2]
    top, bottom, left, right = box
    count = 0
    for i in range(len(desk.pool)):
        desk.pool[i] = ZERO
    for y in range(top, bottom + 1):
        for x in range(left, right + 1):
            if octets[y * side + x] != 0:
                count += 1
                found = desk.found[y * side + x]
                for i in range(width):
                    desk.pool[i] += found[i]
                    desk.pool[width + i] = max(desk.pool[width + i], found[i])
    for i in range(width):
        desk.pool[i] /= np.float32(count)


@generic
def score_actions(state: Any, network: Any, desk: Any) -> None:
    """Write the score of every legal action, and which are legal."""
    rules.mark_legal(state, desk.words, 0)
    plain = desk.scores[:WORD_BITS]
    set_to(plain, network.choice_bias)
    multiply(network.choice, desk.known, plain)
    wanted = wanted_by(network, desk.octets)
    for n in range(len(network.cards)):
        score_card(network, n, wanted, desk)


@long_rule
def score_card(network: Any, n: int, wanted: int, desk: Any) -> None:
    """How well a card fits at every spot where it may lie."""
    spots = network.side * network.side
    begin = WORD_BITS + spots * network.cards[n, 1]
    if begin >= len(desk.scores) or not any_marked(desk.words, begin, spots):
        return
    for i in range(len(desk.laid)):
        desk.laid[i] = network.card_bias[i] + desk.known[i] + network.owner[n, i]
    for quadrant in range(QUADRANTS):
        content = told(network, desk.octets, network.cards[n, 0] + quadrant, wanted)
        for i in range(len(desk.laid)):
            desk.laid[i] += network.card[quadrant, content, i]
    cut(desk.laid)
    set_to(desk.fit, network.fits_bias)
    multiply(network.fits, desk.laid, desk.fit)
    width = len(desk.fit) - 1
    for spot in range(spots):
        if is_marked(desk.words, 0, begin + spot):
            score = desk.fit[width]
            for i in range(width):
                score += desk.fit[i] * desk.found[spot, i]
            desk.scores[begin + spot] = score


@rule
def any_marked(words: Any, begin: int, count: int) -> bool:
    """Is any of these actions legal? (They fill whole words.)"""
    for n in range(begin // WORD_BITS, (begin + count) // WORD_BITS):
        if words[0, n] != 0:
            return True
    return False


@generic
def expected(network: Any, desk: Any) -> float:
    """What the seat may expect to gain until the end, in the units of its training."""
    return weighed(network.worth, desk.known)
