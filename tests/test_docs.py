"""The docs are checked: examples run, generated pages are fresh, nothing is undocumented."""

import ast
import doctest
import importlib.util
import re
from pathlib import Path

import pytest

import katzentisch as kt
from katzentisch.games import game as find_game
from katzentisch.games.core.i18n import languages

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "katzentisch"


def test_the_examples_in_the_readme_are_correct():
    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False).failed == 0


def test_the_examples_in_the_package_are_correct():
    result = doctest.testmod(kt)
    assert result.attempted > 3
    assert result.failed == 0


def test_the_examples_about_environments_are_correct():
    page = ROOT / "docs" / "environments.md"
    result = doctest.testfile(str(page), module_relative=False)
    assert result.attempted > 10
    assert result.failed == 0


@pytest.mark.parametrize("name", ["make_commands", "make_environments", "make_move_picture"])
def test_generated_pages_are_fresh(name):
    script = ROOT / "scripts" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, script)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.PAGE.read_text("utf-8") == module.page(), "run `make docs`"


def test_every_link_in_the_docs_leads_somewhere():
    for page in [ROOT / "README.md", *ROOT.glob("docs/**/*.md")]:
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


def marked(node: ast.AST) -> bool:
    """Is this a rule?"""
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    names = {d.id for d in decorators if isinstance(d, ast.Name)}
    return bool(names & {"rule", "long_rule", "generic", "long_generic"})


def test_every_rule_class_and_module_has_a_docstring():
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        assert ast.get_docstring(tree), path
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) or (
                isinstance(node, ast.FunctionDef) and marked(node)
            ):
                assert ast.get_docstring(node), f"{path}: {node.name}"


def test_every_public_name_has_a_docstring():
    for name in kt.__all__:
        assert getattr(kt, name).__doc__, name
    for name, member in vars(kt.Match).items():
        if not name.startswith("_"):
            assert member.__doc__, name


@pytest.mark.parametrize("slug", kt.all_games())
def test_every_option_is_on_the_rules_pages(slug):
    game = find_game(slug)
    folder = Path(str(game.__file__)).parent / "ui"
    for language in languages():
        text = (folder / f"rules.{language}.md").read_text("utf-8")
        for players in game.PLAYERS.values:
            for name in ("players", *game.choices(players)):
                assert f"`{name}" in text, f"{slug}, {language}: {name}"
