"""What is counted and asked over many games of Cat Box."""
