"""Cat in the Box on the screen: in words, in the terminal and in the browser."""
