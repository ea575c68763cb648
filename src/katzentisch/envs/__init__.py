"""Environments for learning: `Batch`, and the conventions of PettingZoo, Gymnasium, OpenSpiel.

`Batch`, and `Worlds` for search, need no extra packages. `aec` needs PettingZoo, `gym` Gymnasium
and `openspiel` OpenSpiel, all installed by `pip install "katzentisch[envs]"` and imported when
first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from katzentisch.envs.batch import Batch, Worlds, unpacked
from katzentisch.envs.stepping import WAIT
from katzentisch.games.core.errors import Refused

if TYPE_CHECKING:
    from katzentisch.envs.gymnasium import gym
    from katzentisch.envs.pettingzoo import aec

__all__ = ["WAIT", "Batch", "Worlds", "aec", "gym", "unpacked"]

LATER = {"aec": "pettingzoo", "gym": "gymnasium"}


def __getattr__(name: str) -> Any:
    if name not in LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    package = LATER[name]
    try:
        return getattr(import_module(f"{__name__}.{package}"), name)
    except ModuleNotFoundError as missing:
        raise Refused(
            'This needs {package}: pip install "katzentisch[envs]".', package=package
        ) from missing
