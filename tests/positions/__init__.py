"""Positions written as text, for tests that read like rules."""
