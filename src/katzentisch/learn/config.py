"""How a training goes: read from a file in the repository, so that it can be done again."""

import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from katzentisch.games.core.errors import Refused


@dataclass(frozen=True)
class Plan:
    """One training; what is not named in its file is as here."""

    game: str
    kinds: tuple[dict[str, Any], ...] = field(default=({},))  # options of the tables played at
    seed: int = 0
    lessons: int = 500
    tables: int = 65536
    steps: int = 64  # at each table in a lesson
    width: int = 512  # of the network
    layers: int = 3
    part: int = 32768  # decisions learned from at once
    epochs: int = 1
    rate: float = 5e-4
    clip: float = 0.2
    memory: float = 0.95  # how far what a decision leads to is followed (GAE's lambda)
    curiosity: float = 0.02  # how much it is worth not to be sure, at first
    last_curiosity: float = 0.002
    point: float = 5.0  # so many points count 1
    victory: float = 1.0  # and so much counts the whole victory
    secrets: tuple[str, ...] = ()  # fields by which a critic knows of others what only they know
    # Who is at the tables besides the network as it is, so that it knows others' ways too:
    greedy: float = 0.0  # share of the tables at which the game's simple player sits
    whims: tuple[int, ...] = (0,)  # of the simple player, lesson by lesson
    earlier: float = 0.0  # share of the tables at which an earlier self sits
    remembered: int = 20  # lessons between two earlier selves
    imitations: float = 0.0  # share of the tables at which a network sits that imitates a level
    imitated: str = ""  # that level; it thinks so many turns, in so many matches to learn from
    imitated_turns: int = 1000
    imitated_matches: int = 2400
    # Or a network that stays as it is has all seats but one at every table, for a training that
    # looks for its weak spots: a file of weights, or "expert" for the one that comes with the game.
    rival: str = ""
    averaged: float = 0.05  # share of a lesson's network in the one that is kept


def plan_of(game: str) -> Path:
    """The plan that comes with the package."""
    return Path(__file__).parent / "plans" / f"{game}.toml"


def read_plan(path: Path, **changes: Any) -> Plan:
    """A plan from its file, with changes from the command line."""
    try:
        settings = tomllib.loads(path.read_text("utf-8"))
    except OSError:
        raise Refused("There is no plan {path}.", path=path) from None
    except tomllib.TOMLDecodeError as fault:
        raise Refused("{path} is no plan: {fault}.", path=path, fault=fault) from None
    known = {one.name for one in fields(Plan)}
    if unknown := sorted(set(settings) - known):
        raise Refused("{path}: a plan has no {name!r}.", path=path, name=unknown[0])
    if "game" not in settings:
        raise Refused("{path}: a plan names its game.", path=path)
    settings["kinds"] = tuple(settings.get("kinds", [{}]))
    for name in ("secrets", "whims"):
        if name in settings:
            settings[name] = tuple(settings[name])
    return Plan(**settings | {name: value for name, value in changes.items() if value is not None})
