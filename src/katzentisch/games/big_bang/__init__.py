"""The Big Bang Theory – Das geniale Spiel, by Michael Schacht: open bids for three prizes a round.

Read the folder in this order: `components`, `state`, `moves`, `setup`, `turn`,
`scoring`, `events`, `view`, `imagine`, `telling`, `greedy`, `tally`, `encode`,
`terminal`;
`study`, `questions` and `habits` are for the lab.
"""

from katzentisch.games.big_bang import study
from katzentisch.games.big_bang.components import PLAYERS, TITLE, choices, read_options
from katzentisch.games.big_bang.encode import (
    PICTURE,
    Seen,
    action_of,
    count_actions,
    encode,
    encode_again,
    mark_again,
    mark_legal,
    move_of,
    random_action,
)
from katzentisch.games.big_bang.events import event, redacted
from katzentisch.games.big_bang.greedy import greedy_move
from katzentisch.games.big_bang.imagine import imagine
from katzentisch.games.big_bang.moves import name_of, number_of
from katzentisch.games.big_bang.scoring import is_winner, rounds_done, score
from katzentisch.games.big_bang.setup import lay_out
from katzentisch.games.big_bang.state import State
from katzentisch.games.big_bang.tally import FIGURES, SEAT_FIGURES, tally, tally_seat
from katzentisch.games.big_bang.telling import told_event, told_move
from katzentisch.games.big_bang.turn import (
    decide,
    is_legal,
    legal,
    step,
    why_not,
)
from katzentisch.games.big_bang.view import view
from katzentisch.games.big_bang.worth import MANY_POINTS_WIN, spread, stretch
from katzentisch.games.ground.bits import how_many as count_legal
from katzentisch.games.ground.bits import nth as nth_legal
from katzentisch.games.ground.phases import is_over, waits

SLUG = "big-bang"
RULES = 1
