"""Seats: in every game they are numbered from 0."""

NOBODY = -1  # where a seat could be: nobody is to act, nobody won the trick, a spectator looks on
