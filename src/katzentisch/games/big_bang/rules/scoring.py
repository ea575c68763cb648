"""How a round is scored, and who wins the game. Totals are counted in half points."""

from katzentisch.games.big_bang.rules.components import (
    BONUS,
    BONUSES,
    COLOURS,
    EVERY_CARD,
    FIRST_BONUS,
    HALVED,
    LAST_BONUS,
    NEEDED,
    PERSONS,
    ROUNDS,
    SEATS,
    SEVENS_HALVED,
    SWAPS,
    UNSWAPPED,
    UNWANTED,
)
from katzentisch.games.big_bang.rules.moves import SIDES, cards_in_colour, cards_with, side_of
from katzentisch.games.big_bang.rules.state import DRAW, EVALUATE, VALUE_BITS, State
from katzentisch.games.core.bits import EMPTY, first, has, how_many, only, place, without_first
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.phases import OVER
from katzentisch.games.core.record import NOBODY, Numbers, Record, small, word

ALL_COLOURS = 0 + 1 + 2  # the sum of their numbers


@long_rule
def reveal(state: State) -> None:
    """The tiles of this round are turned over and totals added up; used tiles leave the game."""
    state.revealed = state.chaos
    for seat in range(state.players):
        state.revealed |= state.active[seat]
        state.active[seat] = EMPTY
    state.chaos = EMPTY
    state.used |= state.revealed
    for seat in range(state.players):
        add_up(state, seat)
    state.phase = EVALUATE


@long_rule
def evaluate(state: State) -> None:
    """Each colour's prize is awarded; cards that won it leave the game, all others return."""
    for seat in range(state.players):
        take_back_all(state, seat)
    for colour in range(len(COLOURS)):
        award(state, colour)
    for seat in range(state.players):
        state.played[seat] = EMPTY
    state.rounds_played += 1
    state.phase = OVER if state.rounds_played == ROUNDS else DRAW
    state.to_act = NOBODY


@rule
def add_up(state: State, seat: int) -> None:
    """A seat's totals, one for each colour."""
    sides = state.played[seat]
    earned = bonuses_of(state, seat)
    for colour in range(len(COLOURS)):
        state.totals[seat, colour] = total(state, sides, colour, state.revealed, earned)


@rule
def total(state: State, sides: int, colour: int, tiles: int, earned: int) -> int:
    """A seat's total in a colour: its cards and its bonuses."""
    return total_of_cards(state, sides, colour, tiles) + bonus(earned, colour)


@rule
def total_of_cards(state: State, sides: int, colour: int, tiles: int) -> int:
    """What these cards are worth in a colour, in half points; a tile can halve the sevens."""
    counting = sides_counting(sides, colour, tiles)
    total = 0
    for bit in range(VALUE_BITS):
        total += how_many(counting & state.value_bits[bit]) << (bit + 1)
    if tiles & SEVENS_HALVED:
        total -= HALVED * how_many(counting & sevens(state))
    return total


@rule
def sides_counting(sides: int, colour: int, tiles: int) -> int:
    """The sides that count for a colour, whatever they were played as."""
    return sides & (EVERY_CARD << side_of(0, played_as(colour, tiles)))


@rule
def sevens(state: State) -> int:
    """The sides worth 7."""
    four_or_more = state.value_bits[2] & ~state.value_bits[3]
    return state.value_bits[0] & state.value_bits[1] & four_or_more


@rule
def played_as(colour: int, tiles: int) -> int:
    """What a card must have been played as to count for a colour: several swaps cancel out."""
    swaps = tiles & SWAPS
    if swaps == 0 or swaps_cancel(tiles):
        return colour
    unswapped = UNSWAPPED[place(swaps)]
    return colour if colour == unswapped else ALL_COLOURS - unswapped - colour


@rule
def swaps_cancel(tiles: int) -> bool:
    """Two or three swaps cancel each other out."""
    return without_first(tiles & SWAPS) != 0


@rule
def bonuses_of(state: State, seat: int) -> int:
    """The revealed tiles whose bonus a seat gets."""
    return bonuses_earned(state, state.played[seat], state.revealed)


@rule
def bonuses_earned(state: State, sides: int, tiles: int) -> int:
    """The active tiles whose bonus a seat gets for the persons on the cards it has played."""
    earned = EMPTY
    if tiles & BONUSES:
        persons = persons_on(state, cards_with(sides))
        for tile in range(FIRST_BONUS, LAST_BONUS + 1):
            if has(tiles, tile) and earns_bonus(tile, persons):
                earned |= only(tile)
    return earned


