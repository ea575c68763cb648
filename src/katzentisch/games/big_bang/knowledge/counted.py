"""What counts in a round and why, computed by the scoring rules from what everybody can see.

The rules score a table that contains only what everybody can see, so this works at any
time and for any seat.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from katzentisch.games.big_bang.knowledge.events import points
from katzentisch.games.big_bang.rules.components import BONUS, CARDS, COLOURS, TILES
from katzentisch.games.big_bang.rules.moves import side_of
from katzentisch.games.big_bang.rules.scoring import Parts, take_apart
from katzentisch.games.big_bang.rules.setup import lay_out_card
from katzentisch.games.big_bang.rules.state import State
from katzentisch.games.core.bits import has

Play: TypeAlias = tuple[str, str]
"""A card, and the colour it was played for."""


@dataclass(frozen=True)
class Counted:
    """A card that counts for a colour, and how much."""

    card: str
    played: str  # the colour it was played for; a swap may make it count for another
    worth: float


@dataclass(frozen=True)
class Bid:
    """A seat's bid in a colour."""

    cards: tuple[Counted, ...]
    bonuses: tuple[tuple[str, int], ...]  # each tile and what it adds
    total: float
    leads: bool
    tied: bool  # for the lead


class Bids:
    """The bids of a round: `cards` are the view's, `tiles` the ones that count."""

    def __init__(
        self, cards: list[dict[str, Any]], plays: list[list[Play]], tiles: Collection[str]
    ) -> None:
        self.plays = plays
        self.tiles = tiles
        self.state = table_of(cards, plays, tiles)
        self.parts = Parts.blank()
        take_apart(self.state, self.parts)

    def of(self, seat: int, colour: str) -> Bid:
        """A seat's bid in a colour."""
        column, own = COLOURS.index(colour), 1 << seat
        ahead = int(self.parts.ahead[column])
        return Bid(
            cards=tuple(self._cards(seat, column)),
            bonuses=tuple(self._bonuses(seat, column)),
            total=points(self.state.totals[seat, column]),
            leads=ahead == own,
            tied=ahead != own and ahead & own != 0,
        )

    def _cards(self, seat: int, colour: int) -> Iterator[Counted]:
        counting = self.parts.counting[seat, colour]
        for card, played in self.plays[seat]:
            side = side_named(card, played)
            if has(counting, side):
                yield Counted(card, played, points(self.parts.worth[seat, side]))

    def _bonuses(self, seat: int, colour: int) -> Iterator[tuple[str, int]]:
        for tile in self.tiles:
            number = TILES.index(tile)
            if has(self.parts.earned[seat], number) and BONUS[number][colour]:
                yield tile, BONUS[number][colour]


def table_of(cards: list[dict[str, Any]], plays: list[list[Play]], tiles: Collection[str]) -> State:
    """A table that contains only these plays and tiles."""
    state = State.blank()
    state.players = len(plays)
    state.revealed = set_of_tiles(tiles)
    lying = {card for own in plays for card, _ in own}
    for number, card in enumerate(cards):
        if card["name"] in lying:
            lay_out_card(state, number, card)
    for seat, own in enumerate(plays):
        state.played[seat] = sum(1 << side_named(*play) for play in own)
    return state


def set_of_tiles(tiles: Collection[str]) -> int:
    """These tiles as a set."""
    return sum(1 << TILES.index(tile) for tile in tiles)


def side_named(card: str, colour: str) -> int:
    """The side of a card that counts for a colour."""
    return int(side_of(CARDS.index(card), COLOURS.index(colour)))
