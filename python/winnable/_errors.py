"""What can go wrong, with the words of the command line."""

from __future__ import annotations


class Error(Exception):
    """Anything that this package raises on purpose."""


class InputError(Error, ValueError):
    """The input or a file is at fault; the message says what, where and the remedy."""


class InternalError(Error, RuntimeError):
    """A bug in the solver; please report the deal."""