@rule
def persons_on(state: State, cards: int) -> int:
    """The persons that these cards show."""
    persons = EMPTY
    for person in range(len(PERSONS)):
        if cards & state.shows[person]:
            persons |= only(person)
    return persons


@rule
def earns_bonus(tile: int, persons: int) -> bool:
    """At least one of each person the tile names, and none of those it does not want."""
    return persons & NEEDED[tile] == NEEDED[tile] and persons & UNWANTED[tile] == 0


@rule
def bonus(earned: int, colour: int) -> int:
    """A bonus goes to the colour on its tile, swap or not; in half points."""
    halves = 0
    if earned:
        for tile in range(FIRST_BONUS, LAST_BONUS + 1):
            if has(earned, tile):
                halves += 2 * BONUS[tile][colour]
    return halves


@rule
def take_back_all(state: State, seat: int) -> None:
    """Played cards return to the hand, and everybody has seen them."""
    cards = cards_with(state.played[seat])
    state.hand[seat] |= cards
    state.seen[seat] |= cards


@rule
def award(state: State, colour: int) -> None:
    """The prize goes to the highest total, which pays with the cards that counted for it."""
    seat = taker_of(state, colour)
    state.taker[colour] = seat
    if seat != NOBODY:
        state.points[seat] += state.prize[colour]
        state.hand[seat] &= ~cards_paid(state, seat, colour)


@rule
def cards_paid(state: State, seat: int, colour: int) -> int:
    """The cards with which a seat pays for a colour's prize: those that counted for it."""
    return cards_in_colour(state.played[seat], played_as(colour, state.revealed))


@rule
def taker_of(state: State, colour: int) -> int:
    """The highest total takes the prize, unless it is tied or no card counts."""
    ahead = seats_ahead(state, colour)
    return place(ahead) if ahead != 0 and without_first(ahead) == 0 else NOBODY


@rule
def seats_ahead(state: State, colour: int) -> int:
    """The seats with the highest total; none if no card counts."""
    best, ahead, played = 0, EMPTY, EMPTY
    for seat in range(state.players):
        # Written without a branch, because a processor cannot predict totals.
        total = state.totals[seat, colour]
        ahead = EMPTY if total > best else ahead
        ahead |= only(seat) if total >= best else EMPTY
        best = max(best, total)
        played |= state.played[seat]
    return ahead if sides_counting(played, colour, state.revealed) != 0 else EMPTY


class Parts(Record):
    """What the totals of a round are made of, for pages that explain them."""

    counting: Numbers = word(SEATS, len(COLOURS))  # a seat's sides that count for a colour
    worth: Numbers = small(SEATS, SIDES)  # of each of these sides, in half points
    earned: Numbers = word(SEATS)  # tiles whose bonus a seat gets
    ahead: Numbers = word(len(COLOURS))  # seats with the highest total


@long_rule
def take_apart(state: State, parts: Parts) -> None:
    """Add up every seat's totals with the revealed tiles, and record what counted."""
    for seat in range(state.players):
        add_up(state, seat)
        parts.earned[seat] = bonuses_of(state, seat)
        for colour in range(len(COLOURS)):
            take_apart_cards(state, seat, colour, parts)
    for colour in range(len(COLOURS)):
        parts.ahead[colour] = seats_ahead(state, colour)


@rule
def take_apart_cards(state: State, seat: int, colour: int, parts: Parts) -> None:
    """Record which cards count for a colour, and what each of them is worth."""
    counting = sides_counting(state.played[seat], colour, state.revealed)
    parts.counting[seat, colour] = counting
    while counting != 0:
        side = first(counting)
        parts.worth[seat, place(side)] = total_of_cards(state, side, colour, state.revealed)
        counting = without_first(counting)


@rule
def is_winner(state: State, seat: int) -> bool:
    """The most prize points win; ties are broken by cards left in hand, then shared."""
    for other in range(state.players):
        if state.points[other] > state.points[seat]:
            return False
        tied = state.points[other] == state.points[seat]
        if tied and how_many(state.hand[other]) > how_many(state.hand[seat]):
            return False
    return True


@rule
def score(state: State, seat: int) -> int:
    """A seat's prize points so far."""
    return state.points[seat]


@rule
def rounds_done(state: State) -> int:
    """How many rounds are over."""
    return state.rounds_played
