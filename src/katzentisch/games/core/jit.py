"""How rules run: interpreted at once, compiled later.

A rule is a plain function over a game's record, marked `@rule`. What its module contains is that
plain function, which can be stepped through, needs no compiler, and starts at once. Its compiled
form is made when it is first needed: the same code, with the compiled forms of all rules that it
calls in place of the plain ones. Both give the same results, bit for bit, so a game may go from one
to the other between any two moves.

Some functions, such as the one that plays a match out at random, are written once for all
games. They call a game's rules through the name `rules`; `of(game)` returns the form that is
ready, with that game's module in place of `rules`.

With `NUMBA_DISABLE_JIT=1`, or where there is no Numba, nothing is ever compiled.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dis import get_instructions
from functools import cache
from types import FunctionType, ModuleType
from typing import Any, ParamSpec, TypeVar, cast
from typing import Generic as GenericType

from katzentisch.games.core import compiler
from katzentisch.games.core.cache import BOTS, RULES, folder, is_warm, part_of
from katzentisch.games.core.compiler import COMPILED

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])
G = TypeVar("G")

GAMES = __name__.rpartition(".core.")[0]
PARTS = (RULES, BOTS)  # what a match runs

INLINED: dict[Any, bool] = {}
"""Every marked function: is it inlined into its callers, or called?"""
INSTEAD: dict[Any, Callable[..., Any]] = {}
"""What is compiled in place of some of them."""


def rule(function: F) -> F:
    """Mark a function as a rule, which is compiled (if rules are) and inlined into its callers."""
    INLINED[function] = True
    return function


def long_rule(function: F) -> F:
    """Mark a large rule, which is called rather than inlined, so that it compiles faster."""
    INLINED[function] = False
    return function


def compiled_as(plain: Callable[P, R]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Mark a function as what is compiled in place of a plain one, with the same results."""

    def marked(function: Callable[P, R]) -> Callable[P, R]:
        INLINED[plain] = True
        INSTEAD[plain] = function
        return function

    return marked


def can_do(name: str, on_a_gpu: Callable[..., Any] | None = None) -> Callable[[F], F]:
    """In compiled code, make a function a method of integers, with another version for GPUs.

    Rules are written once, but what is fast differs between processors. Without `on_a_gpu`,
    it must be a method that numba-cuda already has.
    """

    def marked(function: F) -> F:
        source, other = cast(FunctionType, function), cast("FunctionType | None", on_a_gpu)
        needs_put_bits = put_bits.__name__ in global_names(source)
        compiler.METHODS.append((name, source, with_compiled_names, other, needs_put_bits))
        return function

    return marked


def put_bits(bits: int, mask: int) -> int:
    """The bits deposited where a mask has ones: one instruction; only in compiled code."""
    raise TypeError("Only compiled code can put bits.")


# Compiled forms.


@cache
def compiled(function: F) -> F:
    """A rule as other compiled functions and kernels call it; itself where nothing is compiled."""
    if not COMPILED:
        return function
    source = cast(FunctionType, INSTEAD.get(function, function))
    return cast(F, compiler.inner(with_compiled_names(source), INLINED[function]))


def with_compiled_names(source: FunctionType, **other: Any) -> FunctionType:
    """The same function, calling the compiled forms of the rules it calls."""
    names = {**source.__globals__, **other}
    for name in global_names(source) - other.keys():
        if name in names:
            names[name] = compiled_value(names[name])
    twin = FunctionType(
        source.__code__, names, source.__name__, source.__defaults__, source.__closure__
    )
    twin.__qualname__, twin.__module__ = source.__qualname__, source.__module__
    twin.__doc__, twin.__annotations__ = source.__doc__, source.__annotations__
    return twin


def global_names(function: FunctionType) -> set[str]:
    """The names that a function looks up in its module, apart from those of attributes."""
    return {one.argval for one in get_instructions(function) if one.opname == "LOAD_GLOBAL"}


def compiled_value(value: Any) -> Any:
    """What compiled code finds in place of a value: compiled forms of rules, at any depth."""
    if isinstance(value, ModuleType):
        return compiled_module(value)
    if value is put_bits:
        return compiler.put_bits()
    is_rule = isinstance(value, FunctionType) and value in INLINED
    return compiled(value) if is_rule else value


@cache
def compiled_module(module: ModuleType) -> ModuleType:
    """A module of the games as compiled code sees it; any other module as it is."""
    return CompiledModule(module) if COMPILED and module.__name__.startswith(GAMES) else module


class CompiledModule(ModuleType):
    """A module of the games as compiled code sees it: with the compiled forms of its rules."""

    def __init__(self, module: ModuleType) -> None:
        super().__init__(module.__name__, module.__doc__)
        self._module = module

    def __getattr__(self, name: str) -> Any:
        """The compiled form of a rule, or whatever else has this name; looked up once."""
        value = compiled_value(getattr(self._module, name))
        setattr(self, name, value)
        return value


class CompiledRules(ModuleType):
    """A game's module as Python calls it when its rules run compiled."""

    def __init__(self, game: ModuleType) -> None:
        super().__init__(game.__name__, game.__doc__)
        self._game = game

    def __getattr__(self, name: str) -> Any:
        """A rule compiled for Python, or whatever else has this name; looked up once."""
        value = getattr(self._game, name)
        if isinstance(value, FunctionType) and value in INLINED:
            source = cast(FunctionType, INSTEAD.get(value, value))
            value = compiler.entry(with_compiled_names(source), folder(self._game.SLUG, RULES))
        setattr(self, name, value)
        return value


