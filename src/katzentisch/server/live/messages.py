"""The messages that a table sends, each with a `type`; `web/static/socket.js` has the same types.

What browsers and programs send is in `web/messages.py`.
"""

from typing import Any, Literal, NotRequired, TypedDict

from katzentisch.games.core.contract import Event, View
from katzentisch.server.db.records import Status

Story = TypedDict("Story", {"from": int, "lines": list[str]})  # from an event on, a line for each


class Moment(TypedDict):
    """A picture of the table and the score sheet, and how many milliseconds it is shown."""

    table: str
    sheet: str
    pause: int


class News(TypedDict):
    """What accompanies the picture of the table as it is now."""

    story: Story
    undo: bool  # may the last move be taken back?
    hint: bool  # may a hint be asked for?
    seal: NotRequired[str]  # the commitment to the shuffle, once


class TableMessage(TypedDict):
    """The table for browsers: now, with news; or only the table, at a moment within a move."""

    type: Literal["table"]
    moments: list[Moment]
    story: NotRequired[Story]
    undo: NotRequired[bool]
    hint: NotRequired[bool]
    seal: NotRequired[str]


class SeatData(TypedDict):
    """Who sits there, and whether they are present."""

    name: str | None
    kind: str
    level: str | None
    here: bool


class PublicData(TypedDict):
    """The part of a table that is the same for everybody."""

    table: str
    game: str
    options: dict[str, Any]
    status: Status
    number: int
    to_act: int | None
    seats: list[SeatData]
    winners: list[int]
    commitment: str | None
    next: str | None


class PrivateData(TypedDict):
    """The part for one seat, or for a spectator."""

    you: int | None
    view: View | None  # none until the game starts
    events_from: int
    events: list[Event]
    legal: list[str]
    undo: bool


class TableData(PublicData, PrivateData):
    """A table as programs see it."""


class TableDataMessage(TableData):
    """The table for programs."""

    type: Literal["table"]


class AcceptedMessage(TypedDict):
    """Your move is stored: the new length of the log."""

    type: Literal["accepted"]
    number: int


class RefusedMessage(TypedDict):
    """Why your message was refused, and the length of the log."""

    type: Literal["refused"]
    refused: str
    status: int
    number: int


class PresenceMessage(TypedDict):
    """The seats whose players are present, and the number of spectators."""

    type: Literal["presence"]
    here: list[int]
    watching: int


class SaidMessage(TypedDict):
    """Chat messages, each with its author's name: `all` of them, or only new ones."""

    type: Literal["said"]
    said: list[tuple[str, str]]
    all: NotRequired[bool]


class HintMessage(TypedDict):
    """What a good bot would do: its move, and the clicks that make it."""

    type: Literal["hint"]
    move: str
    clicks: str


class RematchMessage(TypedDict):
    """The table of the rematch."""

    type: Literal["rematch"]
    table: str


class AliveMessage(TypedDict):
    """The connection works."""

    type: Literal["alive"]


AnswerMessage = AcceptedMessage | RefusedMessage | HintMessage | AliveMessage
NewsMessage = PresenceMessage | SaidMessage | RematchMessage
ServerMessage = TableMessage | TableDataMessage | AnswerMessage | NewsMessage
