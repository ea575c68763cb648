"""A study as one self-contained page: findings first, then tables and plots."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import isnan

from katzentisch.games import game as find_game
from katzentisch.games.core.figures import CURVE, HEAT, Question
from katzentisch.lab.estimates import LEVEL, UNKNOWN, Estimate, estimate
from katzentisch.lab.formatting import Teller, own_questions, teller
from katzentisch.lab.pages import page_from
from katzentisch.lab.study.plan import Study
from katzentisch.lab.study.plots import Picture, Series, drawn
from katzentisch.lab.study.questions import common_questions
from katzentisch.lab.study.runner import Noted, sums_in

TEMPLATE = "report.html"
OVERVIEW = 1000  # its plots are numbered from here on
MOST_DIFFERENCES, MOST_EACH = 8, 2  # findings per section, and per question


@dataclass(frozen=True)
class Difference:
    """One figure in two variants, and by how much they differ."""

    question: str
    title: str
    row: str
    where: str  # the row, preceded by what the rows stand for
    column: str
    variant: int
    first: Estimate
    second: Estimate
    by: Estimate
    chance: float  # the probability of a difference this large if there were none
    leads: bool  # is it in the first column, which is drawn?


@dataclass(frozen=True)
class Section:
    """All variants with the same number of players: their questions, and the differences."""

    players: int
    variants: list[int]
    questions: list[list[Question]]  # for each variant
    differences: list[Difference]

    def asked(self) -> list[list[Question | None]]:
        """Question by question, each variant's answer; None if it has no such question."""
        names = list(dict.fromkeys(one.name for own in self.questions for one in own))
        found = [{one.name: one for one in own} for own in self.questions]
        return [[own.get(name) for own in found] for name in names]


@dataclass
class Report:
    """A study and its results, in one language."""

    study: Study
    noted: list[Noted]
    language: str
    date: str
    tell: Teller = field(init=False)

    def __post_init__(self) -> None:
        self.tell = teller(self.language, self.study.game)

    @cached_property
    def sections(self) -> list[Section]:
        """A section for each number of players."""
        found = []
        for players in self.study.players():
            variants = self.study.with_players(players)
            asked = [self.questions(variant) for variant in variants]
            found.append(Section(players, variants, asked, list(differences(variants, asked))))
        return found

    def questions(self, number: int) -> list[Question]:
        """The questions about a variant: first those common to all games, then the game's own."""
        variant, noted = self.study.variants[number], self.noted[number]
        asked = list(common_questions(variant, noted, self.tell._))
        own = own_questions(self.study.game)
        return asked + (list(own.questions(sums_in(variant, noted), self.tell._)) if own else [])

    @property
    def comparisons(self) -> int:
        """How many differences are examined: the more there are, the less a single one means."""
        return sum(len(section.differences) for section in self.sections)

    def is_real(self, one: Difference) -> bool:
        """Is a difference too large to be the largest of this many by chance?"""
        return one.chance < LEVEL / max(1, self.comparisons)

    def leading_differences(self, section: Section) -> list[Difference]:
        """The differences to report as findings: real ones, the most certain first."""
        real = [one for one in section.differences if one.leads and self.is_real(one)]
        surest = sorted(real, key=lambda one: -abs(one.by.value) / (one.by.error or 1e-12))
        asked = [one.question for one in surest]
        few = [one for n, one in enumerate(surest) if asked[:n].count(one.question) < MOST_EACH]
        return few[:MOST_DIFFERENCES]

    def variant_name(self, number: int) -> str:
        """A variant in words."""
        return self.tell.variant(self.study.variants[number].varied)

    def variant_names(self) -> list[str]:
        """The names of all variants, regardless of the number of players."""
        return list(dict.fromkeys(map(self.variant_name, range(len(self.study.variants)))))

    def games(self, number: int) -> int:
        """How many games of a variant were played."""
        return int(self.noted[number]["games"].sum())

    def reconstructed(self) -> str:
        """What readers must know about the game's components, if anything."""
        own = own_questions(self.study.game)
        return str(own.reconstructed(self.tell._)) if hasattr(own, "reconstructed") else ""

    def picture(self, answers: list[Question | None], section: Section, number: int) -> str:
        """The plot of a question with all variants; a heat map shows only the first one."""
        question = next(one for one in answers if one)
        pairs = zip(section.variants, answers, strict=True)
        rows = all_rows([one for one in answers if one])
        series = [
            Series(self.variant_name(variant), aligned(rows, answer, column))
            for variant, answer in pairs
            if answer
            for column in [next(iter(answer.columns))]
        ]
        if question.plot == HEAT:
            series = [Series(n, [estimate(f) for f in c]) for n, c in question.columns.items()]
        picture = Picture(
            question.plot,
            rows,
            series,
            question.title,
            question.along,
            next(iter(question.columns)),
            question.fair,
            (question.fair_is or self.tell._("fair share")) if question.fair else "",
            self.tell.number,
            self.tell.percent,
        )
        return drawn(picture, number)

    def overview(self) -> list[tuple[str, str, list[tuple[int, list[Estimate]]]]]:
        """Figures given for every number of players: name, plot, and rows of values."""
        if len(self.sections) < 2:
            return []
        names = [self.variant_name(n) for n in range(len(self.study.variants))]
        variants = self.variant_names()
        found: dict[str, dict[tuple[str, int], Estimate]] = {}
        for section in self.sections:
            for variant, own in zip(section.variants, section.questions, strict=True):
                for label, figure in filter(None, (one.overall for one in own)):
                    at = names[variant], section.players
                    found.setdefault(label, {})[at] = estimate(figure)
        return [
            (label, self.over_players(label, known, variants, number), in_rows(known, variants))
            for number, (label, known) in enumerate(found.items(), start=1)
        ]

    def over_players(
        self, label: str, known: dict[tuple[str, int], Estimate], names: list[str], number: int
    ) -> str:
        """A plot of one figure against the number of players."""
        players = self.study.players()
        series = [
            Series(name, [known.get((name, count), UNKNOWN) for count in players]) for name in names
        ]
        rows = [str(count) for count in players]
        along = self.tell._("players")
        tell = self.tell
        picture = Picture(
            CURVE, rows, series, label, along, label, number=tell.number, percent=tell.percent
        )
        return drawn(picture, OVERVIEW + number)

    def page(self) -> str:
        """Render the page."""
        title = find_game(self.study.game).TITLE
        words = self.tell._
        return page_from(
            TEMPLATE, words, report=self, tell=self.tell, title=title, estimate=estimate
        )


