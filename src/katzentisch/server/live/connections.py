"""Open lines to a table: a browser's window, or a program."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from pydantic_core import to_json

MESSAGES_WAITING = 200  # for one line; who is slower than that is cut off


@dataclass(eq=False)
class Connection:
    """Somebody with an open line to a table."""

    guest: str
    language: str
    as_data: bool = False  # a program, which wants JSON and no pictures
    outbox: asyncio.Queue[str] = field(default_factory=lambda: asyncio.Queue(MESSAGES_WAITING))
    events_sent: int = 0  # events that it has been told
    overflowed: bool = False

    def send(self, message: dict[str, Any]) -> None:
        """Put a message on its way."""
        self.send_text(packed(message))

    def send_text(self, text: str) -> None:
        """Put a message on its way that is packed already."""
        try:
            self.outbox.put_nowait(text)
        except asyncio.QueueFull:
            self.overflowed = True


def packed(message: dict[str, Any]) -> str:
    """A message as it travels."""
    return to_json(message).decode()
