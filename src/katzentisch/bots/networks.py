"""What every learned network offers, whether it reads flat bytes or a picture."""

from collections.abc import Callable
from typing import Any, TypeAlias

from katzentisch.bots import flat_network, grid_arrays, grid_network
from katzentisch.games.core import flow
from katzentisch.games.core.contract import AnyState, Rules, States
from katzentisch.games.core.jit import Generic, long_generic
from katzentisch.games.core.record import Records
from katzentisch.games.core.rng import Dice

rules: Rules  # each game in turn
best_action, likely_action = flat_network.best_action, flat_network.likely_action
SEVERAL, only_move = flow.SEVERAL, flow.only_move

AnyNetwork: TypeAlias = flat_network.Network | grid_arrays.PictureNetwork
Evaluator: TypeAlias = flat_network.Evaluator | grid_arrays.PictureEvaluator


class Either(Generic[..., Any]):
    """One of two generic functions: the one for the kind of network that a game has."""

    # Any: the two take different kinds of evaluator; the variable's annotation names the type.
    def __init__(self, flat: Generic[..., Any], over_picture: Generic[..., Any]) -> None:
        super().__init__(flat.function)
        self._flat, self._over_picture = flat, over_picture

    def plain(self, game: Rules) -> Callable[..., Any]:
        """The function for one game, interpreted."""
        return self._for(game).plain(game)

    def compiled(self, game: Rules) -> Callable[..., Any]:
        """The function for one game, compiled when Python first calls it."""
        return self._for(game).compiled(game)

    def inner(self, game: Rules) -> Callable[..., Any]:
        """The function for one game, as other compiled functions and kernels call it."""
        return self._for(game).inner(game)

    def _for(self, game: Rules) -> Generic[..., Any]:
        return self._flat if game.PICTURE is None else self._over_picture


look: Generic[[AnyState, Evaluator], None] = Either(flat_network.look, grid_network.look)
score_actions: Generic[[AnyState, Evaluator], None] = Either(
    flat_network.score_actions, grid_network.score_actions
)
expected: Generic[[Evaluator], float] = Either(flat_network.expected, grid_network.expected)


def evaluator_for(game: Rules, network: AnyNetwork, actions: int) -> Evaluator:
    """A network with the scratch space for a game."""
    if isinstance(network, grid_arrays.PictureNetwork):
        return grid_arrays.evaluator_for(game, network, actions)
    return flat_network.evaluator_for(game, network, actions)


@long_generic
def choose(states: States, evaluator: Evaluator, doubt: float, dice: Records[Dice]) -> int:
    """The network's favourite legal move at the first table or, with doubt, a random one."""
    only = only_move(states[0])
    if only != SEVERAL:
        return only
    look(states[0], evaluator)
    score_actions(states[0], evaluator)
    desk = evaluator.desk
    if doubt == 0.0:
        return rules.move_of(states[0], best_action(desk.words, desk.scores))
    for n in range(len(desk.scores)):
        desk.scores[n] /= doubt
    return rules.move_of(states[0], likely_action(desk.words, desk.scores, dice[0]))
