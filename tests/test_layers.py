"""The layers: games ← play ← bots ← envs ← lab ← learn, server ← cli. Nothing imports upwards."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import katzentisch
from katzentisch.games.core import jit

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
MOST_MODULES = 16  # in a folder
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
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            for alias in node.names:
                yield from inside(f"{node.module}.{alias.name}", str(node.module))
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield from inside(alias.name)
        elif isinstance(node, ast.Call) and called(node) == "import_module":
            yield from named(name, node.args[0])


def called(node: ast.Call) -> str:
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def inside(*candidates: str) -> Iterator[str]:
    """The first of these that is one of our modules."""
    for candidate in candidates:
        root, _, module = candidate.partition(".")
        if root == "katzentisch" and module in sources():
            yield module
            return


def named(own: str, argument: ast.expr) -> Iterator[str]:
    """The modules that `import_module` may import: if the name has a gap, all that fit."""
    if isinstance(argument, ast.Constant):
        yield from inside(str(argument.value))
    elif isinstance(argument, ast.JoinedStr):
        said = [part.value if isinstance(part, ast.Constant) else None for part in argument.values]
        first = argument.values[0]
        if isinstance(first, ast.FormattedValue) and getattr(first.value, "id", "") == "__name__":
            said[0] = f"katzentisch.{own}"
        before = str(said[0] or "")
        whole = [f"katzentisch.{name}" for name in sources()]
        fitting = [name for name in whole if before and name.startswith(f"{before.rstrip('.')}.")]
        assert fitting or not before.startswith("katzentisch"), ast.unparse(argument)
        yield from (name.partition(".")[2] for name in fitting)


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
        if not (name == "games" and other.startswith("games."))
    ]
    assert upwards == []


def test_no_module_imports_itself_through_others():
    assert list(cycles(graph())) == []


def cycles(edges: dict[str, set[str]]) -> Iterator[list[str]]:
    """Groups of modules that reach each other, by Tarjan's algorithm."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(edges[name]):
            if other not in index:
                visit(other)
            if other in stack:
                low[name] = min(low[name], low[other])
        if low[name] == index[name]:
            together = [stack.pop()]
            while together[-1] != name:
                together.append(stack.pop())
            if len(together) > 1:
                found.append(sorted(together))

    for name in sorted(edges):
        if name not in index:
            visit(name)
    yield from found


def test_the_search_for_cycles_finds_one():
    assert list(cycles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})) == [["a", "b", "c"]]


def test_imports_are_seen_however_they_are_written():
    code = """
from katzentisch import games
import katzentisch.play.match
if TYPE_CHECKING:
    from katzentisch.bots.search import think
def later():
    from katzentisch.envs import batch
    import_module("katzentisch.lab.pages")
"""
    seen = set(imported("server.app", ast.parse(code)))
    assert seen == {"games", "play.match", "bots.search", "envs.batch", "lab.pages"}
    gap = ast.parse('import_module(f"{__name__}.{slug}")')
    assert "games.big_bang" in set(imported("games", gap))


def test_only_one_file_imports_numba():
    for name, tree in sources().items():
        names = {
            alias.name for n in ast.walk(tree) if isinstance(n, ast.Import) for alias in n.names
        }
        names |= {str(n.module) for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
        numba = any(one.split(".")[0] in ("numba", "llvmlite") for one in names)
        assert not numba or name == "games.core.jit", name


MARKS = {"rule", "long_rule", "generic", "long_generic", "can_do", "Generic", "compiled"}
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
    paths = [path.relative_to(PACKAGE) for path in jit.rule_sources() if path.suffix == ".py"]
    return {".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths}


def test_rules_are_written_only_in_the_rules_folders():
    written = {name for name, tree in sources().items() if has_rules(tree)}
    assert {name for name in written - covered() if not name.startswith(OTHERS)} == set()


def test_the_search_for_rules_finds_them():
    assert has_rules(ast.parse("@rule\ndef f(): pass"))
    assert has_rules(ast.parse("f = long_rule(g)"))
    assert not has_rules(ast.parse("@cache\ndef f(): pass"))


def test_rules_depend_on_nothing_outside_their_fingerprint():
    faces = {f"games.{game}" for game in GAMES}
    for name in covered() - faces:
        assert graph()[name] <= covered() | REGISTRY, name
        assert asked_of_rules(sources()[name]).isdisjoint({"tally", "tally_seat", "notes"}), name


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
