"""How the strongest bots play: what they think, and what knowing the scores is worth to them."""
