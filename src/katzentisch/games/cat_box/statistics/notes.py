"""What is recorded over many games, for `questions`: sums by identity, by turn and by tile."""

from typing import Any

from katzentisch.games.cat_box.rules.components import (
    CHIHUAHUA,
    CHIHUAHUA_FROM,
    EMPTY_BOX,
    IDENTITIES,
    SEATS,
    TILES,
)
from katzentisch.games.cat_box.rules.scoring import count_visible, is_winner, score
from katzentisch.games.cat_box.rules.state import COUNT, PLACE, State
from katzentisch.games.core.bits import has, how_many
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.notes import WHOLE
from katzentisch.games.core.record import NOBODY, Numbers, Record, small, word

EACH = len(IDENTITIES)
EACH_TILE = len(TILES)
TURNS = 24  # of a seat


class Notes(Record):
    """Sums over games; shares are in sixtieths."""

    held: Numbers = word(EACH)  # seats with this identity
    won: Numbers = word(EACH)  # shares of wins
    points: Numbers = word(EACH)
    seen: Numbers = word(EACH)  # quadrants with this content visible at the end, whoever wants it
    largest: Numbers = word(EACH)
    threes: int = word()
    # After n turns of a seat: whether what it laid gives away its identity.
    turns: Numbers = word(TURNS + 1)
    guessed: Numbers = word(TURNS + 1)
    kept: Numbers = word(EACH_TILE)  # tiles of this kind left at the end
    with_kept: Numbers = word(EACH_TILE + 1)  # seats with n tiles left
    won_with_kept: Numbers = word(EACH_TILE + 1)


class Memo(Record):
    """What is remembered within a game."""

    actor: int = small()  # 1 + the seat that decided last, or 0
    counts: int = small()  # 1 if that decision began its turn
    turns: Numbers = small(SEATS)
    seen: Numbers = small(EACH)  # what was visible before that decision
    shown: Numbers = small(SEATS, EACH)  # how much a seat has added to what is visible


@rule
def note_decision(state: State, move: int, notes: Notes, memo: Memo) -> None:
    """Note the effect of the last decision, and remember which seat decides now."""
    look(state, notes, memo)
    memo.actor = state.to_act + 1
    memo.counts = 1 if state.phase == PLACE else 0


@rule
def note_step(state: State, notes: Notes, memo: Memo) -> None:
    """Before the final count, note the effect of the last decision."""
    if state.phase == COUNT:
        look(state, notes, memo)


@long_rule
def look(state: State, notes: Notes, memo: Memo) -> None:
    """Note how the seat that decided last has changed what is visible."""
    seat = memo.actor - 1
    for content in range(1, EMPTY_BOX + 1):
        visible = count_visible(state, content)
        if seat != NOBODY:
            memo.shown[seat, content] += visible - memo.seen[content]
        memo.seen[content] = visible
    if seat != NOBODY and memo.counts != 0:
        memo.turns[seat] += 1
        turn = min(memo.turns[seat], TURNS)
        notes.turns[turn] += 1
        notes.guessed[turn] += guess(state, seat, memo.shown[seat])


@rule
def guess(state: State, seat: int, shown: Any) -> int:
    """The chance of guessing a seat's identity right from what it has added most of."""
    last = CHIHUAHUA if state.players >= CHIHUAHUA_FROM else CHIHUAHUA - 1
    most, having = shown[1], 0
    for content in range(1, last + 1):
        having = 1 if shown[content] > most else having + (1 if shown[content] == most else 0)
        most = max(most, shown[content])
    return WHOLE // having if shown[state.identity[seat]] == most else 0


@rule
def note_end(state: State, notes: Notes, memo: Memo) -> None:
    """Note how each identity fared, what is visible, and the tiles that were kept."""
    winners = 0
    for seat in range(state.players):
        winners += 1 if is_winner(state, seat) else 0
    for seat in range(state.players):
        note_seat(state, seat, WHOLE // winners if is_winner(state, seat) else 0, notes)
    for content in range(1, EACH):
        notes.seen[content] += state.visible[content]
        notes.largest[content] += state.largest[content]
    notes.threes += state.threes


@rule
def note_seat(state: State, seat: int, share: int, notes: Notes) -> None:
    """Note what a seat got, by its identity and by the tiles it kept."""
    identity, kept = state.identity[seat], how_many(state.tiles[seat])
    notes.held[identity] += 1
    notes.won[identity] += share
    notes.points[identity] += score(state, seat)
    notes.with_kept[kept] += 1
    notes.won_with_kept[kept] += share
    for tile in range(EACH_TILE):
        notes.kept[tile] += 1 if has(state.tiles[seat], tile) else 0
