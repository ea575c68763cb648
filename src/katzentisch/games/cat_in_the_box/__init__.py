"""Cat in the Box, by Muneyuki Yokouchi: a card's colour is decided when it is played.

Read `rules` first: it is the rule book, and everything else builds on it. `knowledge` is what each
seat may know, `players` the simplest bot, `tensors` what networks see and choose, `statistics`
what studies count, and `ui` how the game is shown, drawn and explained.
"""

from katzentisch.games.cat_in_the_box.knowledge.events import event, redacted
from katzentisch.games.cat_in_the_box.knowledge.imagine import imagine
from katzentisch.games.cat_in_the_box.knowledge.view import view
from katzentisch.games.cat_in_the_box.players.greedy import greedy_move
from katzentisch.games.cat_in_the_box.players.horizon import MANY_POINTS_WIN, spread, stretch
from katzentisch.games.cat_in_the_box.rules.components import PLAYERS, TITLE, choices, read_options
from katzentisch.games.cat_in_the_box.rules.moves import name_of, number_of
from katzentisch.games.cat_in_the_box.rules.refusals import why_not
from katzentisch.games.cat_in_the_box.rules.scoring import is_winner, rounds_done, score
from katzentisch.games.cat_in_the_box.rules.setup import lay_out
from katzentisch.games.cat_in_the_box.rules.state import State
from katzentisch.games.cat_in_the_box.rules.turn import decide, is_legal, legal, step
from katzentisch.games.cat_in_the_box.statistics import notes
from katzentisch.games.cat_in_the_box.statistics.counters import (
    FIGURES,
    SEAT_FIGURES,
    tally,
    tally_seat,
)
from katzentisch.games.cat_in_the_box.tensors.observation import (
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
from katzentisch.games.cat_in_the_box.ui.messages import describe_event, describe_move
from katzentisch.games.core.bits import how_many as count_legal
from katzentisch.games.core.bits import nth as nth_legal
from katzentisch.games.core.phases import is_over, waits

SLUG = "cat-in-the-box"
RULES = 1
