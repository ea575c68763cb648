"""`python -m katzentisch.cli` runs the command `katzentisch`."""

from katzentisch.cli import main

main()
