"""What is worth counting over many games."""

from katzentisch.games.cat_box.rules.components import COLOURS, EMPTY_BOX, QUADRANTS, TILES
from katzentisch.games.cat_box.rules.scoring import count_visible
from katzentisch.games.cat_box.rules.state import COUNT, State
from katzentisch.games.core.bits import how_many
from katzentisch.games.core.jit import rule
from katzentisch.games.core.record import Numbers

FIGURES = ("games", "kittens seen", "empty boxes seen", "squares covered", "tiles used", "rows")
SEAT_FIGURES = ("games", "own kittens or boxes seen", "tiles used")
GAMES, KITTENS, BOXES, COVERED, TILES_USED, ROWS = range(6)


@rule
def tally(state: State, figures: Numbers) -> None:
    """Count what the next automatic step is about to do; called before each step."""
    if state.phase != COUNT:
        return
    kittens = 0
    for colour in range(1, len(COLOURS) + 1):
        kittens += count_visible(state, colour)
    boxes = count_visible(state, EMPTY_BOX)
    figures[GAMES] += 1
    figures[KITTENS] += kittens
    figures[BOXES] += boxes
    figures[COVERED] += QUADRANTS * state.pile_size - kittens - boxes
    figures[ROWS] += state.bottom - state.top + 1
    if state.specials:
        for seat in range(state.players):
            figures[TILES_USED] += len(TILES) - how_many(state.tiles[seat])


@rule
def tally_seat(state: State, seat: int, figures: Numbers) -> None:
    """Count what is about to happen to a seat, in the order of `SEAT_FIGURES`."""
    if state.phase != COUNT:
        return
    figures[0] += 1
    figures[1] += count_visible(state, state.identity[seat])
    if state.specials:
        figures[2] += len(TILES) - how_many(state.tiles[seat])
