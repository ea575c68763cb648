"""Figures, notes and questions about many games of Cat Box, and the habits of its players."""
