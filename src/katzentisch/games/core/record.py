"""A game's state as one fixed-size record of numbers.

    class State(Record):
        to_act: int = small()
        hand: Numbers = word(SEATS)

describes a record; `State.blank()` makes one. What is passed around is a NumPy
record of that layout, which rules read and write by attribute in every mode.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
    cast,
    overload,
)

import numpy as np
from numpy.typing import NDArray

# Seats are numbered from 0 in every game.
NOBODY = -1  # where a seat could be: nobody is to act, nobody won the trick, a spectator looks on
MOST_SEATS = 8  # of any game, for records that serve all of them


class Numbers(Protocol):
    """Several numbers in a record: an array, with only the operations that rules use."""

    def __getitem__(self, index: Any, /) -> int: ...
    def __setitem__(self, index: Any, number: int, /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...


R = TypeVar("R")


class Records(Protocol[R]):
    """Several records side by side: an array, with only the operations that rules use."""

    def __getitem__(self, index: int, /) -> R: ...
    def __setitem__(self, index: int, record: R, /) -> None: ...
    def __len__(self) -> int: ...


if TYPE_CHECKING:

    class Table(np.ndarray[Any, np.dtype[Any]], Generic[R]):
        """An array of records that tells mypy their type."""

        @overload  # type: ignore[override]  # NumPy's stubs know nothing about records
        def __getitem__(self, index: int, /) -> R: ...
        @overload
        def __getitem__(self, index: str | slice | Sequence[Any] | NDArray[Any], /) -> Any: ...
        def __getitem__(self, index: Any, /) -> Any:
            """One record; or a field, several fields or several records as an array."""

else:
    Table = np.ndarray


Weights: TypeAlias = Sequence[int]
"""How much each thing counts for a simple player, by the thing's number."""


@dataclass(frozen=True)
class Field:
    """One entry of a record: its number type and shape."""

    kind: type[np.generic]
    shape: tuple[int, ...]
    says: str = ""  # what it means; only in observations, which are documented field by field


def small(*shape: int) -> Any:
    """Plain numbers: seats, values, counts, points. Wide enough never to wrap round."""
    return Field(np.int16, shape)


def word(*shape: int) -> Any:
    """Sets of up to 63 bits, never negative."""
    return Field(np.int64, shape)


def octets(*shape: int, says: str) -> Any:
    """Numbers from -128 to 127, a byte each, written eight at a time as one word."""
    return Field(np.int64, shape, says)


def real(*shape: int) -> Any:
    """Floating-point numbers. Rules use none, so that they give the same results everywhere."""
    return Field(np.float64, shape)


def seeds(*shape: int) -> Any:
    """The words of a random generator."""
    return Field(np.uint64, shape)


class Record:
    """Base of every game's `State`; see the module's docstring."""

    dtype: ClassVar[np.dtype[Any]]
    Row: ClassVar[type[np.record]]
    fields: ClassVar[dict[str, Field]]

    def __init_subclass__(cls) -> None:
        fields = {name: field for name, field in vars(cls).items() if isinstance(field, Field)}
        cls.fields = fields
        for name in fields:
            if hasattr(np.recarray, name) or hasattr(Record, name):
                raise TypeError(f"A record's field cannot be called {name!r}: the name is taken.")
        layout = [(name, field.kind, field.shape) for name, field in fields.items()]
        cls.Row = row_type(cls, list(fields))
        cls.dtype = np.dtype((cls.Row, np.dtype(layout, align=True)))

    @classmethod
    def blank(cls) -> Self:
        """A record of zeros."""
        return cls.table(1)[0]

    @classmethod
    def table(cls, size: int) -> Table[Self]:
        """Many records of zeros, side by side."""
        return cast("Table[Self]", np.zeros(size, cls.dtype))

    def copy(self) -> Self:
        """An independent copy. (NumPy's own method runs instead; this one declares its type.)"""
        raise TypeError("Only records have copies.")


def row_type(record: type[Record], names: list[str]) -> type[np.record]:
    """NumPy's record with a property for each field, as its own lookup is many times slower."""
    plain: dict[str, Any] = {name: property(itemgetter(name), putter(name)) for name in names}
    for quick in ("__getattribute__", "__setattr__", "__getitem__"):
        plain[quick] = getattr(np.void, quick)
    plain["__module__"] = record.__module__
    plain["__qualname__"] = f"{record.__qualname__}.Row"
    return type("Row", (np.record,), plain)


def putter(name: str) -> Callable[[Any, Any], None]:
    """A function that writes this field."""

    def put(row: Any, value: Any) -> None:
        row[name] = value

    return put
