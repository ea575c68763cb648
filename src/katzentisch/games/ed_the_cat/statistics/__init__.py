"""What is counted and asked over many games of Ed, the Cat."""
