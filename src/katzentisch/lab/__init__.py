"""Studies and measurements over many games."""
