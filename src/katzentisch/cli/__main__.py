"""`python -m katzentisch.cli` is the command `katzentisch`."""

from katzentisch.cli import main

main()
