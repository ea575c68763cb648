"""What is recorded over many games, for `questions`: sums over rounds, and for each tile."""

from katzentisch.games.big_bang.rules.components import COLOURS, SEATS, TILES
from katzentisch.games.big_bang.rules.scoring import (
    bonuses_of,
    cards_paid,
    seats_ahead,
    taker_of,
)
from katzentisch.games.big_bang.rules.state import EVALUATE, PRIZES, REVEAL, State
from katzentisch.games.core.bits import has, how_many
from katzentisch.games.core.jit import rule
from katzentisch.games.core.notes import note_decision
from katzentisch.games.core.record import NOBODY, Numbers, Record, word

__all__ = ["Memo", "Notes", "note_decision", "note_end", "note_step"]

EACH_TILE = len(TILES)
EACH_COLOUR = len(COLOURS)


class Notes(Record):
    """Sums over games. Seats are numbered from the one that starts the round."""

    rounds: int = word()
    cards: int = word()  # played
    paid: int = word()
    taken: Numbers = word(EACH_COLOUR)  # prizes
    left: Numbers = word(EACH_COLOUR)  # prizes that nobody took
    tied: Numbers = word(EACH_COLOUR)  # of those, the ones left because of a tie
    value_left: int = word()  # points of the prizes that nobody took
    points: Numbers = word(SEATS)
    active: Numbers = word(EACH_TILE)  # rounds in which this tile counted
    left_with: Numbers = word(EACH_TILE)  # prizes that nobody took in those rounds
    bonuses: Numbers = word(EACH_TILE)  # seats that got the tile's bonus
    own_points: Numbers = word(EACH_TILE)  # of the seat that activated it, in that round
    own_rounds: Numbers = word(EACH_TILE)
    # Over seats and games: whether this tile was dealt, and the points at the end.
    dealt_with: Numbers = word(EACH_TILE)
    dealt_without: Numbers = word(EACH_TILE)
    points_with: Numbers = word(EACH_TILE)
    points_without: Numbers = word(EACH_TILE)
    equal_points: int = word()  # games in which several seats shared the most points


class Memo(Record):
    """What is remembered within one game."""

    dealt: Numbers = word(SEATS)  # tiles
    active: Numbers = word(SEATS)  # the tile that a seat activated this round


@rule
def note_step(state: State, notes: Notes, memo: Memo) -> None:
    """Note a round before it is scored; remember whose tiles are about to be revealed."""
    if state.phase == PRIZES and state.rounds_played == 0:
        for seat in range(state.players):
            memo.dealt[seat] = state.tiles[seat]
    elif state.phase == REVEAL:
        for seat in range(state.players):
            memo.active[seat] = state.active[seat]
    elif state.phase == EVALUATE:
        note_round(state, notes, memo)


@rule
def note_round(state: State, notes: Notes, memo: Memo) -> None:
    """Note who takes which prize, and what the tiles change."""
    notes.rounds += 1
    left = 0
    for colour in range(EACH_COLOUR):
        left += note_prize(state, colour, notes, memo)
    for tile in range(EACH_TILE):
        if has(state.revealed, tile):
            notes.active[tile] += 1
            notes.left_with[tile] += left
    for seat in range(state.players):
        note_seat(state, seat, notes, memo)


@rule
def note_prize(state: State, colour: int, notes: Notes, memo: Memo) -> int:
    """Note who takes a prize, and return 1 if nobody does."""
    taker = taker_of(state, colour)
    if taker == NOBODY:
        notes.left[colour] += 1
        notes.value_left += state.prize[colour]
        notes.tied[colour] += 1 if seats_ahead(state, colour) != 0 else 0
        return 1
    order = taker - state.start if taker >= state.start else taker - state.start + state.players
    notes.taken[colour] += 1
    notes.points[order] += state.prize[colour]
    notes.paid += how_many(cards_paid(state, taker, colour))
    for tile in range(EACH_TILE):
        if has(memo.active[taker], tile):
            notes.own_points[tile] += state.prize[colour]
    return 0


@rule
def note_seat(state: State, seat: int, notes: Notes, memo: Memo) -> None:
    """Note a seat's cards and bonuses."""
    notes.cards += how_many(state.played[seat])
    earned = bonuses_of(state, seat)
    for tile in range(EACH_TILE):
        notes.bonuses[tile] += 1 if has(earned, tile) else 0
        notes.own_rounds[tile] += 1 if has(memo.active[seat], tile) else 0


@rule
def note_end(state: State, notes: Notes, memo: Memo) -> None:
    """Note how the owners of each tile fared, and whether the most points were shared."""
    best, having = -1, 0
    for seat in range(state.players):
        points = state.points[seat]
        having = 1 if points > best else having + (1 if points == best else 0)
        best = max(best, points)
        for tile in range(EACH_TILE):
            if has(memo.dealt[seat], tile):
                notes.dealt_with[tile] += 1
                notes.points_with[tile] += points
            else:
                notes.dealt_without[tile] += 1
                notes.points_without[tile] += points
    notes.equal_points += 1 if having > 1 else 0
