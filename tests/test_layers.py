"""The layers: games ← play ← bots ← envs ← lab ← learn, server ← cli. Nothing imports upwards."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import katzentisch
from katzentisch.games import slugs
from katzentisch.games.core.cache import BOTS
from katzentisch.games.core.cache import sources as compiled_sources

PACKAGE = Path(katzentisch.__file__).parent
LEVELS = [
    "games.core",
    "games.*",
    "games",
    "play",
    "bots",
    "",
    "envs",
    "lab",
    "learn server",
    "cli",
]
IN_A_GAME = ["rules", "knowledge", "tensors", "players", "statistics", "ui"]
MOST_MODULES = 16  # in a folder
IMPORTERS = {"import_module", "run_module", "__import__"}
PART = "katzentisch.games.part"  # imports a module of a game
MODULE = re.compile(r"\bkatzentisch(?:\.\w+)+")
GAMES = [slug.replace("-", "_") for slug in katzentisch.all_games()]


@cache
def sources() -> dict[str, ast.Module]:
    """Every module of the package by name; "" is the package itself."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = list(path.relative_to(PACKAGE).with_suffix("").parts)
        if parts[-1] == "__init__":
            parts.pop()
        found[".".join(parts)] = ast.parse(path.read_text("utf-8"))
    return found


def imported(name: str, tree: ast.Module) -> Iterator[str]:
    """The modules of the package that a module imports: in any scope, for types, or by a string."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    names = bindings(tree)
    functions = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            for alias in node.names:
                yield from inside(f"{node.module}.{alias.name}", str(node.module))
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield from inside(alias.name)
        elif isinstance(node, ast.Constant) and id(node) not in docstrings:
            for text in MODULE.findall(str(node.value)):
                yield from inside(text)
        elif isinstance(node, ast.Call) and is_importer(meaning(node.func, names)):
            yield from named(name, tree, node.args[0])
        elif isinstance(node, ast.Call) and meaning(node.func, names) == PART:
            yield from parts(node.args[1])
        elif isinstance(node, ast.Name | ast.Attribute) and id(node) not in functions:
            whole = meaning(node, names)
            assert not is_importer(whole), f"unreadable: {whole} is passed on"
            assert whole != PART, f"unreadable: {whole} is passed on"


def bindings(tree: ast.Module) -> dict[str, str]:
    """What each imported name stands for, whatever it is called here."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            found |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
        elif isinstance(node, ast.Import):
            found |= {one.asname: one.name for one in node.names if one.asname}
    return found


def meaning(node: ast.expr, names: dict[str, str]) -> str:
    """The whole name of what an expression stands for; empty if it is not a name."""
    if isinstance(node, ast.Attribute):
        return f"{meaning(node.value, names)}.{node.attr}"
    return names.get(node.id, node.id) if isinstance(node, ast.Name) else ""


def is_importer(whole: str) -> bool:
    """Does this function import a module by its name?"""
    return whole.rpartition(".")[2] in IMPORTERS


def parts(argument: ast.expr) -> list[str]:
    """The modules that `part` may import: this one from every game that has it."""
    assert isinstance(argument, ast.Constant), f"unreadable: {ast.unparse(argument)}"
    found = [name for game in GAMES if (name := f"games.{game}.{argument.value}") in sources()]
    assert found, argument.value
    return found


def called(node: ast.Call) -> str:
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def inside(*candidates: str) -> Iterator[str]:
    """The first of these that is one of our modules."""
    for candidate in candidates:
        root, _, module = candidate.partition(".")
        if root == "katzentisch" and module in sources():
            yield module
            return


def named(own: str, tree: ast.Module, argument: ast.expr) -> Iterator[str]:
    """The modules that a computed name may stand for: if it has a gap, all that fit.

    Plain strings are found anyway. A variable must be assigned in the same file.
    """
    if isinstance(argument, ast.Name):
        values = assigned(tree, argument.id)
        assert values, f"{own} imports something unreadable: {argument.id}"
        for value in values:
            yield from named(own, tree, value)
    elif not isinstance(argument, ast.Constant):
        before = beginning(own, argument)
        assert before, f"{own} imports something unreadable: {ast.unparse(argument)}"
        whole = [f"katzentisch.{name}" for name in sources()]
        fitting = [name for name in whole if name.startswith(f"{before.rstrip('.')}.")]
        assert fitting or not before.startswith("katzentisch"), ast.unparse(argument)
        yield from (name.partition(".")[2] for name in fitting)


