"""Katzentisch: four card games to play, study and train bots on.

>>> import katzentisch as kt
>>> match = kt.new("cat-in-the-box", players=4, seed=7)
>>> match.to_act
0
>>> match.play(match.legal()[0])
>>> match.to_act
1
"""

from katzentisch.games import slugs as all_games
from katzentisch.games.core.errors import Refused
from katzentisch.play.match import Match, new
from katzentisch.play.verify import verify

__version__ = "0.1.0"
__all__ = ["Match", "Refused", "all_games", "new", "verify"]