def all_rows(answers: list[Question]) -> list[str]:
    """The rows of all variants together; those of a curve are numbers, sorted."""
    rows = list(dict.fromkeys(row for answer in answers for row in answer.rows))
    return sorted(rows, key=float) if answers[0].plot == CURVE else rows


def aligned(rows: list[str], answer: Question, column: str) -> list[Estimate]:
    """A column of an answer in the order of these rows."""
    own = dict(zip(answer.rows, answer.columns[column], strict=True))
    return [estimate(own[row]) if row in own else UNKNOWN for row in rows]


def in_rows(
    known: dict[tuple[str, int], Estimate], variants: list[str]
) -> list[tuple[int, list[Estimate]]]:
    """A row for each number of players, with a value for each variant."""
    players = sorted({count for _, count in known})
    return [(n, [known.get((name, n), UNKNOWN) for name in variants]) for n in players]


def differences(variants: list[int], asked: list[list[Question]]) -> Iterator[Difference]:
    """Every figure of the later variants compared with that of the first."""
    first = {one.name: one for one in asked[0]}
    for number, own in zip(variants[1:], asked[1:], strict=True):
        for question in own:
            if question.compared and question.name in first:
                yield from compared(first[question.name], question, number)


def compared(first: Question, second: Question, variant: int) -> Iterator[Difference]:
    """Every figure of a question compared with that of another variant."""
    for column, figures in second.columns.items():
        others = dict(zip(first.rows, first.columns.get(column, ()), strict=False))
        for row, figure in zip(second.rows, figures, strict=True):
            if row not in others:
                continue
            by = estimate(figure - others[row])
            if not isnan(by.value):
                yield Difference(
                    second.name,
                    second.title,
                    row,
                    f"{second.along} {row}".strip(),
                    column,
                    variant,
                    estimate(others[row]),
                    estimate(figure),
                    by,
                    by.chance_of(0.0),
                    column == next(iter(second.columns)),
                )
