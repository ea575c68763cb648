"""What is in the box: cards, prizes, tiles, and the options of a game.

The rule book names the tiles, but its pictures are lost: the cards and prizes in
`components.json` are a reconstruction. Owners of the game can substitute their own.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from katzentisch.games.core.bits import bits
from katzentisch.games.core.errors import Refused, Sentence
from katzentisch.games.core.i18n import N_
from katzentisch.games.core.options import Choice, Choices, TableOptions, read_choices

TITLE = "The Big Bang Theory – Das geniale Spiel"

SEATS = 4
ROUNDS = 6
CARDS_AT_FIRST = 5
CARDS_A_ROUND = 2

COLOURS = ("green", "blue", "red")
GREEN, BLUE, RED = range(3)

PERSONS = ("Sheldon", "Leonard", "Howard", "Raj", "Penny", "Amy", "Bernadette")
SHELDON, LEONARD, HOWARD, RAJ, PENNY, AMY, BERNADETTE = (bits(1 << i) for i in range(7))
WOMEN = PENNY | AMY | BERNADETTE
SHOWN = (*PERSONS, "Bazinga", "kittens")

TILES = (
    "swap-blue-red",
    "swap-blue-green",
    "swap-red-green",
    "sheldon-amy",
    "leonard-penny",
    "howard-bernadette",
    "howard-raj",
    "sheldon-alone",
    "raj-no-women",
    "sevens-halved",
)
TILES_IN_WORDS = {
    "swap-blue-red": N_("blue counts as red, red as blue"),
    "swap-blue-green": N_("blue counts as green, green as blue"),
    "swap-red-green": N_("red counts as green, green as red"),
    "sheldon-amy": N_("Sheldon and Amy: green +2, red +2"),
    "leonard-penny": N_("Leonard and Penny: blue +2, red +2"),
    "howard-bernadette": N_("Howard and Bernadette: blue +2, red +2"),
    "howard-raj": N_("Howard and Raj: red +3"),
    "sheldon-alone": N_("Sheldon and nobody else: green +3"),
    "raj-no-women": N_("Raj and no woman: blue +3"),
    "sevens-halved": N_("every 7 counts as 3.5"),
    "none": N_("no tile"),
    "?": N_("a tile face down"),
}
EVERY_TILE = bits(0b11_1111_1111)
SWAPS = bits(0b111)
BONUSES = bits(0b1_1111_1000)
SEVENS_HALVED = bits(0b10_0000_0000)
HALVED = 7  # the value that this tile halves
FIRST_BONUS, LAST_BONUS = 3, 8

# Indexed by tile: the colour that a swap leaves alone.
UNSWAPPED = (GREEN, RED, BLUE)
# Indexed by tile: the persons that a seat must have played, those it must not have played,
# and the bonus in green, blue and red.
NOBODY_AT_ALL = bits(0)
NEEDED = (
    *(NOBODY_AT_ALL, NOBODY_AT_ALL, NOBODY_AT_ALL),
    *(SHELDON | AMY, LEONARD | PENNY, HOWARD | BERNADETTE, HOWARD | RAJ, SHELDON, RAJ),
)
UNWANTED = (
    *(NOBODY_AT_ALL, NOBODY_AT_ALL, NOBODY_AT_ALL),
    *(NOBODY_AT_ALL, NOBODY_AT_ALL, NOBODY_AT_ALL, NOBODY_AT_ALL),
    *(LEONARD | HOWARD | RAJ | WOMEN, WOMEN),
)
BONUS = (
    *((0, 0, 0), (0, 0, 0), (0, 0, 0)),
    *((2, 0, 2), (0, 2, 2), (0, 2, 2), (0, 0, 3), (3, 0, 0), (0, 3, 0)),
)

TILES_EACH = (0, 0, 4, 3, 2)  # indexed by the number of players, from none to four

MODES = ("hidden", "open", "none", "chaos", "chaos-plus")
HIDDEN, OPEN, NONE, CHAOS, CHAOS_PLUS = range(5)

Box = Mapping[str, Any]
"""Cards and prizes, in the form of `components.json`; an owner may supply just one of them."""

OURS: Box = json.loads(files(__package__).joinpath("components.json").read_text())

CARDS: list[str] = [card["name"] for card in OURS["cards"]]
DECK = len(CARDS)
EVERY_CARD = bits((1 << DECK) - 1)
HIGHEST = 9  # of an owner's own cards and prizes; ours are lower


def choices(players: int) -> Choices:
    """The options other than the number of players."""
    return {"tiles": Choice(MODES, MODES[HIDDEN]), "start": Choice(range(players), 0)}


PLAYERS = Choice(range(2, SEATS + 1), 4)


@dataclass(frozen=True, kw_only=True)
class Options(TableOptions):
    """How a game is played; an owner's own components are cards and prizes."""

    tiles: str

    def box(self) -> Box:
        """The cards and prizes in play: the owner's own, if there are any."""
        return {**OURS, **(self.components or {})}


