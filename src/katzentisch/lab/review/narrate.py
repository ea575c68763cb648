"""A review in words for players, and as a page with a curve of who was winning."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from katzentisch.games import game as find_game
from katzentisch.games.core.i18n import Words
from katzentisch.lab.formatting import teller
from katzentisch.lab.pages import page_from
from katzentisch.lab.review.curve import Curve, drawn_curve
from katzentisch.lab.review.evaluate import Decision, Review, Seat

TEMPLATE = "review.html"
# The smallest losses, as shares of the win, with these names.
BLUNDER, MISTAKE = 0.10, 0.04
WELL_PLAYED = 0.15  # the most lost in a whole game; a hard bot rarely loses more
FAIR_CARDS = 0.03  # deals that helped or hurt by no more than this


class Seated(Words):
    """Translations that use this table's names for seats."""

    def __init__(self, words: Words, seats: str) -> None:
        super().__init__(words.language, words.found)
        self.seats = seats

    def fill(self, text: str, values: Mapping[str, Any]) -> str:
        """The filled text, with this table's name for a seat."""
        if "seat" in values:
            values = {**values, "seat": self.seats[int(values["seat"])]}
        return super().fill(text, values)


@dataclass
class Recounting:
    """A review in one language, of a game with these players."""

    review: Review
    language: str
    names: list[str]
    seats: str = "012345"  # what seats are called in moves that mention one

    def __post_init__(self) -> None:
        self.tell = teller(self.language, self.review.game)
        self._ = self.tell._
        self.game: Any = find_game(self.review.game)

    def percent(self, share: float) -> str:
        """A share of the win; number and percent sign stay on one line."""
        return self.tell.percent(round(100 * share, 1) + 0.0, 1)

    def signed(self, share: float) -> str:
        """A gained or lost share of the win, with its sign."""
        return ("+" if round(100 * share, 1) > 0 else "") + self.percent(share)

    def move(self, name: str) -> str:
        """A move as a player would say it."""
        return str(self.game.describe_move(name, Seated(self._, self.seats)))

    def grade(self, one: Decision) -> str:
        """How good a decision was, in words."""
        if not one.cost_something:
            return self._("fine")
        if one.lost < MISTAKE:
            return self._("a slip")
        return self._("a mistake") if one.lost < BLUNDER else self._("a blunder")

    def sentence(self, one: Decision) -> str:
        """A costly decision as a sentence."""
        return self._(
            "Move {n}, {name}: “{move}” was {grade}; “{best}” was worth {lost} more of the win.",
            n=one.number + 1,
            name=self.names[one.seat],
            move=self.move(one.move),
            best=self.move(one.best),
            grade=self.grade(one),
            lost=self.percent(one.lost),
        )

    def costliest(self) -> list[Decision]:
        """The costliest moves, if they are worth mentioning."""
        return [one for one in self.review.costliest() if one.cost_something]

    def luck(self, seat: Seat, name: str) -> str:
        """A seat's luck and skill in words."""
        text = self._(
            "{name} ends with {result} of the win: fair share {fair}, luck of the deal {deal},"
            " own mistakes {lost}, the others' moves and later luck {rest}.",
            name=name,
            result=self.percent(seat.result),
            fair=self.percent(seat.fair),
            deal=self.signed(seat.deal),
            lost=self.signed(-seat.lost),
            rest=self.signed(seat.rest),
        )
        return f"{text} {self.verdict(seat)}"

    def verdict(self, seat: Seat) -> str:
        """Was it luck or skill?"""
        clean = seat.lost <= WELL_PLAYED
        if seat.deal > FAIR_CARDS:
            return self._("Good cards, well played.") if clean else self._("Good cards, misplayed.")
        if seat.deal < -FAIR_CARDS:
            return self._("Poor cards, well played.") if clean else self._("Poor cards, misplayed.")
        return self._("Fair cards, well played.") if clean else self._("Fair cards, misplayed.")

    def summary(self) -> list[str]:
        """Everybody's luck and skill."""
        return [self.luck(*pair) for pair in zip(self.review.seats, self.names, strict=True)]

    def curve(self) -> Curve:
        """Who was winning, ready to be drawn."""
        shares = [one.outlook for one in self.review.decisions] + [self.review.final]
        rounds = [one.stretch for one in self.review.decisions]
        starts = [n for n in range(1, len(rounds)) if rounds[n] != rounds[n - 1]]
        return drawn_curve(shares, starts, self.names)

    def text(self) -> str:
        """The review as plain text, for a terminal."""
        lines = [self.game.TITLE, "", *self.summary(), ""]
        costly = [self.sentence(one) for one in self.costliest()]
        lines += costly or [self._("No move cost anything worth mentioning.")]
        return "\n".join(lines)

    def page(self) -> str:
        """The review as a self-contained page."""
        return page_from(TEMPLATE, self._, narrative=self, review=self.review)


def names_of(seats: list[str], _: Any) -> list[str]:
    """A name for each seat; players with the same name are told apart by seat."""
    return [
        name if seats.count(name) == 1 else _("{name} at seat {n}", name=name, n=n)
        for n, name in enumerate(seats)
    ]


def recounted(review: Review, language: str) -> Recounting:
    """A review in one language, with seats named as in its transcript."""
    words = teller(language, review.game)._
    return Recounting(review, language, names_of([seat.name for seat in review.seats], words))
