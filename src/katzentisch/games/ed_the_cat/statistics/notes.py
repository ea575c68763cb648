"""What is noted over many games, for `questions`: sums over rounds and cards."""

from katzentisch.games.core.jit import rule
from katzentisch.games.core.record import NOBODY, Numbers, Record, small, word
from katzentisch.games.ed_the_cat.rules.cards import count, points_in
from katzentisch.games.ed_the_cat.rules.components import SEATS, VALUES
from katzentisch.games.ed_the_cat.rules.moves import aims, seat_in, value_in
from katzentisch.games.ed_the_cat.rules.scoring import minus_points
from katzentisch.games.ed_the_cat.rules.state import PLAY, RESHUFFLE, ROUND, State, hand_of

LENGTHS = 40  # turns in a round; longer rounds count as this long
ROUNDS = 40  # in a game, likewise
EACH = VALUES + 1


class Notes(Record):
    """Sums over games. Seats are numbered from the one that starts the round."""

    rounds: int = word()
    turns: int = word()
    length: Numbers = word(LENGTHS + 1)  # rounds with this many turns
    game_length: Numbers = word(ROUNDS + 1)  # games with this many rounds
    reshuffles: int = word()
    ended: Numbers = word(SEATS)  # rounds ended by this seat
    ended_with: Numbers = word(EACH)  # rounds that a card of this value ended
    ended_by_nobody: int = word()
    points: Numbers = word(SEATS)  # minus points
    hand_points: int = word()
    penalty_points: int = word()
    played: Numbers = word(EACH)
    # Over seats and rounds, by whether a card of this value was dealt: how often; minus points.
    dealt_with: Numbers = word(EACH)
    dealt_without: Numbers = word(EACH)
    points_with: Numbers = word(EACH)
    points_without: Numbers = word(EACH)
    # Cards played on an opponent, once anybody is ahead.
    aimed: int = word()
    aimed_at_leader: int = word()
    aimed_at_last: int = word()


class Memo(Record):
    """What is remembered within a game."""

    dealt: Numbers = word(SEATS)  # the hands at the start of the round
    last: int = small()  # the last card played


@rule
def note_decision(state: State, move: int, notes: Notes, memo: Memo) -> None:
    """Note which card is played, and on whom."""
    if state.phase != PLAY:
        return
    if state.turns == 0:
        for seat in range(state.players):
            memo.dealt[seat] = state.cards[hand_of(seat)]
    value = value_in(move)
    memo.last = value
    notes.played[value] += 1
    if aims(value) != 0:
        note_aim(state, seat_in(move), notes)


@rule
def note_aim(state: State, chosen: int, notes: Notes) -> None:
    """Note whether a card is played on the leader or on the seat in last place."""
    fewest, most = state.total[0], state.total[0]
    for seat in range(1, state.players):
        fewest = min(fewest, state.total[seat])
        most = max(most, state.total[seat])
    if fewest == most:
        return
    notes.aimed += 1
    notes.aimed_at_leader += 1 if state.total[chosen] == fewest else 0
    notes.aimed_at_last += 1 if state.total[chosen] == most else 0


@rule
def note_step(state: State, notes: Notes, memo: Memo) -> None:
    """Note a reshuffle, or a round before it is scored."""
    if state.phase == RESHUFFLE:
        notes.reshuffles += 1
    if state.phase != ROUND:
        return
    notes.rounds += 1
    notes.turns += state.turns
    notes.length[min(state.turns, LENGTHS)] += 1
    if state.ended_by == NOBODY:
        notes.ended_by_nobody += 1
    else:
        notes.ended[order_of(state, state.ended_by)] += 1
        notes.ended_with[memo.last] += 1
    for seat in range(state.players):
        note_seat(state, seat, notes, memo)


@rule
def order_of(state: State, seat: int) -> int:
    """How many places clockwise a seat is from the round's start seat."""
    return seat - state.start if seat >= state.start else seat - state.start + state.players


@rule
def note_seat(state: State, seat: int, notes: Notes, memo: Memo) -> None:
    """Note how a round went for a seat, and what it was dealt."""
    in_hand, points = points_in(state.cards[hand_of(seat)]), minus_points(state, seat)
    notes.hand_points += in_hand
    notes.penalty_points += points - in_hand
    notes.points[order_of(state, seat)] += points
    for value in range(1, EACH):
        if count(memo.dealt[seat], value) != 0:
            notes.dealt_with[value] += 1
            notes.points_with[value] += points
        else:
            notes.dealt_without[value] += 1
            notes.points_without[value] += points


@rule
def note_end(state: State, notes: Notes, memo: Memo) -> None:
    """Note how many rounds a game had."""
    notes.game_length[min(state.rounds_played, ROUNDS)] += 1