def assigned(tree: ast.Module, name: str) -> list[ast.expr]:
    """What a variable is set to, anywhere in a module."""
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        if name in {getattr(target, "id", "") for target in node.targets}
    ]


def beginning(own: str, argument: ast.expr) -> str:
    """How the text of an f-string begins, before its first gap; `__name__` is no gap."""
    first = argument.values[0] if isinstance(argument, ast.JoinedStr) else None
    if isinstance(first, ast.FormattedValue) and getattr(first.value, "id", "") == "__name__":
        return f"katzentisch.{own}"
    return str(first.value) if isinstance(first, ast.Constant) else ""


@cache
def graph() -> dict[str, set[str]]:
    return {name: set(imported(name, tree)) - {name} for name, tree in sources().items()}


def level_of(module: str) -> int:
    """The level of a module."""
    layer, _, rest = module.partition(".")
    if layer == "games" and rest:
        return 0 if rest.split(".")[0] == "core" else 1
    if layer == "__main__":
        layer = "cli"
    return next(i for i, names in enumerate(LEVELS) if layer in names.split(" "))


def room_of(module: str) -> str:
    """Modules of one room may import each other: a game is a room, and so is any other layer."""
    parts = ["cli"] if module == "__main__" else module.split(".")
    return ".".join(parts[:2] if parts[0] == "games" else parts[:1])


def test_every_module_imports_from_its_own_room_or_from_lower_levels():
    upwards = [
        f"{name} imports {other}"
        for name, others in graph().items()
        for other in sorted(others)
        if room_of(name) != room_of(other) and level_of(other) >= level_of(name)
    ]
    assert upwards == []


def test_a_games_folders_import_only_from_those_before_them():
    backwards = [
        f"{name} imports {other}"
        for name, others in graph().items()
        for other in sorted(others)
        if room_of(name) == room_of(other) and folder_of(name) < folder_of(other)
    ]
    assert backwards == []


def folder_of(module: str) -> int:
    """The position of a module's folder in its game; the game's interface comes after them all."""
    layer, game, *rest = [*module.split("."), ""]
    if layer != "games" or game not in GAMES:
        return 0
    return IN_A_GAME.index(rest[0]) if rest[0] else len(IN_A_GAME)


# The server's own levels.
IN_THE_SERVER = [
    "errors problems untrusted words scenes",
    "settings",
    "ops db",
    "live",
    "jobs",
    "web",
    "api",
    "app",
]


def test_a_folder_of_the_server_imports_only_from_those_before_it():
    backwards = [
        f"{name} imports {other}"
        for name, others in graph().items()
        for other in sorted(others)
        if room_of(name) == room_of(other) == "server"
        if part_of(name) != part_of(other) and server_level(name) <= server_level(other)
    ]
    assert backwards == []


def part_of(module: str) -> str:
    """A folder of the server, or a module beside them."""
    return module.split(".")[1] if "." in module else ""


def server_level(module: str) -> int:
    """The level of a part of the server; the package itself comes before them all."""
    part = part_of(module)
    levels = [n for n, parts in enumerate(IN_THE_SERVER) if part in parts.split()]
    return levels[0] if part else -1  # a part without a level is an error


def test_no_module_imports_itself_through_others():
    assert cycle_in(graph()) == []


def cycle_in(edges: dict[str, set[str]]) -> list[str]:
    """Modules that import each other in a cycle, if there are any."""
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as found:
        return list(found.args[1])
    return []


def test_the_search_for_cycles_finds_one():
    found = cycle_in({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})
    assert set(found) == {"a", "b", "c"}
    assert cycle_in({"a": {"b"}, "b": {"c"}, "d": {"a"}}) == []


def test_imports_are_seen_however_they_are_written():
    code = """
from katzentisch import games
import katzentisch.play.match
if TYPE_CHECKING:
    from katzentisch.bots.search import think
def later():
    from katzentisch.envs import batch
    import_module("katzentisch.lab.pages")
COMMAND = "runpy.run_module('katzentisch.bots.precompile')"
"""
    seen = set(imported("server.app", ast.parse(code)))
    assert seen == {
        *("games", "play.match", "bots.search", "envs.batch", "lab.pages", "bots.precompile"),
    }


