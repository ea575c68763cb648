"""How a match continues if all play the network's favourite moves: written once over `rules`.

Only what the asking seat may know is used; the rest is imagined anew each time.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from katzentisch.bots.flat_network import best_action
from katzentisch.bots.networks import Evaluator, look, score_actions
from katzentisch.games.core import flow
from katzentisch.games.core.contract import Rules, States
from katzentisch.games.core.jit import long_generic
from katzentisch.games.core.record import Records
from katzentisch.games.core.rng import Dice

rules: Rules  # each game in turn
apply, win_of = flow.apply, flow.win_of

Results: TypeAlias = NDArray[np.float64]


@long_generic
def foretell(
    states: States,
    worlds: States,
    evaluator: Evaluator,
    dice: Records[Dice],
    wins: Results,
    scores: Results,
) -> None:
    """Play the first table out, as often as `wins` has room; write the acting seat's results."""
    seat = states[0].to_act
    for n in range(len(wins)):
        worlds[0] = states[0]
        rules.imagine(worlds[0], seat, dice[0].chance)
        world = worlds[0]
        while not rules.is_over(world):
            look(world, evaluator)
            score_actions(world, evaluator)
            desk = evaluator.desk
            apply(world, rules.move_of(world, best_action(desk.words, desk.scores)))
        wins[n] = win_of(world, seat)
        scores[n] = rules.score(world, seat)
