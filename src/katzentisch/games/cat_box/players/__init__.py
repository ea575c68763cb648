"""How a simple player decides in Cat Box, and how far ahead a search looks."""
