"""Phases: what a game does next. Every state has a field `phase`, numbered alike in all games."""

from typing import Protocol

from katzentisch.games.core.jit import rule

OVER = 0
# From 1 on, somebody decides.
BY_ITSELF = 10
# From here on, the next step is automatic.


class Phased(Protocol):
    """Any game's state."""

    phase: int


@rule
def waits(state: Phased) -> bool:
    """Is the game waiting for a decision, or over?"""
    return state.phase < BY_ITSELF


@rule
def is_over(state: Phased) -> bool:
    """Is the game over?"""
    return state.phase == OVER
