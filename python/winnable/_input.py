"""What callers write, in the form that the native half reads."""

from __future__ import annotations

import json
import os
from typing import Any, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from ._answers import Answer, Board, Limits, Move
from ._errors import InputError

#: A deal: a number (``617``), a text (``"ms:617"``, ``"pysol:617"``, or a board), a path of a board file, a
#: :class:`Board`, a mapping with ``columns`` (and ``cells``, ``foundations``, ``stock``, ``waste``), or a list of columns.
Deal = Union[int, str, "os.PathLike[str]", Board, Mapping[str, Any], Sequence[Sequence[str]]]
#: Changes of rules: ``{"cells": 3}`` or ``["cells=3"]``.
Rules = Union[Mapping[str, Any], Iterable[str], None]
#: Moves: any notation that ``winnable verify`` reads, or a list of moves.
Moves = Union[str, Sequence[Union[Move, Mapping[str, Any]]]]
#: Shortest solutions: no, in moves, or in the metric of this name.
Optimal = Union[bool, str, None]
#: Limits: an object, or a mapping with ``states``, ``memory`` and ``time``.
AnyLimits = Union[Limits, Mapping[str, Any], None]

Texts = Tuple[Optional[str], Optional[str], Optional[str]]


def given(deal: Deal) -> Tuple[str, str]:
    """What a deal is, and its text."""
    if isinstance(deal, bool):
        raise TypeError("a deal is a number, a text, a path or a board, not a truth value")
    if isinstance(deal, int):
        return "text", str(deal)
    if isinstance(deal, str):
        return "text", deal
    if isinstance(deal, os.PathLike):
        return "file", os.fspath(deal)
    if isinstance(deal, Board):
        return "fields", json.dumps({"board": deal.text})
    if isinstance(deal, Mapping):
        return "fields", json.dumps(dict(deal))
    if isinstance(deal, Sequence) and not isinstance(deal, (bytes, bytearray)):
        return "fields", json.dumps({"columns": [list(column) for column in deal]})
    if hasattr(deal, "__index__"):  # numbers of NumPy and others
        return "text", str(deal.__index__())
    raise TypeError(f"a deal is a number, a text, a path or a board, not {type(deal).__name__}")


def changes(rules: Rules) -> List[str]:
    """Changes of rules as `key=value`."""
    if rules is None:
        return []
    if isinstance(rules, Mapping):
        return [f"{key}={_value(value)}" for key, value in rules.items()]
    if isinstance(rules, str):
        return [rules]
    return [str(change) for change in rules]


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def metric(optimal: Optimal) -> Optional[str]:
    """The metric of shortest solutions."""
    if optimal is None or optimal is False:
        return None
    return "moves" if optimal is True else str(optimal)


def texts(limits: AnyLimits) -> Texts:
    """Limits as the command line writes them."""
    if limits is None:
        return None, None, None
    if isinstance(limits, Mapping):
        unknown = sorted(set(limits) - {"states", "memory", "time"})
        if unknown:
            raise InputError(f"there is no limit `{unknown[0]}`; limits are states, memory and time")
        limits = Limits(**limits)
    def text(value: Any) -> Optional[str]:
        return None if value is None else str(value)
    return text(limits.states), text(limits.memory), text(limits.time)


def moves(played: Union[Moves, Answer]) -> str:
    """Moves as a text."""
    if isinstance(played, str):
        return played
    if isinstance(played, Answer):
        return played.json
    return json.dumps([move.record if isinstance(move, Move) else dict(move) for move in played])
