"""Why a move is not legal: the rule it breaks, in one sentence."""

from katzentisch.games.cat_box.rules.components import FISH, MOUSE, PAW, SCRATCHER, STACK
from katzentisch.games.cat_box.rules.moves import (
    BY_MOUSE,
    ELSE,
    END,
    FROM_SEAT,
    RESERVED,
    SCRATCH,
    USE_PAW,
    USE_STACK,
    seat_fished,
    slot_fished,
    spot_of,
    thing_of,
    using,
)
from katzentisch.games.cat_box.rules.placing import ON_STACK, ROOMY, barred_spots, vacated, way_of
from katzentisch.games.cat_box.rules.sources import owner_of, slot_of
from katzentisch.games.cat_box.rules.state import NOWHERE, PLACE, TILE, State
from katzentisch.games.cat_box.rules.table import (
    LOWER,
    column_at,
    four_at,
    pair_at,
    row_at,
    within_box,
    x_of,
    y_of,
)
from katzentisch.games.cat_box.rules.tiles import has_tile
from katzentisch.games.cat_box.rules.turn import things, way_to_put
from katzentisch.games.core.bits import has, how_many
from katzentisch.games.core.errors import Sentence
from katzentisch.games.core.phases import OVER


def why_not(state: State, move: int) -> str:
    """The rule that an illegal move breaks, in one sentence."""
    if state.phase == OVER:
        return Sentence("The game is over.")
    thing, spot = thing_of(move), spot_of(move)
    if thing <= RESERVED:
        return why_not_place(state, thing, spot)
    if not state.specials:
        return Sentence("Tiles belong to the special rules, which are not in play.")
    if move == using(USE_STACK):
        return why_not_stack(state)
    if state.phase != TILE:
        return Sentence("A card must be played first.")
    if thing == SCRATCH:
        return missing(state, SCRATCHER) or Sentence("A scratcher goes on a square of the table.")
    if thing < ELSE:
        return missing(state, MOUSE) or why_not_carry(state, thing, spot)
    if move == using(USE_PAW):
        return missing(state, PAW) or Sentence("There is no second card that can be placed.")
    return missing(state, FISH) or why_not_fish(state, move)


def missing(state: State, tile: int) -> str:
    """Why the seat to act cannot use a tile; empty if it has the tile."""
    names = {STACK: "stack", PAW: "paw", SCRATCHER: "scratcher", MOUSE: "mouse", FISH: "fish"}
    if has_tile(state, tile):
        return ""
    return Sentence(
        "Seat {to_act} has already used its {name}.", to_act=state.to_act, name=names[tile]
    )


def why_not_stack(state: State) -> str:
    """Why the stack tile cannot be used."""
    if state.phase != PLACE:
        return missing(state, STACK) or Sentence("A stack is used before playing a card.")
    return missing(state, STACK) or Sentence(
        "A stack may be used only if some card can be played after it."
    )


def why_not_fish(state: State, move: int) -> str:
    """Why the fishing tile cannot be used on this card, or the turn cannot end."""
    if move == using(END):
        return Sentence("This turn cannot end yet.")
    seat, slot = seat_fished(move), slot_fished(move)
    if seat >= state.players:
        return Sentence("There is no seat {seat}.", seat=seat)
    return Sentence("Seat {seat} has no card {slot} in hand.", seat=seat, slot=slot)


def why_not_place(state: State, source: int, spot: int) -> str:
    """Why this card cannot be laid there."""
    if state.phase == TILE:
        return Sentence("A card has been played; now use a tile or end the turn.")
    found, roomy = things(state)
    if not has(found, source):
        return why_not_within_reach(state, source)
    x, y = int(x_of(spot)), int(y_of(spot))
    return why_not_lie(state, way_to_put(state, source, roomy), x, y, covered_at(state, x, y))


def why_not_within_reach(state: State, source: int) -> str:
    """Why this card cannot be taken."""
    seat = int(state.to_act)
    if source == RESERVED:
        return Sentence("Seat {seat} has no reserved card.", seat=seat)
    owner, slot = int(owner_of(state, source)), int(slot_of(source))
    if owner >= state.players:
        return Sentence("There is no seat {seat}.", seat=owner)
    if source >= FROM_SEAT and owner == seat:
        return Sentence("Seat {seat} plays its own cards as `own`, secret side up.", seat=seat)
    return Sentence("Seat {seat} has no card {slot} in hand.", seat=owner, slot=slot)


def covered_at(state: State, x: int, y: int) -> int:
    """How many quadrants a card here would cover."""
    return int(how_many(four_at(state, x, y))) if within_box(state, x, y) else 0


def why_not_lie(state: State, way: int, x: int, y: int, covered: int) -> str:
    """Why a card cannot lie there."""
    if covered == 0:
        return Sentence("A card must cover at least one square on the table.")
    if pair_at(barred_spots(state, row_at(state, y)), column_at(state, x)) & 1:
        return Sentence("The squares around a scratcher may not be covered.")
    if way == ON_STACK:
        return Sentence("Even a stacked card covers at most three kittens.")
    if way == ROOMY:
        return Sentence(
            "A face with an empty box covers one or two squares, not {covered}.", covered=covered
        )
    return Sentence(
        "A face with four kittens covers exactly one square, not {covered}.", covered=covered
    )


def why_not_carry(state: State, thing: int, spot: int) -> str:
    """Why the mouse cannot carry this card there."""
    card = thing - BY_MOUSE
    found, _ = things(state)
    if not has(found, thing):
        return why_not_movable(state, card)
    if spot == state.at[card]:
        return Sentence(
            "Card {card} is already there; a mouse moves it to another place.", card=card
        )
    x, y = int(x_of(spot)), int(y_of(spot))
    return why_not_lie(state, way_of(state, card), x, y, covered_without(state, card, x, y))


def why_not_movable(state: State, card: int) -> str:
    """Why this card cannot be moved."""
    if state.at[card] == NOWHERE:
        return Sentence("Card {card} is not on the table.", card=card)
    if card == state.just_played:
        return Sentence(
            "Card {card} has just been played; the mouse must move a different card.", card=card
        )
    return Sentence(
        "Card {card} is covered; a mouse moves only a card with no square covered.", card=card
    )


def covered_without(state: State, card: int, x: int, y: int) -> int:
    """How many quadrants a card here would cover if the one moved were not on the table."""
    if not within_box(state, x, y):
        return 0
    row, column = row_at(state, y), column_at(state, x)
    upper = pair_at(vacated(state, card, row), column)
    lower = pair_at(vacated(state, card, row + 1), column)
    return int(how_many(four_at(state, x, y) & ~(upper | lower << LOWER)))
