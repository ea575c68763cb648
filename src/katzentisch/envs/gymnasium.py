"""A game as a Gymnasium environment: one seat, against bots.

    env = gym("cat-in-the-box", opponents=["greedy", "easy"], players=3)

Observations are written by the game's `encode`; `info["action_mask"]`, and `env.action_masks()`
for libraries that call it, have a 1 for each legal action. The reward comes at the end. An
illegal action loses: it ends the episode with the reward -1.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from katzentisch.bots import Bot, seated
from katzentisch.envs import stepping
from katzentisch.envs.batch import settings_for
from katzentisch.envs.rendering import drawn
from katzentisch.envs.stepping import Settings
from katzentisch.games import game as find_game
from katzentisch.games.core.errors import Refused
from katzentisch.games.core.jit import compiled_rules
from katzentisch.games.core.observation import WORD_BITS
from katzentisch.games.core.record import Table
from katzentisch.play.match import Match
from katzentisch.play.precompile import prepare
from katzentisch.play.seeds import LARGEST

LOST = -1.0


def gym(
    game: str,
    *,
    opponents: Sequence[str] = ("greedy",),
    seat: int | None = 0,
    episode: str = "match",
    rewards: str = "victory",
    render_mode: str | None = None,
    **options: object,
) -> "OneSeat":
    """Create an environment for one seat; the last opponent named fills the remaining seats.

    If `seat` is None, a random seat is chosen for every episode.
    """
    settings = settings_for(episode, rewards, packed=False)
    return OneSeat(game, list(opponents), seat, settings, render_mode, options)


class OneSeat(gymnasium.Env):  # type: ignore[misc]  # read as untyped, installed or not
    """One seat of a game, against bots that are given only what their seats may know."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["human", "ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        opponents: list[str],
        seat: int | None,
        settings: Table[Settings],
        render_mode: str | None,
        options: dict[str, object],
    ) -> None:
        self.game = find_game(game)
        self.options = self.game.read_options(options)
        players = self.options.players
        if seat is not None and not 0 <= seat < players:
            raise Refused("There is no seat {seat} in a game of {n}.", seat=seat, n=players)
        self.opponents = seated(opponents, players - 1)
        self.seat = seat or 0
        self.render_mode = render_mode
        self._fixed, self._settings = seat is not None, settings
        self._actions = self.game.count_actions(self.options)
        self._words = np.zeros((1, -(-self._actions // WORD_BITS)), np.int64)
        self._seen = self.game.Seen.table(1)
        prepare(self.game)
        self._rules = compiled_rules(self.game)
        self._reward_of = stepping.reward_of.compiled(self.game)
        width = self.game.Seen.dtype.itemsize
        self.observation_space = spaces.Box(-128, 127, (width,), np.int8)
        self.action_space = spaces.Discrete(self._actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Deal a new game and let the bots act until it is this seat's turn."""
        super().reset(seed=seed)
        if not self._fixed:
            self.seat = int(self.np_random.integers(self.options.players))
        self.match = Match(self.game, self.options, int(self.np_random.integers(LARGEST)))
        names = list(self.opponents)
        names.insert(self.seat, "random")
        self._bots = [Bot(name, self.match, seat) for seat, name in enumerate(names)]
        self._lost = False
        self._let_bots_act(self._rounds())
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Act, and let the bots act until it is this seat's turn again."""
        if self._is_done(self._begun):
            raise Refused("The episode is over; reset the environment.")
        if not 0 <= int(action) < self._actions or not self.action_masks()[int(action)]:
            self._lost = True
            return self._observation(), LOST, True, False, self._info()
        self.match.play(int(self._rules.move_of(self.match.state, int(action))))
        self._let_bots_act(self._begun)
        done = self._is_done(self._begun)
        by_points = int(self._settings[0].by_points)
        reward = float(self._reward_of(self.match.state, self.seat, by_points)) if done else 0.0
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, done, False, self._info()

    def _rounds(self) -> int:
        return int(self._rules.rounds_done(self.match.state))

    def _is_done(self, begun: int) -> bool:
        ended = self._settings[0].one_round and self._rounds() != begun
        return self._lost or self.match.over or bool(ended)

    def _let_bots_act(self, begun: int) -> None:
        self._begun = begun
        while not self._is_done(begun) and self.match.to_act != self.seat:
            self.match.play(self._bots[int(self.match.state.to_act)].choose(self.match))

    def _observation(self) -> NDArray[np.int8]:
        self._rules.encode(self.match.state, self.seat, self._seen[0])
        row: NDArray[np.int8] = self._seen.view(np.int8)
        return row.copy()

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each legal action; all zeros when the episode is over."""
        if self._is_done(self._begun):
            return np.zeros(self._actions, np.int8)
        self._rules.mark_legal(self.match.state, self._words, 0)
        bits = np.unpackbits(self._words.view(np.uint8), bitorder="little")
        return bits[: self._actions].view(np.int8)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "illegal": self._lost}

    def render(self) -> Any:
        """The table in plain text, as this seat sees it."""
        text = drawn(self.game, self.match.state, self.seat)
        if self.render_mode == "human":
            print(text)
            return None
        return text
