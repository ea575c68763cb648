"""Load tests: players over real connections, to measure a server and to put it under stress."""
