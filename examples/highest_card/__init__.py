"""Highest Card: the smallest game that fulfils the contract, as a worked example.

Twelve cards, 1 to 12. Everybody gets three. In each of three tricks, clockwise from the
start seat, each seat plays a card; the highest takes a point. Most points win; ties share.

A real game has a file for each chapter; this one is short enough for a single file.
"""

from collections.abc import Mapping
from typing import Any

from katzentisch.games.core import notes as notes  # this game adds no notes
from katzentisch.games.core.bits import EMPTY, bits, has, how_many, nth, only
from katzentisch.games.core.contract import Event, View
from katzentisch.games.core.i18n import Words
from katzentisch.games.core.jit import rule
from katzentisch.games.core.observation import (
    as_it_is,
    eight,
    random_mark,
    seat_after,
    steps_to,
    write_set,
)
from katzentisch.games.core.options import Choice, Choices, TableOptions, read_choices
from katzentisch.games.core.phases import BY_ITSELF, OVER, is_over, waits  # noqa: F401  # the contract names them
from katzentisch.games.core.record import NOBODY, Numbers, Record, octets, seeds, small, word
from katzentisch.games.core.rng import below, next_word

SLUG, TITLE, RULES = "highest-card", "Highest Card", 1
SEATS, CARDS, HAND = 4, 12, 3
ALL_CARDS = bits((1 << CARDS) - 1)
PLAYERS = Choice(range(2, SEATS + 1), 2)

PLAY, DEAL, TRICK = 1, BY_ITSELF, BY_ITSELF + 1
PHASES = {OVER: "over", PLAY: "play", DEAL: "deal", TRICK: "trick"}


class State(Record):
    """A game in progress; a set of cards has bit 0 for card 1."""

    chance: Numbers = seeds(2)  # SECRET
    hand: Numbers = word(SEATS)  # SECRET
    played: int = word()  # all cards seen so far
    players: int = small()
    start: int = small()
    phase: int = small()
    to_act: int = small()
    in_trick: int = small()
    best: int = small()  # the highest card of this trick
    ahead: int = small()
    points: Numbers = small(SEATS)


def choices(players: int) -> Choices:
    """The options other than the number of players."""
    return {"start": Choice(range(players), 0)}


def read_options(given: Mapping[str, Any]) -> TableOptions:
    """The requested options, with defaults filled in."""
    return TableOptions(**read_choices(TITLE, PLAYERS, choices, given))


def lay_out(options: TableOptions) -> State:
    """The table before the deal."""
    state = State.blank()
    state.players, state.start, state.phase = options.players, options.start, DEAL
    return state


@rule
def legal(state: State) -> int:
    """Any card in hand may be played."""
    return state.hand[state.to_act] if state.phase == PLAY else EMPTY


count_legal, nth_legal = how_many, nth


@rule
def is_legal(state: State, move: int) -> bool:
    """May this move be made now?"""
    return 0 <= move < CARDS and has(legal(state), move)


@rule
def decide(state: State, card: int) -> None:
    """The card is played; the next seat follows, or the trick is complete."""
    state.hand[state.to_act] &= ~only(card)
    state.played |= only(card)
    if state.in_trick == 0 or card > state.best:
        state.best, state.ahead = card, state.to_act
    state.in_trick += 1
    state.to_act = state.to_act + 1 if state.to_act + 1 < state.players else 0
    if state.in_trick == state.players:
        state.phase = TRICK


@rule
def step(state: State) -> None:
    """Take the next automatic step: the deal, or taking a trick."""
    if state.phase == DEAL:
        deal(state, NOBODY, state.chance)
        state.to_act = state.start
        state.phase = PLAY
    else:
        state.points[state.ahead] += 1
        state.in_trick = 0
        state.phase = PLAY if state.hand[0] != 0 else OVER


@rule
def deal(state: State, keeps: int, chance: Numbers) -> None:
    """Deal cards to each seat except one that keeps its own: three, or as many as it held."""
    deck = ALL_CARDS & ~state.played
    if keeps >= 0:
        deck &= ~state.hand[keeps]
    for seat in range(state.players):
        if seat != keeps:
            held = HAND if state.phase == DEAL else how_many(state.hand[seat])
            state.hand[seat] = EMPTY
            for _ in range(held):
                card = only(nth(deck, below(chance, how_many(deck))))
                deck &= ~card
                state.hand[seat] |= card


@rule
def imagine(state: State, seat: int, chance: Numbers) -> None:
    """Redeal what this seat has not seen; past moves say nothing more about it."""
    deal(state, seat, chance)
    state.chance[0], state.chance[1] = next_word(chance), next_word(chance)


@rule
def score(state: State, seat: int) -> int:
    """One point for each trick."""
    return state.points[seat]


@rule
def is_winner(state: State, seat: int) -> bool:
    """Most points win; ties share."""
    for other in range(state.players):
        if state.points[other] > state.points[seat]:
            return False
    return True


