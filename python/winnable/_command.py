"""The command `winnable`: the program itself, run in this process."""

from __future__ import annotations

import sys

from . import _native


def main() -> None:
    """Runs the command line and ends with its exit code."""
    sys.exit(_native.run(["winnable", *sys.argv[1:]]))
