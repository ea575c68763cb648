"""What is counted over many games of Cat in the Box, and the questions it answers."""
