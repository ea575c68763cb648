"""Figures of random play: `python scripts/random_play.py` writes a page of the docs.

Every figure is a mean over games with seeds 0, 1, 2 …, so the page is the same each time.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.games.core.contract import Rules
from katzentisch.games.core.rng import Dice
from katzentisch.lab import tallying

GAMES = 100_000


@dataclass
class Figures:
    """What random games of one variant were like."""

    options: dict[str, Any]
    games: int
    moves: np.ndarray
    scores: np.ndarray
    wins: np.ndarray
    counted: dict[str, int]


def random_play(game: Rules, options: dict[str, Any], games: int) -> Figures:
    """Play random games of one variant and count."""
    read = game.read_options(options)
    template = game.State.table(1)
    template[0] = game.lay_out(read)
    tables, dice = template.copy(), Dice.table(1)
    figures = np.zeros(len(game.FIGURES), np.int64)
    moves = np.zeros(games, np.int64)
    scores, wins = np.zeros((games, read.players)), np.zeros((games, read.players))
    play = tallying.tally_batch.of(game)
    play(tables, dice, template, figures, moves, scores, wins)
    counted = dict(zip(game.FIGURES, figures.tolist(), strict=True))
    return Figures(read.told(), games, moves, scores, wins, counted)


def variants(game: Rules) -> Iterator[dict[str, Any]]:
    """Every player count with every value of the options that are a short list."""
    for players in game.PLAYERS.values:
        lists = {
            name: choice.values
            for name, choice in game.choices(int(players)).items()
            if isinstance(choice.values, tuple)
        }
        if not lists:
            yield {"players": players}
        for name, values in lists.items():
            for value in values:
                yield {"players": players, name: value}


def interval(values: np.ndarray) -> str:
    """A mean with its 95 % interval."""
    return f"{values.mean():.2f} ± {1.96 * values.std() / len(values) ** 0.5:.2f}"


def page(games: int) -> Iterator[str]:
    """The page of the docs, line by line."""
    yield "# Random play"
    yield ""
    yield f"Made by `make figures`: {games:,} games of each variant, all seats playing at random,"
    yield "seeds 0, 1, 2 …. Means with 95 % intervals; counts are per round where there are rounds,"
    yield "otherwise per game. What uses reconstructed components (the purple board, the Big Bang"
    yield "deck, the Cat Box cards) holds for these only."
    for slug in slugs():
        game = find_game(slug)
        yield from ("", f"## {game.TITLE}", "")
        header = ["variant", "moves", "points a seat", "start seat wins", *per_what(game)]
        yield "| " + " | ".join(header) + " |"
        yield "|" + "---|" * len(header)
        for options in variants(game):
            print(f"{slug} {options}", file=sys.stderr)
            yield "| " + " | ".join(row(game, random_play(game, options, games))) + " |"


def per_what(game: Rules) -> list[str]:
    """The game's own figures but the number of rounds or games, by which they are divided."""
    return [name for name in game.FIGURES if name not in ("rounds", "games")]


def spoken(name: str, value: object) -> str:
    """An option's value in words."""
    if isinstance(value, bool):
        return name if value else f"no {name}"
    return str(value)


def row(game: Rules, figures: Figures) -> list[str]:
    """One variant as a row of the table."""
    shown = {k: v for k, v in figures.options.items() if k not in ("players", "start")}
    variant = [spoken(name, value) for name, value in shown.items()]
    shares = figures.wins / figures.wins.sum(axis=1, keepdims=True)
    rounds = figures.counted.get("rounds", figures.games)
    return [
        ", ".join([f"{figures.options['players']} players", *variant]),
        interval(figures.moves),
        interval(figures.scores.mean(axis=1)),
        f"{shares[:, 0].mean():.1%}",
        *(f"{figures.counted[name] / rounds:.3f}" for name in per_what(game)),
    ]


if __name__ == "__main__":
    for line in page(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES):
        print(line)
