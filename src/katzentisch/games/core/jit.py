"""How rules run: as plain Python, or compiled by Numba. The only file that names Numba.

A rule is a plain function over a game's record, marked `@rule`. With
`NUMBA_DISABLE_JIT=1` it stays what it is and can be stepped through; otherwise
Numba compiles it, and a kernel for CUDA may call it as it is.

Some things are written once for all games: playing a match out at random, say.
They ask a game's rules through the name `rules`, and `Generic.of(module)`
compiles them again for each game with that game's module in its place.
"""

import hashlib
import inspect
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, ParamSpec, TypeVar, cast
from typing import Generic as GenericType

import numba

P = ParamSpec("P")
R = TypeVar("R")

SETTINGS: Any = numba.config
COMPILED = not SETTINGS.DISABLE_JIT
PACKAGE = Path(__file__).parents[2]
# What compiled rules can depend on: these folders of the package, and of each game these.
SHARED_FOLDERS = ("games/core", "play", "bots")
RULE_FOLDERS = ("rules", "knowledge", "tensors", "players")
COUNTING_FOLDER = "statistics"  # of each game; no rule in the folders above depends on it
SUFFIXES = {".py", ".json"}
DAYS_KEPT = 30
# No rule makes an array, so there is nothing to count: with `_nrt`, Numba counts references to
# every array that is handed on, by atomic operations that take as long as a move.
# And only Python calls what is compiled: wrappers for C would take a tenth of the time.
HOW: dict[str, Any] = {
    "cache": True,
    "error_model": "numpy",
    "nogil": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,
}
SLOW_TO_PUT_BITS = {"bdver4", "znver1", "znver2"}  # They do it bit by bit.
ON_A_GPU: dict[str, Callable[..., Any]] = {}  # what numbers can do there, once kernels are wanted
ONE_AT_A_TIME = threading.Lock()  # Numba's setting is everybody's, and servers have threads


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function as a rule: compiled where rules are compiled, into whatever calls it."""
    return compiled(function, forceinline=True)


def long_rule(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a large rule, which is compiled once and called: quicker to compile."""
    return compiled(function, forceinline=False)


def compiled(function: Callable[P, R], forceinline: bool) -> Callable[P, R]:
    """The function compiled, its machine code kept in our own cache folder."""
    if not COMPILED:
        return function
    with ONE_AT_A_TIME:
        before = SETTINGS.CACHE_DIR
        SETTINGS.CACHE_DIR = str(folder_for(function))
        try:
            jit = numba.njit(**HOW, forceinline=forceinline)
            return cast("Callable[P, R]", jit(function))
        finally:
            SETTINGS.CACHE_DIR = before


class Generic(GenericType[P, R]):
    """A function written once for all games, over the name `rules` in its module."""

    def __init__(self, function: Callable[P, R], forceinline: bool = True) -> None:
        self.function = cast(FunctionType, function)
        self.forceinline = forceinline
        self._bound: dict[str, Callable[P, R]] = {}
        self.__doc__ = function.__doc__

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Only for the eye of other generic functions; what runs is `of` a game."""
        raise TypeError(f"{self.function.__name__} belongs to no game; ask for .of(game).")

    def of(self, game: Any) -> Callable[P, R]:
        """The function with one game's rules in the place of `rules`."""
        if game.__name__ not in self._bound:
            self._bound[game.__name__] = self._bind(game)
        return self._bound[game.__name__]

    def _bind(self, game: Any) -> Callable[P, R]:
        source = self.function
        names: dict[str, Any] = dict(source.__globals__)
        for name in source.__code__.co_names:
            if isinstance(names.get(name), Generic):
                names[name] = names[name].of(game)
        names["rules"] = game
        slug = game.__name__.rpartition(".")[2]
        bound = FunctionType(source.__code__, names, f"{source.__name__}_of_{slug}")
        # The cache names its files by qualified names: without this one, games would share them.
        bound.__qualname__ = bound.__name__
        bound.__module__ = source.__module__
        return compiled(cast("Callable[P, R]", bound), self.forceinline)


def generic(function: Callable[P, R]) -> Generic[P, R]:
    """Mark a function as written once for all games."""
    return Generic(function)


def long_generic(function: Callable[P, R]) -> Generic[P, R]:
    """Mark a large function for all games, which is compiled once and called."""
    return Generic(function, forceinline=False)


