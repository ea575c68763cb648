"""What is recorded over many games, for `questions`: sums over rounds."""

from katzentisch.games.cat_in_the_box.rules.components import SEATS, SPACES
from katzentisch.games.cat_in_the_box.rules.moves import HIGHEST_PREDICTION
from katzentisch.games.cat_in_the_box.rules.scoring import (
    bonus,
    points_of_round,
    prediction_is_true,
)
from katzentisch.games.cat_in_the_box.rules.state import SCORE, State
from katzentisch.games.core.bits import has
from katzentisch.games.core.jit import rule
from katzentisch.games.core.notes import Memo, note_decision, note_end
from katzentisch.games.core.record import NOBODY, Numbers, Record, word

__all__ = ["Memo", "Notes", "note_decision", "note_end", "note_step"]

PREDICTED = HIGHEST_PREDICTION + 1  # none with two players
LARGEST_BONUS = 9
TRICKS = 10


class Notes(Record):
    """Sums over games. Seats are numbered from the one that starts the round."""

    rounds: int = word()
    paradoxes: Numbers = word(SEATS)  # caused by this seat
    paradox_after: Numbers = word(TRICKS)  # after this many tricks
    points: Numbers = word(SEATS)
    tricks: Numbers = word(SEATS)
    predicted: Numbers = word(PREDICTED)
    hit: Numbers = word(PREDICTED)
    predicted_points: Numbers = word(PREDICTED)  # points of rounds with this prediction
    bonus: Numbers = word(LARGEST_BONUS + 1)  # how often a true prediction earned this much
    taken: Numbers = word(SPACES)  # rounds that end with a token on this space


@rule
def note_step(state: State, notes: Notes, memo: Memo) -> None:
    """Note a round before it is scored."""
    if state.phase != SCORE:
        return
    notes.rounds += 1
    for space in range(SPACES):
        notes.taken[space] += 1 if has(state.taken, space) else 0
    tricks = 0
    for seat in range(state.players):
        tricks += state.won[seat]
        note_seat(state, seat, notes)
    if state.paradox != NOBODY:
        notes.paradox_after[tricks] += 1


@rule
def note_seat(state: State, seat: int, notes: Notes) -> None:
    """Note how a round went for a seat."""
    order = seat - state.start if seat >= state.start else seat - state.start + state.players
    points = points_of_round(state, seat)
    guess = state.predicted[seat]
    notes.points[order] += points
    notes.tricks[order] += state.won[seat]
    notes.predicted[guess] += 1
    notes.predicted_points[guess] += points
    if state.paradox == seat:
        notes.paradoxes[order] += 1
    elif prediction_is_true(state, seat):
        notes.hit[guess] += 1
        notes.bonus[bonus(state, seat)] += 1
