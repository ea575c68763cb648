"""The studies in the docs: `python scripts/studies.py PARTS DOCS` plays and writes them.

What has been played already is taken from PARTS. Each answer in words was written after looking
at the figures; who plays anew looks again.
"""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from katzentisch.games import game as find_game
from katzentisch.games.core.figures import Question
from katzentisch.lab.study.estimates import estimate
from katzentisch.lab.study.plan import Study, plan_study
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
    limits: str  # what bots and reconstructed components may change
    players: Sequence[int]
    bots: Sequence[str]
    games: int
    shown: Sequence[str]  # the questions on the page
    varied: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def study(self) -> Study:
        """What is played."""
        return plan_study(
            self.game, {}, self.players, self.varied, list(self.bots), self.games, SEED
        )

    def command(self) -> str:
        """What makes the whole report."""
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
        "Cat in the Box: does it matter who starts, and what should one predict?",
        "Some hold that whoever leads the first trick is at a disadvantage, because all others can"
        " answer; some always predict 1, because more is asking for a paradox. And does the purple"
        " side of the board change anything?",
        "To lead is no disadvantage: who starts a round causes only about half as many"
        " paradoxes as each of the others, and with three and four players earns most in it"
        " (with five, the seat after it does). Since the start passes on and there are as many"
        " rounds as players, it comes out even: who starts the game wins its share, as far as"
        " 2,000 games can tell. 1 is the prediction that comes true most often, and with four"
        " and five players it earns most; with three, where one predicts 1, 3 or 4, the higher"
        " ones pay no less. The side of the board changes details for sure (bonuses, the second"
        " seat's paradoxes with three, what four bots like to predict), but nothing that was"
        " seen of who wins.",
        "The purple board is our reconstruction, so what is said of it holds for that one only;"
        " five players have no other. The white board is the real one. And among these bots"
        " nearly every round ends in a paradox. Stronger ones avoid few of them: three bots"
        " that search (5,000 turns) had one in 89 % (83–96) of the rounds of 40 games. People who"
        " avoid more may find high predictions worth more than here.",
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
        "From four players on one identity is a dog: it wants empty boxes and groups of exactly"
        " three. Does whoever draws it have a chance? And how soon do the others know who one is?",
        "Hardly, among these bots: it wins about one game in twenty-five, where every fourth or"
        " fifth would be its share. It scores some five points less than a kitten: fewer empty"
        " boxes are in sight than kittens of a colour, and its groups of three do not make up for"
        " the largest group that a kitten counts. The kittens are not quite alike either. As to"
        " secrecy: guess that somebody is what they have added most of, and after three turns you"
        " are right two times out of three, after six nearly nine times out of ten.",
        "This hangs on the cards more than anything else here: how many empty boxes there are"
        " among them is our guess. An owner can put the real cards in (`--components`) and run the"
        " same command. It hangs on the bots too: their simple player knows nothing about groups"
        " of three, only their search does.",
        (4, 5),
        ("medium",),
        600,
        ("identities", "guesses"),
    ),
    Recipe(
        "luck-in-ed",
        "ed-the-cat",
        "Ed, the Cat: is it all luck, and is 99 long enough?",
        "One `medium` bot, which thinks a little, sits with three `easy` ones, which play the card"
        " that looks best and slip now and then. If cards were everything, it would win every"
        " fourth game. How much more does it win, and does a longer game help it?",
        "Mostly luck, but not all. To 99, the bot that thinks wins 37 games of 100 instead of 25;"
        " to 33, which is over after one or two rounds, 33; to 198, 41. So twice the length buys it"
        " four victories in a hundred: 99 is a fair compromise. The cards weigh more: to be dealt a"
        " 1 is worth ten minus points, to be dealt a 9 costs four and a half. And in a short game"
        " it matters who starts: to 33 the first start seat wins a third of the games, to 198 only"
        " its share, because later on whoever is last starts.",
        "All 81 cards of this game are known, so nothing here hangs on a reconstruction. How much"
        " skill there is beyond these bots' we cannot say.",
        (4,),
        ("medium", "easy"),
        12_000,
        ("bots", "seats", "rounds", "cards"),
        {"limit": ("33", "99", "198")},
    ),
)


def made(recipe: Recipe, parts: Path) -> Report:
    """A study, played as far as it was not."""
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
    yield "Made by `make studies`. The whole report, with all figures and intervals:"
    yield from ("", "```sh", recipe.command(), "```", "")
    yield from (f"**The question.** {recipe.asks}", "")
    yield from (f"**The answer.** {recipe.answer}", "")
    yield from (f"**What may be otherwise.** {recipe.limits}", "")
    for section in report.sections:
        yield from told_section(recipe, report, section, pictures)


def told_section(
    recipe: Recipe, report: Report, section: Section, pictures: Mapping[str, str]
) -> Iterator[str]:
    """What was found with one number of players."""
    yield f"## With {section.players} players"
    yield ""
    for number, questions in zip(section.variants, section.questions, strict=True):
        name = report.variant_name(number)
        yield f"{name or 'Found'}, {report.games(number):,} games:"
        yield ""
        for question in questions:
            if question.name in recipe.shown:
                yield from (f"- {report.tell.finding(one)}" for one in question.findings)
        yield ""
    yield from told_differences(recipe, report, section)
    for question in section.questions[0]:
        if question.name in recipe.shown:
            yield from told_question(question, pictures.get(f"{section.players}-{question.name}"))


def told_differences(recipe: Recipe, report: Report, section: Section) -> Iterator[str]:
    """Real differences between variants, or that there are none."""
    if len(section.variants) < 2:
        return
    yield "Between the variants, over the same deals:"
    yield ""
    found = [one for one in report.told_first(section) if one.question in recipe.shown]
    for one in found:
        by = report.tell.with_interval(one.by, difference=True)
        yield (
            f"- {one.title}, {one.where}, {one.column}: {report.tell.value(one.first)}, then"
            f" {report.tell.value(one.second)} with {report.variant_name(one.variant)}."
            f" The difference, {by}, is real."
        )
    if not found:
        yield "- No difference is larger than chance."
    yield ""


def told_question(question: Question, picture: str | None) -> Iterator[str]:
    """A question's picture, or its figures where it has none."""
    yield f"### {question.title}"
    yield from ("", question.says, "")
    if picture:
        yield f"![{question.title}]({picture})"
    else:
        for row, figure in zip(question.rows, next(iter(question.columns.values())), strict=True):
            yield f"- {row}: {estimate(figure).value:.3f}"
    yield ""


def draw_all(recipe: Recipe, report: Report, docs: Path) -> dict[str, str]:
    """Write the pictures of a study; their names, by players and question."""
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
    """A picture that stands alone: as wide as it was drawn, on a light ground."""
    wide, high = re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)[0]
    size = f'width="{wide}pt" height="{high}pt" style="background: #fffdf9"'
    return svg.replace("<svg", f"<svg {size}", 1) + "\n"


def main(parts: Path, docs: Path) -> None:
    """Write all studies."""
    docs.mkdir(parents=True, exist_ok=True)
    for recipe in RECIPES:
        report = made(recipe, parts)
        text = "\n".join(page(recipe, report, draw_all(recipe, report, docs)))
        (docs / f"{recipe.name}.md").write_text(text.rstrip() + "\n", "utf-8")
        print(find_game(recipe.game).TITLE, docs / f"{recipe.name}.md")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
