"""Record a level's decisions, match by match, for a network that will imitate it."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Semaphore
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from katzentisch.bots import Bot
from katzentisch.games.core.errors import Refused
from katzentisch.games.core.jit import compiled_rules
from katzentisch.games.core.observation import WORD_BITS
from katzentisch.lab.processes import all_cores, pool_of
from katzentisch.learn.config import Plan
from katzentisch.play.match import Match, new_match

# These players get some seats, so that the imitation also learns to face them.
SIMPLE, SIMPLE_SHARE = "greedy", 0.1
LEARNED_SHARE = 0.4  # for the network that will face the imitation, if it exists yet
Task = tuple[str, dict[str, Any], tuple[str, str], int, int]
Watching = Callable[[int, int], bool | None]
"""Called with the number of matches watched and the total; returns True to stop."""


class Watched(NamedTuple):
    """Decisions of a level: observations, legal actions (as bits), and the actions chosen."""

    seen: NDArray[np.int8]
    words: NDArray[np.int64]
    actions: NDArray[np.int64]


def watch(plan: Plan, learned: Path, recording: Path, watching: Watching) -> Watched | None:
    """Record the level's decisions in as many matches as the plan says, on all cores.

    If stopped early, return None; then, or after an interrupt, the next call goes on with the
    `recording`.
    """
    names = plan.imitated, str(learned) if learned.exists() else plan.imitated
    tasks: list[Task] = [
        (plan.game, plan.kinds[n % len(plan.kinds)], names, plan.imitated_turns, n)
        for n in range(plan.imitated_matches)
    ]
    found, done = watched_before(recording)
    if done:
        watching(done, len(tasks))
    try:
        cores, stopped = all_cores(), Event()
        free = Semaphore(cores + 1)
        with pool_of(cores) as pool:
            for one in pool.imap(watch_one, until(stopped, free, tasks[done:])):
                free.release()
                if not stopped.is_set():
                    found.append(one)
                    done += 1
                    if watching(done, len(tasks)):
                        stopped.set()
    finally:
        if found and done < len(tasks):
            beside = recording.with_suffix(".part")
            with beside.open("wb") as file:
                np.savez(file, matches=done, **joined(found)._asdict())
            beside.replace(recording)
    return joined(found) if done >= len(tasks) else None


def until(stopped: Event, free: Semaphore, tasks: list[Task]) -> Iterator[Task]:
    """Yield each task when a core will soon be free for it, until stopped.

    Tasks already begun are still finished: a worker killed while reporting its result would keep
    the pool from ever closing.
    """
    for task in tasks:
        free.acquire()
        if stopped.is_set():
            return
        yield task


def watched_before(recording: Path) -> tuple[list[Watched], int]:
    """The decisions recorded before an early stop, and the number of matches they come from."""
    if not recording.exists():
        return [], 0
    try:
        with np.load(recording) as before:
            return [Watched(*(before[name] for name in Watched._fields))], int(before["matches"])
    except (OSError, ValueError, KeyError, BadZipFile):
        raise Refused(
            "{path} is damaged; delete it to start recording again.", path=recording
        ) from None


def joined(found: list[Watched]) -> Watched:
    """Concatenate the decisions of several matches."""
    return Watched(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


def watch_one(task: Task) -> Watched:
    """Record the level's decisions in one match."""
    slug, kind, (name, learned), turns, seed = task
    match = new_match(slug, kind, seed)
    names = seated_beside(name, learned, match.players, random.Random(seed))
    bots = [
        Bot(one, match, seat, turns if one == name else None, or_file=True)
        for seat, one in enumerate(names)
    ]
    found = [decision for decision in decided(match, bots) if names[decision[0]] == name]
    octets, words = match.game.Seen.dtype.itemsize, words_of(match)
    return Watched(
        np.array([seen for _, seen, _, _ in found], np.int8).reshape(-1, octets),
        np.array([legal for _, _, legal, _ in found], np.int64).reshape(-1, words),
        np.array([action for _, _, _, action in found], np.int64),
    )


def seated_beside(name: str, learned: str, players: int, chance: random.Random) -> list[str]:
    """The bot at each seat; the level has at least one."""
    rest = 1 - SIMPLE_SHARE - LEARNED_SHARE
    shares = (rest, LEARNED_SHARE, SIMPLE_SHARE)
    names = chance.choices((name, learned, SIMPLE), shares, k=players)
    names[chance.randrange(players)] = name
    return names


def words_of(match: Match) -> int:
    """The number of words needed to mark the legal actions."""
    return -(-match.game.count_actions(match.options) // WORD_BITS)


def decided(match: Match, bots: list[Bot]) -> Iterator[tuple[int, Any, Any, int]]:
    """Play a match; yield each decision's seat, observation, legal actions and chosen action."""
    game, words = compiled_rules(match.game), np.zeros((1, words_of(match)), np.int64)
    seen = game.Seen.table(1)
    while not match.over:
        seat = int(match.state.to_act)
        move = bots[seat].choose(match)
        if len(match.legal_numbers()) > 1:
            game.encode(match.state, seat, seen[0])
            game.mark_legal(match.state, words, 0)
            action = int(game.action_of(match.state, move))
            yield seat, seen.view(np.int8).copy(), words[0].copy(), action
        match.play(move)
