"""The messages that browsers and programs send to a table, each with a `type`.

What a table sends is in `live/messages.py`.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from katzentisch.server.untrusted import strict_json

MOST_MOVES = 1_000_000


class Move(BaseModel):
    """A move by its name, and the table's `number`, so that no move is made twice."""

    model_config = ConfigDict(extra="forbid")

    move: str = Field(max_length=100, examples=["discard 3"])
    number: int = Field(ge=0, le=MOST_MOVES)


class Message(BaseModel):
    """A message; unknown fields are refused, and `true` is not a number."""

    model_config = ConfigDict(extra="forbid", strict=True)


class MoveMessage(Message, Move):
    """Make a move, provided that the table's log still has `number` entries."""

    type: Literal["move"]


class Undo(Message):
    """Take back your last move."""

    type: Literal["undo"]


class Hint(Message):
    """Ask what a good bot would do."""

    type: Literal["hint"]


class Say(Message):
    """Say something in the chat."""

    type: Literal["say"]
    text: str


class Here(Message):
    """Ask whether the connection still works."""

    type: Literal["here"]


AnyMessage = Annotated[MoveMessage | Undo | Hint | Say | Here, Field(discriminator="type")]
MESSAGES: TypeAdapter[AnyMessage] = TypeAdapter(AnyMessage)


def parsed_message(text: str) -> AnyMessage | None:
    """Parse a message; None if it is not one."""
    try:
        return MESSAGES.validate_python(strict_json(text))
    except ValueError:
        return None
