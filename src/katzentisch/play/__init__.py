"""Matches, transcripts, and checking them. Everything above asks a game through here."""
