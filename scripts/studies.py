"""The studies in the docs: `python scripts/studies.py PARTS DOCS` plays and writes them.

Games that have been played before are read from PARTS. Each answer in words was written by hand
from the figures, so anyone who plays the games again should check it. `--games` plays fewer.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from katzentisch.games import game as find_game
from katzentisch.games.core.figures import Question
from katzentisch.lab.estimates import estimate
from katzentisch.lab.study.plan import Compared, Study, plan_study
from katzentisch.lab.study.report import Report, Section
from katzentisch.lab.study.runner import Store, collected, play_study, prepare

SEED = 1


@dataclass(frozen=True)
class Recipe:
    """A question that players argue about, and how it is studied."""

    name: str
    game: str
    title: str
    asks: str
    answer: str
    limits: str  # how bots and reconstructed components may affect the answer
    players: Sequence[int]
    bots: Sequence[str]
    games: int
    shown: Sequence[str]  # the questions on the page
    varied: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def study(self) -> Study:
        """The study to play."""
        compared = Compared(self.players, self.varied)
        return plan_study(self.game, {}, compared, self.bots, self.games, SEED)

    def command(self) -> str:
        """The command that produces the full report."""
        players = "-".join(str(n) for n in dict.fromkeys((self.players[0], self.players[-1])))
        varied = "".join(f" --vary {k}={','.join(v)}" for k, v in self.varied.items())
        return (
            f"katzentisch lab {self.game} --players {players} --bots {','.join(self.bots)}"
            f" --games {self.games}{varied} --seed {SEED} --out {self.name}"
        )


RECIPES = (
    Recipe(
        "start-and-predictions",
        "cat-in-the-box",
        "Cat in the Box: does it matter who starts, and what should you predict?",
        "Some players believe that leading the first trick is a disadvantage, because everybody"
        " else can respond; some always predict 1, because more is asking for a paradox. And does"
        " the purple side of the board change anything?",
        "Leading is no disadvantage: the seat that starts a round causes only about half as many"
        " paradoxes as each of the others, and with three and four players it scores the most in"
        " that round (with five, the next seat does). Since every seat starts one round, this evens"
        " out: as far as 2,000 games can tell, the seat that starts the game wins its fair share. 1"
        " is the prediction that comes true most often, and with four and five players it scores"
        " the most; with three, where you predict 1, 3 or 4, the higher ones pay no less. The side"
        " of the board definitely changes details (bonuses, the second seat's paradoxes with three"
        " players, what four bots like to predict), but we found no effect on who wins.",
        "The purple board is our reconstruction, so results for it apply to that one only; five"
        " players have no other. The white board is the real one. Also, nearly every round among"
        " these bots ends in a paradox. Stronger bots avoid few of them: three bots that search"
        " (5,000 iterations) had one in 89% (83–96) of the rounds of 40 games. People who avoid"
        " more may find high predictions more valuable than they are here.",
        (3, 4, 5),
        ("medium",),
        2000,
        ("seats", "order", "predictions", "paradoxes"),
        {"research": ("white", "purple")},
    ),
    Recipe(
        "chihuahua",
        "cat-box",
        "Cat Box: can the Chihuahua win?",
        "With four or more players, one identity is a dog: it wants empty boxes and groups of"
        " exactly three. Does the player who draws it have a chance? And how soon do the others"
        " know who you are?",
        "Hardly, among these bots: it wins about one game in twenty-five, when its fair share would"
        " be one in four or five. It scores about five points less than a kitten: fewer empty boxes"
        " are visible than kittens of any colour, and its groups of three do not make up for the"
        " largest group that a kitten counts. The kittens are not quite equal either. As for"
        " secrecy: if you guess that a player's identity is whatever they have added most of, you"
        " are right two times out of three after three turns, and nearly nine times out of ten"
        " after six.",
        "This depends on the cards more than anything else here: how many empty boxes there are on"
        " them is our guess. An owner of the game can supply the real cards (`--components`) and"
        " run the same command. It depends on the bots too: only their search knows about groups of"
        " three; the simple player it relies on does not.",
        (4, 5),
        ("medium",),
        600,
        ("identities", "guesses"),
    ),
    Recipe(
        "luck-in-ed",
        "ed-the-cat",
        "Ed, the Cat: is it all luck, and is 99 long enough?",
        "One `medium` bot, which thinks a little, plays against three `easy` ones, which play the"
        " card that looks best and slip up now and then. If the cards decided everything, it would"
        " win one game in four. How much more does it win, and does a longer game help it?",
        "Mostly, but not entirely. In games to 99, the bot that thinks wins 37 games in 100 instead"
        " of 25; to 33, when the game is over after one or two rounds, it wins 33, and to 198 it"
        " wins 41. So doubling the length gains four more wins in a hundred games: 99 is a fair"
        " compromise. The cards matter more: being dealt a 1 saves ten minus points, and being"
        " dealt a 9 costs four and a half. And in a short game it matters who starts: to 33, the"
        " seat that starts the game wins a third of the time, to 198 only its fair share, because"
        " after the first round the player in last place starts.",
        "All 81 cards of this game are known, so nothing here depends on a reconstruction. We"
        " cannot say how much more skill there is than these bots have.",
        (4,),
        ("medium", "easy"),
        12_000,
        ("bots", "seats", "rounds", "cards"),
        {"limit": ("33", "99", "198")},
    ),
)


def made(recipe: Recipe, parts: Path) -> Report:
    """A study's report; missing parts are played first."""
    study = recipe.study()
    store = Store(parts / recipe.game / "parts", study)
    prepare(recipe.game)
    done, total = 0, sum(study.games_in(part) for part in study.parts())
    for games in play_study(study, store):
        done += games
        print(f"{recipe.name}: {done:,} of {total:,} games", file=sys.stderr)
    return Report(study, collected(study, store), "en", "")


