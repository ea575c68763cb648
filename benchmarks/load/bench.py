"""Measures servers: moves per second, and how long a move takes to reach everybody."""

import asyncio
import gc
import sys
import time
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

from load.machines import Machine, machines
from load.players import Crowd

HOUR_GLASS = 600.0  # seconds, the limit for one measurement


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What to measure."""

    kind: str  # sqlite or postgresql
    processes: int
    game: str
    seats: int
    tables: int
    rate: float  # moves per second
    seconds: float
    pictures: bool  # as browsers receive them; otherwise data, as programs do
    database: str | None = None
    profile: bool = False  # by part; slows the server down a little

    @property
    def name(self) -> str:
        """The name of this kind of server."""
        return self.kind + (f"-{self.processes}" if self.processes > 1 else "")


def plans(**same: Any) -> list[Plan]:
    """A plan for each of the three kinds of servers."""
    kinds = (("sqlite", 1), ("postgresql", 1), ("postgresql", 2))
    return [Plan(kind=kind, processes=n, **same) for kind, n in kinds]


def measured(plan: Plan) -> dict[str, Any]:
    """Carry out one plan, within the time limit, and return its figures."""
    allow_many_files()
    with machines(plan.kind, plan.processes, plan.database, plan.profile) as (servers, postgres):
        return asyncio.run(asyncio.wait_for(measure(plan, servers, postgres), HOUR_GLASS))


async def measure(plan: Plan, servers: list[Machine], postgres: Any) -> dict[str, Any]:
    """Sit down, connect, play, and collect the figures."""
    addresses = [server.address for server in servers]
    crowd = Crowd(addresses, plan.game, plan.seats, plan.tables, plan.pictures)
    empty = sum(server.memory() for server in servers)
    began = time.perf_counter()
    await crowd.sit_down()
    seated = time.perf_counter()
    async with AsyncExitStack() as stack:
        longest_lag(servers)
        await crowd.connect(stack)
        connected = time.perf_counter()
        full = sum(server.memory() for server in servers)
        await crowd.settle()
        connecting_lag = longest_lag(servers)
        # The players' own garbage collection should not be measured.
        gc.collect()
        gc.freeze()
        for server in servers:
            server.begin_counting()
        cpu, database, own = sum(s.cpu() for s in servers), postgres(), time.process_time()
        started = time.perf_counter()
        await crowd.move(plan.rate, plan.seconds)
        lasted = time.perf_counter() - started - 1.0
        computed = sum(s.cpu() for s in servers) - cpu
        figures = {
            **what(plan),
            "moves_per_second": round(len(crowd.taken) / lasted, 1),
            **latencies(crowd.taken),
            "lost": crowd.lost(),
            "refused": crowd.refused,
            "longest_lag_ms": longest_lag(servers),
            "cpu_ms_a_move": per_move(computed, crowd),
            "database_cpu_ms_a_move": per_move(postgres() - database, crowd),
            "players_cpu_ms_a_move": per_move(time.process_time() - own, crowd),
            "memory_kb_a_table": round((full - empty) / plan.tables / 1000, 1),
            "seconds_to_sit": round(seated - began, 1),
            "seconds_to_connect": round(connected - seated, 1),
            "longest_lag_connecting_ms": connecting_lag,
            **by_part([server.counted() for server in servers], computed, crowd),
        }
        crowd.disconnect()
        for line in [line for table in crowd.tables for line in table.lines.values()]:
            line.transport.abort()
    return figures


def longest_lag(servers: list[Machine]) -> float:
    """The longest delay of any event loop since the last call, in milliseconds."""
    return round(1000 * max(server.lag() for server in servers), 1)


def what(plan: Plan) -> dict[str, Any]:
    return {
        "server": plan.kind,
        "processes": plan.processes,
        "game": plan.game,
        "tables": plan.tables,
        "lines": plan.tables * plan.seats,
        "as": "pictures" if plan.pictures else "data",
        "asked_per_second": plan.rate,
    }


def latencies(taken: list[float]) -> dict[str, float]:
    """The time from sending a move until everybody has it, in milliseconds."""
    ordered = sorted(taken) or [0.0]
    at = {"p50_ms": 0.5, "p99_ms": 0.99, "max_ms": 1.0}
    last = len(ordered) - 1
    return {name: round(1000 * ordered[round(share * last)], 1) for name, share in at.items()}


def per_move(seconds: float, crowd: Crowd) -> float:
    return round(1000 * seconds / max(1, len(crowd.taken)), 2)


def by_part(counts: list[dict[str, int]], computed: float, crowd: Crowd) -> dict[str, float]:
    """The CPU milliseconds per move that each part takes, largest first."""
    together = Counter[str]()
    for count in counts:
        together.update(count)
    every = computed / max(1, together.total())
    return {f"ms: {part}": per_move(n * every, crowd) for part, n in together.most_common()}


def allow_many_files() -> None:
    """Raise the limit of open files, one per connection, here and in servers started later."""
    if sys.platform != "win32":
        import resource

        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
