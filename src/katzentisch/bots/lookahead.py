"""A network that thinks one decision ahead: written once over `rules`, compiled for each game.

Each move that the network likes is tried in many imagined worlds: all seats play on as the
network would until it is the seat's turn again, and then the network estimates what the seat
can expect. Moves that do worse are dropped along the way, and the best one is made.

No seat in these worlds knows more than it may, because that is all the network sees.
"""

from math import log
from typing import NamedTuple, TypeAlias

from katzentisch.bots.flat_network import Reals, Words, as_chances, likely_action
from katzentisch.bots.networks import Evaluator, expected, look, score_actions
from katzentisch.games.core import flow
from katzentisch.games.core.contract import AnyState, Rules, States
from katzentisch.games.core.jit import long_generic, long_rule, rule
from katzentisch.games.core.observation import is_marked
from katzentisch.games.core.record import Record, Records, real, word
from katzentisch.games.core.rng import Dice

rules: Rules  # each game in turn
apply, lead_of, win_of = flow.apply, flow.lead_of, flow.win_of
SEVERAL, only_move = flow.SEVERAL, flow.only_move

MOST_CANDIDATES = 16


class Candidate(Record):
    """A move that the network likes."""

    action: int = word()
    chance: float = real()  # the probability that the network gives it
    total: float = real()  # the sum of its results over all tries
    tries: int = word()


Candidates: TypeAlias = Records[Candidate]


class Foresight(Record):
    """How a network thinks ahead."""

    turns: int = word()  # tries in total, over all candidates
    least: float = real()  # how likely a move must be to be tried
    trust: float = real()  # how much the network's own preference counts
    point: float = real()  # this many points count as 1, as in training
    victory: float = real()  # how much an outright win counts


class LookaheadDesk(NamedTuple):
    """How a network thinks ahead, and its scratch space, which is overwritten at every use."""

    settings: Records[Foresight]  # one
    candidates: Candidates
    worlds: States  # two


@long_generic
def foresee(states: States, evaluator: Evaluator, desk: LookaheadDesk, dice: Records[Dice]) -> int:
    """The move to make at the first table, which was imagined for the seat to act."""
    settings, candidates, worlds = desk
    foresight, state = settings[0], states[0]
    only = only_move(state)
    if only != SEVERAL:
        return only
    alive = nominate(state, evaluator, foresight, candidates)
    phases = 1
    while 1 << phases < alive:
        phases += 1
    while alive > 1:
        for _ in range(max(1, foresight.turns // (phases * alive))):
            worlds[1] = state
            rules.imagine(worlds[1], state.to_act, dice[0].chance)
            for n in range(alive):
                worlds[0] = worlds[1]
                brought = try_out(worlds[0], candidates[n].action, evaluator, foresight, dice[0])
                candidates[n].total += brought
                candidates[n].tries += 1
        put_in_order(candidates, alive, foresight.trust)
        alive = (alive + 1) // 2 if alive > 2 else 1
    return rules.move_of(state, candidates[0].action)


@long_generic
def nominate(
    state: AnyState, evaluator: Evaluator, foresight: Foresight, candidates: Candidates
) -> int:
    """Write the likeliest moves, beginning with the likeliest, and return how many there are."""
    look(state, evaluator)
    score_actions(state, evaluator)
    desk = evaluator.desk
    as_chances(desk.words, desk.scores)
    return likeliest(desk.words, desk.scores, candidates, foresight.least)


@long_rule
def likeliest(words: Words, chances: Reals, candidates: Candidates, least: float) -> int:
    """Write the actions that are likely enough, in order; the likeliest always is."""
    count = 0
    for action in range(len(chances)):
        if is_marked(words, 0, action):
            at = count
            while at > 0 and candidates[at - 1].chance < chances[action]:
                if at < len(candidates):
                    candidates[at] = candidates[at - 1]
                at -= 1
            if at < len(candidates):
                candidates[at].action, candidates[at].chance = action, chances[action]
                candidates[at].total, candidates[at].tries = 0.0, 0
                count = min(count + 1, len(candidates))
    while count > 1 and candidates[count - 1].chance < least:
        count -= 1
    return count


@rule
def put_in_order(candidates: Candidates, count: int, trust: float) -> None:
    """Sort the candidates, best first."""
    for n in range(1, count):
        at = n
        while at > 0 and merit(candidates[at - 1], trust) < merit(candidates[at], trust):
            action, chance = candidates[at].action, candidates[at].chance
            total, tries = candidates[at].total, candidates[at].tries
            candidates[at] = candidates[at - 1]
            candidates[at - 1].action, candidates[at - 1].chance = action, chance
            candidates[at - 1].total, candidates[at - 1].tries = total, tries
            at -= 1


@rule
def merit(candidate: Candidate, trust: float) -> float:
    """The mean result of a move, plus how much the network likes it."""
    return candidate.total / candidate.tries + trust * log(candidate.chance)


@long_generic
def try_out(
    world: AnyState, action: int, evaluator: Evaluator, foresight: Foresight, dice: Dice
) -> float:
    """What the seat can expect after an action in this world."""
    seat, before = world.to_act, lead_of(world, world.to_act)
    apply(world, rules.move_of(world, action))
    while not rules.is_over(world):
        look(world, evaluator)
        if world.to_act == seat:
            gained: float = (lead_of(world, seat) - before) / foresight.point
            return gained + expected(evaluator)
        score_actions(world, evaluator)
        desk = evaluator.desk
        apply(world, rules.move_of(world, likely_action(desk.words, desk.scores, dice)))
    gained = (lead_of(world, seat) - before) / foresight.point
    fair: float = 1.0 / world.players
    return gained + foresight.victory * (win_of(world, seat) - fair)
