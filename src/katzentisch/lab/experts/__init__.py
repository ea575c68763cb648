"""How the strongest bots play: what they think, and what they would lose without it."""
