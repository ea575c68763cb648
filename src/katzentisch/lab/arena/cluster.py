"""A tournament or a study on a Ray cluster. Every node needs Katzentisch installed.

If a node dies, an item may be started more than once; it still counts once, and its result
depends on nothing but the item itself.
"""

import logging
import time
from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import Any

from katzentisch.games.core.errors import Refused
from katzentisch.lab.arena.tournament import Deals, Tournament, play_deal
from katzentisch.lab.processes import Done, Item

WAITING = 2  # items handed out per core
PATIENCE = 0.5  # seconds before a failed item is handed out again


def on_cluster(played: Tournament, address: str) -> Deals:
    """Play all deals on the cluster at this address; yield each when it is finished."""
    yield from spread_over_cluster(partial(play_deal, played), range(played.deals), address)


def spread_over_cluster(
    work: Callable[[Item], Done], items: Sequence[Item], address: str
) -> Generator[Done, None, None]:
    """Run this work for all items on the cluster at this address; yield results as they finish."""
    ray = connected(address)
    try:
        yield from hand_out(ray, work, items)
    finally:
        ray.shutdown()


def connected(address: str) -> Any:
    """Ray, connected to this cluster."""
    try:
        import ray
    except ImportError:
        raise Refused("A cluster needs Ray: pip install 'katzentisch[cluster]'.") from None
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, ValueError, RuntimeError) as why:
        reason = str(why).splitlines()[0].rstrip(".")
        raise Refused(
            "There is no Ray cluster at {address}: {reason}.", address=address, reason=reason
        ) from None
    return ray


def hand_out(
    ray: Any, work: Callable[[Item], Done], items: Sequence[Item]
) -> Generator[Done, None, None]:
    """Keep every core busy; hand out an item again if the node that had it is gone."""

    def do(item: Item) -> Done:
        return work(item)

    remote = ray.remote(do).options(num_cpus=1, max_retries=0, scheduling_strategy="SPREAD")
    waiting = list(reversed(items))
    running: dict[Any, Item] = {}
    while waiting or running:
        cores = int(ray.cluster_resources().get("CPU", 1))
        while waiting and len(running) < WAITING * cores:
            item = waiting.pop()
            running[remote.remote(item)] = item
        done, _ = ray.wait(list(running), timeout=1)
        for reference in done:
            item = running.pop(reference)
            for result in fetched(ray, reference):
                yield result
                break
            else:
                waiting.append(item)


def fetched(ray: Any, reference: Any) -> list[Any]:
    """The result in a list, empty if the node is gone; errors in our own code are raised."""
    try:
        return [ray.get(reference)]
    except ray.exceptions.RayTaskError:
        raise
    except ray.exceptions.RayError:
        time.sleep(PATIENCE)
        return []
