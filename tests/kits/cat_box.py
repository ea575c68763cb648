"""Cat Box for the contract suite."""

import random
from typing import Any

import numpy as np

from katzentisch.games import cat_box as game
from katzentisch.games.cat_box.rules.components import CARDS, CONTENTS, IDENTITIES, mirrored
from katzentisch.games.cat_box.rules.setup import deal
from katzentisch.games.cat_box.rules.state import State
from katzentisch.games.core.phases import OVER

from referees.cat_box import judge

__all__ = ["VARIANTS", "check_world", "judge", "swap_unseen"]


def other_components() -> dict[str, Any]:
    """What an owner might supply: identical cards, symmetric ones, one colour, only empty boxes."""
    rng = random.Random(1)
    fronts = [[rng.choice(CONTENTS[1:]) for _ in range(4)] for _ in range(CARDS - 6)]
    fronts += [["empty"] * 4, ["black"] * 4, ["pink", "pink", "empty", "empty"], *fronts[:3]]
    return {"cards": [[front, mirrored(front)] for front in fronts]}


VARIANTS: list[dict[str, object]] = [
    *({"players": n, "specials": specials} for n in (2, 3, 4, 5) for specials in (False, True)),
    {"players": 3, "start": 2},
    {"players": 5, "start": 4, "specials": True},
    {"players": 4, "specials": True, "components": other_components()},
]


def cards_seen(state: Any) -> int:
    """How many cards of the pile have been seen: those drawn, and the one on top."""
    return min(int(state.drawn) + 1, int(state.pile_size))


def swap_unseen(state: Any, seat: int, rng: random.Random) -> None:
    """Shuffle the cards below the top of the pile, and the other seats' identities."""
    rest = [int(state.pile[i]) // 2 for i in range(cards_seen(state), CARDS)]
    rng.shuffle(rest)
    for i, card in enumerate(rest, start=cards_seen(state)):
        state.pile[i] = 2 * card + rng.randrange(2)
    if state.phase != OVER:
        swap_identities(state, seat, rng)
    state.chance[0], state.chance[1] = rng.getrandbits(64), rng.getrandbits(64)


def swap_identities(state: Any, seat: int, rng: random.Random) -> None:
    """Deal the other seats new identities; the Chihuahua needs at least four players."""
    left = set(range(1, len(IDENTITIES) - (0 if state.players >= 4 else 1)))
    left -= {int(state.identity[seat])} if seat >= 0 else set()
    others = [other for other in range(state.players) if other != seat]
    for other, identity in zip(others, rng.sample(sorted(left), len(others)), strict=True):
        state.identity[other] = identity


def check_world(match: Any, seat: int, world: Any) -> None:
    """A game set up as in this world runs exactly as the seat saw it, and ends in this world."""
    assert game.view(world, seat) == game.view(match.state, seat)
    assert sorted(int(held) // 2 for held in world.pile) == list(range(CARDS))
    who = [int(world.identity[s]) for s in range(match.players)]
    assert len(set(who)) == match.players
    assert match.players >= 4 or len(IDENTITIES) - 1 not in who
    tables = State.table(1)
    tables[0] = game.lay_out(match.options)
    state: Any = tables[0]
    begin_as(state, world)
    happened = [game.event(game.lay_out(match.options), state)]
    for event in match.events()[1:]:
        happened.append(repeat(state, event))
    real = game.redacted(match.events(), seat, match.options)
    assert game.redacted(happened, seat, match.options) == real
    state.chance = world.chance
    for field in State.dtype.names or ():
        assert np.array_equal(state[field], world[field]), field


def begin_as(state: Any, world: Any) -> None:
    """Set up with the world's pile and identities."""
    state.pile = world.pile
    state.identity = world.identity
    deal(state)


def repeat(state: Any, event: dict[str, Any]) -> dict[str, Any]:
    """Make the same thing happen in the world, and return its event there."""
    if event["event"] != "move":
        before = state.copy()
        game.step(state)
        return game.event(before, state)
    move = game.number_of(event["move"])
    assert move is not None
    assert state.to_act == event["seat"]
    assert game.is_legal(state, move), f"{event['move']} was not legal in the imagined world"
    game.decide(state, move)
    return event
