"""Cat in the Box, by Muneyuki Yokouchi: a card's colour is decided when it is played.

Read the folder in this order: `components`, `state`, `cards`, `moves`, `setup`,
`turn`, `scoring`, `events`, `view`, `imagine`, `telling`, `greedy`, `tally`, `encode`,
`terminal`;
`study`, `questions` and `habits` are for the lab.
"""

from katzentisch.games.cat_in_the_box import study
from katzentisch.games.cat_in_the_box.components import PLAYERS, TITLE, choices, read_options
from katzentisch.games.cat_in_the_box.encode import (
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
from katzentisch.games.cat_in_the_box.events import event, redacted
from katzentisch.games.cat_in_the_box.greedy import greedy_move
from katzentisch.games.cat_in_the_box.imagine import imagine
from katzentisch.games.cat_in_the_box.moves import name_of, number_of
from katzentisch.games.cat_in_the_box.scoring import is_winner, rounds_done, score
from katzentisch.games.cat_in_the_box.setup import lay_out
from katzentisch.games.cat_in_the_box.state import State
from katzentisch.games.cat_in_the_box.tally import FIGURES, SEAT_FIGURES, tally, tally_seat
from katzentisch.games.cat_in_the_box.telling import told_event, told_move
from katzentisch.games.cat_in_the_box.turn import (
    decide,
    is_legal,
    legal,
    step,
    why_not,
)
from katzentisch.games.cat_in_the_box.view import view
from katzentisch.games.cat_in_the_box.worth import MANY_POINTS_WIN, spread, stretch
from katzentisch.games.ground.bits import how_many as count_legal
from katzentisch.games.ground.bits import nth as nth_legal
from katzentisch.games.ground.phases import is_over, waits

SLUG = "cat-in-the-box"
RULES = 1
