"""Studies: play many games to a plan, and answer questions with figures and intervals."""
