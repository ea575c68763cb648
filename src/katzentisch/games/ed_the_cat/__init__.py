"""Ed, the Cat, by Florian Redl: get rid of your hand, and saddle the others with penalties.

Read `rules` first: it is the rule book, and everything else builds on it. `knowledge` is what each
seat may know, `players` the simplest bot, `tensors` what networks see and choose, `statistics`
what studies count, and `ui` how the game is shown, drawn and explained.
"""

from katzentisch.games.core.phases import is_over, waits
from katzentisch.games.ed_the_cat.knowledge.events import event, redacted
from katzentisch.games.ed_the_cat.knowledge.imagine import imagine
from katzentisch.games.ed_the_cat.knowledge.view import view
from katzentisch.games.ed_the_cat.players.greedy import greedy_move
from katzentisch.games.ed_the_cat.players.horizon import MANY_POINTS_WIN, spread, stretch
from katzentisch.games.ed_the_cat.rules.components import PLAYERS, TITLE, choices, read_options
from katzentisch.games.ed_the_cat.rules.moves import count_moves as count_legal
from katzentisch.games.ed_the_cat.rules.moves import name_of, number_of
from katzentisch.games.ed_the_cat.rules.moves import nth_move as nth_legal
from katzentisch.games.ed_the_cat.rules.refusals import why_not
from katzentisch.games.ed_the_cat.rules.scoring import is_winner, rounds_done, score
from katzentisch.games.ed_the_cat.rules.setup import lay_out
from katzentisch.games.ed_the_cat.rules.state import State
from katzentisch.games.ed_the_cat.rules.turn import decide, is_legal, legal, step
from katzentisch.games.ed_the_cat.statistics import notes
from katzentisch.games.ed_the_cat.statistics.counters import (
    FIGURES,
    SEAT_FIGURES,
    tally,
    tally_seat,
)
from katzentisch.games.ed_the_cat.tensors.observation import (
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
from katzentisch.games.ed_the_cat.ui.messages import describe_event, describe_move

SLUG = "ed-the-cat"
RULES = 2
