"""How a server is set up: by whoever starts it, or by the environment (`KATZENTISCH_…`)."""

from pathlib import Path
from typing import Any

import platformdirs
from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from katzentisch.games.core.errors import Refused

BOT_PAUSE = 0.8  # seconds in which people see what a bot's neighbour did
PREFIX = "KATZENTISCH_"


class Settings(BaseSettings):
    """Where a server keeps what it must not lose, and at what pace its bots play."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="ignore")

    data: Path = Field(default_factory=lambda: platformdirs.user_data_path("katzentisch"))
    database: str | None = None  # a URL; otherwise SQLite in the data folder
    pace: float = Field(1.0, ge=0)  # 1: as each game wishes; 0: nothing waits, for tests
    workers: int = Field(2, ge=1)
    claim: float = Field(30.0, gt=0)  # seconds until a dead process's turns are taken over
    limits: float = Field(1.0, gt=0)  # times the usual ones
    review_turns: int | None = Field(None, ge=1)  # how much a review thinks; otherwise much

    @property
    def bot_pause(self) -> float:
        """Seconds before a bot's move."""
        return BOT_PAUSE * self.pace

    @property
    def poll(self) -> float:
        """Seconds between two looks for what nobody sees to."""
        return min(1.0, self.claim / 4)

    def address(self) -> str:
        """The database, as SQLAlchemy takes it."""
        if self.database is None:
            self.make_folder()
        return self.database or f"sqlite:///{self.data / 'tables.sqlite'}"

    def make_folder(self) -> None:
        """The folder for data, where there is none yet."""
        try:
            self.data.mkdir(parents=True, exist_ok=True)
        except OSError as why:
            raise Refused(
                "{data} cannot be used for data: {strerror}.", data=self.data, strerror=why.strerror
            ) from None


def read_settings(**given: Any) -> Settings:
    """What was given, and for the rest the environment; refused in a sentence if it is wrong."""
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as wrong:
        first = wrong.errors()[0]
        raise Refused(
            "{name} cannot be {value!r}: {problem}.",
            name=PREFIX + str(first["loc"][0]).upper(),
            value=first["input"],
            problem=first["msg"],
        ) from None
