"""How a server is set up."""

from dataclasses import dataclass
from pathlib import Path

from katzentisch.games.core.errors import Refused


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Where a server keeps what it must not lose, and at what pace its bots play."""

    data: Path
    database: str | None = None
    bot_pause: float = 0.8  # seconds in which people see what a bot's neighbour did
    frame_pause: float = 1.0  # 1: as each game wishes; 0: nothing waits, for tests
    workers: int = 2
    claim: float = 30.0  # seconds after which a dead process's turns and reviews are taken over
    poll: float = 1.0  # seconds between two looks for what nobody sees to
    limits: float = 1.0  # times the usual ones
    review_turns: int | None = None  # how much a review thinks for a decision; otherwise much

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

    def old_secret(self) -> str | None:
        """The key by which an earlier version signed cookies, if there was one."""
        try:
            return (self.data / "secret").read_text()
        except OSError:
            return None
