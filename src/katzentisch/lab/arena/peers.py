"""Our games compared with other libraries', in one run on one machine: random moves per second.

Libraries that are not installed are left out (`pip install "katzentisch[peers]"` installs all).
All do the same work: random legal moves and, if a framework provides observations and
masks, both at every step.
"""

import os
import platform
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from katzentisch.envs import Batch
from katzentisch.games import game as find_game
from katzentisch.lab.arena.bench import Contestant, ours, peer
from katzentisch.play.match import new_match

SIZES = (256, 4096, 16384)
PACKAGES = ("numpy", "numba", "open_spiel", "rlcard", "pettingzoo", "gymnasium", "pgx", "jax")
OPENSPIEL = {
    "oh_hell": "oh_hell(players=4)",
    "bridge": "bridge(use_double_dummy_result=false)",
    "leduc_poker": "leduc_poker",
}
RLCARD = ("leduc-holdem", "limit-holdem", "uno", "gin-rummy")
PETTINGZOO = ("leduc_holdem_v4", "texas_holdem_v4", "gin_rummy_v4")
PGX = ("kuhn_poker", "leduc_holdem")
ROLLED = 50  # steps per call, for Pgx and for rolled batches


@dataclass
class Entry:
    """A row of the table: the library, the game, the interface, and what to measure."""

    who: str
    game: str
    how: str
    contestant: Contestant


def everybody(games: list[str]) -> Iterator[Entry]:
    """First these games of ours, then all peers that are installed."""
    for slug in games:
        yield from our_entries(slug)
    for entries in (openspiel_entries, rlcard_entries, pettingzoo_entries, pgx_entries):
        with suppress(ImportError):
            yield from entries()


def our_entries(slug: str) -> Iterator[Entry]:
    """One of our games through every interface."""
    players = int(find_game(slug).PLAYERS.default)
    yield Entry("katzentisch", slug, "compiled loop", ours(find_game(slug), players))
    yield Entry("katzentisch", slug, "Match", Contestant(match_player(slug)))
    with suppress(ImportError, ValueError):
        yield Entry("katzentisch", slug, "AEC", Contestant(aec_player(our_aec(slug))))
    for size in SIZES:
        for threads in sorted({1, os.cpu_count() or 1}):
            cores = "1 core" if threads == 1 else f"{threads} cores"
            for way, steps in (("Batch", 1), ("Batch rolled", ROLLED)):
                player = batch_player(slug, size, threads, steps)
                how = f"{way}, {size} tables, {cores}"
                yield Entry("katzentisch", slug, how, Contestant(player))


def our_aec(slug: str) -> Any:
    """Our environment, which needs PettingZoo."""
    from katzentisch.envs import aec

    return aec(slug)


def match_player(slug: str) -> Callable[[int, int], float]:
    """A Python loop over `Match`."""

    def play(first: int, games: int) -> float:
        moves = 0
        for seed in range(first, first + games):
            match, rng = new_match(slug, {}, seed), random.Random(seed)
            while not match.over:
                match.play(rng.choice(match.legal_numbers()))
            moves += len(match.moves)
        return float(moves)

    return play


def aec_player(env: Any) -> Callable[[int, int], float]:
    """A Python loop over a PettingZoo environment, ours or theirs."""
    choices = np.random.default_rng(0).random(4096)

    def play(first: int, games: int) -> float:
        moves = 0
        for seed in range(first, first + games):
            env.reset(seed=seed)
            for _ in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = seen["action_mask"].nonzero()[0]
                env.step(int(legal[int(choices[moves % 4096] * len(legal))]))
                moves += 1
        return float(moves)

    return play


def batch_player(slug: str, size: int, threads: int, steps: int) -> Callable[[int, int], float]:
    """A Python loop over `Batch`: choose and step, or roll; writes observations and masks."""
    made: list[Batch] = []

    def play(_: int, times: int) -> float:
        if not made:
            made.append(Batch(slug, size, packed=True, threads=threads))
        for _ in range(times):
            if steps == 1:
                made[0].step(made[0].random_actions())
            else:
                made[0].play_randomly(steps)
        return float(times * steps * size)

    return play


def openspiel_entries() -> Iterator[Entry]:
    """OpenSpiel's card games in its C++ loop and in a Python loop."""
    import pyspiel

    for name, text in OPENSPIEL.items():
        yield Entry("OpenSpiel", name, "C++ loop", peer(pyspiel, text))
        yield Entry("OpenSpiel", name, "Python loop", Contestant(openspiel_player(pyspiel, text)))


