"""Tables being played: rooms, the connections to them, and what each seat is sent."""
