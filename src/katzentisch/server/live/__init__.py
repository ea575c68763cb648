"""Tables as they are played: rooms, who is connected to them, and what each seat is sent."""