def read_options(given: Mapping[str, Any]) -> Options:
    """The requested options, with defaults filled in."""
    return Options(**read_choices(TITLE, PLAYERS, choices, given, check_components))


def check_components(components: object) -> None:
    """Check an owner's own `cards`, `prizes` or both, each complete."""
    if not isinstance(components, dict) or not components:
        raise Refused('Components must be an object with "cards", "prizes" or both.')
    for name in components:
        if name not in OURS:
            raise Refused('Components can have "cards" and "prizes", but not {name!r}.', name=name)
    if "cards" in components:
        check_cards(components["cards"])
    if "prizes" in components:
        check_prizes(components["prizes"])


def check_cards(cards: object) -> None:
    """A seat's set is 15 cards, with our names in our order, because moves refer to them."""
    if not isinstance(cards, list) or len(cards) != DECK:
        raise Refused(
            Sentence.ngettext(
                "Cards must be a list of {n} card.", "Cards must be a list of {n} cards.", DECK
            )
        )
    for number, (card, name) in enumerate(zip(cards, CARDS, strict=True), start=1):
        if not isinstance(card, dict) or set(card) != {"name", "sides", "shows"}:
            raise Refused(
                'Card {number} must be an object with "name", "sides" and "shows".', number=number
            )
        if card["name"] != name:
            raise Refused(
                "Card {number} must be called {name!r}, not {given!r}:"
                " your cards must keep the names and order of ours.",
                number=number,
                name=name,
                given=card["name"],
            )
        check_card(Sentence("Card {number} ({name})", number=number, name=name), card)


def check_card(here: str, card: Mapping[str, Any]) -> None:
    """A card counts for one or two colours, and shows somebody or something."""
    sides = card["sides"]
    if not isinstance(sides, list) or len(sides) not in (1, 2):
        raise Refused("{here} must have one or two sides.", here=here)
    for number, side in enumerate(sides, start=1):
        check_side(Sentence("{here}, side {number}", here=here, number=number), side)
    if len({colour for colour, _ in sides}) < len(sides):
        raise Refused("{here} has {colour} on both sides.", here=here, colour=sides[0][0])
    if card["shows"] not in SHOWN:
        raise Refused(
            "{here} must show one of {known}, not {shows!r}.",
            here=here,
            known=", ".join(SHOWN),
            shows=card["shows"],
        )


def check_side(here: str, side: object) -> None:
    """Refuse a side of a card unless it is a colour and a value."""
    if not isinstance(side, list) or len(side) != 2:
        raise Refused('{here} must be a colour and a value, such as ["red", 5].', here=here)
    colour, value = side
    if colour not in COLOURS:
        raise Refused(
            "{here}: the colour must be green, blue or red, not {colour!r}.",
            here=here,
            colour=colour,
        )
    if not is_value(value):
        raise Refused(
            "{here}: the value must be a number from 1 to {highest}, not {value!r}.",
            here=here,
            highest=HIGHEST,
            value=value,
        )


def check_prizes(prizes: object) -> None:
    """Six prizes in each colour."""
    if not isinstance(prizes, dict) or set(prizes) != set(COLOURS):
        raise Refused('Prizes must be an object with exactly "green", "blue" and "red".')
    for colour in COLOURS:
        values = prizes[colour]
        if not isinstance(values, list) or len(values) != ROUNDS:
            raise Refused(
                "Prizes, {colour}: there must be {rounds} of them.", colour=colour, rounds=ROUNDS
            )
        for number, value in enumerate(values, start=1):
            if not is_value(value):
                raise Refused(
                    "Prizes, {colour}, number {number}: the value must be a number"
                    " from 1 to {highest}, not {value!r}.",
                    colour=colour,
                    number=number,
                    highest=HIGHEST,
                    value=value,
                )


def is_value(value: object) -> bool:
    """Can a card have this value?"""
    return type(value) is int and 1 <= value <= HIGHEST
