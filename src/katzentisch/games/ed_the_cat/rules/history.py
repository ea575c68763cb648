"""Which cards have moved this round: noted as they move, and replayed when it matters.

Working out what an onlooker may know (`memory`) takes longer than the moves themselves,
and is needed only to imagine a world. So card moves are just noted, and replayed for an
onlooker when it matters. Guesses that contradict what it has seen are made again, the
latest first.

There is room for far more notes than a round usually needs. In a longer one, all
onlookers settle on what they think about the older half. Guesses use separate
dice: whatever is guessed, the same cards are drawn.
"""

from katzentisch.games.core.bits import EMPTY, unsigned
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.record import NOBODY, Numbers
from katzentisch.games.core.rng import below, seed
from katzentisch.games.ed_the_cat.rules.card_moves import (
    as_note,
    is_reshuffle,
    origin_in,
    target_in,
    value_in,
)
from katzentisch.games.ed_the_cat.rules.cards import card, holds
from katzentisch.games.ed_the_cat.rules.components import NO_CARD, SEATS
from katzentisch.games.ed_the_cat.rules.known_cards import rebuild_known_cards
from katzentisch.games.ed_the_cat.rules.memory import (
    FIRST,
    LUCK_BITS,
    begin,
    see_move,
    sees_arrive,
)
from katzentisch.games.ed_the_cat.rules.state import (
    DISCARD_PILE,
    DRAW_PILE,
    NOTES,
    ONLOOKERS,
    PENALTY,
    PILES,
    State,
    hand_of,
)

SPECTATOR = SEATS
TRIES = 2000
TRIES_IN_A_ROUND = 100  # fewer during play: many tables side by side wait for the slowest
HALF = NOTES // 2


@rule
def seed_guesses(state: State) -> None:
    """Seed the dice for guesses from the deck's, without taking random numbers from those."""
    seed(state.guesses, state.chance[0], state.chance[1])


@rule
def note(state: State, origin: int, to: int, value: int) -> None:
    """Note that a card of this value is about to move from one place to another."""
    if state.noted == NOTES:
        make_room(state)
    state.notes[unsigned(state.noted)] = as_note(origin, to, value)
    state.noted += 1


@rule
def note_reshuffle(state: State) -> None:
    """Note that the discard pile is about to become the draw pile."""
    note(state, DISCARD_PILE, DRAW_PILE, NO_CARD)


@rule
def is_onlooker(state: State, who: int) -> bool:
    """Is this a seat in play, or the spectator?"""
    return who < state.players or who == SPECTATOR


@long_rule
def make_room(state: State) -> None:
    """Let all onlookers settle on what they think about the older half of the notes."""
    for who in range(ONLOOKERS):
        if is_onlooker(state, who):
            if recall(state, who, state.guesses, TRIES_IN_A_ROUND):
                replay_notes(state, who, HALF)
            settle(state, who)
    for n in range(HALF):
        state.notes[n] = state.notes[n + HALF]
        state.notes[n + HALF] = 0
    state.noted = HALF
    state.murky = 1
    clear_mind(state)
    rebuild_known_cards(state, NOBODY)


@long_rule
def recall(state: State, who: int, chance: Numbers, tries: int) -> bool:
    """Replay the notes until all guesses agree with what was seen after them.

    If no such guesses are found, what the onlooker thought before the notes was wrong, so
    it starts over knowing nothing. If that fails too, it ends up knowing nothing.
    """
    roll(state, 0, chance)
    for attempt in range(tries):
        failed = replay_notes(state, who, state.noted)
        if failed == state.noted:
            return True
        # Nothing precedes the first note but what the onlooker thought before.
        if failed == 0 or attempt == tries // 2:
            forget_all(state, who)
        # The last guesses before the failure are the likeliest culprits, but any may be to blame.
        back = below(chance, 2 + attempt % (failed + 1))
        roll(state, max(failed - back, 0), chance)
    reset_thoughts(state, who)
    return False


@rule
def roll(state: State, first: int, chance: Numbers) -> None:
    """Draw new luck for all guesses from this note on."""
    for n in range(first, state.noted):
        state.luck[n] = below(chance, 1 << LUCK_BITS)


