"""The API's request and response bodies."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from katzentisch.server.db.records import Status
from katzentisch.server.web.auth import LONGEST_NAME

Name = Annotated[str, Field(min_length=1, max_length=4 * LONGEST_NAME)]


class RequestBody(BaseModel):
    """A request body; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class Refusal(BaseModel):
    """Why a request was refused."""

    refused: str = Field(description="One sentence.")


class Game(BaseModel):
    """A game."""

    slug: str
    title: str
    players: list[int] = Field(description="How many can play.")
    options: dict[str, list[Any]] = Field(description="Each option's values, default first.")


class NewGuest(RequestBody):
    """A person or program that wants to play."""

    name: Name


class NewToken(BaseModel):
    """A guest's token: send it as `Authorization: Bearer TOKEN`, and keep it secret."""

    token: str
    name: str


class Me(BaseModel):
    """The guest who sent the request."""

    name: str


class SeatSummary(BaseModel):
    """A seat in a list of tables."""

    name: str | None
    kind: Literal["guest", "bot", "open"]
    level: str | None = Field(description="The level of a bot.")


class SeatInfo(SeatSummary):
    """A seat at a table."""

    here: bool = Field(description="Is the guest present?")


class TableSummary(BaseModel):
    """A table in a list."""

    table: str
    game: str
    status: Status
    seats: list[SeatSummary]
    moved: float = Field(description="When the last move was made, in seconds since 1970.")


class NewTable(RequestBody):
    """A table to open."""

    game: str = Field(max_length=40, examples=["cat-in-the-box"])
    options: dict[str, Any] = Field(default_factory=dict, examples=[{"players": 3}])
    seats: list[Annotated[str, Field(max_length=20)]] = Field(
        min_length=1,
        max_length=6,
        description="For each seat `me`, `open`, or a bot level: `easy`, `medium`, `hard`, …",
        examples=[["me", "open", "medium"]],
    )
    listed: bool = Field(
        False, description="Show it in the lobby? If not, only its link leads there."
    )
    chat: bool = True
    away: int = Field(60, description="Seconds until a bot plays for people who are away.")


class NewSeat(RequestBody):
    """A seat to take."""

    seat: int = Field(ge=0, le=5)


class Bots(RequestBody):
    """Bots for all open seats."""

    level: str = Field("medium", max_length=20)


class Moved(BaseModel):
    """The move has been stored: the new length of the table's log."""

    number: int


class Legal(BaseModel):
    """Your legal moves."""

    number: int
    legal: list[str]


class Saying(RequestBody):
    """A chat message to send."""

    text: str = Field(max_length=1000)


class Said(BaseModel):
    """A chat message."""

    name: str
    text: str


class Rematch(BaseModel):
    """The table of the rematch."""

    table: str


class TableState(BaseModel):
    """A table as you may see it."""

    table: str
    game: str
    options: dict[str, Any]
    status: Status
    number: int = Field(description="The number of the next log entry; send it with a move.")
    you: int | None = Field(description="Your seat.")
    to_act: int | None = Field(description="The seat whose turn it is.")
    seats: list[SeatInfo]
    view: dict[str, Any] | None = Field(
        description="Everything your seat may see; null until the game starts and is dealt."
    )
    events_from: int
    events: list[dict[str, Any]] = Field(description="The events, as in a transcript.")
    legal: list[str] = Field(description="Your legal moves; empty if it is not your turn.")
    undo: bool = Field(description="May you take back your last move?")
    winners: list[int]
    commitment: str | None = Field(
        description="SHA-256 of `SEED:SALT`, published when the game starts."
    )
    next: str | None = Field(description="The table of the rematch, if there is one.")
