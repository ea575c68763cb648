"""How a simple player decides in Cat in the Box, and how far ahead a search looks."""
