"""Reviews of finished games: what each move was worth."""
