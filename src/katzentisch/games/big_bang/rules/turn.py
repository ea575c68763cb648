"""What is legal, and what a move does.

Every game ends: it has six rounds, and within a round each decision is a seat's only one
about tiles, takes a card out of a hand that is not refilled before scoring, or takes a seat
out of the bidding for good.
"""

from katzentisch.games.big_bang.rules.moves import (
    ACTIVATE_NONE,
    QUIT,
    TILES_FROM,
    card_of,
    sides_in,
)
from katzentisch.games.big_bang.rules.scoring import evaluate, reveal
from katzentisch.games.big_bang.rules.setup import (
    draw_cards,
    draw_chaos,
    is_chaotic,
    set_up,
    turn_up_prizes,
)
from katzentisch.games.big_bang.rules.state import (
    ACTIVATE,
    CHAOS_TILES,
    EVALUATE,
    PLAY,
    PRIZES,
    REVEAL,
    SETUP,
    State,
)
from katzentisch.games.core.bits import EMPTY, bits, first, has, only, place
from katzentisch.games.core.jit import rule

TO_QUIT = bits(1 << QUIT)
TO_ACTIVATE_NONE = bits(1 << ACTIVATE_NONE)
NEXT_LAP = 4  # bits by which a second copy of a set of seats is shifted


@rule
def is_legal(state: State, move: int) -> bool:
    """May this move be made now?"""
    return 0 <= move <= ACTIVATE_NONE and has(legal(state), move)


@rule
def legal(state: State) -> int:
    """Every legal move, as a set."""
    if state.phase == PLAY:
        return legal_plays(state)
    if state.phase == ACTIVATE:
        return legal_activations(state)
    return EMPTY


@rule
def legal_activations(state: State) -> int:
    """A seat may activate one of the tiles it has left, or none."""
    return state.tiles[state.to_act] << TILES_FROM | TO_ACTIVATE_NONE


@rule
def legal_plays(state: State) -> int:
    """A seat plays any card in hand for one of the card's colours, or quits if it may."""
    plays = sides_in(state.hand[state.to_act]) & state.sides
    return plays | TO_QUIT if may_quit(state) else plays


@rule
def may_quit(state: State) -> bool:
    """Any seat may quit on any turn, except the start seat on its first."""
    return state.to_act != state.start or state.played[state.to_act] != 0


@rule
def decide(state: State, move: int) -> None:
    """Make a legal move for the seat to act."""
    if state.phase == PLAY:
        bid(state, move)
    else:
        activate(state, move)


@rule
def step(state: State) -> None:
    """Take the next automatic step."""
    if state.phase == REVEAL:
        reveal(state)
    elif state.phase == EVALUATE:
        evaluate(state)
    elif state.phase == PRIZES:
        turn_up_prizes(state)
        after_prizes(state)
    elif state.phase == CHAOS_TILES:
        draw_chaos(state)
        open_bidding(state)
    elif state.phase == SETUP:
        set_up(state)
    else:
        draw_cards(state)


@rule
def after_prizes(state: State) -> None:
    """Seats with tiles left are asked about them; in chaos modes, tiles come from the pile."""
    if is_chaotic(state):
        state.phase = CHAOS_TILES
        return
    state.phase = ACTIVATE
    state.still_in = owners_of_tiles(state)
    if state.still_in == 0:
        open_bidding(state)
    else:
        state.to_act = in_turn(state.still_in, state.start)


@rule
def owners_of_tiles(state: State) -> int:
    """The seats that have tiles left."""
    owners = EMPTY
    for seat in range(state.players):
        if state.tiles[seat] != 0:
            owners |= only(seat)
    return owners


@rule
def activate(state: State, move: int) -> None:
    """The tile lies in the middle for this round; the next seat is asked."""
    seat = state.to_act
    if move != ACTIVATE_NONE:
        state.active[seat] = only(move - TILES_FROM)
        state.tiles[seat] &= ~state.active[seat]
    state.still_in &= ~only(seat)
    if state.still_in == 0:
        open_bidding(state)
    else:
        state.to_act = in_turn(state.still_in, seat)


@rule
def open_bidding(state: State) -> None:
    """The start seat begins; seats without cards quit automatically."""
    state.still_in = EMPTY
    for seat in range(state.players):
        if state.hand[seat] != 0:
            state.still_in |= only(seat)
    go_on(state, state.start)


@rule
def bid(state: State, move: int) -> None:
    """The card is laid out for the chosen colour; a seat that quits or has no cards left is out.

    (Written without a branch, because a processor cannot predict quitting.)
    """
    seat = state.to_act
    quits = move == QUIT
    hand = state.hand[seat] if quits else state.hand[seat] & ~only(card_of(move))
    state.played[seat] |= EMPTY if quits else only(move)
    state.hand[seat] = hand
    state.still_in &= ~only(seat) if quits or hand == 0 else ~EMPTY
    go_on(state, seat + 1)


@rule
def go_on(state: State, seat: int) -> None:
    """The next seat still in the bidding acts; when none is left, the round is scored."""
    if state.still_in == 0:
        state.phase = REVEAL
    else:
        state.phase = PLAY
        state.to_act = in_turn(state.still_in, seat)


@rule
def in_turn(seats: int, seat: int) -> int:
    """The first of these seats, going clockwise from this one (included)."""
    ahead = (seats | seats << NEXT_LAP) >> seat
    return (seat + place(first(ahead))) % NEXT_LAP
