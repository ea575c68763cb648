"""Cat Box, by Aza Chen: cards of boxes cover one another; each seat secretly wants one colour.

Read `rules` first: it is the rule book, and everything else builds on it. `knowledge` says what
each seat may know, `players` holds the simplest bot, `tensors` what networks see and choose,
`statistics` what studies count, and `ui` how the game is shown, drawn and explained.
"""

from katzentisch.games.cat_box.knowledge.events import event, redacted
from katzentisch.games.cat_box.knowledge.imagine import imagine
from katzentisch.games.cat_box.knowledge.view import view
from katzentisch.games.cat_box.players.greedy import greedy_move
from katzentisch.games.cat_box.players.horizon import MANY_POINTS_WIN, spread, stretch
from katzentisch.games.cat_box.rules.components import PLAYERS, TITLE, choices, read_options
from katzentisch.games.cat_box.rules.moves import name_of, number_of
from katzentisch.games.cat_box.rules.refusals import why_not
from katzentisch.games.cat_box.rules.scoring import is_winner, rounds_done, score
from katzentisch.games.cat_box.rules.setup import lay_out
from katzentisch.games.cat_box.rules.state import State
from katzentisch.games.cat_box.rules.turn import (
    count_legal,
    decide,
    is_legal,
    legal,
    nth_legal,
    step,
)
from katzentisch.games.cat_box.statistics import notes
from katzentisch.games.cat_box.statistics.counters import FIGURES, SEAT_FIGURES, tally, tally_seat
from katzentisch.games.cat_box.tensors.actions import PICTURE, action_of, count_actions, move_of
from katzentisch.games.cat_box.tensors.masks import mark_again, mark_legal, random_action
from katzentisch.games.cat_box.tensors.observation import Seen, encode, encode_again
from katzentisch.games.cat_box.ui.messages import describe_event, describe_move
from katzentisch.games.core.phases import is_over, waits

SLUG = "cat-box"
RULES = 1
