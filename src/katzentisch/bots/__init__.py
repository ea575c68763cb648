"""Players that are programs. A bot is given what its seat may know, and nothing else.

It gets a table in which everything its seat has not seen has been imagined, so it
cannot peek, and it brings its own random numbers. Read `levels` for who there is,
`search` for how they think, `tree` for what a search remembers.
"""

from katzentisch.bots.levels import LEVELS, NAMES, check_name, level_of
from katzentisch.bots.policies import chooser
from katzentisch.games.core.errors import Refused, Sentence
from katzentisch.play.match import Match
from katzentisch.play.seeds import dice_for

__all__ = ["LEVELS", "NAMES", "Bot", "play_to_the_end", "seated"]


class Bot:
    """A named player at one seat of one match.

    With `turns`, it thinks so many turns and not as many as its level says. Only with `or_file`
    may the name be that of a network's file: names come from strangers, too.
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
        """The move it would make now: the same one, whoever asks and how often."""
        dice = dice_for(match.seed, f"bot at seat {self.seat}, move {len(match.moves)}")
        return int(self._choose(match.imagine(self.seat, dice), dice))


def seated(names: list[str], players: int, or_files: bool = False) -> list[str]:
    """A bot's name for each seat; the last one given fills the rest."""
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
    """Let the bots that the match names at its seats play it out."""
    players = [Bot(name, match, seat, turns) for seat, name in enumerate(match.seats)]
    while not match.over:
        match.play(players[int(match.state.to_act)].choose(match))
