"""Files of learned weights: NumPy arrays and a header, checked before they are used.

A network knows a game by its bytes (`Seen`) and its numbered actions. If these or the rules
have changed since it was trained, it is refused.
"""

import hashlib
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from katzentisch.bots.flat_network import (
    BYTE_VALUES,
    LOWEST_BYTE,
    Network,
    Octets,
    Places,
    Reals,
    Rows,
)
from katzentisch.bots.grid_arrays import picture_network
from katzentisch.bots.networks import AnyNetwork
from katzentisch.games import game as find_game
from katzentisch.games.core.contract import Rules
from katzentisch.games.core.errors import Refused
from katzentisch.games.core.observation import fields_of
from katzentisch.games.core.options import TableOptions

FORMAT = 1
Array: TypeAlias = NDArray[Any]  # of any type that a training run writes
Arrays: TypeAlias = Mapping[str, Array]
Header: TypeAlias = Mapping[str, Any]  # as parsed from JSON


@dataclass(frozen=True)
class Learned:
    """A network, with the header and arrays of its file."""

    path: Path
    network: AnyNetwork
    header: Header
    arrays: Arrays

    def knows(self, options: TableOptions) -> bool:
        """Was it trained for tables with these options? (The start seat does not matter.)"""
        return settings_of(options) in self.header["kinds"]

    def must_know(self, options: TableOptions) -> None:
        """Refuse tables that it was not trained for."""
        if not self.knows(options):
            raise Refused(
                "The network {path} was not trained for tables like this.", path=self.path
            )


def own(game: Rules) -> Path:
    """The network that comes with a game."""
    return Path(__file__).parent / "learned" / f"{game.SLUG}.npz"


def settings_of(options: TableOptions) -> dict[str, Any]:
    """A table's options as a network's file names them."""
    settings = dict(vars(options))
    del settings["start"]
    return settings


def encoding_of(game: Rules) -> str:
    """A fingerprint of how a game's tables are encoded for networks, and of its actions."""
    layout = [list(field) for field in fields_of(game.Seen)]
    counts = [game.count_actions(game.read_options({"players": n})) for n in game.PLAYERS.values]
    return hashlib.sha256(json.dumps([layout, counts]).encode()).hexdigest()


def save(path: Path, game: Rules, arrays: Arrays, header: Header) -> None:
    """Write a network in half the precision it was trained with, which is enough."""
    small = {name: halved(array) for name, array in arrays.items()}
    header = {
        **header,
        "format": FORMAT,
        "game": game.SLUG,
        "rules": game.RULES,
        "encoding": encoding_of(game),
        "sha256": digest_of(small),
    }
    text = np.frombuffer(json.dumps(header).encode(), np.uint8)
    beside = path.with_name(path.name + ".part")
    with beside.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, header=text, **small)
    beside.replace(path)


def halved(array: Array) -> Array:
    """Floating-point numbers in two bytes each; other arrays unchanged."""
    return array.astype(np.float16) if array.dtype.kind == "f" else array


def digest_of(arrays: Arrays) -> str:
    """A fingerprint of all arrays."""
    digest = hashlib.sha256()
    for name in sorted(arrays):
        digest.update(f"{name} {arrays[name].dtype} {arrays[name].shape}".encode())
        digest.update(np.ascontiguousarray(arrays[name]).tobytes())
    return digest.hexdigest()


@cache
def load(path: Path, slug: str) -> Learned:
    """A network from its file; refused if it is damaged or made for another game."""
    game = find_game(slug)
    try:
        with np.load(path, allow_pickle=False) as file:
            header = json.loads(bytes(file["header"]))
            arrays = {name: file[name] for name in file.files if name != "header"}
    except OSError:
        raise Refused("There is no weights file {path}.", path=path) from None
    except (ValueError, KeyError, zipfile.BadZipFile):
        raise Refused("{path} is not a weights file.", path=path) from None
    if header.get("format") != FORMAT or header.get("sha256") != digest_of(arrays):
        raise Refused("The weights in {path} are damaged or from another version.", path=path)
    if header["game"] != game.SLUG:
        raise Refused(
            "The weights in {path} are for {other}, not for {game}.",
            path=path,
            other=header["game"],
            game=game.SLUG,
        )
    if (header["rules"], header["encoding"]) != (game.RULES, encoding_of(game)):
        raise Refused(
            "The weights in {path} were trained when {game} had different rules or"
            " observations; train them again.",
            path=path,
            game=game.SLUG,
        )
    return Learned(path, network_of(arrays, game), header, arrays)


def network_of(arrays: Arrays, game: Rules) -> AnyNetwork:
    """The arrays as compiled code reads them."""
    full = {
        name: np.ascontiguousarray(array, np.float32 if array.dtype.kind == "f" else None)
        for name, array in arrays.items()
    }
    octets, picture = game.Seen.dtype.itemsize, game.PICTURE
    if picture is not None:
        rows, beside = gathered(full["places"], full["floors"], full["beside"], octets)
        return picture_network(full, picture, rows, beside)
    rows, first = gathered(full["places"], full["floors"], full["first"], octets)
    return Network(
        rows,
        first,
        full["first_bias"],
        full["layers"],
        full["biases"],
        full["choice"],
        full["choice_bias"],
        full["worth"],
    )


def gathered(places: Places, floors: Octets, weights: Reals, octets: int) -> tuple[Rows, Reals]:
    """For each value of each byte, the summed weights of the questions it answers yes to."""
    rows = np.zeros((octets, BYTE_VALUES), np.int16)
    sums = [np.zeros(weights.shape[1], np.float32)]
    for place in np.unique(places):
        total = sums[0]
        for question in np.flatnonzero(places == place):
            total = total + weights[question]
            rows[place, int(floors[question]) - LOWEST_BYTE :] = len(sums)
            sums.append(total)
    return rows, np.stack(sums)
