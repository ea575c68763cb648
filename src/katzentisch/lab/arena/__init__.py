"""Bots against each other: tournaments, standings, the ladder of levels, and speed tests."""
