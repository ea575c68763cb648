"""The report's page, the data files that come with it, and the command."""

import re
import subprocess
import sys
from pathlib import Path

import polars
import pytest

import katzentisch as kt
from katzentisch.cli.lab import parse_player_counts, parse_variations
from katzentisch.games.core.errors import Refused
from katzentisch.lab.study.exports import write_all
from katzentisch.lab.study.plan import Compared, plan_study
from katzentisch.lab.study.plots import embedded
from katzentisch.lab.study.report import Report
from katzentisch.lab.study.runner import Store, collected, play_study

from server_people import PHONE
from studies import RECIPES

STUDIES = Path(__file__).parents[2] / "docs" / "studies"
VARIED = {
    "cat-in-the-box": {"research": ["white", "purple"]},
    "ed-the-cat": {"limit": ["30", "99"]},
    "big-bang": {"tiles": ["hidden", "chaos"]},
    "cat-box": {"specials": ["false", "true"]},
}


def reported(slug: str, folder: Path, language: str = "en", games: int = 24, **varied) -> Report:
    study = plan_study(slug, {}, Compared([4], varied or VARIED[slug]), ["greedy"], games, 5)
    store = Store(folder / "parts", study)
    for _ in play_study(study, store, cores=1):
        pass
    return Report(study, collected(study, store), language, "2026-01-01")


def test_the_label_of_a_plot_is_escaped():
    svg = embedded("<svg/>", 'A < B & "C"', 1)
    assert svg == '<svg role="img" aria-label="A &lt; B &amp; &quot;C&quot;"/>'


@pytest.mark.long
@pytest.mark.parametrize(
    ("slug", "language"), list(zip(kt.all_games(), ["de", "en", "de", "en"], strict=True))
)
def test_a_page_is_self_contained_and_every_figure_has_an_interval(slug, language, tmp_path):
    report = reported(slug, tmp_path, language)
    page = report.page()
    assert page.count("<svg") >= 4
    assert not re.search(r'(src|href)="(?!#)', re.sub(r"<svg.*?</svg>", "", page, flags=re.S))
    assert "url(http" not in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    cells = re.findall(r"<td>[^<]*<small>([^<]*)</small>", page)
    assert len(cells) > 50
    write_all(report, tmp_path)
    table = polars.read_parquet(tmp_path / "figures.parquet")
    known = table.filter(polars.col("value").is_not_null())
    assert known["low"].null_count() == 0
    assert (known["games"] == 24).all()
    assert table.height == polars.read_csv(tmp_path / "figures.csv").height


def test_a_report_made_twice_differs_only_in_its_date(tmp_path):
    first = reported("cat-in-the-box", tmp_path / "a")
    second = reported("cat-in-the-box", tmp_path / "b")
    second.date = "2027-12-31"
    pages = first.page(), second.page()
    assert pages[0] != pages[1]
    assert pages[0] == pages[1].replace("2027-12-31", "2026-01-01")
    for report, name in ((first, "a"), (second, "b")):
        write_all(report, tmp_path / name)
    for file in ("figures", "differences", "batches"):
        for ending in ("csv", "parquet"):
            one, other = (tmp_path / name / f"{file}.{ending}" for name in "ab")
            assert one.read_bytes() == other.read_bytes(), file


def test_findings_say_whether_a_difference_is_real(tmp_path):
    report = reported("ed-the-cat", tmp_path, games=150)
    (section,) = report.sections
    by_name = {(one.question, one.row): one for one in section.differences}
    assert report.is_real(by_name["game", "decisions"])
    assert "is real" in report.page()
    same = reported("ed-the-cat", tmp_path, limit=["99", "99"])
    assert "No difference between the variants is larger than chance would explain." in same.page()


def run(*arguments: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "katzentisch", "lab", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command_writes_a_report(tmp_path):
    asked = ["cat-in-the-box", "--players", "3-4", "--bots", "random", "--cores", "1"]
    done = run(
        *asked, "--games", "20", "--seed", "1", "--lang", "de", "--out", str(tmp_path / "study")
    )
    assert (done.returncode, done.stderr) == (0, "")
    page = (tmp_path / "study" / "report.html").read_text("utf-8")
    assert "Der Startplatz gewinnt" in page
    assert "Zu 4 Personen" in page


def test_impossible_requests_are_refused_in_one_sentence(tmp_path):
    done = run("cat-in-the-box", "--players", "9", "--out", str(tmp_path))
    assert done.returncode == 2
    assert "players must be" in done.stderr
    assert "Traceback" not in done.stderr
    with pytest.raises(Refused, match="Numbers of players must be given"):
        parse_player_counts("three")
    with pytest.raises(Refused, match="Give an option to compare as"):
        parse_variations(["research"])
    with pytest.raises(Refused, match="--players 3-5"):
        parse_variations(["players=3,4"])


def test_player_counts_are_parsed_as_typed():
    assert parse_player_counts("3-5") == [3, 4, 5]
    assert parse_player_counts("2,4") == [2, 4]
    assert parse_player_counts(None) == []


def test_a_phone_shows_the_page_without_scrolling_sideways(tmp_path, chromium):
    file = tmp_path / "report.html"
    file.write_text(reported("big-bang", tmp_path, "de").page(), "utf-8")
    page = chromium.new_page(viewport=PHONE)
    page.goto(file.as_uri())
    widths = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    page.close()
    assert widths[0] <= widths[1]


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_every_study_in_the_docs_matches_its_recipe(recipe):
    page = (STUDIES / f"{recipe.name}.md").read_text("utf-8")
    for text in (recipe.title, recipe.command(), recipe.answer, recipe.limits):
        assert text in page
    games = sum(one.played.deals * len(one.played.arrangements) for one in recipe.study().variants)
    assert games == recipe.games * len(recipe.study().variants)
    assert page.count("](") >= len(recipe.shown)
