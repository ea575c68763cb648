"""How any game runs: a decision, then automatic steps until the next decision.

Written once for all games, in terms of `rules`, a game's module (see `jit.Generic`).
"""

from katzentisch.games.core.bits import signed
from katzentisch.games.core.contract import AnyState, Rules, States
from katzentisch.games.core.jit import generic, long_generic
from katzentisch.games.core.record import Numbers, Records
from katzentisch.games.core.rng import Dice, below, seed

rules: Rules  # each game's module in turn

SEVERAL = -1  # legal moves


@generic
def settle(state: AnyState) -> None:
    """Take automatic steps until the game waits."""
    while not rules.waits(state):
        rules.step(state)


@generic
def apply(state: AnyState, move: int) -> None:
    """Make a legal move and take the automatic steps that follow."""
    rules.decide(state, move)
    settle(state)


@generic
def begin(states: States, high: int, low: int) -> None:
    """Seed the first table, which is already laid out, and start its game."""
    state = states[0]
    seed(state.chance, high, low)
    settle(state)


@generic
def try_move(states: States, move: int) -> bool:
    """Make a move at the first table if it is legal; otherwise change nothing."""
    state = states[0]
    if not rules.is_legal(state, move):
        return False
    apply(state, move)
    return True


@generic
def list_legal(states: States, moves: Numbers) -> int:
    """Write the legal moves of the first table, in order, and return how many there are."""
    legal = rules.legal(states[0])
    count = rules.count_legal(legal)
    for i in range(min(count, len(moves))):
        moves[i] = rules.nth_legal(legal, i)
    return count


@generic
def only_move(state: AnyState) -> int:
    """The only legal move, which needs no thought, or SEVERAL."""
    legal = rules.legal(state)
    return signed(rules.nth_legal(legal, 0)) if rules.count_legal(legal) == 1 else SEVERAL


@generic
def random_move(state: AnyState, dice: Dice) -> int:
    """A uniformly random legal move."""
    legal = rules.legal(state)
    return rules.nth_legal(legal, below(dice.chance, rules.count_legal(legal)))


@generic
def play_out(state: AnyState, dice: Dice) -> int:
    """Play at random until the game is over, and return the number of moves."""
    moves = 0
    while not rules.is_over(state):
        apply(state, random_move(state, dice))
        moves += 1
    return moves


@generic
def look(states: States, seat: int, dice: Records[Dice]) -> None:
    """Replace what a seat has not seen at the first table with a random world fitting the rest."""
    rules.imagine(states[0], seat, dice[0].chance)


@generic
def choose_randomly(states: States, dice: Records[Dice]) -> int:
    """A random move at the first table."""
    return random_move(states[0], dice[0])


@generic
def choose_greedily(states: States, dice: Records[Dice], whim: int) -> int:
    """The move that the game's simple player would make at the first table, given this whim."""
    return rules.greedy_move(states[0], dice[0].chance, whim)


@generic
def start_numbered(states: States, dice: Records[Dice], template: States, number: int) -> None:
    """Copy the template to the first table and seed it for this game number.

    The deal is seeded with `number`, and so are the players' dice.
    """
    states[0] = template[0]
    seed(states[0].chance, 0, number)
    seed(dice[0].chance, 1, number)


@generic
def play_numbered(states: States, dice: Records[Dice], template: States, number: int) -> int:
    """Play the random game with this number at the first table, and return its length in moves."""
    start_numbered(states, dice, template, number)
    settle(states[0])
    return play_out(states[0], dice[0])


@generic
def play_many(states: States, dice: Records[Dice], template: States, first: int, games: int) -> int:
    """Play random games, numbered from `first` on, and return their total number of moves."""
    moves = 0
    for number in range(first, first + games):
        moves += play_numbered(states, dice, template, number)
    return moves


@generic
def win_of(state: AnyState, seat: int) -> float:
    """A seat's share of the win; nobody has won before the end."""
    if not rules.is_over(state) or not rules.is_winner(state, seat):
        return 0.0
    winners = 0
    for other in range(state.players):
        winners += 1 if rules.is_winner(state, other) else 0
    return 1.0 / winners


@long_generic
def lead_of(state: AnyState, seat: int) -> float:
    """How many points a seat is ahead of the mean of the others."""
    others = 0
    for other in range(state.players):
        others += rules.score(state, other) if other != seat else 0
    mean: float = others / (state.players - 1)
    lead: float = rules.score(state, seat) - mean
    return lead if rules.MANY_POINTS_WIN else -lead
