"""The arrays of a network over a picture: its weights, read from a file, and its scratch space."""

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from katzentisch.bots.flat_network import Octets, Places, Reals, Rows, Words
from katzentisch.games.core.contract import Rules
from katzentisch.games.core.observation import WORD_BITS, Picture
from katzentisch.games.core.record import Record, Records

QUADRANTS = 4
SEEN_BY_FIRST = 5  # width of the first layer's window, in spots
MARGIN = SEEN_BY_FIRST // 2  # around the picture, for what is added outside it


class PictureNetwork(NamedTuple):
    """The learned weights, as compiled code reads them."""

    side: int  # of the picture
    wanted: int  # where the flags for the wanted content begin
    cards: Places  # where each card's contents begin, and its window of actions
    rows: Rows  # of `beside`
    beside: Reals
    beside_bias: Reals
    to_table: Reals
    to_table_bias: Reals
    first: Reals  # what each content adds around it, in rows; then the same if it is wanted
    first_bias: Reals
    layers: Reals  # what each value adds around it, in rows
    biases: Reals
    card: Reals  # what each content adds, for each quadrant; then the same if it is wanted
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
    """Scratch space, overwritten at every use."""

    seen: Records[Record]  # a game's `Seen`
    octets: Octets  # the same bytes
    words: Words
    beside: Reals
    context: Reals
    near: Octets  # each spot's distance from the nearest covered one
    found: Reals  # for each spot, including the margin
    added: Reals  # by one layer, likewise
    kept: Places  # indices of the non-zero values of one spot or other vector
    pool: Reals
    known: Reals
    laid: Reals  # of one card
    fit: Reals
    scores: Reals  # of all actions


class PictureEvaluator(NamedTuple):
    """A network with its own desk, ready to evaluate tables."""

    network: PictureNetwork
    desk: PictureDesk


def evaluator_for(game: Rules, network: PictureNetwork, actions: int) -> PictureEvaluator:
    """A network with the scratch space for a game."""
    seen = game.Seen.table(1)
    spots, width = (network.side + 2 * MARGIN) ** 2, len(network.first_bias)
    wide = network.beside.shape[1]

    def room(*shape: int) -> Reals:
        return np.zeros(shape, np.float32)

    desk = PictureDesk(
        seen,
        seen.view(np.int8),
        np.zeros((1, -(-actions // WORD_BITS)), np.int64),
        room(wide),
        room(width),
        np.zeros(network.side**2, np.int8),
        room(spots, width),
        room(spots, width),
        np.zeros(max(wide, 2 * width), np.int64),
        room(2 * width),
        room(wide),
        room(wide),
        room(width + 1),
        room(actions),
    )
    return PictureEvaluator(network, desk)


def picture_network(
    arrays: Mapping[str, Reals], picture: Picture, rows: Rows, beside: Reals
) -> PictureNetwork:
    """The arrays of a file as compiled code reads them."""
    kinds = picture.contents
    as_they_are = set(PictureNetwork._fields) & set(arrays) - {"beside", "first", "layers", "card"}
    return PictureNetwork(
        side=picture.side,
        wanted=picture.wanted,
        cards=np.array(picture.cards, np.int64),
        rows=rows,
        beside=beside,
        first=in_rows(by_content(arrays["first"], kinds)),
        layers=np.stack([in_rows(layer) for layer in arrays["layers"]]),
        card=by_content(arrays["card"].reshape(QUADRANTS, kinds + 2, -1), kinds),
        **{name: arrays[name] for name in as_they_are},
    )


def by_content(weights: Reals, kinds: int) -> Reals:
    """What each content adds, by its number; then the same if it is the wanted one.

    A content is encoded as three flags: its kind, whether it is wanted, and that there is one.
    """
    plain = weights[:, :kinds] + weights[:, kinds + 1 :]
    wanted = plain + weights[:, kinds : kinds + 1]
    nothing = np.zeros_like(plain[:, :1])
    found: Reals = np.concatenate([nothing, plain, nothing, wanted], axis=1)
    return found


def in_rows(weights: Reals) -> Reals:
    """Turn weights for reading the spots of a window into weights for adding to them."""
    seen = math.isqrt(len(weights))
    square = weights.reshape(seen, seen, *weights.shape[1:])[::-1, ::-1]
    return np.ascontiguousarray(square.transpose(0, 2, 1, 3)).reshape(seen, len(weights[0]), -1)
