"""The docs are checked: examples run, generated pages are up to date, nothing is undocumented."""

import ast
import doctest
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import katzentisch as kt
from katzentisch.games import game as find_game

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "katzentisch"


PROMPT = re.compile(r"^ *>>> ", re.MULTILINE)
PAGES = [
    page
    for page in [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]
    if page.name != "serving.md"  # its examples need a server: see test_operations
    if PROMPT.search(page.read_text("utf-8"))
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_example_on_a_page_is_correct(page):
    result = doctest.testfile(str(page), module_relative=False)
    assert result.failed == 0
    assert result.attempted == len(PROMPT.findall(page.read_text("utf-8")))


def test_readme_and_environments_have_examples():
    assert {"README.md", "environments.md"} <= {page.name for page in PAGES}


def test_every_example_in_the_package_is_correct():
    result = doctest.testmod(kt)
    assert result.failed == 0
    assert result.attempted == len(PROMPT.findall((PACKAGE / "__init__.py").read_text("utf-8"))) > 0


@pytest.mark.parametrize("name", ["make_commands", "make_environments", "make_move_picture"])
def test_generated_pages_are_up_to_date(name):
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


def public(node: ast.AST) -> Iterator[ast.AST]:
    """The public functions, classes and methods in a module or class, at any depth of classes."""
    for child in getattr(node, "body", []):
        named = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        if named and not child.name.startswith("_"):
            yield child
            if isinstance(child, ast.ClassDef):
                yield from public(child)


def test_nearly_every_public_name_in_the_package_is_documented():
    trees = [ast.parse(path.read_text("utf-8")) for path in PACKAGE.rglob("*.py")]
    names = [name for tree in trees for name in (tree, *public(tree))]
    assert len(names) > 2000
    assert sum(bool(ast.get_docstring(name)) for name in names) >= 0.96 * len(names)


def test_every_name_we_export_has_a_docstring():
    for name in kt.__all__:
        assert getattr(kt, name).__doc__, name
    for name, member in vars(kt.Match).items():
        if not name.startswith("_"):
            assert member.__doc__, name


@pytest.mark.parametrize("slug", kt.all_games())
def test_every_option_is_on_the_rules_pages(slug):
    game = find_game(slug)
    folder = Path(str(game.__file__)).parent / "ui"
    pages = {page.name: page.read_text("utf-8") for page in folder.glob("rules.*.md")}
    assert {"rules.en.md", "rules.de.md"} <= pages.keys()
    for page, text in pages.items():
        for players in game.PLAYERS.values:
            for name in ("players", *game.choices(players)):
                assert f"`{name}" in text, f"{slug}, {page}: {name}"


SERVER = PACKAGE / "server"
PICTURE = (ROOT / "scripts" / "make_move_picture.py").read_text("utf-8")
A_MOVE = (ROOT / "docs" / "a-move.md").read_text("utf-8")


def test_the_page_about_a_move_names_files_that_exist():
    files = set(re.findall(r"`([\w/]+\.(?:py|js))`", A_MOVE))
    assert len(files) > 15
    for file in files:
        assert (SERVER / file).exists(), file
    for folder in re.findall(r"`([\w/]+/)`", A_MOVE):
        assert (SERVER / folder).is_dir() or (ROOT / folder).is_dir(), folder


def test_the_page_about_a_move_names_methods_that_exist():
    methods = set()
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                methods |= {f"{node.name}.{name.name}" for name in public(node)}
    named = set(re.findall(r"`([A-Z]\w+\.\w+)`", A_MOVE))
    assert len(named) > 5
    assert named <= methods


def test_the_picture_of_a_move_names_functions_that_exist():
    steps = re.findall(r'"((?:static|web|live|jobs|db)/[\w.]+)(?:: (\w+))?"', PICTURE)
    assert len(steps) > 10
    for file, function in steps:
        folder = SERVER / "web" if file.startswith("static/") else SERVER
        text = (folder / file).read_text("utf-8")
        assert not function or f"def {function}(" in text, (file, function)
