"""Seats: in every game they are numbered from 0."""

NOBODY = -1  # where a seat could be: nobody is to act, nobody won the trick, a spectator looks on
MOST_SEATS = 8  # of any game, for records that serve all of them