def page(recipe: Recipe, report: Report, pictures: Mapping[str, str]) -> Iterator[str]:
    """A study as a page of the docs, line by line."""
    yield f"# {recipe.title}"
    yield ""
    yield "Generated by `make studies`. This command produces the full report, with all figures and"
    yield "intervals:"
    yield from ("", "```sh", recipe.command(), "```", "")
    yield from (f"**The question.** {recipe.asks}", "")
    yield from (f"**The answer.** {recipe.answer}", "")
    yield from (f"**Limitations.** {recipe.limits}", "")
    for section in report.sections:
        yield from section_lines(recipe, report, section, pictures)


def section_lines(
    recipe: Recipe, report: Report, section: Section, pictures: Mapping[str, str]
) -> Iterator[str]:
    """The findings for one number of players."""
    yield f"## With {section.players} players"
    yield ""
    for number, questions in zip(section.variants, section.questions, strict=True):
        name = report.variant_name(number)
        yield f"{name or 'Findings'}, {report.games(number):,} games:"
        yield ""
        for question in questions:
            if question.name in recipe.shown:
                yield from (f"- {report.tell.finding(one)}" for one in question.findings)
        yield ""
    yield from difference_lines(recipe, report, section)
    for question in section.questions[0]:
        if question.name in recipe.shown:
            yield from question_lines(question, pictures.get(f"{section.players}-{question.name}"))


def difference_lines(recipe: Recipe, report: Report, section: Section) -> Iterator[str]:
    """The real differences between variants, or a line that says there are none."""
    if len(section.variants) < 2:
        return
    yield "Differences between the variants, over the same deals:"
    yield ""
    found = [one for one in report.leading_differences(section) if one.question in recipe.shown]
    for one in found:
        by = report.tell.with_interval(one.by, difference=True)
        yield (
            f"- {one.title}, {one.where}, {one.column}: {report.tell.value(one.first)}, then"
            f" {report.tell.value(one.second)} with {report.variant_name(one.variant)}."
            f" The difference, {by}, is real."
        )
    if not found:
        yield "- No difference is larger than chance would explain."
    yield ""


def question_lines(question: Question, picture: str | None) -> Iterator[str]:
    """A question's picture, or its figures if it has none."""
    yield f"### {question.title}"
    yield from ("", question.says, "")
    if picture:
        yield f"![{question.title}]({picture})"
    else:
        for row, figure in zip(question.rows, next(iter(question.columns.values())), strict=True):
            yield f"- {row}: {estimate(figure).value:.3f}"
    yield ""


def draw_all(recipe: Recipe, report: Report, docs: Path) -> dict[str, str]:
    """Write the pictures of a study; return their names by players and question."""
    found = {}
    for section in report.sections:
        for number, answers in enumerate(section.asked()):
            question = next(one for one in answers if one)
            svg = report.picture(answers, section, number) if question.name in recipe.shown else ""
            if svg:
                name = f"{recipe.name}-{section.players}-{question.name}.svg"
                (docs / name).write_text(on_paper(svg), "utf-8")
                found[f"{section.players}-{question.name}"] = name
    return found


def on_paper(svg: str) -> str:
    """A standalone picture: as wide as it was drawn, on a light background."""
    wide, high = re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)[0]
    size = f'width="{wide}pt" height="{high}pt" style="background: #fffdf9"'
    return svg.replace("<svg", f"<svg {size}", 1) + "\n"


def main(parts: Path, docs: Path, only: list[str], games: int | None) -> None:
    """Write these studies."""
    docs.mkdir(parents=True, exist_ok=True)
    for full in (recipe for recipe in RECIPES if recipe.name in only):
        recipe = replace(full, games=games or full.games)
        report = made(recipe, parts)
        text = "\n".join(page(recipe, report, draw_all(recipe, report, docs)))
        (docs / f"{recipe.name}.md").write_text(text.rstrip() + "\n", "utf-8")
        print(find_game(recipe.game).TITLE, docs / f"{recipe.name}.md")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", type=Path, help="the folder of the games played")
    parser.add_argument("docs", type=Path, help="the folder for the pages")
    names = [recipe.name for recipe in RECIPES]
    parser.add_argument("--only", nargs="+", choices=names, default=names)
    parser.add_argument("--games", type=int, help="how many games of each variant to play")
    main(**vars(parser.parse_args()))