@long_rule
def replay_notes(state: State, who: int, upto: int) -> int:
    """Replay all notes, updating thoughts for the first `upto`; return how many of these fit."""
    for back in range(state.noted):
        undo(state, state.notes[state.noted - 1 - back])
    begin(state, who)
    still_drawn = drawn_from_here(state, who, 0)
    if not holds(state.unplaced[FIRST], still_drawn):
        upto = 0
    for n in range(state.noted):
        noted = state.notes[n]
        origin, to, value = origin_in(noted), target_in(noted), value_in(noted)
        if n < upto and not see_move(state, who, origin, to, value, still_drawn, state.luck[n]):
            upto = n
        redo(state, noted)
        if is_reshuffle(noted):
            still_drawn = drawn_from_here(state, who, n + 1)
        elif origin == DRAW_PILE and sees_arrive(who, to):
            still_drawn -= card(value)
    return upto


@rule
def undo(state: State, noted: int) -> None:
    """Undo the move that a note records."""
    origin, to = origin_in(noted), target_in(noted)
    if is_reshuffle(noted):
        state.cards[origin], state.cards[to] = state.cards[to], EMPTY
    else:
        state.cards[to] -= card(value_in(noted))
        state.cards[origin] += card(value_in(noted))


@rule
def redo(state: State, noted: int) -> None:
    """Redo the move that a note records."""
    origin, to = origin_in(noted), target_in(noted)
    if is_reshuffle(noted):
        state.cards[to], state.cards[origin] = state.cards[origin], EMPTY
    else:
        state.cards[origin] -= card(value_in(noted))
        state.cards[to] += card(value_in(noted))


@rule
def drawn_from_here(state: State, who: int, n: int) -> int:
    """The cards that an onlooker sees drawn from this note on, until the pile runs out."""
    seen = EMPTY
    while n < state.noted and not is_reshuffle(state.notes[n]):
        noted = state.notes[n]
        if origin_in(noted) == DRAW_PILE and sees_arrive(who, target_in(noted)):
            seen += card(value_in(noted))
        n += 1
    return seen


@long_rule
def settle(state: State, who: int) -> None:
    """Save an onlooker's thoughts as its starting point; merge all piles but the current one."""
    state.old[who] = 0
    for pile in range(state.pile):
        state.old[who] += state.unplaced[pile]
    for seat in range(state.players):
        if seat != who:
            state.known[who, seat] = state.known_now[seat]
            state.aged[who, seat] = 0
            for pile in range(state.pile):
                state.aged[who, seat] += state.held[pile, seat]


@rule
def reset_thoughts(state: State, who: int) -> None:
    """Reset what an onlooker thinks: it knows only what it sees."""
    forget_all(state, who)
    begin(state, who)


@rule
def forget_all(state: State, who: int) -> None:
    """Forget what an onlooker thought before the notes."""
    state.old[who] = 0
    for seat in range(SEATS):
        state.known[who, seat] = 0
        state.aged[who, seat] = 0


@long_rule
def forget(state: State) -> None:
    """Forget what all onlookers thought, as all cards are shuffled."""
    state.murky = 0
    for who in range(ONLOOKERS):
        forget_all(state, who)


@rule
def clear_mind(state: State) -> None:
    """Clear the working memory, which is used by one onlooker at a time."""
    state.pile = 0
    for seat in range(SEATS):
        state.known_now[seat] = 0
    for pile in range(PILES):
        state.unplaced[pile] = 0
        for seat in range(SEATS):
            state.held[pile, seat] = 0
    for n in range(NOTES):
        state.luck[n] = 0


@long_rule
def imagine_minds(state: State, who: int) -> None:
    """In an imagined world, all others have guessed the hands right, if they guessed at all."""
    for n in range(state.noted):
        if tells_something(state.notes[n]):
            state.murky = 1
    for other in range(ONLOOKERS):
        if other != who:
            forget_all(state, other)
        if other != who and is_onlooker(state, other) and state.murky != 0:
            for seat in range(state.players):
                state.known[other, seat] = state.cards[hand_of(seat)] if seat != other else EMPTY


@rule
def tells_something(noted: int) -> bool:
    """Can onlookers know more than the face-up cards after this?"""
    return is_reshuffle(noted) or (origin_in(noted) < PENALTY and target_in(noted) < PENALTY)


@rule
def wipe_notes(state: State) -> None:
    """Erase all notes."""
    state.noted = 0
    for n in range(NOTES):
        state.notes[n] = 0
