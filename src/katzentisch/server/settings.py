"""The server's configuration, from the command line or the environment (`KATZENTISCH_…`)."""

from pathlib import Path
from typing import Any

import platformdirs
from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from katzentisch.games.core.errors import Refused
from katzentisch.server.problems import problem

BOT_PAUSE = 0.8  # seconds in which people can see a move before a bot makes the next
PREFIX = "KATZENTISCH_"


class Settings(BaseSettings):
    """Where the server stores its data, and how fast its bots play."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, frozen=True, extra="forbid", allow_inf_nan=False
    )

    data: Path = Field(default_factory=lambda: platformdirs.user_data_path("katzentisch"))
    database: str | None = None  # a URL; without one, SQLite in the data folder
    pace: float = Field(1.0, ge=0)  # factor on each game's pauses; 0 for none, as in tests
    workers: int = Field(2, ge=1)
    claim: float = Field(30.0, gt=0)  # seconds until another process takes over from a dead one
    limits: float = Field(1.0, gt=0)  # factor on all limits
    review_turns: int | None = Field(
        None, ge=1
    )  # thinking budget of a review; None for the default

    @property
    def bot_pause(self) -> float:
        """Seconds to wait before a bot moves."""
        return BOT_PAUSE * self.pace

    @property
    def poll(self) -> float:
        """Seconds between two checks for unclaimed work."""
        return min(1.0, self.claim / 4)

    def address(self) -> str:
        """The database URL for SQLAlchemy."""
        if self.database is None:
            self.make_folder()
        return self.database or f"sqlite:///{self.data / 'tables.sqlite'}"

    def make_folder(self) -> None:
        """Create the data folder if it does not exist."""
        try:
            self.data.mkdir(parents=True, exist_ok=True)
        except OSError as why:
            raise Refused(
                "Data cannot be stored in {data}: {strerror}.",
                data=self.data,
                strerror=why.strerror,
            ) from None


def read_settings(**given: Any) -> Settings:
    """Settings from the arguments, then from the environment; bad values are refused."""
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as wrong:
        first = wrong.errors()[0]
        raise Refused(
            "{name} cannot be {value!r}: {problem}.",
            name=PREFIX + str(first["loc"][0]).upper(),
            value=first["input"],
            problem=problem(first),
        ) from None
