"""Formats figures for a language, and puts them into words."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babel import Locale
from babel.numbers import format_decimal

from katzentisch.games import part
from katzentisch.games.core.figures import Finding
from katzentisch.games.core.i18n import N_, Words
from katzentisch.lab.estimates import LEVEL, Estimate, decimals, estimate
from katzentisch.play.translations import speech

# Option values that are words in every game; a game marks its own for translation.
VALUES = (N_("true"), N_("false"))


@dataclass(frozen=True)
class Teller:
    """Formats figures in one language."""

    language: str
    slug: str
    _: Words

    def number(self, number: float, places: int = 0) -> str:
        """A number formatted for the language."""
        pattern = "#,##0" + ("." + "0" * places if places else "")
        return str(format_decimal(number, format=pattern, locale=self.language)).replace("-", "−")

    def percent(self, number: float, places: int = 0) -> str:
        """A percentage as the language writes it: 45%, but 45 % in German, on one line."""
        sign = Locale.parse(self.language).percent_formats[None]
        return f"{sign.prefix[0]}{self.number(number, places)}{sign.suffix[0]}"

    def value(self, one: Estimate, places: int | None = None) -> str:
        """A figure without its interval."""
        if not one.known:
            return "–"
        places = decimals(one) if places is None else places
        if one.percent:
            return self.percent(100 * one.value, places)
        return self.number(one.value, places)

    def difference(self, one: Estimate) -> str:
        """A difference without its interval; between shares, in percentage points."""
        if not one.known or not one.percent:
            return self.value(one)
        text = self.number(one.value * 100, decimals(one))
        count = 1 if text.lstrip("−") == "1" else 2  # "1.0" takes the plural
        return self._.ngettext("{n} percentage point", "{n} percentage points", count, n=text)

    def range(self, one: Estimate) -> str:
        """The interval alone."""
        low, high = one.interval.low, one.interval.high
        if not one.known or low is None or high is None:
            return "–"
        places, times = decimals(one), 100 if one.percent else 1
        ends = [self.number(end * times, places) for end in (low, high)]
        between = " " + self._.pgettext("between two numbers", "to") + " " if low < 0 else "–"
        return between.join(ends)

    def with_interval(self, one: Estimate, difference: bool = False) -> str:
        """A figure with its interval, as part of a sentence."""
        value = self.difference(one) if difference else self.value(one)
        return self._("{value} (95% interval {range})", value=value, range=self.range(one))

    def finding(self, finding: Finding) -> str:
        """A finding as one or two sentences."""
        estimates = {name: estimate(figure) for name, figure in finding.figures.items()}
        text = finding.text.format(
            **{name: self.with_interval(one) for name, one in estimates.items()}, **finding.words
        )
        if finding.fair is None:
            return text
        return (
            f"{text} {self.fairness(next(iter(estimates.values())), finding.fair, finding.among)}"
        )

    def fairness(self, one: Estimate, fair: float, among: int) -> str:
        """Whether a figure, picked from `among` figures, differs from a fair share."""
        share = self.percent(100 * fair, 0 if (100 * fair).is_integer() else 1)
        if one.chance_of(fair) >= LEVEL / among:
            return self._("That could be chance: a fair share is {share}.", share=share)
        if one.value > fair:
            return self._("That is more than a fair share, {share}.", share=share)
        return self._("That is less than a fair share, {share}.", share=share)

    def variant(self, varied: Mapping[str, Any]) -> str:
        """The varied options in words."""
        names = getattr(own_questions(self.slug), "OPTIONS", {})
        text = (f"{self._(names.get(k, k))}: {self._(str(v))}" for k, v in varied.items())
        return ", ".join(text)


def teller(language: str, slug: str) -> Teller:
    """The formatter for a game's figures in this language."""
    return Teller(language, slug, speech(language, Path(__file__).parent, slug))


def own_questions(slug: str) -> Any:
    """The module with the game's own questions, or None."""
    return part(slug, "statistics.questions")
