"""`katzentisch play`: a game in the terminal against bots."""

import json
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.columns import Columns
from rich.console import Console
from rich.markdown import Markdown

from katzentisch.bots import NAMES, Bot, seated
from katzentisch.bots.background import compiled_in_background
from katzentisch.bots.names import BOT_NAMES
from katzentisch.cli.common import (
    Components,
    Game,
    Language,
    Option,
    Players,
    Seed,
    load_game,
    parse_options,
    read_seed,
    resolve_language,
    words_for,
)
from katzentisch.cli.output import open_output
from katzentisch.games import part
from katzentisch.games.core.errors import Refused
from katzentisch.play.match import Match, new_match
from katzentisch.play.translations import rules_text

MOST_LISTED = 60  # a longer list of moves is not shown


def play(
    game: Game = "cat-in-the-box",
    players: Players = None,
    seat: Annotated[int, typer.Option(help="Your seat, counted from 0.", min=0)] = 0,
    bots: Annotated[
        str, typer.Option(help=f"Your opponents in seat order, from {', '.join(NAMES)}.")
    ] = "greedy",
    seed: Seed = None,
    option: Option = None,
    components: Components = None,
    name: Annotated[str | None, typer.Option(help="Your name.", show_default=False)] = None,
    language: Language = None,
    out: Annotated[
        Path | None, typer.Option(help="Write the game's transcript to this file at the end.")
    ] = None,
) -> None:
    """Play a game in the terminal."""
    asked = parse_options(players, option, components)
    rules = load_game(game, bots, few=True)
    at_table = rules.read_options(asked).players
    if seat >= at_table:
        raise Refused(
            "There is no seat {seat}; seats go from 0 to {last}.", seat=seat, last=at_table - 1
        )
    seats = seated(bots.split(","), at_table - 1)
    seats.insert(seat, "human")
    match = new_match(game, asked, read_seed(seed), seats)
    sitting = Sitting(match, seat, name, resolve_language(language))
    if out is not None:
        # If the file cannot be written, say so before the game. Appending leaves it as it was.
        with open_output(out, "a"):
            pass
    try:
        with compiled_in_background(rules):
            sitting.run()
    except (KeyboardInterrupt, EOFError):
        sitting.say(sitting._("You leave the table."))
    if out is not None:
        with open_output(out) as file:
            file.write(json.dumps(match.transcript()) + "\n")


class Sitting:
    """One person at a table of bots."""

    def __init__(self, match: Match, seat: int, name: str | None, language: str) -> None:
        self.match = match
        self.seat = seat
        self.language = language
        self._ = words_for(match.game, language)
        self.console = Console(highlight=False)
        self.names = list(BOT_NAMES[: match.players - 1])
        self.names.insert(seat, name or self._("Guest"))
        self.events_shown = 0
        self.bots = [Bot(n, match, s) for s, n in enumerate(match.seats) if s != seat]
        self.drawing: Any = part(match.game.SLUG, "ui.terminal")

    def run(self) -> None:
        """Play until the game is over."""
        while not self.match.over:
            if self.match.to_act == self.seat:
                self.tell()
                self.draw()
                self.ask()
            else:
                bot = next(bot for bot in self.bots if bot.seat == self.match.to_act)
                self.match.play(bot.choose(self.match))
        self.tell()
        self.draw()
        self.say(self.outcome())

    def tell(self) -> None:
        """Report what has happened since the last report."""
        events = self.match.events_for(self.seat)
        for event in events[self.events_shown :]:
            sentence = self.match.game.describe_event(event, self.names, self._)
            if sentence:
                self.say(sentence, style="dim")
        self.events_shown = len(events)

    def draw(self) -> None:
        """Draw the table as this person sees it."""
        self.console.print()
        self.console.print(self.drawing.draw(self.match.view(self.seat), self.names, self._))

    def ask(self) -> None:
        """Ask until a move is made."""
        _ = self._
        legal = self.match.legal()
        if len(legal) <= MOST_LISTED:
            listed = numbered(self.spoken(name) for name in legal)
            menu = [f"[bold]{number:>2}:[/] {spoken}" for number, spoken in listed.items()]
            self.console.print(Columns(menu, padding=(0, 3)))
        else:
            many = _.ngettext(
                "{n} move is possible: {move}",
                "{n} moves are possible, such as: {move}",
                len(legal),
                move=legal[0],
            )
            self.say(many)
        asked, keys = _("Your move"), _("(number or name, ? for rules, q to quit)")
        while True:
            answer = self.console.input(f"[bold]{asked}[/] [dim]{keys}[/] ")
            if self.answered(answer.strip(), legal):
                return

    def spoken(self, move: str) -> str:
        return self.match.game.describe_move(move, self._)

    def answered(self, answer: str, legal: list[str]) -> bool:
        """Carry out what was typed; return whether it was a move."""
        if answer.lower() == "q":
            raise EOFError
        if answer == "?":
            self.console.print(Markdown(rules_text(self.match.game.SLUG, self.language)))
            return False
        by_word = {self.spoken(name): name for name in legal}
        by_number = numbered(by_word)
        if not answer or (answer.isdecimal() and answer not in by_number):
            self.say(self._("Type the number of a move, or its name."))
            return False
        answer = by_number.get(answer, answer)
        answer = by_word.get(answer, answer)
        try:
            self.match.play(answer)
        except Refused as why:
            self.say(why.translated(self._), style="red")
            return False
        return True

    def outcome(self) -> str:
        """Who won."""
        winners = [self.names[seat] for seat in self.match.winners]
        if self.match.winners == [self.seat]:
            return self._("You win!")
        if len(winners) == 1:
            return self._("{name} wins.", name=winners[0])
        return self._("Shared victory: {names}.", names=", ".join(winners))

    def say(self, sentence: str, style: str = "bold") -> None:
        self.console.print(sentence, style=style, markup=False)


def numbered(moves: Iterable[str]) -> dict[str, str]:
    """The moves by the number to type; a move whose name is a number keeps that number."""
    listed = list(moves)
    taken = {move for move in listed if move.isdecimal()}
    free = (str(n) for n in count(1) if str(n) not in taken)
    found = {move if move in taken else next(free): move for move in listed}
    return {number: found[number] for number in sorted(found, key=int)}