class Generic(GenericType[P, R]):
    """A function written once for all games, using the name `rules` of its module."""

    def __init__(self, function: Callable[P, R], forceinline: bool = True) -> None:
        self.function = cast(FunctionType, function)
        self.forceinline = forceinline
        self.part = part_of(function.__module__)
        self.__doc__ = function.__doc__
        self._plain: dict[str, Callable[P, R]] = {}
        self._compiled: dict[str, Callable[P, R]] = {}
        self._inner: dict[str, Callable[P, R]] = {}

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """For type checkers, where generic functions call each other; `of` returns what runs."""
        raise TypeError(f"{self.function.__name__} is bound to no game; use .of(game).")

    def of(self, game: Any) -> Callable[P, R]:
        """The function for one game, in the form that is ready; as soon as it is, the compiled."""
        if is_ready(game, self.part):
            return self.compiled(game)

        def whichever_is_ready(*args: P.args, **kwargs: P.kwargs) -> R:
            form = self.compiled if is_ready(game, self.part) else self.plain
            return form(game)(*args, **kwargs)

        return whichever_is_ready

    def plain(self, game: Any) -> Callable[P, R]:
        """The function for one game, interpreted."""
        found = self._plain.get(game.__name__)
        if found is None:
            found = self._plain[game.__name__] = self._bind(game, game)
        return found

    def compiled(self, game: Any) -> Callable[P, R]:
        """The function for one game, compiled when Python first calls it."""
        found = self._compiled.get(game.__name__)
        if found is None:
            found = self.plain(game)
            if COMPILED:
                place = folder(game.SLUG, self.part)
                found = compiler.entry(self._compilable(game), place)
            self._compiled[game.__name__] = found
        return found

    def inner(self, game: Any) -> Callable[P, R]:
        """The function for one game, as other compiled functions and kernels call it."""
        if not COMPILED:
            return self.plain(game)
        found = self._inner.get(game.__name__)
        if found is None:
            found = compiler.inner(self._compilable(game), self.forceinline)
            self._inner[game.__name__] = found
        return found

    def _compilable(self, game: ModuleType) -> FunctionType:
        """The function for one game, calling only what is compiled."""
        return with_compiled_names(self._bind(game, compiled_module(game), compiling=True))

    def _bind(self, game: ModuleType, rules: ModuleType, compiling: bool = False) -> Any:
        """The function with one game's rules in place of `rules`, and others in the same form."""
        source = self.function
        names: dict[str, Any] = {**source.__globals__, "rules": rules}
        for name in global_names(source):
            other = names.get(name)
            if isinstance(other, Generic):
                names[name] = other.inner(game) if compiling else other.plain(game)
        bound = FunctionType(source.__code__, names, source.__name__, source.__defaults__)
        # Numba names its cache files by qualified names: without this, games would share them.
        bound.__name__ += f"_of_{game.__name__.rpartition('.')[2]}"
        bound.__qualname__, bound.__module__ = bound.__name__, source.__module__
        return bound


def generic(function: Callable[P, R]) -> Generic[P, R]:
    """Mark a function as written once for all games."""
    return Generic(function)


def long_generic(function: Callable[P, R]) -> Generic[P, R]:
    """Mark a large function for all games, which is called rather than inlined."""
    return Generic(function, forceinline=False)


# Which form is ready: for each part, the games that run compiled in this process.

READY: dict[str, set[str]] = {part: set() for part in PARTS}
ASKED: set[str] = set()  # whether they are in the cache
HERE = threading.local()  # what only this thread does


def is_ready(game: Any, part: str = RULES) -> bool:
    """Does this part of a game run compiled in this process? What no match runs always does."""
    name = game.__name__
    if part not in READY or name in READY[part]:
        return True
    if name not in ASKED:
        ASKED.add(name)
        look_again(game)
    return name in READY[part] or getattr(HERE, "compiling", False)


def look_again(game: Any) -> None:
    """Go on compiled with whatever has been compiled meanwhile, perhaps by another process."""
    for part in PARTS:
        if COMPILED and game.__name__ not in READY[part] and is_warm(game.SLUG, part):
            run_compiled(game, part)


def run_compiled(game: Any, *parts: str) -> None:
    """From now on, run these parts of a game compiled in this process, or all parts."""
    ASKED.add(game.__name__)
    for part in parts or PARTS:
        if COMPILED:
            READY[part].add(game.__name__)


def run_plain(game: Any) -> None:
    """From now on, interpret this game's rules in this process."""
    ASKED.add(game.__name__)
    for part in PARTS:
        READY[part].discard(game.__name__)


@contextmanager
def compiling() -> Iterator[None]:
    """In this thread, use compiled forms only; whatever is missing is compiled."""
    before = getattr(HERE, "compiling", False)
    HERE.compiling = COMPILED
    try:
        yield
    finally:
        HERE.compiling = before


def ready(game: G) -> G:
    """A game's module with its rules in the form that is ready."""
    return compiled_rules(game) if is_ready(game) else game


def compiled_rules(game: G) -> G:
    """A game's module with its rules compiled, for programs that call them often."""
    return cast(G, compiled_game(cast(ModuleType, game))) if COMPILED else game


compiled_game = cache(CompiledRules)
