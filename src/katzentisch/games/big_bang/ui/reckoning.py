"""A round's totals taken apart, for the table that shows what counted where, and why.

`scoring` decides; this explains, from what lies on the table and the tiles that are open.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from katzentisch.games.big_bang.rules.components import (
    BONUS,
    COLOURS,
    FIRST_BONUS,
    LAST_BONUS,
    NEEDED,
    PERSONS,
    TILES,
    UNWANTED,
)
from katzentisch.games.core.bits import has

Play = tuple[str, str]  # a card, and the colour for which it was played
SWAP = "swap-"
BONUS_TILES = TILES[FIRST_BONUS : LAST_BONUS + 1]
HALF_A_SEVEN = 3.5


@dataclass(frozen=True)
class Counted:
    """A card that lies before a seat: where it counts, and how much."""

    card: str
    played: str
    counts: str
    value: int
    worth: float


@dataclass(frozen=True)
class Bid:
    """What a seat has in a colour."""

    cards: tuple[Counted, ...]
    bonuses: tuple[tuple[str, int], ...]  # a tile, and what it adds

    @property
    def total(self) -> float:
        """Cards and bonuses together."""
        return sum(card.worth for card in self.cards) + sum(add for _, add in self.bonuses)


def reckon(
    cards: Mapping[str, Any], plays: list[list[Play]], tiles: Collection[str]
) -> list[dict[str, Bid]]:
    """For each seat, its bid in each colour; `cards` are the view's, by name."""
    return [reckon_seat(cards, own, tiles) for own in plays]


def reckon_seat(
    cards: Mapping[str, Any], plays: list[Play], tiles: Collection[str]
) -> dict[str, Bid]:
    """A seat's bids by colour."""
    lying = [counted(cards[card], colour, tiles) for card, colour in plays]
    earned = tiles_earned({cards[card]["shows"] for card, _ in plays}, tiles)
    return {
        colour: Bid(
            tuple(card for card in lying if card.counts == colour),
            tuple((tile, bonus_of(tile, colour)) for tile in earned if bonus_of(tile, colour)),
        )
        for colour in COLOURS
    }


def counted(card: Mapping[str, Any], colour: str, tiles: Collection[str]) -> Counted:
    """One swap applies, two do not; a 7 may count half."""
    value = dict(card["sides"])[colour]
    worth = HALF_A_SEVEN if value == 7 and "sevens-halved" in tiles else value
    return Counted(card["name"], colour, swapped(tiles).get(colour, colour), value, worth)


def swapped(tiles: Collection[str]) -> dict[str, str]:
    """The colours that count for each other."""
    swaps = [tile.removeprefix(SWAP).split("-") for tile in tiles if tile.startswith(SWAP)]
    return dict([swaps[0], swaps[0][::-1]]) if len(swaps) == 1 else {}


def tiles_earned(shown: set[str], tiles: Collection[str]) -> list[str]:
    """The tiles whose bonus a seat gets: all the persons wanted, and none unwanted."""
    return [
        tile
        for tile in tiles
        if tile in BONUS_TILES and shown.issuperset(wants(tile)) and shown.isdisjoint(shuns(tile))
    ]


def wants(tile: str) -> list[str]:
    """The persons that a tile asks for."""
    return persons_in(NEEDED[TILES.index(tile)])


def shuns(tile: str) -> list[str]:
    """The persons that a tile does not bear."""
    return persons_in(UNWANTED[TILES.index(tile)])


def persons_in(members: int) -> list[str]:
    return [person for number, person in enumerate(PERSONS) if has(members, number)]


def bonus_of(tile: str, colour: str) -> int:
    """What a tile adds to a colour."""
    return int(BONUS[TILES.index(tile)][COLOURS.index(colour)])


def leaders(bids: list[dict[str, Bid]], colour: str) -> list[int]:
    """The seats with the highest total; none while nobody's card counts. Several take nothing."""
    if not any(bid[colour].cards for bid in bids):
        return []
    best = max(bid[colour].total for bid in bids)
    return [seat for seat, bid in enumerate(bids) if bid[colour].total == best]
