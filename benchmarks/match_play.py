"""Moves per second with `Match.play` from Python, compared with OpenSpiel's games from Python.

    python benchmarks/match_play.py [--games=N] [--slices=N]

Both replay random games by the numbers of their moves, checking first that each is legal:
`Match.play` does so by itself, OpenSpiel is asked for the legal actions. Its `apply_action`
alone checks nothing; its speed without checks is shown too.
"""

import argparse
import random
import time
from collections.abc import Callable

import katzentisch as kt
from katzentisch.bots import play_to_the_end
from katzentisch.games import game as find_game
from katzentisch.play.precompile import prepare

GAMES = 200
SLICES = 7
PEERS = ("oh_hell(players=4)", "bridge(use_double_dummy_result=false)")


def ours(slug: str, games: int) -> tuple[str, Callable[[], int]]:
    """A function that replays random matches of one of our games."""
    prepare(find_game(slug))
    recorded = []
    for seed in range(games):
        match = kt.new(slug, seed=seed)
        match.seats = ["random"] * match.players
        play_to_the_end(match)
        recorded.append(match.moves)

    def replay() -> int:
        for seed, moves in enumerate(recorded):
            match = kt.new(slug, seed=seed)
            for move in moves:
                match.play(move)
        return sum(len(moves) for moves in recorded)

    return slug, replay


def openspiel(text: str, checked: bool, games: int) -> tuple[str, Callable[[], int]]:
    """A function that replays random games of OpenSpiel, including chance events."""
    import pyspiel

    game = pyspiel.load_game(text)
    recorded = []
    for seed in range(games):
        rng, state, moves = random.Random(seed), game.new_initial_state(), []
        while not state.is_terminal():
            moves.append(rng.choice(state.legal_actions()))
            state.apply_action(moves[-1])
        recorded.append(moves)

    def replay() -> int:
        for moves in recorded:
            state = game.new_initial_state()
            for move in moves:
                if checked and move not in state.legal_actions():
                    raise ValueError(move)
                state.apply_action(move)
        return sum(len(moves) for moves in recorded)

    return f"OpenSpiel {text}{'' if checked else ', unchecked'}", replay


def best(replay: Callable[[], int], slices: int) -> float:
    """The best speed of several slices, since machines are noisy."""
    speeds = []
    for _ in range(slices):
        began = time.perf_counter()
        moves = replay()
        speeds.append(moves / (time.perf_counter() - began))
    return max(speeds)


def main() -> None:
    """Measure all games, and OpenSpiel's if it is installed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=GAMES, help="how many games of each to replay")
    parser.add_argument("--slices", type=int, default=SLICES, help="how often to replay them")
    asked = parser.parse_args()
    contestants = [ours(slug, asked.games) for slug in kt.all_games()]
    try:
        contestants += [
            openspiel(text, checked, asked.games) for text in PEERS for checked in (True, False)
        ]
    except ImportError:
        print("OpenSpiel is not installed: nothing to compare with.")
    for name, replay in contestants:
        print(f"{name:60} {best(replay, asked.slices):12,.0f} moves a second")


if __name__ == "__main__":
    main()
