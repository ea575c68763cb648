"""Cat in the Box for the contract suite."""

import random
from collections import Counter
from typing import Any

from katzentisch.games import cat_in_the_box as game
from katzentisch.games.cat_in_the_box.rules.cards import card, values_in
from katzentisch.games.cat_in_the_box.rules.components import COPIES, VALUES_IN_PLAY
from katzentisch.games.cat_in_the_box.rules.moves import NUMBERS
from katzentisch.games.cat_in_the_box.rules.state import DEAL
from katzentisch.games.core.phases import OVER

from referees.cat_in_the_box import judge

__all__ = ["VARIANTS", "check_world", "judge", "swap_unseen"]

VARIANTS: list[dict[str, object]] = [
    {"players": 2},
    {"players": 3},
    {"players": 3, "research": "purple", "start": 2},
    {"players": 4},
    {"players": 4, "research": "purple", "start": 1},
    {"players": 5, "start": 4},
]


def packed(values: list[int]) -> int:
    return sum(int(card(value)) for value in values)


def unseen_cards(state: Any, seat: int) -> list[int]:
    """Every card that this seat has not seen, judging by the board and its own cards alone."""
    left = Counter(dict.fromkeys(range(1, VALUES_IN_PLAY[state.players] + 1), COPIES))
    for space in range(36):
        left[space // 4 + 1] -= int(state.taken) >> space & 1
    for other in range(state.players):
        if other in (seat, state.paradox):
            left.subtract(values_in(state.hand[other]))
    if seat >= 0 and state.discard[seat]:
        left[int(state.discard[seat])] -= 1
    return sorted(left.elements())


def fits_forced_lead(state: Any, seat: int, hand: list[int]) -> bool:
    """Could this seat have had to lead red with this hand?"""
    if state.forced != seat:
        return True
    return all(int(state.forced_values) & int(card(value)) for value in hand)


def swap_unseen(state: Any, seat: int, rng: random.Random) -> None:
    """Redeal the unseen cards until no seat's forced lead is contradicted."""
    others = [s for s in range(state.players) if s not in (seat, state.paradox)]
    sizes = {s: len(values_in(state.hand[s])) for s in others}
    for _ in range(1000):
        cards = unseen_cards(state, seat)
        rng.shuffle(cards)
        hands = {s: [cards.pop() for _ in range(sizes[s])] for s in others}
        if all(fits_forced_lead(state, s, hand) for s, hand in hands.items()):
            break
    else:
        return
    for s, hand in hands.items():
        state.hand[s] = packed(hand)
    for s in range(state.players):
        if s != seat and state.discard[s]:
            state.discard[s] = cards.pop()
    state.chance[0], state.chance[1] = rng.getrandbits(64), rng.getrandbits(64)


def check_world(match: Any, seat: int, world: Any) -> None:
    """A round dealt as in this world runs exactly as the seat saw it, and ends in this world."""
    assert game.view(world, seat) == game.view(match.state, seat)
    events = match.events()
    began = max(i for i, event in enumerate(events) if event["event"] == "deal")
    state, dealt = round_start(match, world, events[began:])
    happened = [{**events[began], "hands": dealt}]
    for event in events[began + 1 :]:
        if event["event"] != "move":
            before = state.copy()
            game.step(state)
            happened.append(game.event(before, state))
            continue
        move = event["move"]
        if move.startswith("discard"):
            move = f"discard {world.discard[event['seat']]}"
        assert state.to_act == event["seat"]
        assert game.is_legal(state, NUMBERS[move]), f"{move} was not legal in the imagined world"
        game.decide(state, NUMBERS[move])
        happened.append({**event, "move": move})
    redacted = [game.redacted(one, seat, match.options) for one in (happened, events[began:])]
    assert redacted[0] == redacted[1]
    for s in range(state.players):
        assert state.hand[s] == world.hand[s]
        assert state.discard[s] == world.discard[s]
    assert (state.forced, state.taken) == (world.forced, world.taken)


def round_start(match: Any, world: Any, events: list[Any]) -> tuple[Any, list[list[int]]]:
    """The table after a deal that leads to this world."""
    played: dict[int, list[int]] = {s: [] for s in range(match.players)}
    for event in events:
        if event["event"] == "move" and event["move"].startswith("play"):
            played[event["seat"]].append(int(event["move"].split()[1]))
    dealt = [
        sorted(
            values_in(world.hand[s])
            + played[s]
            + [int(world.discard[s])] * int(world.discard[s] > 0)
        )
        for s in range(match.players)
    ]
    state = world.copy()
    last = int(state.phase == OVER)
    state.phase = DEAL
    state.start = (state.start - last) % state.players
    state.rounds_played -= last
    game.step(state)
    state.taken = 0
    for i in range(3 if state.players == 2 else 0):
        reveal_again(state, int(world.revealed[i]))
        state.revealed[i] = world.revealed[i]
    for s, hand in enumerate(dealt):
        state.hand[s] = packed(hand)
    totals_before(state, match, events)
    return state, dealt


def reveal_again(state: Any, value: int) -> None:
    for colour in (3, 2, 1):
        space = 1 << (4 * (value - 1) + colour)
        if not int(state.taken) & space:
            state.taken |= space
            return


def totals_before(state: Any, match: Any, events: list[Any]) -> None:
    """Subtract the points of the round if it has already been scored."""
    for event in events:
        if event["event"] == "round":
            for s in range(match.players):
                state.total[s] -= event["points"][s]
