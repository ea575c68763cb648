"""What is worth counting over many games."""

from katzentisch.games.big_bang.rules.components import COLOURS
from katzentisch.games.big_bang.rules.scoring import bonuses_of, cards_paid, swaps_cancel, taker_of
from katzentisch.games.big_bang.rules.state import EVALUATE, State
from katzentisch.games.core.bits import how_many
from katzentisch.games.core.jit import rule
from katzentisch.games.core.record import NOBODY, Numbers

FIGURES = (
    "rounds",
    "cards played",
    "tiles active",
    "swaps cancelled",
    "bonuses",
    "prizes taken",
    "cards paid",
)
SEAT_FIGURES = ("rounds", "cards played", "bonuses", "prizes taken", "cards paid")
ROUNDS, CARDS_PLAYED, TILES_ACTIVE, SWAPS_CANCELLED, BONUSES, PRIZES_TAKEN, CARDS_PAID = range(7)


@rule
def tally(state: State, figures: Numbers) -> None:
    """Count what the next automatic step will do; called before each one."""
    if state.phase != EVALUATE:
        return
    tiles = state.revealed
    figures[ROUNDS] += 1
    figures[TILES_ACTIVE] += how_many(tiles)
    figures[SWAPS_CANCELLED] += 1 if swaps_cancel(tiles) else 0
    for seat in range(state.players):
        figures[CARDS_PLAYED] += how_many(state.played[seat])
        figures[BONUSES] += how_many(bonuses_of(state, seat))
    for colour in range(len(COLOURS)):
        taker = taker_of(state, colour)
        if taker != NOBODY:
            figures[PRIZES_TAKEN] += 1
            figures[CARDS_PAID] += how_many(cards_paid(state, taker, colour))


@rule
def tally_seat(state: State, seat: int, figures: Numbers) -> None:
    """Count what the next step will do for a seat, in the order of `SEAT_FIGURES`."""
    if state.phase != EVALUATE:
        return
    figures[0] += 1
    figures[1] += how_many(state.played[seat])
    figures[2] += how_many(bonuses_of(state, seat))
    for colour in range(len(COLOURS)):
        if taker_of(state, colour) == seat:
            figures[3] += 1
            figures[4] += how_many(cards_paid(state, seat, colour))
