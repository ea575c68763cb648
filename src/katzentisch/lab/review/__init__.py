"""Reviews of a game: what each move was worth, told move by move."""
