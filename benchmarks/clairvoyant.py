"""How much is there to gain? One player searches like the others, but sees all cards.

    python benchmarks/clairvoyant.py [GAME] [--players=N] [--turns=T] [--deals=K] [--cores=N]

Every deal is played with this player in every seat; printed are its share of the victories
and its lead over the mean of the others, with 95% intervals over deals. It is not a bot,
because it peeks. But it shows what knowing all hands is worth to a search, and so how far an
honest player can hope to get against the same opponents.
"""

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from katzentisch.bots import Bot
from katzentisch.bots.levels import level_of
from katzentisch.bots.policies import thinker
from katzentisch.games.core.jit import rule
from katzentisch.lab.arena.standings import interval
from katzentisch.lab.processes import all_cores, pool_of
from katzentisch.play.match import Match, new_match
from katzentisch.play.seeds import dice_for


@rule
def imagine(_state: Any, _seat: int, _chance: Any) -> None:
    """Imagine nothing, because everything is seen."""


def all_seeing(game: Any) -> Any:
    """The same game, except that nothing is imagined."""
    found = ModuleType(f"{game.__name__}_open")
    vars(found).update({**vars(game), "__name__": found.__name__, "imagine": imagine})
    return found


def play(match: Match, seat: int, turns: int) -> tuple[float, float]:
    """Play a match with the clairvoyant in this seat; its share of the victory, and its lead."""
    level = level_of("search", match.game).with_turns(turns)
    see = thinker(level, all_seeing(match.game))
    others = [Bot("search", match, other, turns) for other in range(match.players)]
    while not match.over:
        acting = int(match.state.to_act)
        if acting == seat:
            tables = match.game.State.table(1)
            tables[0] = match.state
            match.play(int(see(tables, dice_for(match.seed, f"eyes, move {len(match.moves)}"))))
        else:
            match.play(others[acting].choose(match))
    sign = 1 if match.game.MANY_POINTS_WIN else -1
    own, rest = match.scores[seat], [n for i, n in enumerate(match.scores) if i != seat]
    won = 1 / len(match.winners) if seat in match.winners else 0.0
    return won, sign * (own - float(np.mean(rest)))


def play_deal(slug: str, players: int, turns: int, number: int) -> tuple[float, float]:
    """Play a deal with the clairvoyant in every seat; return the means."""
    row = [
        play(new_match(slug, {"players": players}, number), seat, turns) for seat in range(players)
    ]
    won, lead = np.mean(row, axis=0)
    return float(won), float(lead)


def progress(found: Iterator[tuple[float, float]], deals: int) -> Iterator[tuple[float, float]]:
    """Pass the results on, and print how many there are."""
    for done, one in enumerate(found, 1):
        print(f"\r{done} of {deals} deals", end="", file=sys.stderr, flush=True)
        yield one
    print(file=sys.stderr)


def main() -> None:
    """Play, and print the results."""
    asked = dict(one[2:].split("=") for one in sys.argv[1:] if one.startswith("--"))
    names = [one for one in sys.argv[1:] if not one.startswith("--")]
    slug, players = (names or ["cat-in-the-box"])[0], int(asked.get("players", 3))
    turns, deals = int(asked.get("turns", 5000)), int(asked.get("deals", 100))
    with pool_of(int(asked.get("cores", all_cores()))) as pool:
        found = pool.imap_unordered(partial(play_deal, slug, players, turns), range(deals))
        won, leads = np.array(list(progress(found, deals))).T
    for name, row in (("victories", won), ("lead a match", leads)):
        mean = interval(row)
        print(f"{name}: {mean.mean:.3f} ({mean.low} to {mean.high})")


if __name__ == "__main__":
    main()
