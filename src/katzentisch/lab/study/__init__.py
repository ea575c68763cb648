"""Studies: play many games according to a plan, and answer questions with figures and intervals."""
