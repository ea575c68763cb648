"""Matches, transcripts and their verification; the layers above use games through these."""