@pytest.mark.parametrize(
    "code",
    [
        'import_module(f"{__name__}.{slug}")',
        'module = f"{__name__}.{slug}"\nimport_module(module)',
        'from importlib import import_module as load\nload(f"{__name__}.{slug}")',
        'import importlib as tools\ntools.import_module(f"{__name__}.{slug}")',
        'from katzentisch.games import part\npart(slug, "ui.scene")',
        'from katzentisch.games import part as piece\npiece(slug, "ui.scene")',
        'from katzentisch import games\ngames.part(slug, "ui.scene")',
        'import katzentisch.games\nkatzentisch.games.part(slug, "ui.scene")',
    ],
)
def test_an_import_by_a_name_with_a_gap_counts_as_every_module_that_fits(code):
    seen = set(imported("games", ast.parse(code)))
    assert {f"games.{game}.ui.scene" for game in GAMES} <= seen


@pytest.mark.parametrize(
    "code",
    [
        "import_module(module)",
        'run_module(f"{package}.precompile")',
        "__import__(names[0])",
        "from katzentisch.games import part\npart(slug, name)",
        "from katzentisch.games import part\nlist(map(part, slugs, names))",
        "from katzentisch import games\npartial(games.part, slug)",
        "from importlib import import_module as load\nlist(map(load, names))",
        "import importlib\nload = importlib.import_module",
    ],
)
def test_an_import_of_something_unreadable_is_refused(code):
    with pytest.raises(AssertionError, match="unreadable"):
        list(imported("games", ast.parse(code)))


def test_only_one_file_imports_numba():
    for name, tree in sources().items():
        names = {
            alias.name for n in ast.walk(tree) if isinstance(n, ast.Import) for alias in n.names
        }
        names |= {str(n.module) for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
        names |= {
            str(n.args[0].value)
            for n in ast.walk(tree)
            if isinstance(n, ast.Call) and called(n) == "import_module"
            if n.args and isinstance(n.args[0], ast.Constant)
        }
        numba = any(one.split(".")[0] in ("numba", "llvmlite") for one in names)
        assert numba == (name == "games.core.compiler"), name


MARKS = {"rule", "long_rule", "generic", "long_generic", "can_do", "Generic", "compiled_as"}
# Code compiled outside the rules' folders; the rules' fingerprint leaves these files out.
OTHERS = ("envs", "lab", *(f"games.{game}.statistics" for game in GAMES))
REGISTRY = {"", "games"}  # these list the games; no rule reads them


def has_rules(tree: ast.Module) -> bool:
    """Does this module compile anything?"""
    calls = (called(node) for node in ast.walk(tree) if isinstance(node, ast.Call))
    marked = (
        getattr(mark, "id", "")
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        for mark in node.decorator_list
    )
    return not MARKS.isdisjoint({*calls, *marked})


def covered() -> set[str]:
    """The modules that the fingerprint of compiled rules covers."""
    files = {file for slug in slugs() for file in compiled_sources(slug, BOTS)}
    paths = [file.relative_to(PACKAGE) for file in files if file.suffix == ".py"]
    return {".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths}


def test_rules_are_written_only_in_the_rules_folders():
    written = {name for name, tree in sources().items() if has_rules(tree)}
    assert {name for name in written - covered() if not name.startswith(OTHERS)} == set()


def test_the_search_for_rules_finds_them():
    assert has_rules(ast.parse("@rule\ndef f(): pass"))
    assert has_rules(ast.parse("f = long_rule(g)"))
    assert not has_rules(ast.parse("@cache\ndef f(): pass"))


def test_rules_depend_on_nothing_outside_their_fingerprint():
    for name in covered():
        if has_rules(sources()[name]):
            assert reached(name) <= covered() | REGISTRY, name
            asked = asked_of_rules(sources()[name])
            assert asked.isdisjoint({"tally", "tally_seat", "notes"}), name


def reached(name: str) -> set[str]:
    """All modules that a module imports, and those that they import."""
    found, left = set(), {name}
    while left:
        found |= left
        left = {other for one in left for other in graph()[one]} - found - REGISTRY
    return found


def asked_of_rules(tree: ast.Module) -> set[str]:
    """The attributes that a module reads from a game under the name `rules`."""
    found = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    return {node.attr for node in found if getattr(node.value, "id", "") == "rules"}


def test_code_compiled_elsewhere_depends_only_on_rules_and_statistics():
    for name, tree in sources().items():
        if has_rules(tree) and name not in covered():
            others = {other for other in graph()[name] if "statistics" not in other.split(".")}
            assert others <= covered() | REGISTRY, name


def test_no_folder_has_too_many_modules():
    for folder in {path.parent for path in PACKAGE.rglob("*.py")}:
        modules = [path for path in folder.glob("*.py") if path.name != "__init__.py"]
        assert len(modules) <= MOST_MODULES, folder.name
