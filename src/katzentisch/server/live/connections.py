"""Connections from browsers and programs to a table."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic_core import to_json

from katzentisch.server.live.messages import ServerMessage

MESSAGES_WAITING = 200  # per connection; slower readers are disconnected


@dataclass(eq=False)
class Connection:
    """A guest's connection to a table."""

    guest: str
    language: str
    as_data: bool = False  # for a program, which wants data instead of pictures
    outbox: asyncio.Queue[str] = field(default_factory=lambda: asyncio.Queue(MESSAGES_WAITING))
    events_sent: int = 0  # how many events it has been sent
    overflowed: bool = False

    def send(self, message: ServerMessage) -> None:
        """Queue a message."""
        self.send_text(encode(message))

    def send_text(self, text: str) -> None:
        """Queue a message that is already encoded."""
        try:
            self.outbox.put_nowait(text)
        except asyncio.QueueFull:
            self.overflowed = True


def encode(message: Mapping[str, object]) -> str:
    """A message as JSON."""
    return to_json(message).decode()
