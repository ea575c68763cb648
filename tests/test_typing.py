"""Where memory is unsafe, every argument is typed, and no public function takes more than six."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import katzentisch

PACKAGE = Path(katzentisch.__file__).parent
LAYERS = ("bots", "envs")
MOST_PARAMETERS = 6
JUSTIFIED = {
    ("bots.networks", "flat"): "evaluators of two kinds, called under a typed name",
    ("bots.networks", "over_picture"): "likewise",
    ("bots.weights", "Array"): "a file holds whatever numbers a training run has written",
    ("bots.weights", "Header"): "whatever JSON can hold",
    ("envs.batch", "masks"): "bytes, or words where they are packed",
    ("envs.batch", "options"): "the same keywords as `Batch`, passed on",
    ("envs.devices", "Array"): "one type variable for arrays of any records",
    ("envs.devices", "WholeNumbers"): "whole numbers of any width, which `checked` checks",
    ("envs.devices", "array"): "numba-cuda's arrays have no types",
    ("envs.devices", "arguments"): "likewise, passed on to a kernel",
    ("envs.devices", "numbers"): "checked before anything reads them",
    ("envs.gymnasium", "metadata"): "Gymnasium's",
    ("envs.gymnasium", "options"): "Gymnasium's",
    ("envs.openspiel", "iig_obs_type"): "OpenSpiel's",
    ("envs.openspiel", "memo"): "the copy module's",
    ("envs.openspiel", "params"): "OpenSpiel's",
    ("envs.openspiel", "sampler"): "OpenSpiel's",
    ("envs.pettingzoo", "metadata"): "PettingZoo's",
    ("envs.pettingzoo", "options"): "PettingZoo's",
    ("envs.single_table", "arrays"): "the pickle module's",
    ("envs.single_table", "pickled"): "likewise",
}
KEYWORDS = {  # constructors whose other arguments have defaults and are given by name
    ("envs.batch", "__init__"),
    ("envs.gymnasium", "gym"),
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def modules() -> Iterator[tuple[str, ast.Module]]:
    for layer in LAYERS:
        for path in sorted((PACKAGE / layer).rglob("*.py")):
            name = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
            yield name, ast.parse(path.read_text("utf-8"))


def functions(tree: ast.Module) -> list[Function]:
    return [node for node in ast.walk(tree) if isinstance(node, Function)]


def parameters(function: Function) -> list[ast.arg]:
    """Every argument that a caller may pass, so neither `self` nor `cls`."""
    taken = function.args
    named = [*taken.posonlyargs, *taken.args, *taken.kwonlyargs, taken.vararg, taken.kwarg]
    return [one for one in named if one is not None and one.arg not in ("self", "cls")]


def untyped(tree: ast.Module) -> list[str]:
    """The arguments, fields and aliases of a module that are `Any` or contain it."""
    found = [
        one.arg
        for function in functions(tree)
        for one in parameters(function)
        if one.annotation is None or mentions_any(one.annotation)
    ]
    for owner in [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]:
        fields = [node for node in owner.body if isinstance(node, ast.AnnAssign)]
        found += [ast.unparse(one.target) for one in fields if mentions_any(one.annotation)]
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and is_alias(node):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            found.append(ast.unparse(target))
    return found


def is_alias(node: ast.Assign | ast.AnnAssign) -> bool:
    """Is this an alias of something that contains `Any`? (A mere string is not a type.)"""
    parts = ast.walk(node.value) if node.value is not None else ()
    return any(getattr(one, "id", getattr(one, "attr", "")) == "Any" for one in parts)


def mentions_any(annotation: ast.expr) -> bool:
    """Does this contain `Any`: alone, within another type, or in quotes?"""
    return re.search(r"\bAny\b", ast.unparse(annotation)) is not None


def too_many(tree: ast.Module) -> list[str]:
    """The public functions that take too many arguments."""
    return [
        function.name
        for function in functions(tree)
        if not function.name.startswith("_") or function.name == "__init__"
        if len(parameters(function)) > MOST_PARAMETERS
    ]


def test_no_argument_is_any_where_memory_is_unsafe():
    found = [(name, one) for name, tree in modules() for one in untyped(tree)]
    assert sorted(set(found)) == sorted(JUSTIFIED)


def test_no_public_function_takes_more_than_six_arguments():
    found = [(name, one) for name, tree in modules() for one in too_many(tree)]
    assert set(found) == KEYWORDS


def test_any_is_found_however_it_is_written():
    code = """
Loose = Any
Arrays: TypeAlias = Mapping[str, NDArray[Any]]
NOTHING = "Any word"
class Desk(NamedTuple):
    seen: Any
    words: Words
def plain(a: Any, b: int | Any, c: "Any", d: "NDArray[Any]", e: typing.Any, f: int) -> Any: ...
async def other(self, g, /, *h: Any, i: Records[Any] = (), **j: Any) -> None:
    def within(k: Callable[..., Any], m: AnyState) -> None: ...
"""
    found = untyped(ast.parse(code))
    assert sorted(found) == sorted([*"abcdeghijk", "seen", "Loose", "Arrays"])


def test_arguments_are_counted_however_they_are_passed():
    code = """
def six(a, b, /, c, *, d, e, f): ...
def seven(a, b, /, c, *d, e, f, **g): ...
def _private(a, b, c, d, e, f, g): ...
class Player:
    def __init__(self, a, b, c, d, e, f, g): ...
    def choose(self, a, b, c, d, e, f): ...
"""
    assert too_many(ast.parse(code)) == ["seven", "__init__"]
