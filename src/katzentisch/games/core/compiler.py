"""Numba: the only file that imports it, and only when something is to be compiled."""

import gc
import inspect
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

HAS_COMPILER = find_spec("numba") is not None
HAS_CUDA = find_spec("numba_cuda") is not None
if HAS_CUDA and not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda uses the old name
COMPILED = HAS_COMPILER and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
"""May rules be compiled in this process?"""

# No rule allocates an array, so references need no counting: with `_nrt`, Numba counts them for
# every array passed on, with atomic operations that take as long as a move.
# Compiled code is called only from Python; wrappers for C would take a tenth of the compile time.
HOW: dict[str, Any] = {
    "error_model": "numpy",
    "nogil": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,
}
# What only compiled code calls needs no wrapper for Python either.
INNER: dict[str, Any] = {**HOW, "no_cpython_wrapper": True}
SLOW_TO_PUT_BITS = {"bdver4", "znver1", "znver2"}  # These do it bit by bit.
ONE_AT_A_TIME = threading.RLock()  # Numba's setting is global, and servers have threads

Method = tuple[str, FunctionType, Callable[..., Any], FunctionType | None, bool]
"""A method of integers: its name, the function, how to make what is compiled, and so on a GPU."""
METHODS: list[Method] = []


def inner(function: FunctionType, forceinline: bool) -> Any:
    """The function compiled for other compiled functions, which contain its code."""
    jit = numba().njit(**INNER, forceinline=forceinline, pipeline_class=inner_pipeline())
    return jit(function)


def entry(function: FunctionType, folder: Path) -> Any:
    """The function compiled for Python, with its machine code stored in a folder."""
    settings = numba().config
    with ONE_AT_A_TIME:
        before = settings.CACHE_DIR
        settings.CACHE_DIR = str(folder)
        try:
            return numba().njit(**HOW, cache=True)(function)
        finally:
            settings.CACHE_DIR = before


@cache
def inner_pipeline() -> Any:
    """Numba's compiler for functions whose code ends up in others, in half the time.

    Numba would optimize each of them and turn it into machine code, and again in every function
    that contains it. Here this is left to the entries, which are what Python calls.
    """
    compiler: Any = import_module("numba.core.compiler")
    codegen: Any = import_module("numba.core.codegen")

    class Unplaced:
        """What generates code, for a function that has no address."""

        def __init__(self, real: Any) -> None:
            self._real = real

        def __getattr__(self, name: str) -> Any:
            return getattr(self._real, name)

        def set_env(self, name: str, environment: Any) -> None:
            """Only entries have an environment; no rule needs one."""

    class InnerLibrary(codegen.JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
        """A function's code, to be linked into others."""

        @property
        def codegen(self) -> Any:
            """What generates its code."""
            return Unplaced(self._codegen)

        def _optimize_final_module(self) -> None:
            pass

        def _finalize_final_module(self) -> None:
            self._finalize_dynamic_globals()
            self._finalized = True

        def get_pointer_to_function(self, name: str) -> int:
            """Nowhere, as there is no machine code of its own."""
            self._ensure_finalized()
            return 0

    class InnerCompiler(compiler.Compiler):  # type: ignore[misc]  # likewise
        """Numba's compiler with such a library."""

        def compile_extra(self, function: FunctionType) -> Any:
            """Compile a function into such a library."""
            real = self.state.targetctx.codegen()
            self.state.library = InnerLibrary(real, function.__qualname__)
            return super().compile_extra(function)

    return InnerCompiler


@cache
def numba() -> Any:
    """Numba, with the methods that compiled code may use."""
    module = import_module("numba")
    for name, function, make, on_a_gpu, needs_put_bits in METHODS:
        if needs_put_bits and put_bits() is None:
            assert on_a_gpu is not None
            function = on_a_gpu  # without the instruction, what GPUs do is best here too
        add_method(module, name, function, make, on_a_gpu)
    return module


def add_method(
    module: Any,
    name: str,
    function: FunctionType,
    make: Callable[[FunctionType], Any],
    on_a_gpu: FunctionType | None,
) -> None:
    """Make a function a method of integers, on the CPU and on a GPU."""
    extending = import_module("numba.extending")
    extending.overload_method(module.types.Integer, name)(returning(function, make))
    for_kernels = gpu_extensions()
    if on_a_gpu is not None and for_kernels is not None:
        method = for_kernels.overload_method(module.types.Integer, name, target="cuda")
        method(returning(on_a_gpu, make))


def returning(function: FunctionType, make: Callable[[FunctionType], Any]) -> Callable[..., Any]:
    """A function that returns this one to Numba; both must have the same parameters."""

    def given(*numbers: Any) -> Any:
        return make(function)

    given.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]  # mypy does not know this name
    return given


@cache
def put_bits() -> Any:
    """The instruction that deposits bits where a mask has ones, or None if missing or slow."""
    module = import_module("numba")
    processor: Any = import_module("llvmlite.binding")
    llvm: Any = import_module("llvmlite.ir")
    if module.config.CPU_NAME is not None or module.config.CPU_FEATURES is not None:
        return None  # The code is for another processor.
    if not processor.get_host_cpu_features().get("bmi2"):
        return None
    if processor.get_host_cpu_name() in SLOW_TO_PUT_BITS:
        return None
    word, kind = module.types.uint64, llvm.IntType(64)

    def put(context: Any, bits: Any, mask: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            pdep = builder.module.declare_intrinsic(
                "llvm.x86.bmi.pdep.64", (), llvm.FunctionType(kind, [kind, kind])
            )
            return builder.call(pdep, given)

        return word(word, word), write

    return import_module("numba.extending").intrinsic(put)


@cache
def gpu_extensions() -> Any:
    """The module that adds methods for kernels; None without numba-cuda, which GPUs need."""
    if not HAS_CUDA:
        return None
    extending = import_module("numba.cuda.extending")
    # The kernel simulator has no such function, and needs none.
    return extending if hasattr(extending, "overload_method") else None


def cuda_module() -> Any:
    """The module that compiles kernels for a GPU, loaded only when one is needed."""
    numba()
    gpu_extensions()
    return import_module("numba.cuda")


def record_type(dtype: Any) -> Any:
    """A record's layout as a type for kernels."""
    return numba().from_dtype(dtype)


@contextmanager
def without_collections() -> Iterator[None]:
    """Let the garbage collector rest: compiling makes many objects that stay, and few cycles.

    Looking through them again and again takes a twentieth of the time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextmanager
def counting(report: Callable[[int], None]) -> Iterator[None]:
    """Report how many functions have been compiled so far, after each one."""
    events = import_module("numba.core.event")
    done = 0

    class Counter(events.Listener):  # type: ignore[misc, name-defined]  # Numba has no types
        """Counts the ends of compilations."""

        def on_start(self, event: Any) -> None:
            """Nothing is counted yet."""

        def on_end(self, event: Any) -> None:
            """Count a function, and those that were compiled for it have been counted before."""
            nonlocal done
            done += 1
            report(done)

    numba()
    with events.install_listener("numba:compile", Counter()):
        yield