def openspiel_player(pyspiel: Any, text: str) -> Callable[[int, int], float]:
    """A function that plays random games of OpenSpiel."""
    game = pyspiel.load_game(text)

    def play(first: int, games: int) -> float:
        moves, rng = 0, random.Random(first)
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                moves += not state.is_chance_node()
                state.apply_action(rng.choice(state.legal_actions()))
        return float(moves)

    return play


def rlcard_entries() -> Iterator[Entry]:
    """RLCard's environments with random agents."""
    import rlcard

    for name in RLCARD:
        env = rlcard.make(name, config={"seed": 0})
        yield Entry("RLCard", name, "Python loop", Contestant(rlcard_player(env)))


def rlcard_player(env: Any) -> Callable[[int, int], float]:
    """A function that plays random games of RLCard."""
    rng = random.Random(0)

    def play(_: int, games: int) -> float:
        moves = 0
        for _ in range(games):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                moves += 1
        return float(moves)

    return play


def pettingzoo_entries() -> Iterator[Entry]:
    """PettingZoo's classic card games, where their dependencies are installed."""
    from importlib import import_module

    for name in PETTINGZOO:
        with suppress(ImportError):  # not every version has every game
            module = import_module(f"pettingzoo.classic.{name}")
            player = aec_player(module.raw_env())
            yield Entry("PettingZoo", name, "AEC", Contestant(player))


def pgx_entries() -> Iterator[Entry]:
    """Pgx's card games on all cores of the CPU, in a compiled loop of many steps."""
    import jax
    import pgx

    for name in PGX:
        for size in SIZES:
            contestant = Contestant(pgx_player(jax, pgx, name, size))
            yield Entry("Pgx", name, f"JAX loop, {size} tables, all cores", contestant)


def pgx_player(jax: Any, pgx: Any, name: str, size: int) -> Callable[[int, int], float]:
    """Random legal actions, with Pgx's own automatic reset."""
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(_: int, at: Any) -> Any:
        state, key = at
        key, choosing, dealing = jax.random.split(key, 3)
        likely = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        actions = jax.random.categorical(choosing, likely)
        return step(state, actions, jax.random.split(dealing, size)), key

    many = jax.jit(lambda at: jax.lax.fori_loop(0, ROLLED, one, at))
    at: list[Any] = []

    def play(_: int, rounds: int) -> float:
        if not at:
            deal = jax.jit(jax.vmap(env.init))
            at.append((deal(jax.random.split(jax.random.PRNGKey(0), size)), jax.random.PRNGKey(1)))
        for _ in range(rounds):
            at[0] = jax.block_until_ready(many(at[0]))
        return float(rounds * ROLLED * size)

    return play


def machine() -> dict[str, str]:
    """The machine and the versions that were measured."""
    found = {"python": platform.python_version(), "cores": str(os.cpu_count())}
    found["machine"] = f"{platform.system()} {platform.machine()}"
    for package in PACKAGES:
        with suppress(PackageNotFoundError):
            found[package] = version(package)
    return found


def measured(entries: list[Entry], slices: int) -> Iterator[None]:
    """Run every entry for several slices, in turn; report and drop those that fail."""
    for _ in range(slices):
        for entry in list(entries):
            try:
                entry.contestant.run_slice()
            except Exception as failed:
                print(f"{entry.who} {entry.game} ({entry.how}): {failed}", file=sys.stderr)
                entries.remove(entry)
            yield None


def figures(entries: list[Entry]) -> list[dict[str, Any]]:
    """The rows of the table."""
    return [
        {
            "who": entry.who,
            "game": entry.game,
            "how": entry.how,
            "moves_per_second": round(entry.contestant.best),
        }
        for entry in entries
    ]


def ratios(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Our interfaces compared with the fastest peer of the same kind."""
    found = []
    for row in (row for row in rows if row["who"] == "katzentisch"):
        rivals = [other for other in rows if is_rival(row["how"], other)]
        if rivals:
            fastest = max(rivals, key=lambda other: int(other["moves_per_second"]))
            ratio = row["moves_per_second"] / fastest["moves_per_second"]
            beside = f"{fastest['who']} {fastest['game']}"
            found.append({**row, "beside": beside, "ratio": round(ratio, 2)})
    return found


def is_rival(how: str, other: dict[str, Any]) -> bool:
    """Is this the rival: PettingZoo for AEC, Pgx of the same size for a batch on all cores?"""
    if how == "AEC":
        return bool(other["who"] == "PettingZoo")
    if how.startswith("Batch") and "1 core" not in how:
        size = how.split(", ")[1]
        return other["who"] == "Pgx" and size in other["how"].split(", ")
    return False
