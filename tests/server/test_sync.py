"""A table advances in the same way in the process that makes a move and in all others."""

import asyncio
from copy import deepcopy
from typing import Any

import pytest

from katzentisch.server.db.records import Entry, Seat, TableRecord, new_table
from katzentisch.server.live.broadcast import Broadcast
from katzentisch.server.live.connections import Connection
from katzentisch.server.live.room import Room
from katzentisch.server.live.services import RoomServices
from katzentisch.server.ops.background import Background

NOW = 1000.0
PAUSE = 0.75
MOVES = 12  # enough for whole tricks, which people watch before they are taken away


class Log:
    """A table's log, as all processes share it, and its row."""

    def __init__(self, row: TableRecord | None = None) -> None:
        self.stored: list[Entry] = []
        self.row = row

    async def record(self, _table: str) -> TableRecord | None:
        return deepcopy(self.row)

    async def add_move(self, _table: str, number: int, entry: Entry, **_: Any) -> None:
        assert number == len(self.stored)
        self.stored.append(entry)

    async def entries(self, _table: str, number: int) -> list[Entry]:
        return self.stored[number:]


class NoBots:
    """Schedules nothing, and remembers when a bot could have moved."""

    def __init__(self) -> None:
        self.due: list[float] = []

    def schedule(self, _table: object, _to_act: int | None, due: float) -> tuple[None, float]:
        self.due.append(due)
        return None, 0.0

    async def ensure_scheduled(self, _table: object) -> None:
        return None


@pytest.fixture
def record() -> TableRecord:
    seats = [Seat("guest", "a", name="A"), Seat("guest", "b", name="B")]
    options = {"players": 2}
    return new_table("cat-in-the-box", options, seats, host="a", listed=False, chat=False, away=0)


def room_in_a_process(record: TableRecord, log: Log, bots: NoBots) -> Room:
    """The table open in one process, and watched by a program."""
    unused: Any = None
    services = RoomServices(
        store=log,
        chat=unused,
        presence=unused,
        broadcast=Broadcast(unused, pace=1.0),
        bots=bots,
        choose=unused,
        background=Background(),
        clock=lambda: NOW,
        bot_pause=PAUSE,
    )
    room = Room(services, deepcopy(record), [])
    room.present = {"a"}
    room.connections.add(Connection("a", "en", as_data=True))
    return room


async def catch_up(room: Room, log: Log) -> None:
    """Tell a room that the log has grown, and wait until it has read it."""
    room.sync.on_change("move", len(log.stored) - 1)
    while len(room.log) < len(log.stored) or room.lock.locked():
        await asyncio.sleep(0)


def messages_to(room: Room) -> int:
    """How many messages the watcher has been sent."""
    (connection,) = room.connections
    return len(connection.waiting)


async def test_other_processes_also_know_how_long_people_watch_a_move(record):
    log, bots = Log(), NoBots()
    mover, follower = (room_in_a_process(record, log, bots) for _ in range(2))
    for number in range(1, MOVES + 1):
        await mover.make(mover.to_act, mover.match.legal()[-1], "person")
        await catch_up(follower, log)
        assert follower.busy_until == mover.busy_until == bots.due[-1]
        assert messages_to(follower) == messages_to(mover) == number
    assert min(bots.due) == NOW + PAUSE
    assert max(bots.due) > NOW + PAUSE, "a finished trick is watched for longer"


async def test_of_several_moves_at_once_only_the_result_is_shown(record):
    log, bots = Log(), NoBots()
    mover, follower = (room_in_a_process(record, log, bots) for _ in range(2))
    while max(bots.due, default=0.0) <= NOW + PAUSE:
        await mover.make(mover.to_act, mover.match.legal()[-1], "person")
    await catch_up(follower, log)
    assert follower.match.moves == mover.match.moves
    assert follower.busy_until == NOW + PAUSE
    assert messages_to(follower) == 1


async def test_a_process_that_hears_of_a_move_before_the_seats_deals_first(record):
    waiting = deepcopy(record)
    waiting.seats[1], waiting.seed, waiting.salt = Seat("open"), "", None
    log, bots = Log(record), NoBots()
    mover, follower = (room_in_a_process(row, log, bots) for row in (record, waiting))
    assert follower.dealt is None
    await mover.make(mover.to_act, mover.match.legal()[-1], "person")
    await catch_up(follower, log)
    assert follower.match.moves == mover.match.moves
    assert follower.match.seed == mover.match.seed
