"""Tiles as they are drawn."""

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
from katzentisch.games.big_bang.ui.messages import describe_tile
from katzentisch.games.core.bits import has
from katzentisch.games.core.i18n import Words

SWAP = "swap-"
BONUS_TILES = TILES[FIRST_BONUS : LAST_BONUS + 1]


def tile_piece(tile: str, _: Words) -> dict[str, Any]:
    """A tile in a picture and in words."""
    return {
        "name": tile,
        "words": describe_tile(tile, _),
        "swaps": tile.removeprefix(SWAP).split("-") if tile.startswith(SWAP) else [],
        **bonus_piece(tile),
    }


def bonus_piece(tile: str) -> dict[str, Any]:
    """The persons a bonus tile needs, how many it forbids, and what it adds."""
    if tile not in BONUS_TILES:
        return {"persons": [], "without": 0, "adds": []}
    number = TILES.index(tile)
    return {
        "persons": persons_in(NEEDED[number]),
        "without": len(persons_in(UNWANTED[number])),
        "adds": [(colour, add) for colour, add in zip(COLOURS, BONUS[number], strict=True) if add],
    }


def persons_in(members: int) -> list[str]:
    """The persons in a set."""
    return [person for number, person in enumerate(PERSONS) if has(members, number)]
