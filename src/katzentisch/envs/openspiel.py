"""The games for OpenSpiel; importing this module registers them.

    import katzentisch.envs.openspiel
    import pyspiel
    game = pyspiel.load_game("katzentisch_cat_in_the_box(players=3)")

There is one chance node, at the beginning: it picks one of `deals` numbered deals, and with it
everything that is drawn later. An information state is a fingerprint of everything a seat has
seen. `resample_from_infostate` uses `imagine`, so its states never contradict the past, and
differ from the real one only in what the seat cannot know.

With `endgame=6` a game begins six moves before the end of a random one. The deal determines the
moves before that, and all seats remember them. Such games are small enough for algorithms that
traverse whole trees.
"""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel

from katzentisch.envs.single_table import SingleTable
from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.games.core.contract import Rules
from katzentisch.games.core.errors import Refused
from katzentisch.play.seeds import dice_for

LONGEST = 100_000  # moves; no game comes close
A_WORD = 2**63
PARAMETERS: dict[str, Any] = {
    "players": 0,  # 0: the usual number
    "options": "",  # other options by name, like "tiles:open;start:1"
    "episode": "match",
    "rewards": "victory",
    "deals": 10_000,
    "endgame": 0,  # moves before the end; 0: from the beginning
}


def type_of(rules: Rules) -> Any:
    """What OpenSpiel needs to know about a game before it is loaded."""
    counts = rules.PLAYERS.values
    return pyspiel.GameType(
        short_name=f"katzentisch_{rules.SLUG.replace('-', '_')}",
        long_name=rules.TITLE,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


class OurGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel's classes are not typed
    """One of our games with its parameters."""

    slug = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**PARAMETERS, **(params or {})}
        options = options_from(chosen["options"])
        if chosen["players"]:
            options["players"] = chosen["players"]
        self.table = SingleTable(self.slug, chosen["episode"], chosen["rewards"], **options)
        self.deals, self.endgame = int(chosen["deals"]), int(chosen["endgame"])
        # Points have no bound known in advance; shares of a win do.
        most = 1.0 if chosen["rewards"] == "victory" else 1000.0
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.actions,
            max_chance_outcomes=self.deals,
            num_players=self.table.players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=self.endgame or LONGEST,
        )
        super().__init__(type_of(find_game(self.slug)), info, params or {})

    def new_initial_state(self) -> "OurState":
        """The table before the deal."""
        return OurState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """An observer of states as a seat sees them."""
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.table, recall)


class Memory:
    """A table, and for each seat a fingerprint of everything it has seen so far."""

    def __init__(self, table: SingleTable) -> None:
        self.table = table
        self.prints = [b""] * table.players

    def look(self) -> None:
        """Let every seat see the table as it is now."""
        for seat, before in enumerate(self.prints):
            seen = before + self.table.seen_by(seat).tobytes()
            self.prints[seat] = hashlib.blake2b(seen, digest_size=16).digest()

    def act(self, action: int) -> None:
        """Act for one seat, and let all see the result."""
        self.table.act(action)
        self.look()

    def copy(self) -> "Memory":
        """An independent copy."""
        twin = Memory(self.table.copy())
        twin.prints = list(self.prints)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> "Memory":
        """An independent copy; OpenSpiel clones states by deep copies."""
        return self.copy()


class OurState(pyspiel.State):  # type: ignore[misc]  # likewise
    """A game in progress."""

    def __init__(self, game: OurGame) -> None:
        super().__init__(game)
        self.deals, self.endgame = game.deals, game.endgame
        self.memory = Memory(game.table.copy())
        self.dealt = False

    def current_player(self) -> int:
        """Who acts: chance at first, then seats."""
        if not self.dealt:
            return int(pyspiel.PlayerId.CHANCE)
        over = self.memory.table.over
        return int(pyspiel.PlayerId.TERMINAL) if over else self.memory.table.to_act

    def is_terminal(self) -> bool:
        """Is the episode over?"""
        return self.dealt and self.memory.table.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every numbered deal, all equally likely."""
        return [(deal, 1.0 / self.deals) for deal in range(self.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.memory.table.legal_actions()

    def _apply_action(self, action: int) -> None:
        if self.dealt:
            self.memory.act(action)
        else:
            self._deal(action)

    def _deal(self, number: int) -> None:
        self.dealt = True
        opening = random_opening(self.memory.table, number, self.endgame) if self.endgame else []
        self.memory.table.begin(number)
        self.memory.look()
        for action in opening:
            self.memory.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        table = self.memory.table
        return table.game.name_of(int(table.game.move_of(table.state, action)))

    def returns(self) -> list[float]:
        """Every seat's reward; zero before the end."""
        return [float(reward) for reward in self.memory.table.rewards]

    def resample_from_infostate(self, player: int, sampler: Any) -> "OurState":
        """A state that this player cannot tell from this one."""
        twin: OurState = self.clone()
        dice = dice_for(int(sampler() * A_WORD), "resampling")
        twin.memory.table = self.memory.table.imagined(player, dice)
        return twin

    def __str__(self) -> str:
        """The table as every seat sees it, as JSON."""
        if not self.dealt:
            return "before the deal"
        table = self.memory.table
        views = [table.game.view(table.state, seat) for seat in range(table.players)]
        return json.dumps(views)


def random_opening(table: SingleTable, number: int, left: int) -> list[int]:
    """The actions of a random game of this deal, except the last ones, which are left to play."""
    rng = np.random.default_rng(number)
    table.begin(number)
    actions: list[int] = []
    while not table.over:
        actions.append(int(rng.choice(table.legal_actions())))
        table.act(actions[-1])
    return actions[:-left]


class Observer:
    """What a seat may know of a state, as text and as numbers."""

    def __init__(self, table: SingleTable, recall: bool) -> None:
        self.recall = recall
        self.tensor = np.zeros(table.observation.shape, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: OurState, player: int) -> None:
        """Write the numbers, as the game's `encode` does."""
        self.tensor[:] = state.memory.table.seen_by(player) if state.dealt else 0

    def string_from(self, state: OurState, player: int) -> str:
        """The table as the seat sees it; with perfect recall, a fingerprint of all it has seen."""
        if not state.dealt:
            return "before the deal"
        if self.recall:
            return f"seat {player}, has seen {state.memory.prints[player].hex()}"
        table = state.memory.table
        return json.dumps(table.game.view(table.state, player))


def options_from(text: str) -> dict[str, object]:
    """Parse options by name: "tiles:open;start:1"."""
    options: dict[str, object] = {}
    for part in filter(None, text.split(";")):
        name, colon, value = part.partition(":")
        if not colon:
            raise Refused("An option must be given as name:value, not as {part!r}.", part=part)
        options[name.strip()] = value.strip()
    return options


def register(names: Sequence[str]) -> None:
    """Register games with OpenSpiel, as `katzentisch_cat_box` and so on."""
    known = set(pyspiel.registered_names())
    for slug in names:
        kind = type_of(find_game(slug))
        if kind.short_name not in known:
            pyspiel.register_game(kind, type(f"{kind.short_name}_game", (OurGame,), {"slug": slug}))


register(slugs())
