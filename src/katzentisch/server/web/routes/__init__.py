"""The pages' routes, by topic."""
