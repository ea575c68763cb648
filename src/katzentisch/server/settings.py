"""How a server is set up."""

import secrets
from dataclasses import dataclass
from pathlib import Path

from katzentisch.games.ground.refusal import Refused


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Where a server keeps what it must not lose, and at what pace its bots play."""

    data: Path
    database: str | None = None
    bot_pause: float = 0.8  # seconds in which people see what a bot's neighbour did
    frame_pause: float = 1.0  # 1: as each game wishes; 0: nothing waits, for tests
    workers: int = 2

    def address(self) -> str:
        """The database, as SQLAlchemy takes it."""
        return self.database or f"sqlite+aiosqlite:///{self.data / 'tables.sqlite'}"

    def secret(self) -> str:
        """The key that signs cookies; made at the first start and kept."""
        file = self.data / "secret"
        try:
            self.data.mkdir(parents=True, exist_ok=True)
            if not file.exists():
                file.touch(mode=0o600)
                file.write_text(secrets.token_hex(32))
            return file.read_text()
        except OSError as why:
            raise Refused(
                "{data} cannot be used for data: {strerror}.", data=self.data, strerror=why.strerror
            ) from None
