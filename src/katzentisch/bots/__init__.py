"""Players that are programs. A bot is given what its seat may know, and nothing else.

It gets a table in which everything its seat has not seen has been imagined, so it
cannot peek, and it brings its own random numbers.
"""

from collections.abc import Callable
from typing import Any

from katzentisch.games.ground import flow
from katzentisch.games.ground.compiling import Generic
from katzentisch.games.ground.contract import Rules
from katzentisch.games.ground.refusal import Refused
from katzentisch.play.match import Match
from katzentisch.play.seeds import dice_for

POLICIES: dict[str, Generic[[Any, Any], int]] = {
    "random": flow.choose_randomly,
    "greedy": flow.choose_greedily,
}


class Bot:
    """A named player at one seat of one match."""

    def __init__(self, name: str, match: Match, seat: int) -> None:
        self.name = name
        self.seat = seat
        self._policy = policy(name, match.game)

    def choose(self, match: Match) -> int:
        """The move it would make now: the same one, whoever asks and how often."""
        dice = dice_for(match.seed, f"bot at seat {self.seat}, move {len(match.moves)}")
        imagined = match.imagine(self.seat, dice)
        return int(self._policy(imagined, dice))


def policy(name: str, game: Rules) -> Callable[[Any, Any], int]:
    """How the bots of this name choose in this game."""
    if name not in POLICIES:
        raise Refused(
            "There is no bot {name!r}; there are {known}.", name=name, known=", ".join(POLICIES)
        )
    return POLICIES[name].of(game)


def seated(names: list[str], players: int) -> list[str]:
    """A bot's name for each seat; the last one given fills the rest."""
    if not names or len(names) > players:
        raise Refused(
            "{players} players take 1 to {players} bots, not {count}.",
            players=players,
            count=len(names),
        )
    for name in names:
        if name not in POLICIES:
            raise Refused(
                "There is no bot {name!r}; there are {known}.", name=name, known=", ".join(POLICIES)
            )
    return names + [names[-1]] * (players - len(names))


def play_to_the_end(match: Match) -> None:
    """Let the bots that the match names at its seats play it out."""
    players = [Bot(name, match, seat) for seat, name in enumerate(match.seats)]
    while not match.over:
        match.play(players[int(match.state.to_act)].choose(match))
