"""What is in the box: cards, identities, special tiles, and the options of a game.

A content is a number from 1 to 6: five colours of kittens, then the empty box. A face
packs four of them into twelve bits: the lowest bits of all four quadrants, then the middle
ones, then the highest, each in the order upper left, upper right, lower left, lower right.
An identity is the content its seat wants to see; the Chihuahua wants empty boxes.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, TypeAlias

from katzentisch.games.core.bits import bits
from katzentisch.games.core.errors import Refused, Sentence
from katzentisch.games.core.options import Choice, Choices, TableOptions, read_choices

TITLE = "Cat Box"

SEATS = 5
ZERO = bits(0)  # of the widest type that rules calculate with

COLOURS = ("black", "pink", "purple", "blue", "yellow")
BOX, DOG = "empty", "chihuahua"
CONTENTS = ("", *COLOURS, BOX)
IDENTITIES = ("", *COLOURS, DOG)
EMPTY_BOX = CHIHUAHUA = len(COLOURS) + 1
PLANES = 3  # bits per content

CARDS = 48
QUADRANTS = 4
NO_CARD = -1

# Indexed by the number of players, from 0 to 5.
REMOVED = (0, 0, 1, 2, 3, 2)  # without specials
HAND = (0, 0, 2, 2, 1, 1)
CHIHUAHUA_FROM = 4  # players
SLOTS = 2  # cards in the largest hand

TILES = ("stack", "paw", "scratcher", "mouse", "fish")
STACK, PAW, SCRATCHER, MOUSE, FISH = (bits(1 << tile) for tile in range(len(TILES)))
EVERY_TILE = STACK | PAW | SCRATCHER | MOUSE | FISH
AFTER_PLAYING = PAW | SCRATCHER | MOUSE | FISH

Face: TypeAlias = list[str]
"""The contents of one side: upper left, upper right, lower left, lower right."""
Cards: TypeAlias = list[list[Face]]
"""The front and the back of each card."""


def mirrored(face: Face) -> Face:
    """The other side of a card: left and right swapped."""
    upper_left, upper_right, lower_left, lower_right = face
    return [upper_right, upper_left, lower_right, lower_left]


def packed(face: Face) -> int:
    """A face packed into twelve bits."""
    contents = [CONTENTS.index(name) for name in face]
    return sum(
        (content >> plane & 1) << (QUADRANTS * plane + quadrant)
        for plane in range(PLANES)
        for quadrant, content in enumerate(contents)
    )


def unpacked(face: int) -> Face:
    """The names of a face's contents."""
    bits = [[face >> (QUADRANTS * p + q) & 1 for p in range(PLANES)] for q in range(QUADRANTS)]
    return [CONTENTS[low + 2 * middle + 4 * high] for low, middle, high in bits]


RECONSTRUCTION: Cards = json.loads(files(__package__).joinpath("cards.json").read_text())["cards"]


def choices(players: int) -> Choices:
    """The options other than the number of players."""
    return {
        "start": Choice(range(players), 0),
        "specials": Choice((False, True), False),
    }


PLAYERS = Choice(range(2, SEATS + 1), 4)


@dataclass(frozen=True, kw_only=True)
class Options(TableOptions):
    """The options of a game; `components` may hold an owner's own `cards`."""

    specials: bool

    def cards(self) -> Cards:
        """The cards in play: the owner's own, or else the reconstruction."""
        own: Mapping[str, Cards] = self.components or {}
        return own.get("cards") or RECONSTRUCTION


def read_options(given: Mapping[str, Any]) -> Options:
    """The options that were asked for, with defaults filled in."""
    return Options(**read_choices(TITLE, PLAYERS, choices, given, check_components))


def check_components(components: object) -> None:
    """Refuse an owner's own cards unless all 48 are there, each with both sides."""
    if not isinstance(components, dict) or set(components) != {"cards"}:
        raise Refused('Components must be an object whose only key is "cards".')
    cards = components["cards"]
    if not isinstance(cards, list) or len(cards) != CARDS:
        raise Refused(
            Sentence.ngettext(
                "There must be a list of {n} card.", "There must be a list of {n} cards.", CARDS
            )
        )
    for number, card in enumerate(cards):
        check_card(number, card)


def check_card(number: int, card: object) -> None:
    """A card is a front and a back of four quadrants each; the back mirrors the front."""
    if not isinstance(card, list) or len(card) != 2:
        raise Refused("Card {number} must be a list of two sides.", number=number)
    front, back = card
    check_face(Sentence("Card {number}, front", number=number), front)
    check_face(Sentence("Card {number}, back", number=number), back)
    if back != mirrored(front):
        right = ", ".join(mirrored(front))
        raise Refused(
            "Card {number}, back: must mirror the front left to right: {right}.",
            number=number,
            right=right,
        )


def check_face(place: str, face: object) -> None:
    """A face has four quadrants, each with a colour or `empty`."""
    if not isinstance(face, list) or len(face) != QUADRANTS:
        raise Refused("{place}: must be a list of four squares.", place=place)
    known = CONTENTS[1:]
    for quadrant, name in enumerate(face, start=1):
        if not isinstance(name, str) or name not in known:
            raise Refused(
                "{place}, square {quadrant}: {name!r} is not one of {known}.",
                place=place,
                quadrant=quadrant,
                name=name,
                known=", ".join(known),
            )
