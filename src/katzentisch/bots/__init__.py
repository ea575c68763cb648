"""Bots: players that are programs. A bot is given only what its seat may know.

It gets a table on which everything that its seat has not seen is imagined, so it cannot
peek, and it uses its own random numbers. See `levels` for the bots, `search` for
how they think, and `tree` for what a search remembers.
"""

from katzentisch.bots.levels import LEVELS, NAMES, check_name, level_of
from katzentisch.bots.policies import chooser
from katzentisch.games.core.errors import Refused, Sentence
from katzentisch.play.match import Match
from katzentisch.play.seeds import dice_for

__all__ = ["LEVELS", "NAMES", "Bot", "play_to_the_end", "seated"]


class Bot:
    """A named player at one seat of one match.

    `turns` overrides its level's number of iterations. The name may be that of a network's
    file only with `or_file`, because names also come from strangers.
    """

    def __init__(
        self,
        name: str,
        match: Match,
        seat: int,
        turns: int | None = None,
        *,
        or_file: bool = False,
    ) -> None:
        self.name = name
        self.seat = seat
        level = level_of(name, match.game, or_file)
        thinking = level if turns is None else level.with_turns(turns)
        self._choose = chooser(thinking, match.game, match.options)

    def choose(self, match: Match) -> int:
        """The move it would make now; always the same one, however often you ask."""
        dice = dice_for(match.seed, f"bot at seat {self.seat}, move {len(match.moves)}")
        return int(self._choose(match.imagine(self.seat, dice), dice))


def seated(names: list[str], players: int, or_files: bool = False) -> list[str]:
    """A bot's name for each seat; the last one given fills the remaining seats."""
    if not names or len(names) > players:
        raise Refused(
            Sentence.ngettext(
                "{n} player takes {n} bot, not {count}.",
                "{n} players take 1 to {n} bots, not {count}.",
                players,
                count=len(names),
            )
        )
    for name in names:
        check_name(name, or_files)
    return names + [names[-1]] * (players - len(names))


def play_to_the_end(match: Match, turns: int | None = None) -> None:
    """Let the bots named at the seats of a match play it to the end."""
    players = [Bot(name, match, seat, turns) for seat, name in enumerate(match.seats)]
    while not match.over:
        match.play(players[int(match.state.to_act)].choose(match))