@rule
def greedy_move(state: State, chance: Numbers, whim: int) -> int:
    """Play the highest card, or on a whim any other."""
    cards = legal(state)
    if below(chance, 100) < whim:
        return nth(cards, below(chance, how_many(cards)))
    return nth(cards, how_many(cards) - 1)


MANY_POINTS_WIN = True


@rule
def stretch(state: State) -> int:
    """Bots think ahead to the end of the game."""
    return 0


@rule
def spread(state: State) -> float:
    """The usual difference between seats, in points."""
    return 2.0


class Seen(Record):
    """What a seat may know, one byte per number; seats are numbered clockwise from the observer."""

    hand: Numbers = octets(2, says="1 for each card in one's own hand; 4 unused")
    played: Numbers = octets(2, says="1 for each card that was played; 4 unused")
    seats: Numbers = octets(says="each seat's points; the seat to act; how many play; 2 unused")


@rule
def encode(state: State, seat: int, seen: Seen) -> None:
    """Write what this seat may know."""
    players = state.players
    write_set(seen.hand, state.hand[seat])
    write_set(seen.played, state.played)
    seen.seats = eight(
        state.points[seat],
        state.points[seat_after(seat, 1, players)],
        state.points[seat_after(seat, 2, players)] if players > 2 else 0,
        state.points[seat_after(seat, 3, players)] if players > 3 else 0,
        steps_to(seat, NOBODY if state.phase == OVER else state.to_act, players),
        players,
        0,
        0,
    )


@rule
def encode_again(state: State, seat: int, seen: Seen, stamp: int) -> int:
    """Write everything again, as the whole observation depends on where the seat sits."""
    encode(state, seat, seen)
    return stamp


PICTURE = None  # no table on which cards are laid side by side


def count_actions(options: TableOptions) -> int:
    """Every card is an action."""
    return CARDS


@rule
def mark_legal(state: State, words: Numbers, row: int) -> None:
    """Write the legal actions as bits."""
    words[row, 0] = legal(state)


@rule
def mark_again(state: State, words: Numbers, row: int, stamp: int) -> None:
    """Write all marks again: they are a single word."""
    mark_legal(state, words, row)


random_action = random_mark


action_of = move_of = as_it_is  # every move is its own action


@rule
def rounds_done(state: State) -> int:
    """The whole game is one round."""
    return 1 if state.phase == OVER else 0


FIGURES = ("tricks",)
SEAT_FIGURES = ("games",)


@rule
def tally(state: State, figures: Numbers) -> None:
    """Count the tricks."""
    figures[0] += 1 if state.phase == TRICK else 0


@rule
def tally_seat(state: State, seat: int, figures: Numbers) -> None:
    """Count the games."""
    figures[0] += 1 if state.phase == DEAL else 0


def name_of(move: int) -> str:
    """A move's name: `play 5`."""
    if not 0 <= move < CARDS:
        raise IndexError(move)
    return f"play {move + 1}"


def number_of(name: str) -> int | None:
    """The move with this name, or None."""
    names = [name_of(move) for move in range(CARDS)]
    return names.index(name) if name in names else None


def why_not(state: State, move: int) -> str:
    """Why this move is not legal."""
    if state.phase == OVER:
        return "The game is over."
    return f"Seat {state.to_act} has no {move + 1} in hand."


def cards_in(members: int) -> list[int]:
    """A set of cards as a list."""
    return [card + 1 for card in range(CARDS) if int(members) >> card & 1]


def event(before: State, after: State) -> Event:
    """The event of an automatic step, from the states before and after it."""
    if before.phase == DEAL:
        return {"event": "deal", "hands": [cards_in(after.hand[s]) for s in range(after.players)]}
    return {"event": "trick", "winner": int(before.ahead)}


def redacted(events: list[Event], seat: int, options: TableOptions) -> list[Event]:
    """Hide other hands, and what others could have played."""
    return [redacted_event(event, seat) for event in events]


def redacted_event(event: Event, seat: int) -> Event:
    if event["event"] == "deal":
        hands = [hand if s == seat else [None] * len(hand) for s, hand in enumerate(event["hands"])]
        return {**event, "hands": hands}
    return {**event, "legal": None} if "legal" in event and event["seat"] != seat else event


def view(state: State, seat: int) -> View:
    """What this seat may see."""
    return {
        "players": int(state.players),
        "phase": PHASES[int(state.phase)],
        "to_act": None if state.phase == OVER else int(state.to_act),
        "you": seat if seat != NOBODY else None,
        "hand": cards_in(state.hand[seat]) if seat != NOBODY else None,
        "played": cards_in(state.played),
        "scores": [int(state.points[s]) for s in range(state.players)],
    }


def describe_move(name: str, _: Words) -> str:
    """A move in words."""
    return name


def describe_event(event: Event, names: list[str], _: Words) -> str | None:
    """An event in words."""
    if event["event"] == "trick":
        return f"{names[event['winner']]} takes the trick."
    return f"{names[event['seat']]}: {event['move']}." if event["event"] == "move" else None
