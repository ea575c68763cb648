"""Referees: the rule books written a second time, without looking at the engine.

Each module judges whole transcripts of one game in plain Python, from the rule
book alone, so that a mistake in the engine cannot hide in its own tests.
"""
