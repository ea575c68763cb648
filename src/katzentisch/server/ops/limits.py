"""Limits: how often, how many, how large. They keep one guest from spoiling it for everybody."""

import time
from dataclasses import dataclass

from katzentisch.server.errors import TooManyRequests

RATES = {  # number allowed, and the seconds it applies to
    "requests": (3000, 60),  # from an address
    "guests": (30, 60),  # from an address
    "tables": (20, 60),  # by a guest, and five times as many from an address
    "uploads": (6, 60),
    "messages": (100, 10),  # over one connection
    "sayings": (5, 10),
    "hints": (20, 60),
    "reviews": (10, 60),  # requested by a guest, and twice as many from an address
}
RUNNING_TABLES = 50  # unfinished, opened by one guest
OWN_REVIEWS = 3  # unfinished, requested by one guest
REVIEWS = 100  # unfinished in all
LONGEST_REVIEWED = 1500  # decisions
LINES = 5000  # connections per process
CONNECTIONS_PER_ADDRESS = 400
CONNECTIONS_PER_TABLE = 60
FORGET_EVERY = 60.0  # seconds


@dataclass
class Bucket:
    """A token bucket: the tokens left, and when they were counted."""

    left: float
    at: float


class Limits:
    """Counts actions and refuses those over a limit; `factor` widens all limits, for benchmarks."""

    def __init__(self, factor: float = 1.0) -> None:
        self.factor = factor
        self.connections: dict[str, int] = {}  # by address
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._forgot = time.monotonic()

    def take(self, what: str, who: str, times: int = 1) -> None:
        """Count an action; refused if there are too many. `times` widens the limit."""
        most, seconds = RATES[what]
        most_now = most * times * self.factor
        now = time.monotonic()
        self._forget(now)
        bucket = self._buckets.setdefault((what, who), Bucket(most_now, now))
        bucket.left = min(most_now, bucket.left + (now - bucket.at) * most_now / seconds)
        bucket.at = now
        if bucket.left < 1:
            raise TooManyRequests("Too fast: wait a moment.")
        bucket.left -= 1

    def _forget(self, now: float) -> None:
        """Drop buckets that are full again."""
        if now - self._forgot > FORGET_EVERY:
            self._forgot = now
            longest = max(seconds for _, seconds in RATES.values())
            old = [key for key, bucket in self._buckets.items() if now - bucket.at > longest]
            for key in old:
                del self._buckets[key]

    def check_tables(self, running: int) -> None:
        """Refuse a new table if the guest has too many unfinished ones."""
        if running >= RUNNING_TABLES * self.factor:
            raise TooManyRequests("You have too many unfinished tables; finish some first.")

    def check_reviews(self, own: int, all_: int, decisions: int) -> None:
        """Refuse a review if it is too long or if too many are waiting."""
        if decisions > LONGEST_REVIEWED:
            raise TooManyRequests("This game is too long to review.")
        if own >= OWN_REVIEWS * self.factor:
            raise TooManyRequests(
                "You are already waiting for several reviews; let them finish first."
            )
        if all_ >= REVIEWS * self.factor:
            raise TooManyRequests("Too many reviews are waiting; try again later.")

    def open_connection(self, address: str, at_table: int) -> None:
        """Count a new connection; refused if there are too many."""
        mine = self.connections.get(address, 0)
        if (
            sum(self.connections.values()) >= LINES * self.factor
            or mine >= CONNECTIONS_PER_ADDRESS * self.factor
            or at_table >= CONNECTIONS_PER_TABLE * self.factor
        ):
            raise TooManyRequests("Too many connections are open; close some.")
        self.connections[address] = mine + 1

    def close_connection(self, address: str) -> None:
        """Count a connection that has closed."""
        self.connections[address] -= 1
        if not self.connections[address]:
            del self.connections[address]
