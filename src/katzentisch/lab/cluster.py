"""A tournament on a Ray cluster. Every node needs Katzentisch installed.

A deal may be begun more than once, where a node dies; it is counted once, because it is
known by its number, and what it brings depends on nothing else.
"""

import logging
import time
from typing import Any

from katzentisch.games.ground.refusal import Refused
from katzentisch.lab.arena import Deal, Deals, Tournament, play_deal

WAITING = 2  # deals handed out for each core
PATIENCE = 0.5  # seconds before a deal that failed is handed out again


def on_cluster(played: Tournament, address: str) -> Deals:
    """Play all deals on the cluster at this address; each one as it is finished."""
    ray = connected(address)
    try:
        yield from hand_out(ray, played)
    finally:
        ray.shutdown()


def connected(address: str) -> Any:
    """Ray, talking to this cluster."""
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


def hand_out(ray: Any, played: Tournament) -> Deals:
    """Keep every core busy; hand a deal out again if whoever played it is gone."""
    play = ray.remote(play_deal).options(num_cpus=1, max_retries=0, scheduling_strategy="SPREAD")
    waiting = list(range(played.deals - 1, -1, -1))
    running: dict[Any, int] = {}
    while waiting or running:
        cores = int(ray.cluster_resources().get("CPU", 1))
        while waiting and len(running) < WAITING * cores:
            number = waiting.pop()
            running[play.remote(played, number)] = number
        done, _ = ray.wait(list(running), timeout=1)
        for reference in done:
            number = running.pop(reference)
            deal = fetched(ray, reference)
            if deal is None:
                waiting.append(number)
            else:
                yield deal


def fetched(ray: Any, reference: Any) -> Deal | None:
    """A deal that was played, or None if its node is gone; other errors are ours."""
    try:
        deal: Deal = ray.get(reference)
    except ray.exceptions.RayTaskError:
        raise
    except ray.exceptions.RayError:
        time.sleep(PATIENCE)
        return None
    return deal
