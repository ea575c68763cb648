"""What a seat may know as numbers, and moves as actions: for networks and environments.

Seats are counted clockwise from the one that looks: 0 is itself. What stays the same
for a whole table, the values of cards and prizes, is not told.
"""

from katzentisch.games.big_bang.components import (
    COLOURS,
    DECK,
    MODES,
    OPEN,
    ROUNDS,
    SEATS,
    TILES,
    Options,
)
from katzentisch.games.big_bang.moves import NAMES, SIDES, cards_with
from katzentisch.games.big_bang.setup import never_played
from katzentisch.games.big_bang.state import ACTIVATE, PLAY, State
from katzentisch.games.big_bang.turn import legal
from katzentisch.games.ground.bits import has, how_many, signed
from katzentisch.games.ground.compiling import long_rule, rule
from katzentisch.games.ground.record import Numbers, Record, octets, tiny
from katzentisch.games.ground.seeing import (
    OCTET,
    flag,
    seat_after,
    spread,
    steps_to,
    write_set,
    write_set_of,
)

OF_SIDES = (SIDES + OCTET - 1) // OCTET
OF_CARDS = (DECK + OCTET - 1) // OCTET
OF_TILES = (len(TILES) + OCTET - 1) // OCTET


class Seen(Record):
    """What a seat may know, a byte each; what a table lacks is 0."""

    played: Numbers = octets(
        SEATS,
        OF_SIDES,
        says="for each seat, 48: 1 for each side it has played this round, 15 green, 15 blue,"
        " 15 red, 3 unused",
    )
    known: Numbers = octets(
        SEATS,
        OF_CARDS,
        says="for each seat, 16: 1 for each card that all know to be in its hand; 1 unused",
    )
    gone: Numbers = octets(
        SEATS, OF_CARDS, says="for each seat, 16: 1 for each card that has left the game; 1 unused"
    )
    active: Numbers = octets(
        SEATS,
        OF_TILES,
        says="for each seat, 16: 1 for the tile it has activated, others' only if it lies face"
        " up; 6 unused",
    )
    hand: Numbers = octets(OF_CARDS, says="1 for each card in one's own hand; 1 unused")
    pile: Numbers = octets(OF_CARDS, says="1 for each card in one's own pile; 1 unused")
    tiles: Numbers = octets(OF_TILES, says="1 for each tile that one can activate; 6 unused")
    used: Numbers = octets(OF_TILES, says="1 for each tile that has been revealed; 6 unused")
    revealed: Numbers = octets(OF_TILES, says="1 for each tile of the last round; 6 unused")
    prizes_left: Numbers = octets(
        len(COLOURS), says="for each colour, 8: 1 for each prize not turned up yet; 2 unused"
    )
    prize: Numbers = tiny(len(COLOURS), says="the prize turned up in green, blue and red")
    points: Numbers = tiny(SEATS, says="for each seat, its points")
    held: Numbers = tiny(SEATS, says="for each seat, how many cards it holds")
    tiles_held: Numbers = tiny(SEATS, says="for each seat, how many tiles it can activate")
    activated: Numbers = tiny(SEATS, says="for each seat, 1 if it has activated a tile")
    still_in: Numbers = tiny(SEATS, says="for each seat, 1 if it can still act in this phase")
    mode: Numbers = tiny(
        len(MODES), says="1 for how tiles are used: hidden, open, none, chaos, chaos-plus"
    )
    chaos: int = tiny(says="tiles of the common pile that are active, face down")
    activating: int = tiny(says="1 while tiles are activated")
    playing: int = tiny(says="1 while cards are played")
    to_act: int = tiny(says="the seat to act; -1 when the game is over")
    start: int = tiny(says="the seat that starts this round")
    rounds_left: int = tiny(says="rounds still to be played, this one included")
    players: int = tiny(says="how many play")


@long_rule
def encode(state: State, seat: int, seen: Seen) -> None:
    """Write what this seat may know."""
    encode_cards(state, seat, seen)
    encode_seats(state, seat, seen)
    encode_tiles(state, seat, seen)
    encode_table(state, seat, seen)


@rule
def encode_cards(state: State, seat: int, seen: Seen) -> None:
    """The cards that lie open or have, and one's own."""
    for steps in range(SEATS):
        here = steps < state.players
        other = seat_after(seat, steps, state.players) if here else 0
        shown = state.seen[other] if here else signed(0)
        played = state.played[other] if here else signed(0)
        hand = state.hand[other] if here else signed(0)
        write_set_of(seen.played, steps, played)
        write_set_of(seen.known, steps, hand & shown)
        write_set_of(seen.gone, steps, shown & ~(hand | cards_with(played)))
    write_set(seen.hand, state.hand[seat])
    write_set(seen.pile, never_played(state, seat) & ~state.hand[seat])


@rule
def encode_seats(state: State, seat: int, seen: Seen) -> None:
    """What everybody can count."""
    for steps in range(SEATS):
        here = steps < state.players
        other = seat_after(seat, steps, state.players) if here else 0
        seen.points[steps] = state.points[other] if here else 0
        seen.held[steps] = how_many(state.hand[other]) if here else 0
        seen.tiles_held[steps] = how_many(state.tiles[other]) if here else 0
        seen.activated[steps] = flag(here and state.active[other] != 0)
        seen.still_in[steps] = flag(here and has(state.still_in, other))


@rule
def encode_tiles(state: State, seat: int, seen: Seen) -> None:
    """One's own tiles, and all that lie face up or have been revealed."""
    for steps in range(SEATS):
        seen_active = steps < state.players and (steps == 0 or state.mode == OPEN)
        other = seat_after(seat, steps, state.players) if seen_active else 0
        write_set_of(seen.active, steps, state.active[other] if seen_active else signed(0))
    write_set(seen.tiles, state.tiles[seat])
    write_set(seen.used, state.used)
    write_set(seen.revealed, state.revealed)
    seen.chaos = how_many(state.chaos)
    for mode in range(len(MODES)):
        seen.mode[mode] = flag(state.mode == mode)


@rule
def encode_table(state: State, seat: int, seen: Seen) -> None:
    """What there is to win, what happens now, and how long the game goes on."""
    for colour in range(len(COLOURS)):
        seen.prize[colour] = state.prize[colour]
        seen.prizes_left[colour] = spread(state.prizes_left[colour])
    seen.activating = flag(state.phase == ACTIVATE)
    seen.playing = flag(state.phase == PLAY)
    seen.to_act = steps_to(seat, state.to_act, state.players)
    seen.start = steps_to(seat, state.start, state.players)
    seen.rounds_left = ROUNDS - state.rounds_played
    seen.players = state.players


def count_actions(options: Options) -> int:
    """How many actions there are."""
    return len(NAMES)


@rule
def mark_legal(state: State, words: Numbers, row: int) -> None:
    """Write the legal actions as bits."""
    words[row, 0] = legal(state)


@rule
def action_of(state: State, move: int) -> int:
    """No move names a seat or depends on the table: every move is its own action."""
    return move


@rule
def move_of(state: State, action: int) -> int:
    """The move that an action means."""
    return action
