"""How fast the rules and the search are, compared with OpenSpiel's C++ in the same run.

Machines are noisy, so our code and the peers' take turns in short slices, and only the
best slice of each counts.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from katzentisch.bots.levels import EVERYTHING_RANDOM, SEARCH, Level
from katzentisch.bots.policies import chooser
from katzentisch.games import game as find_game
from katzentisch.games.core import flow
from katzentisch.games.core.contract import Rules
from katzentisch.play.match import new_match
from katzentisch.play.seeds import dice_for

PEERS = {"oh_hell": "oh_hell(players=4)", "bridge": "bridge(use_double_dummy_result=false)"}
SLICES = 9
SLICE_SECONDS = 0.35
ITERATIONS = 2000  # per search


@dataclass
class Contestant:
    """Something to measure: plays games, given the first seed and the number; returns the moves."""

    play: Callable[[int, int], float]
    games_a_slice: int = 1
    best: float = 0.0
    first: int = field(default=0)

    def run_slice(self) -> None:
        """Run one slice, and remember the best speed."""
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
    play_many = flow.play_many.compiled(game)
    return Contestant(lambda first, games: float(play_many(tables, dice, template, first, games)))


def peers() -> dict[str, Contestant]:
    """OpenSpiel's games in its own C++ loop, if it is installed."""
    try:
        import pyspiel
    except ImportError:
        return {}
    return {name: peer(pyspiel, text) for name, text in PEERS.items()}


def peer(pyspiel: Any, text: str) -> Contestant:
    """One of OpenSpiel's games with uniformly random bots.

    Counting a game's moves takes longer than playing it, so their mean is determined once,
    outside the measurement.
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


def bench(slug: str, players: int, search: bool = False) -> Iterator[dict[str, Any] | None]:
    """Measure a game, or the search in it, together with its peers.

    Yields None after each slice, then the figures.
    """
    game = find_game(slug)
    us = our_search(game, players) if search else ours(game, players)
    them = their_searches() if search else peers()
    for _ in range(SLICES):
        for contestant in (us, *them.values()):
            contestant.run_slice()
        yield None
    fastest = max((peer.best for peer in them.values()), default=None)
    yield {
        "game": slug,
        "players": players,
        "iterations_per_second" if search else "moves_per_second": round(us.best),
        "peers": {name: round(peer.best) for name, peer in them.items()},
        "ratio": round(us.best / fastest, 2) if fastest else None,
    }


def our_search(game: Rules, players: int) -> Contestant:
    """Our search with random rollouts on the first decision, single-threaded."""
    match = new_match(game.SLUG, {"players": players}, 0)
    dice = dice_for(0, "bench")
    tables = match.imagine(match.to_act, dice)
    level = Level(SEARCH, turns=ITERATIONS, breadth=0.0, random_share=EVERYTHING_RANDOM)
    choose = chooser(level, game, match.options)

    def think(_: int, searches: int) -> float:
        for _ in range(searches):
            choose(tables, dice)
        return float(searches * ITERATIONS)

    return Contestant(think)


def their_search(pyspiel: Any) -> Contestant:
    """OpenSpiel's C++ search with random rollouts on the first decision of its oh_hell.

    The deal is the fastest one for it that we found: a hand of one card.
    """
    state = pyspiel.load_game(PEERS["oh_hell"]).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    evaluator = pyspiel.RandomRolloutEvaluator(1, 0)

    def think(first: int, searches: int) -> float:
        for seed in range(first, first + searches):
            pyspiel.ISMCTSBot(seed, evaluator, 2.0, ITERATIONS).step(state)
        return float(searches * ITERATIONS)

    return Contestant(think)


def their_searches() -> dict[str, Contestant]:
    """OpenSpiel's search, if it is installed."""
    try:
        import pyspiel
    except ImportError:
        return {}
    return {"oh_hell": their_search(pyspiel)}
