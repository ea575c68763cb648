"""What every learned network is asked, be it one over flat bytes or one over a picture."""

from collections.abc import Callable
from typing import Any

from katzentisch.bots import flat_network, grid_network
from katzentisch.games.core import flow
from katzentisch.games.core.contract import Rules
from katzentisch.games.core.jit import Generic, long_generic

rules: Rules  # each game in its turn
best_action, likely_action = flat_network.best_action, flat_network.likely_action
SEVERAL, only_move = flow.SEVERAL, flow.only_move


class Either(Generic[..., Any]):
    """One of two generic functions: that for the kind of network a game has."""

    def __init__(self, flat: Generic[..., Any], over_picture: Generic[..., Any]) -> None:
        super().__init__(flat.function)
        self._flat, self._over_picture = flat, over_picture

    def of(self, game: Any) -> Callable[..., Any]:
        """The function with one game's rules in the place of `rules`."""
        return (self._flat if game.PICTURE is None else self._over_picture).of(game)


look = Either(flat_network.look, grid_network.look)
score_actions = Either(flat_network.score_actions, grid_network.score_actions)
expected = Either(flat_network.expected, grid_network.expected)


def desk_for(game: Rules, learned: Any, actions: int) -> Any:
    """Room to think about a game."""
    made = flat_network.desk_for if game.PICTURE is None else grid_network.picture_desk
    return made(game, learned, actions)


@long_generic
def choose(states: Any, learned: Any, desk: Any, doubt: float, dice: Any) -> int:
    """The legal move that the network likes best at the first table, or with doubt another."""
    only = only_move(states[0])
    if only != SEVERAL:
        return only
    look(states[0], learned, desk)
    score_actions(states[0], learned, desk)
    if doubt == 0.0:
        return rules.move_of(states[0], best_action(desk.words, desk.scores))
    for n in range(len(desk.scores)):
        desk.scores[n] /= doubt
    return rules.move_of(states[0], likely_action(desk.words, desk.scores, dice[0]))