def can_do(
    name: str, on_a_gpu: Callable[..., Any] | None = None
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Mark what whole numbers can do by this name: on the CPU, and otherwise on a GPU.

    Rules are written once, but what is quick differs. Without `on_a_gpu` it must be
    something that numba-cuda knows already.
    """
    from numba.extending import overload_method

    def marked(function: Callable[P, R]) -> Callable[P, R]:
        if on_a_gpu is not None:
            ON_A_GPU[name] = on_a_gpu
        overload_method(numba.types.Integer, name)(returning(function))
        return function

    return marked


def cuda_module() -> Any:
    """What compiles kernels for a GPU; loaded only when somebody asks for one."""
    import numpy as np

    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba-cuda asks for the old name
    from numba import cuda

    extending: Any = import_module("numba.cuda.extending")
    if hasattr(extending, "overload_method"):  # otherwise it is not numba-cuda, and has no GPU
        while ON_A_GPU:
            name, function = ON_A_GPU.popitem()
            method = extending.overload_method(numba.types.Integer, name, target="cuda")
            method(returning(function))
    return cuda


def put_bits() -> Callable[[int, int], int] | None:
    """The instruction that puts bits where a mask has some, or None without a quick one."""
    from numba.extending import intrinsic

    processor: Any = import_module("llvmlite.binding")
    llvm: Any = import_module("llvmlite.ir")
    if SETTINGS.CPU_NAME is not None or SETTINGS.CPU_FEATURES is not None:
        return None  # Somebody wants code for another processor.
    if not processor.get_host_cpu_features().get("bmi2"):
        return None
    if processor.get_host_cpu_name() in SLOW_TO_PUT_BITS:
        return None
    word, kind = numba.types.uint64, llvm.IntType(64)

    def put(context: Any, bits: Any, mask: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            pdep = builder.module.declare_intrinsic(
                "llvm.x86.bmi.pdep.64", (), llvm.FunctionType(kind, [kind, kind])
            )
            return builder.call(pdep, given)

        return word(word, word), write

    return cast("Callable[[int, int], int]", intrinsic(put))


def returning(function: Callable[..., Any]) -> Callable[..., Any]:
    """What gives this function to Numba, which wants both to have the same parameters."""

    def given(*numbers: Any) -> Any:
        return function

    given.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]  # mypy knows no such name of functions
    return given


def record_type(dtype: Any) -> Any:
    """A record's layout as kernels know it."""
    return numba.from_dtype(dtype)


@cache
def cache_folder() -> Path:
    """Where compiled rules are kept: one folder for each state of the sources.

    Numba looks only at the file a function lives in; a rule it calls may live in
    another. With every source in the folder's name, stale rules can never run.
    """
    folder = cache_root() / "compiled" / fingerprint()
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            forget_old(folder.parent)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="katzentisch-"))
    return folder


def cache_root() -> Path:
    """The user's cache folder, or the one that `KATZENTISCH_CACHE` names."""
    if named := os.environ.get("KATZENTISCH_CACHE"):
        return Path(named)
    import platformdirs

    return platformdirs.user_cache_path("katzentisch")


@cache
def counting_folder() -> Path:
    """Where all else is kept: it may also depend on what the games' statistics count."""
    return cache_folder() / hashed(files_in(folders_of_games(COUNTING_FOLDER)))


def folder_for(function: Any) -> Path:
    """Where a function is kept, by the file that it is written in."""
    is_rule = Path(function.__code__.co_filename) in rule_files()
    return cache_folder() if is_rule else counting_folder()


@cache
def rule_files() -> frozenset[Path]:
    """The files that the fingerprint covers."""
    return frozenset(rule_sources())


def fingerprint() -> str:
    """A short hash of all that compiled rules can depend on."""
    return hashed(rule_sources())


def hashed(files: Iterable[Path]) -> str:
    """A short hash of these files, and of what compiles them."""
    digest = hashlib.sha256(f"{numba.__version__} {SETTINGS.SLP_VECTORIZE}".encode())
    for path in files:
        digest.update(str(path.relative_to(PACKAGE)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:20]


def rule_sources() -> list[Path]:
    """Every source and data file on which compiled rules can depend."""
    shared = [PACKAGE / folder for folder in SHARED_FOLDERS]
    names = PACKAGE.glob("games/*/__init__.py")  # of all that a game brings
    return sorted({*names, *files_in([*shared, *folders_of_games(*RULE_FOLDERS)])})


def folders_of_games(*names: str) -> list[Path]:
    """Every game's folders of these names."""
    return [folder for name in names for folder in sorted(PACKAGE.glob(f"games/*/{name}"))]


def files_in(folders: Iterable[Path]) -> Iterator[Path]:
    """The source and data files in these folders."""
    for folder in folders:
        yield from (path for path in sorted(folder.rglob("*")) if path.suffix in SUFFIXES)


def forget_old(root: Path) -> None:
    """Throw away what earlier versions compiled and nobody has used for a month."""
    for folder in root.iterdir():
        if folder.stat().st_mtime < time.time() - DAYS_KEPT * 86400:
            shutil.rmtree(folder, ignore_errors=True)


def is_warm(name: str) -> bool:
    """Has this game been compiled before, from these sources?"""
    return not COMPILED or marker(name).exists()


def mark_warm(name: str) -> None:
    """Remember that this game is compiled."""
    if COMPILED:
        marker(name).touch()


def marker(name: str) -> Path:
    return cache_folder() / f"{name}.warm"
