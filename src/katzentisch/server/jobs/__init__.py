"""Background work: bots' turns, reviews, and the worker processes for both."""
