"""Matches, transcripts and their verification; code above uses games through here."""
