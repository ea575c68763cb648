"""A match: one game from its first deal to its winners."""

from collections.abc import Mapping
from typing import Any, Self

import numpy as np

from katzentisch.games import game as find_game
from katzentisch.games.core import flow
from katzentisch.games.core.contract import Event, Rules, View
from katzentisch.games.core.errors import Refused, Sentence
from katzentisch.games.core.jit import ready
from katzentisch.games.core.options import TableOptions
from katzentisch.play.seeds import Seed, check_seed, fresh_seed, shortened, words_of
from katzentisch.play.story import Moment, Story, legal_names, legal_numbers

FORMAT = 1
NOBODY = -1
TOO_LARGE = 2**63  # for compiled code


class Match:
    """A game being played: list and make legal moves, view it, copy it, get its transcript."""

    def __init__(
        self, game: Rules, options: TableOptions, seed: Seed, seats: list[str] | None = None
    ) -> None:
        self.game = game
        self.options = options
        self.seed = seed
        self.seats = seats or ["human"] * options.players
        self.moves: list[int] = []
        self._tables = np.zeros(1, game.State.dtype)
        self._tables[0] = game.lay_out(options)
        flow.begin.of(game)(self._tables, *words_of(seed))
        self._try_move = flow.try_move.of(game)
        self._story: Story | None = None

    @property
    def state(self) -> Any:
        """The record, including hidden information: for tests and search, not for players."""
        return self._tables[0]

    def tables(self) -> Any:
        """The record in a table of one, as compiled functions take it."""
        return self._tables

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.options.players

    @property
    def to_act(self) -> int | None:
        """The seat that decides next, or None when the game is over."""
        return None if self.over else int(self.state.to_act)

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return bool(self.game.is_over(self.state))

    @property
    def scores(self) -> list[Any]:
        """Every seat's score so far."""
        score = ready(self.game).score
        return [plain(score(self.state, seat)) for seat in range(self.players)]

    @property
    def winners(self) -> list[int]:
        """The seats that share the win; none before the game is over."""
        if not self.over:
            return []
        won = ready(self.game).is_winner
        return [seat for seat in range(self.players) if won(self.state, seat)]

    def legal(self) -> list[str]:
        """The names of all legal moves."""
        return legal_names(self.game, self._tables)

    def legal_numbers(self) -> list[int]:
        """All legal moves as numbers, which `play` also takes; convenient for programs."""
        return legal_numbers(self.game, self._tables)

    def play(self, move: str | int) -> None:
        """Make a move, by name or number; an illegal one is refused and changes nothing."""
        number = self._number(move)
        if not self._try_move(self._tables, number):
            raise Refused(self._why_not(number))
        self.moves.append(number)

    def play_watched(self, move: str | int) -> list[Moment]:
        """Make a move as `play` does, and return the moments it leads through; the last is now."""
        number = self._number(move)
        if not ready(self.game).is_legal(self.state, number):
            raise Refused(self._why_not(number))
        story = self._whole_story()
        moments = story.tell(number)
        self._tables = story.tables.copy()
        self.moves.append(number)
        self._described = len(self.moves)
        return moments

    def _number(self, move: object) -> int:
        if type(move) is int and abs(move) < TOO_LARGE:
            return move
        number = self.game.number_of(move) if isinstance(move, str) else None
        if number is None:
            raise Refused(
                "{title} has no move {move}; one legal move now is {example}.",
                title=self.game.TITLE,
                move=shortened(move),
                example=self._example(),
            )
        return number

    def _example(self) -> str:
        legal = self.legal()
        return repr(legal[0]) if legal else Sentence("none: the game is over")

    def _why_not(self, number: int) -> str:
        try:
            self.game.name_of(number)
        except (IndexError, ValueError):
            return Sentence(
                "{title} has no move number {number}.", title=self.game.TITLE, number=number
            )
        return self.game.why_not(self.state, number)

    def view(self, seat: int | None = None) -> View:
        """What a seat may see; without a seat, what a spectator may see."""
        return {"game": self.game.SLUG, **self.game.view(self.state, self._seat(seat))}

    def imagine(self, seat: int | None, dice: Any) -> Any:
        """A random table that this seat cannot tell from the real one; `dice` from `dice_for`."""
        tables = self._tables.copy()
        flow.look.of(self.game)(tables, self._seat(seat), dice)
        return tables

    def _seat(self, seat: int | None) -> int:
        if seat is None:
            return NOBODY
        if seat not in range(self.players):
            raise Refused(
                "There is no seat {seat}; seats go from 0 to {last}.",
                seat=seat,
                last=self.players - 1,
            )
        return seat

    def copy(self) -> Self:
        """An independent match at the same point."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.moves = self.moves.copy()
        twin._tables = self._tables.copy()
        twin._story = self._story and self._story.copy()
        return twin

    def events(self) -> list[Event]:
        """All events so far, including hidden information."""
        return list(self._whole_story().events)

    def _whole_story(self) -> Story:
        if self._story is None:
            self._story = Story(self.game, self.options, self.seed)
            self._described = 0
        for move in self.moves[self._described :]:
            self._story.tell(move)
        self._described = len(self.moves)
        return self._story

    def events_for(self, seat: int | None, start: int = 0) -> list[Event]:
        """The events of a running game as a seat, or a spectator, may know them.

        What may be known about an event can depend on later events but never on earlier ones, so
        the events from `start` on are redacted without looking at the others.
        """
        return self.game.redacted(self.events()[start:], self._seat(seat), self.options)

    def transcript(self, legal: bool = False) -> dict[str, Any]:
        """The whole match, ready for JSON; with `legal`, every move also lists what was legal."""
        return self._written(self._events_with_legal() if legal else self.events(), self.seed)

    def transcript_for(self, seat: int | None) -> dict[str, Any]:
        """The transcript a seat, or a spectator, may see: the full one once the game is over."""
        if self.over:
            return self.transcript()
        return self._written(self.events_for(seat), None)

    def _events_with_legal(self) -> list[Event]:
        story = Story(self.game, self.options, self.seed, legal=True)
        for move in self.moves:
            story.tell(move)
        return story.events

    def _written(self, events: list[Event], seed: Seed | None) -> dict[str, Any]:
        result = {"scores": self.scores, "winners": self.winners} if self.over else None
        return {
            "katzentisch": FORMAT,
            "game": self.game.SLUG,
            "rules": self.game.RULES,
            "options": self.options.to_dict(),
            "seed": seed,
            "seats": list(self.seats),
            "events": events,
            "result": result,
        }


def plain(number: Any) -> int | float:
    """A number for JSON: an int if whole, otherwise a float."""
    return int(number) if number == int(number) else float(number)


def new(
    game: str,
    *,
    seed: Seed | None = None,
    seats: list[str] | None = None,
    **options: object,
) -> Match:
    """Start a match: `kt.new("cat-in-the-box", players=4, seed=7)`."""
    return new_match(game, options, seed, seats)


def new_match(
    slug: str,
    options: Mapping[str, object],
    seed: Seed | None = None,
    seats: list[str] | None = None,
) -> Match:
    """Start a match; `options` are given by name."""
    rules = find_game(slug)
    read = rules.read_options(options)
    if seats is not None and len(seats) != read.players:
        raise Refused(
            Sentence.ngettext(
                "{n} player needs {n} seat name, not {count}.",
                "{n} players need {n} seat names, not {count}.",
                read.players,
                count=len(seats),
            )
        )
    return Match(rules, read, fresh_seed() if seed is None else check_seed(seed), seats)
