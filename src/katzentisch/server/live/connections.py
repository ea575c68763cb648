"""Connections from browsers and programs to a table, and what waits to be sent to them.

Whoever reads slowly is sent only the newest picture of the table, drawn when there is room for it.
What else is sent is never left out: if too much of it waits, the connection is closed, and whoever
connects again is sent everything.
"""

import asyncio
import sys
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pydantic_core import to_json

from katzentisch.server.live.messages import ServerMessage

MOST_WAITING = 500_000  # bytes for each connection
MOST_WAITING_IN_ALL = 64_000_000  # bytes for all connections of this process
PICTURE = "table"  # the type of messages that a newer one makes useless
PRESENCE = "presence"  # likewise, but small and sent when it is due


class Waiting(NamedTuple):
    """A message that waits to be sent."""

    kind: str
    text: str
    size: int


@dataclass
class Backlog:
    """The bytes that wait for all connections of this process."""

    size: int = 0

    @property
    def is_full(self) -> bool:
        """Is more waiting than should?"""
        return self.size > MOST_WAITING_IN_ALL


@dataclass(eq=False)
class Connection:
    """A guest's connection to a table."""

    guest: str
    language: str
    as_data: bool = False  # for a program, which wants data instead of pictures
    backlog: Backlog = field(default_factory=Backlog)
    abort: Callable[[], None] = lambda: None  # closes the connection without sending what waits
    events_sent: int = 0  # how many events it has been sent
    sending: bool = False  # is a message on its way, and not yet taken?
    behind: bool = False  # have pictures been left out?
    overflowed: bool = False
    waiting: deque[Waiting] = field(default_factory=deque)
    size: int = 0  # of what waits, in bytes
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def send(self, message: ServerMessage) -> None:
        """Queue a message."""
        if not self._is_skipped(message["type"]):
            self.send_text(encode(message), message["type"])

    def send_text(self, text: str, kind: str) -> None:
        """Queue a message that is already encoded."""
        if self._is_skipped(kind):
            return
        if kind == PRESENCE:
            self._drop(PRESENCE)
        self._add(Waiting(kind, text, sys.getsizeof(text)))
        if self._has_too_much():
            self.behind = self._drop(PICTURE) or self.behind
        if self._has_too_much():
            self.overflowed = True
            self.discard()
            self.abort()
        self._news.set()

    def _is_skipped(self, kind: str) -> bool:
        return self.overflowed or (self.behind and kind == PICTURE)

    def _has_too_much(self) -> bool:
        # While this process has too much, nothing is kept for those who do not take what is sent.
        if self.sending and self.backlog.is_full:
            return bool(self.waiting)
        return self.size > MOST_WAITING and len(self.waiting) > 1

    def _add(self, message: Waiting) -> None:
        self.waiting.append(message)
        self._count(message.size)

    def _count(self, size: int) -> None:
        self.size += size
        self.backlog.size += size

    def _drop(self, kind: str) -> bool:
        """Leave out what waits of this kind; was there any?"""
        kept = [message for message in self.waiting if message.kind != kind]
        dropped = len(kept) < len(self.waiting)
        if dropped:
            self._count(sum(message.size for message in kept) - self.size)
            self.waiting = deque(kept)
        return dropped

    def discard(self) -> None:
        """Forget what waits."""
        self._count(-self.size)
        self.waiting.clear()

    async def next(self, show: Callable[[], None]) -> str:
        """The next message to send; `show` sends the newest picture to one that was behind."""
        while True:
            if self.behind and not self.waiting:
                self.behind = False
                show()
            if self.waiting:
                message = self.waiting.popleft()
                self._count(-message.size)
                return message.text
            self._news.clear()
            await self._news.wait()


def encode(message: Mapping[str, object]) -> str:
    """A message as JSON."""
    return to_json(message).decode()
