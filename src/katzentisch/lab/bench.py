"""How quick the rules are, beside OpenSpiel's C++ card games in the same run.

Machines are noisy: ours and the peers take turns in short slices, and each is
known by its best slice.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from katzentisch.games import game as find_game
from katzentisch.games.ground import flow
from katzentisch.games.ground.contract import Rules
from katzentisch.play.seeds import dice_for

PEERS = {"oh_hell": "oh_hell(players=4)", "bridge": "bridge(use_double_dummy_result=false)"}
SLICES = 9
SLICE_SECONDS = 0.35


@dataclass
class Contestant:
    """Something that plays random games: so many, and tells how many moves that took."""

    play: Callable[[int, int], float]
    games_a_slice: int = 1
    best: float = 0.0
    first: int = field(default=0)

    def run_slice(self) -> None:
        """Play one slice; remember the best speed."""
        began = time.perf_counter()
        moves = self.play(self.first, self.games_a_slice)
        seconds = time.perf_counter() - began
        self.first += self.games_a_slice
        self.best = max(self.best, moves / seconds)
        self.games_a_slice = max(1, int(self.games_a_slice * SLICE_SECONDS / seconds))


def ours(game: Rules, players: int) -> Contestant:
    """Our game in one compiled loop, single-threaded."""
    template = np.zeros(1, game.State.dtype)
    template[0] = game.lay_out(game.read_options({"players": players}))
    tables, dice = template.copy(), dice_for(0, "bench")
    play_many = flow.play_many.of(game)
    return Contestant(lambda first, games: float(play_many(tables, dice, template, first, games)))


def peers() -> dict[str, Contestant]:
    """OpenSpiel's games in its own C++ loop, where it is installed."""
    try:
        import pyspiel
    except ImportError:
        return {}
    return {name: peer(pyspiel, text) for name, text in PEERS.items()}


def peer(pyspiel: Any, text: str) -> Contestant:
    """One of OpenSpiel's games with uniformly random bots.

    Counting a game's moves takes longer than playing it, so the mean is counted
    once, outside of what is measured.
    """
    game = pyspiel.load_game(text)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]

    def played(seed: int) -> Any:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        return state

    sample = [played(seed).full_history() for seed in range(1000)]
    moves = sum(action.player >= 0 for history in sample for action in history)
    mean: float = moves / len(sample)

    def play(first: int, games: int) -> float:
        for seed in range(first, first + games):
            played(seed)
        return games * mean

    return Contestant(play)


def bench(slug: str, players: int) -> Iterator[dict[str, Any] | None]:
    """Measure one game beside its peers; yields None after each slice, then the figures."""
    us, them = ours(find_game(slug), players), peers()
    for _ in range(SLICES):
        for contestant in (us, *them.values()):
            contestant.run_slice()
        yield None
    fastest = max((peer.best for peer in them.values()), default=None)
    yield {
        "game": slug,
        "players": players,
        "moves_per_second": round(us.best),
        "peers": {name: round(peer.best) for name, peer in them.items()},
        "ratio": round(us.best / fastest, 2) if fastest else None,
    }
