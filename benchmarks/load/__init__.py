"""Load: players over real lines, to measure a server and to trouble it."""
