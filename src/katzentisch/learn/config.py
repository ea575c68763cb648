"""Training plans, read from files in the repository so that runs can be repeated."""

import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from katzentisch.games.core.errors import Refused


@dataclass(frozen=True)
class Plan:
    """The plan of a training run; settings missing from its file have these defaults."""

    game: str
    kinds: tuple[dict[str, Any], ...] = field(default=({},))  # options of the tables
    seed: int = 0
    lessons: int = 500
    tables: int = 65536
    steps: int = 64  # per table in a lesson
    width: int = 512  # of the network
    layers: int = 3
    part: int = 32768  # decisions per gradient step
    epochs: int = 1
    rate: float = 5e-4
    clip: float = 0.2
    memory: float = 0.95  # how far a decision's consequences are followed (GAE's lambda)
    curiosity: float = 0.02  # the weight of the entropy bonus, at first
    last_curiosity: float = 0.002  # and at the end
    point: float = 5.0  # this many points are worth 1
    victory: float = 1.0  # what an undivided win is worth
    secrets: tuple[str, ...] = ()  # fields of the other seats' observations that a critic sees
    # Who plays besides the current network, so that it learns to face other players too:
    greedy: float = 0.0  # share of the tables with the game's simple player
    whims: tuple[int, ...] = (0,)  # of the simple player, a different one each lesson
    earlier: float = 0.0  # share of the tables with an earlier self
    remembered: int = 20  # lessons between two earlier selves that are kept
    imitations: float = 0.0  # share of the tables with a network that imitates a level
    imitated: str = ""  # that level
    imitated_turns: int = 1000  # how long it thinks
    imitated_matches: int = 2400  # how many of its matches to learn from
    # Or a fixed network takes all seats but one at every table, for a run that looks for its weak
    # spots: a weights file, or "expert" for the network that comes with the game.
    rival: str = ""
    averaged: float = 0.05  # the weight of each lesson's network in the average that is saved


def plan_of(game: str) -> Path:
    """The plan that comes with the package."""
    return Path(__file__).parent / "plans" / f"{game}.toml"


def read_plan(path: Path, **changes: Any) -> Plan:
    """Read a plan from its file, with changes from the command line."""
    try:
        settings = tomllib.loads(path.read_text("utf-8"))
    except OSError:
        raise Refused("There is no plan at {path}.", path=path) from None
    except tomllib.TOMLDecodeError as fault:
        raise Refused("{path} is not a plan: {fault}.", path=path, fault=fault) from None
    known = {one.name for one in fields(Plan)}
    if unknown := sorted(set(settings) - known):
        raise Refused("{path}: a plan has no setting {name!r}.", path=path, name=unknown[0])
    if "game" not in settings:
        raise Refused("{path}: a plan must name its game.", path=path)
    settings["kinds"] = tuple(settings.get("kinds", [{}]))
    for name in ("secrets", "whims"):
        if name in settings:
            settings[name] = tuple(settings[name])
    return Plan(**settings | {name: value for name, value in changes.items() if value is not None})
