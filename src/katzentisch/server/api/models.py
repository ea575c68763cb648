"""What the API takes and gives."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from katzentisch.server.web.auth import LONGEST_NAME

Name = Annotated[str, Field(min_length=1, max_length=4 * LONGEST_NAME)]
MOST_MOVES = 1_000_000


class RequestBody(BaseModel):
    """What somebody sends: exactly these fields."""

    model_config = ConfigDict(extra="forbid")


class Refusal(BaseModel):
    """Why something cannot be done."""

    refused: str = Field(description="One sentence.")


class Game(BaseModel):
    """A game."""

    slug: str
    title: str
    players: list[int] = Field(description="How many can play.")
    options: dict[str, list[Any]] = Field(description="What can be chosen, the usual first.")


class NewGuest(RequestBody):
    """Somebody, or some program, who wants to sit at tables."""

    name: Name


class NewToken(BaseModel):
    """A guest's token: send it as `Authorization: Bearer TOKEN`, and keep it to yourself."""

    token: str
    name: str


class Me(BaseModel):
    """Who is asking."""

    name: str


class SeatInfo(BaseModel):
    """A seat at a table."""

    name: str | None
    kind: Literal["guest", "bot", "open"]
    level: str | None = Field(description="Of a bot.")
    here: bool = Field(False, description="Is the guest looking?")


class TableSummary(BaseModel):
    """A table in a list."""

    table: str
    game: str
    status: Literal["waiting", "playing", "over"]
    seats: list[SeatInfo]
    moved: float = Field(description="When somebody moved last, in seconds since 1970.")


class NewTable(RequestBody):
    """A table to be opened."""

    game: str = Field(max_length=40, examples=["cat-in-the-box"])
    options: dict[str, Any] = Field(default_factory=dict, examples=[{"players": 3}])
    seats: list[Annotated[str, Field(max_length=20)]] = Field(
        min_length=1,
        max_length=6,
        description="For each seat `me`, `open`, or a bot: `easy`, `medium`, `hard`, …",
        examples=[["me", "open", "medium"]],
    )
    listed: bool = Field(False, description="Shown in the lobby? Otherwise it has a link only.")
    chat: bool = True
    away: int = Field(60, description="Seconds until a bot plays for who is away.")


class NewSeat(RequestBody):
    """The seat that somebody wants."""

    seat: int = Field(ge=0, le=5)


class Bots(RequestBody):
    """Bots for all open seats."""

    level: str = Field("medium", max_length=20)


class Move(RequestBody):
    """A move, by its name. The number is the table's, so that nothing happens twice."""

    move: str = Field(max_length=100, examples=["discard 3"])
    number: int = Field(ge=0, le=MOST_MOVES)


class Moved(BaseModel):
    """It is kept: how many entries the table's log has now."""

    number: int


class Legal(BaseModel):
    """What the asking seat may do now."""

    number: int
    legal: list[str]


class Saying(RequestBody):
    """Something to be said."""

    text: str = Field(max_length=1000)


class Said(BaseModel):
    """Something that was said."""

    name: str
    text: str


class Rematch(BaseModel):
    """Where it goes on."""

    table: str


class TableState(BaseModel):
    """A table as you may see it."""

    table: str
    game: str
    options: dict[str, Any]
    status: Literal["waiting", "playing", "over"]
    number: int = Field(description="Of the next entry in the log; send it with a move.")
    you: int | None = Field(description="Your seat.")
    to_act: int | None = Field(description="The seat that decides next.")
    seats: list[SeatInfo]
    view: dict[str, Any] = Field(description="All that your seat may see.")
    events_from: int
    events: list[dict[str, Any]] = Field(description="What happened, as in a transcript.")
    legal: list[str] = Field(description="Your legal moves, if it is your turn.")
    undo: bool = Field(description="Could you take your last move back?")
    winners: list[int]
    commitment: str | None = Field(description="SHA-256 of `SEED:SALT`, told from the start.")
    next: str | None = Field(description="The rematch.")
