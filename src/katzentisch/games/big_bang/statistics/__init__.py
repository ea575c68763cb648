"""What is counted over many games of Big Bang, and the questions it answers."""
