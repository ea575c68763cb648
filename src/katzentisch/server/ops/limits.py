"""Limits: how often, how many, how large. They keep one visitor from spoiling it for all."""

import time
from dataclasses import dataclass

from katzentisch.server.errors import TooManyRequests

RATES = {  # so many, in so many seconds
    "requests": (3000, 60),  # from an address
    "guests": (30, 60),  # from an address
    "tables": (20, 60),  # by a guest, and five times as many from an address
    "uploads": (6, 60),
    "messages": (100, 10),  # over one line
    "sayings": (5, 10),
    "hints": (20, 60),
    "reviews": (10, 60),  # asked for by a guest, and twice as many from an address
}
RUNNING_TABLES = 50  # that one guest has made and that are not over
OWN_REVIEWS = 3  # that one guest waits for
REVIEWS = 100  # that all wait for
LONGEST_REVIEWED = 1500  # decisions
LINES = 5000  # of one process
CONNECTIONS_PER_ADDRESS = 400
CONNECTIONS_PER_TABLE = 60
FORGET_EVERY = 60.0  # seconds


@dataclass
class Bucket:
    """How many more are allowed; it fills up again with time."""

    left: float
    at: float


class Limits:
    """Counts what somebody does; `factor` makes all limits wider, for measuring."""

    def __init__(self, factor: float = 1.0) -> None:
        self.factor = factor
        self.connections: dict[str, int] = {}  # by address
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._forgot = time.monotonic()

    def take(self, what: str, who: str, times: int = 1) -> None:
        """Somebody does something; refused if that is too often. `times` widens the limit."""
        most, seconds = RATES[what]
        most_now = most * times * self.factor
        now = time.monotonic()
        self._forget(now)
        bucket = self._buckets.setdefault((what, who), Bucket(most_now, now))
        bucket.left = min(most_now, bucket.left + (now - bucket.at) * most_now / seconds)
        bucket.at = now
        if bucket.left < 1:
            raise TooManyRequests("Not so fast: wait a moment.")
        bucket.left -= 1

    def _forget(self, now: float) -> None:
        """Who has done nothing for long has a full bucket again, and needs none."""
        if now - self._forgot > FORGET_EVERY:
            self._forgot = now
            longest = max(seconds for _, seconds in RATES.values())
            old = [key for key, bucket in self._buckets.items() if now - bucket.at > longest]
            for key in old:
                del self._buckets[key]

    def check_tables(self, running: int) -> None:
        """Nobody needs that many tables at once."""
        if running >= RUNNING_TABLES * self.factor:
            raise TooManyRequests("You have too many unfinished tables; finish some first.")

    def check_reviews(self, own: int, all_: int, decisions: int) -> None:
        """Reviews take long; nobody fills the day with theirs."""
        if decisions > LONGEST_REVIEWED:
            raise TooManyRequests("This game is too long to be reviewed.")
        if own >= OWN_REVIEWS * self.factor:
            raise TooManyRequests(
                "You wait for several reviews already; let them be finished first."
            )
        if all_ >= REVIEWS * self.factor:
            raise TooManyRequests("Too many reviews are waiting; try again later.")

    def open_connection(self, address: str, at_table: int) -> None:
        """One more open line, if there is room for it."""
        mine = self.connections.get(address, 0)
        if (
            sum(self.connections.values()) >= LINES * self.factor
            or mine >= CONNECTIONS_PER_ADDRESS * self.factor
            or at_table >= CONNECTIONS_PER_TABLE * self.factor
        ):
            raise TooManyRequests("There are too many open lines; close some.")
        self.connections[address] = mine + 1

    def close_connection(self, address: str) -> None:
        """One less."""
        self.connections[address] -= 1
        if not self.connections[address]:
            del self.connections[address]
