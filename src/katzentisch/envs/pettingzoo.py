"""A game as a PettingZoo environment: agents that act one after another.

    env = aec("cat-in-the-box", players=3)

An observation is a dictionary: `observation` is written by the game's `encode`, `action_mask`
has a 1 for each legal action. All rewards come at the end of the episode, which is a whole
match or, with `episode="round"`, one round.
"""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from katzentisch.envs.rendering import drawn
from katzentisch.envs.single_table import SingleTable
from katzentisch.play.seeds import fresh_seed


def aec(
    game: str,
    *,
    episode: str = "match",
    rewards: str = "victory",
    render_mode: str | None = None,
    **options: object,
) -> "Seats":
    """Create a PettingZoo environment: `aec("ed-the-cat", players=3)`."""
    return Seats(SingleTable(game, episode, rewards, **options), render_mode)


class Seats(AECEnv):  # type: ignore[misc]  # read as untyped, installed or not
    """A game whose agents are its seats."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "ansi"],
        "name": "katzentisch",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, table: SingleTable, render_mode: str | None = None) -> None:
        super().__init__()
        self.table = table
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(table.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen = spaces.Dict(
            {
                "observation": spaces.Box(-128, 127, table.observation.shape, np.int8),
                "action_mask": spaces.Box(0, 1, (table.actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {
            agent: spaces.Discrete(table.actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        """The space of this agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of this agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game."""
        self.table.begin(fresh_seed() if seed is None else seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.to_act]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know, and its legal actions if it is its turn."""
        table, seat = self.table, self._seats[agent]
        acts = seat == table.to_act and not table.over
        mask = table.mask.copy() if acts else np.zeros(table.actions, np.int8)
        return {"observation": table.seen_by(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Act for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.table.act(int(action))  # type: ignore[arg-type]  # None only after the end
        self._cumulative_rewards[agent] = 0.0
        if self.table.over:
            self._end()
        else:
            self.agent_selection = self.possible_agents[self.table.to_act]
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        for seat, agent in enumerate(self.agents):
            self.terminations[agent] = True
            self.rewards[agent] = float(self.table.rewards[seat])
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """The table in plain text, as the agent whose turn it is sees it."""
        seat = self._seats[self.agent_selection]
        text = drawn(self.table.game, self.table.state, seat)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Do nothing; there is nothing to close."""

    def copy(self) -> "Seats":
        """An independent copy of the game, for search."""
        twin = Seats(self.table.copy(), self.render_mode)
        twin._take_over(self)
        return twin

    def restore(self, other: "Seats") -> None:
        """Take over the state of another environment of the same kind."""
        self.table.restore(other.table)
        self._take_over(other)

    def _take_over(self, other: "Seats") -> None:
        self.agents = list(other.agents)
        for name in ("rewards", "_cumulative_rewards", "terminations", "truncations"):
            setattr(self, name, dict(getattr(other, name)))
        self.infos = {agent: dict(info) for agent, info in other.infos.items()}
        self.agent_selection = other.agent_selection
        skipped = "_skip_agent_selection"  # where PettingZoo stores who acts after the dead agents
        if hasattr(other, skipped):
            setattr(self, skipped, getattr(other, skipped))
