"""The Big Bang Theory – Das geniale Spiel, by Michael Schacht: open bids for three prizes a round.

Read `rules` first: it is the rule book, and everything else builds on it. `knowledge` is what each
seat may know, `players` the simplest bot, `tensors` what networks see and choose, `statistics`
what studies count, and `ui` how the game is shown, drawn and explained.
"""

from katzentisch.games.big_bang.knowledge.events import event, redacted
from katzentisch.games.big_bang.knowledge.imagine import imagine
from katzentisch.games.big_bang.knowledge.view import view
from katzentisch.games.big_bang.players.greedy import greedy_move
from katzentisch.games.big_bang.players.horizon import MANY_POINTS_WIN, spread, stretch
from katzentisch.games.big_bang.rules.components import PLAYERS, TITLE, choices, read_options
from katzentisch.games.big_bang.rules.moves import name_of, number_of
from katzentisch.games.big_bang.rules.refusals import why_not
from katzentisch.games.big_bang.rules.scoring import is_winner, rounds_done, score
from katzentisch.games.big_bang.rules.setup import lay_out
from katzentisch.games.big_bang.rules.state import State
from katzentisch.games.big_bang.rules.turn import decide, is_legal, legal, step
from katzentisch.games.big_bang.statistics import notes
from katzentisch.games.big_bang.statistics.counters import FIGURES, SEAT_FIGURES, tally, tally_seat
from katzentisch.games.big_bang.tensors.observation import (
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
from katzentisch.games.big_bang.ui.messages import describe_event, describe_move
from katzentisch.games.core.bits import how_many as count_legal
from katzentisch.games.core.bits import nth as nth_legal
from katzentisch.games.core.phases import is_over, waits

SLUG = "big-bang"
RULES = 1
