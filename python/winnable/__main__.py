"""`python -m winnable` is the command `winnable`."""

from ._command import main

main()
