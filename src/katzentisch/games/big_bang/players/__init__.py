"""How a simple player decides in Big Bang, and how far ahead a search looks."""
