"""How a simple player decides in Ed, the Cat, and how far ahead a search looks."""
