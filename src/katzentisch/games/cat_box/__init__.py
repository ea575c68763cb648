"""Cat Box, by Aza Chen: cards of boxes cover one another; each seat secretly wants one colour.

Read the folder in this order: `components`, `state`, `table`, `spots`, `moves`, `offers`,
`setup`, `tiles`, `scoring`, `turn`, `why`, `events`, `view`, `imagine`, `telling`, `greedy`,
`tally`, `encode`, `choosing`, `marking`, `terminal`;
`study`, `questions` and `habits` are for the lab.
"""

from katzentisch.games.cat_box import study
from katzentisch.games.cat_box.choosing import PICTURE, action_of, count_actions, move_of
from katzentisch.games.cat_box.components import PLAYERS, TITLE, choices, read_options
from katzentisch.games.cat_box.encode import Seen, encode, encode_again
from katzentisch.games.cat_box.events import event, redacted
from katzentisch.games.cat_box.greedy import greedy_move
from katzentisch.games.cat_box.imagine import imagine
from katzentisch.games.cat_box.marking import mark_again, mark_legal, random_action
from katzentisch.games.cat_box.moves import name_of, number_of
from katzentisch.games.cat_box.scoring import is_winner, rounds_done, score
from katzentisch.games.cat_box.setup import lay_out
from katzentisch.games.cat_box.state import State
from katzentisch.games.cat_box.tally import FIGURES, SEAT_FIGURES, tally, tally_seat
from katzentisch.games.cat_box.telling import told_event, told_move
from katzentisch.games.cat_box.turn import (
    count_legal,
    decide,
    is_legal,
    legal,
    nth_legal,
    step,
)
from katzentisch.games.cat_box.view import view
from katzentisch.games.cat_box.why import why_not
from katzentisch.games.cat_box.worth import MANY_POINTS_WIN, spread, stretch
from katzentisch.games.ground.phases import is_over, waits

SLUG = "cat-box"
RULES = 1
