"""Ed, the Cat, by Florian Redl: get rid of your hand, and saddle the others with penalties.

Read the folder in this order: `components`, `state`, `cards`, `moves`, `dealing`, `setup`,
`turn`, `actions`, `scoring`, `sure`, `history`, `memory`, `events`, `view`, `imagine`,
`telling`, `greedy`, `tally`, `encode`, `terminal`;
`study`, `questions` and `habits` are for the lab.
"""

from katzentisch.games.ed_the_cat import study
from katzentisch.games.ed_the_cat.components import PLAYERS, TITLE, choices, read_options
from katzentisch.games.ed_the_cat.encode import (
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
from katzentisch.games.ed_the_cat.events import event, redacted
from katzentisch.games.ed_the_cat.greedy import greedy_move
from katzentisch.games.ed_the_cat.imagine import imagine
from katzentisch.games.ed_the_cat.moves import count_moves as count_legal
from katzentisch.games.ed_the_cat.moves import name_of, number_of
from katzentisch.games.ed_the_cat.moves import nth_move as nth_legal
from katzentisch.games.ed_the_cat.scoring import is_winner, rounds_done, score
from katzentisch.games.ed_the_cat.setup import lay_out
from katzentisch.games.ed_the_cat.state import State
from katzentisch.games.ed_the_cat.tally import FIGURES, SEAT_FIGURES, tally, tally_seat
from katzentisch.games.ed_the_cat.telling import told_event, told_move
from katzentisch.games.ed_the_cat.turn import (
    decide,
    is_legal,
    legal,
    step,
    why_not,
)
from katzentisch.games.ed_the_cat.view import view
from katzentisch.games.ed_the_cat.worth import MANY_POINTS_WIN, spread, stretch
from katzentisch.games.ground.phases import is_over, waits

SLUG = "ed-the-cat"
RULES = 1
