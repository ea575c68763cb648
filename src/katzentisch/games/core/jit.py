"""How rules run: as plain Python, or compiled by Numba. The only file that imports Numba.

A rule is a plain function over a game's record, marked `@rule`. With
`NUMBA_DISABLE_JIT=1` it stays plain Python and can be stepped through; otherwise
Numba compiles it, and a CUDA kernel can call it unchanged.

Some functions, such as the one that plays a match out at random, are written once for all
games. They call a game's rules through the name `rules`, and `Generic.of(module)`
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
from importlib.util import find_spec
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
# What compiled rules can depend on: these folders of the package, and these of each game.
SHARED_FOLDERS = ("games/core", "play", "bots")
RULE_FOLDERS = ("rules", "knowledge", "tensors", "players")
COUNTING_FOLDER = "statistics"  # of each game; no rule in the folders above depends on it
SUFFIXES = {".py", ".json"}
DAYS_KEPT = 30
# No rule allocates an array, so references need no counting: with `_nrt`, Numba counts them for
# every array passed on, with atomic operations that take as long as a move.
# Compiled code is called only from Python; wrappers for C would take a tenth of the compile time.
HOW: dict[str, Any] = {
    "cache": True,
    "error_model": "numpy",
    "nogil": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,
}
SLOW_TO_PUT_BITS = {"bdver4", "znver1", "znver2"}  # These do it bit by bit.
ONE_AT_A_TIME = threading.Lock()  # Numba's setting is global, and servers have threads


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function as a rule, which is compiled (if rules are) and inlined into its callers."""
    return compiled(function, forceinline=True)


def long_rule(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a large rule, which is called rather than inlined, so that it compiles faster."""
    return compiled(function, forceinline=False)


def compiled(function: Callable[P, R], forceinline: bool) -> Callable[P, R]:
    """The compiled function, with its machine code stored in our own cache folder."""
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
    """A function written once for all games, using the name `rules` of its module."""

    def __init__(self, function: Callable[P, R], forceinline: bool = True) -> None:
        self.function = cast(FunctionType, function)
        self.forceinline = forceinline
        self._bound: dict[str, Callable[P, R]] = {}
        self.__doc__ = function.__doc__

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """For type checkers, where generic functions call each other; `of` returns what runs."""
        raise TypeError(f"{self.function.__name__} is bound to no game; use .of(game).")

    def of(self, game: Any) -> Callable[P, R]:
        """The function with one game's rules in place of `rules`."""
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
        # Numba names its cache files by qualified names: without this, games would share them.
        bound.__qualname__ = bound.__name__
        bound.__module__ = source.__module__
        return compiled(cast("Callable[P, R]", bound), self.forceinline)


def generic(function: Callable[P, R]) -> Generic[P, R]:
    """Mark a function as written once for all games."""
    return Generic(function)


def long_generic(function: Callable[P, R]) -> Generic[P, R]:
    """Mark a large function for all games, which is called rather than inlined."""
    return Generic(function, forceinline=False)


def can_do(
    name: str, on_a_gpu: Callable[..., Any] | None = None
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Make a function a method of integers under this name, with another version for GPUs.

    Rules are written once, but what is fast differs between processors. Without `on_a_gpu`,
    it must be a method that numba-cuda already has.
    """
    from numba.extending import overload_method

    def marked(function: Callable[P, R]) -> Callable[P, R]:
        overload_method(numba.types.Integer, name)(returning(function))
        for_kernels = gpu_extensions()
        if on_a_gpu is not None and for_kernels is not None:
            method = for_kernels.overload_method(numba.types.Integer, name, target="cuda")
            method(returning(on_a_gpu))
        return function

    return marked


@cache
def gpu_extensions() -> Any:
    """The module that adds methods for kernels; None without numba-cuda, which GPUs need.

    It is loaded with the rules, so that any kernel can call them, no matter who writes it.
    """
    if find_spec("numba_cuda") is None:
        return None
    import numpy as np

    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba-cuda uses the old name
    extending = import_module("numba.cuda.extending")
    # The kernel simulator has no such function, and needs none.
    return extending if hasattr(extending, "overload_method") else None


def cuda_module() -> Any:
    """The module that compiles kernels for a GPU, loaded only when one is needed."""
    gpu_extensions()
    return import_module("numba.cuda")


def put_bits() -> Callable[[int, int], int] | None:
    """The instruction that deposits bits where a mask has ones, or None if missing or slow."""
    from numba.extending import intrinsic

    processor: Any = import_module("llvmlite.binding")
    llvm: Any = import_module("llvmlite.ir")
    if SETTINGS.CPU_NAME is not None or SETTINGS.CPU_FEATURES is not None:
        return None  # The code is for another processor.
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
    """A function that returns this one to Numba; both must have the same parameters."""

    def given(*numbers: Any) -> Any:
        return function

    given.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]  # mypy does not know this name
    return given


def record_type(dtype: Any) -> Any:
    """A record's layout as a type for kernels."""
    return numba.from_dtype(dtype)


@cache
def cache_folder() -> Path:
    """The folder for compiled rules: one for each version of the sources.

    Numba checks only the file a function is in, but a rule it calls may be in another.
    As the folder's name is a hash of every source, stale rules can never run.
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
    """The folder for all other compiled code, which may also depend on the games' statistics."""
    return cache_folder() / hashed(files_in(folders_of_games(COUNTING_FOLDER)))


def folder_for(function: Any) -> Path:
    """The cache folder for a function, chosen by the file it is written in."""
    is_rule = Path(function.__code__.co_filename) in rule_files()
    return cache_folder() if is_rule else counting_folder()


@cache
def rule_files() -> frozenset[Path]:
    """The files that the fingerprint covers."""
    return frozenset(rule_sources())


def fingerprint() -> str:
    """A short hash of everything that compiled rules can depend on."""
    return hashed(rule_sources())


def hashed(files: Iterable[Path]) -> str:
    """A short hash of these files, and of the compiler's version and settings."""
    digest = hashlib.sha256(f"{numba.__version__} {SETTINGS.SLP_VECTORIZE}".encode())
    for path in files:
        digest.update(str(path.relative_to(PACKAGE)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:20]


def rule_sources() -> list[Path]:
    """Every source and data file on which compiled rules can depend."""
    shared = [PACKAGE / folder for folder in SHARED_FOLDERS]
    names = PACKAGE.glob("games/*/__init__.py")  # where games import what they provide
    return sorted({*names, *files_in([*shared, *folders_of_games(*RULE_FOLDERS)])})


def folders_of_games(*names: str) -> list[Path]:
    """Every game's folders with these names."""
    return [folder for name in names for folder in sorted(PACKAGE.glob(f"games/*/{name}"))]


def files_in(folders: Iterable[Path]) -> Iterator[Path]:
    """The source and data files in these folders."""
    for folder in folders:
        yield from (path for path in sorted(folder.rglob("*")) if path.suffix in SUFFIXES)


def forget_old(root: Path) -> None:
    """Delete what earlier versions compiled, once it has been unchanged for a month."""
    for folder in root.iterdir():
        if folder.stat().st_mtime < time.time() - DAYS_KEPT * 86400:
            shutil.rmtree(folder, ignore_errors=True)


def is_warm(name: str) -> bool:
    """Has this game been compiled before, from these sources?"""
    return not COMPILED or marker(name).exists()


def mark_warm(name: str) -> None:
    """Remember that this game has been compiled."""
    if COMPILED:
        marker(name).touch()


def marker(name: str) -> Path:
    return cache_folder() / f"{name}.warm"
