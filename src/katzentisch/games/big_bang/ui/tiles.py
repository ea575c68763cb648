"""Tiles as they are drawn."""

from typing import Any

from katzentisch.games.big_bang.rules.components import (
    BONUS,
    COLOURS,
    FIRST_BONUS,
    HALVED,
    LAST_BONUS,
    NEEDED,
    PERSONS,
    SEVENS_HALVED,
    TILES,
    UNWANTED,
    WOMEN,
)
from katzentisch.games.big_bang.ui.messages import describe_tile
from katzentisch.games.core.bits import has
from katzentisch.games.core.i18n import Words

SWAP = "swap-"
HALVING_TILE = TILES[int(SEVENS_HALVED).bit_length() - 1]
BONUS_TILES = TILES[FIRST_BONUS : LAST_BONUS + 1]


def tile_piece(tile: str, _: Words) -> dict[str, Any]:
    """A tile in a picture and in words."""
    return {
        "name": tile,
        "words": describe_tile(tile, _),
        "swaps": tile.removeprefix(SWAP).split("-") if tile.startswith(SWAP) else [],
        "halves": (HALVED, drawn_number(HALVED / 2)) if tile == HALVING_TILE else None,
        **bonus_piece(tile),
    }


def bonus_piece(tile: str) -> dict[str, Any]:
    """The persons a bonus tile needs, the picture of those it forbids, and what it adds."""
    if tile not in BONUS_TILES:
        return {"persons": [], "without": None, "adds": []}
    number = TILES.index(tile)
    return {
        "persons": persons_in(NEEDED[number]),
        "without": unwanted_picture(UNWANTED[number]),
        "adds": [(colour, add) for colour, add in zip(COLOURS, BONUS[number], strict=True) if add],
    }


def unwanted_picture(persons: int) -> str | None:
    """The name of the picture of those who must not be there."""
    if not persons:
        return None
    return "no-women" if persons == WOMEN else "nobody"


def drawn_number(points: float) -> str:
    """Points as they are drawn on cards and tiles: `3½`."""
    whole = int(points)
    return str(whole) if points == whole else f"{whole}½"


def persons_in(members: int) -> list[str]:
    """The persons in a set."""
    return [person for number, person in enumerate(PERSONS) if has(members, number)]
