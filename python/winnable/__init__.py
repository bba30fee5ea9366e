"""Is this deal winnable, how, and in how few moves? A solver for FreeCell and its relatives.

>>> import winnable
>>> answer = winnable.solve(617)
>>> answer.verdict
'winnable'
>>> answer.steps[0]
' 1. KS from column 2 to cell 1'

The functions are those of the command line, with the same defaults, records and messages:
:func:`solve`, :func:`moves`, :func:`hint`, :func:`review`, :func:`verify`, :func:`deal`, :func:`games` for one deal;
:func:`analyze` and :func:`bench` for many, as Arrow tables; :func:`write_parquet` and :func:`read_parquet` for files.
Searches run without the interpreter lock, so threads work side by side, and Ctrl-C ends them at once.
"""

from __future__ import annotations

import json
import os
import warnings
from typing import Any, Dict, List, Optional, Union, overload

from . import _input, _native
from ._answers import (
    Answer,
    Board,
    Bounds,
    Certificate,
    Game,
    Hint,
    JudgedMove,
    JudgedMoves,
    Limits,
    MinCells,
    Move,
    Review,
    Verified,
)
from ._errors import Error, InputError, InternalError
from ._input import AnyLimits, Deal, Moves, Optimal, Rules
from ._native import View, __version__
from ._tables import Evaluation, analyze, bench, read_parquet, write_parquet

__all__ = [
    "Answer",
    "Board",
    "Bounds",
    "Certificate",
    "Error",
    "Evaluation",
    "Game",
    "Hint",
    "InputError",
    "InternalError",
    "JudgedMove",
    "JudgedMoves",
    "Limits",
    "MinCells",
    "Move",
    "Review",
    "Verified",
    "View",
    "__version__",
    "analyze",
    "bench",
    "deal",
    "games",
    "hint",
    "moves",
    "read_parquet",
    "review",
    "solve",
    "verify",
    "write_parquet",
]


def _position(
    deal: Deal, game: str, rules: Rules, limits: AnyLimits = None, after: Optional[Moves] = None
) -> _native.Position:
    played = None if after is None else _input.moves(after)
    position = _native.Position(game, _input.changes(rules), _input.given(deal), played, _input.texts(limits))
    for note in position.notes:
        warnings.warn(f"board: {note}", stacklevel=3)
    return position


def solve(
    deal: Deal,
    game: str = "freecell",
    rules: Rules = None,
    optimal: Optimal = None,
    limits: AnyLimits = None,
    *,
    after: Optional[Moves] = None,
    min_cells: bool = False,
) -> Answer:
    """Decides a deal: a verified solution, a proof that there is none, or "undecided" with the limit that was hit.

    ``deal`` is a number (``617``, ``"ms:617"``, ``"pysol:617"``), a board as text, structured or as a :class:`Board`, or the
    path of a board file. ``game`` is a name of :func:`games`, a rule file that ends in ``.toml`` or the text of one; ``rules``
    changes it. ``optimal=True`` (or ``"cards"``) also proves the shortest solution; ``after`` plays moves first;
    ``min_cells`` also finds the fewest cells.

    >>> answer = solve(617, optimal=True)
    >>> answer.bounds
    Bounds(metric='moves', lower=86, upper=86, proven=True, reason=None)
    >>> answer.notation.split()[:4]
    ['2a', '27', '83', '72']
    >>> answer.moves[0]
    Move(card='KS', count=1, from_='t2', to='c1')

    A deal that cannot be won, with a proof that others can check:

    >>> dead = solve(11982)
    >>> dead.verdict, dead.certificate.positions
    ('unwinnable', 61643)
    >>> bool(verify(11982, dead.certificate))
    True

    Rules and limits of your own:

    >>> solve(617, rules={"cells": 1}).verdict, solve(11982, limits={"states": 1000}).reason
    ('unwinnable', 'states')
    """
    return Answer(_position(deal, game, rules, limits, after).solve(_input.metric(optimal), min_cells))


def moves(
    deal: Deal,
    game: str = "freecell",
    rules: Rules = None,
    optimal: Optimal = None,
    limits: AnyLimits = None,
    *,
    after: Optional[Moves] = None,
) -> JudgedMoves:
    """Judges every legal move of a position: wins, loses (proven) or undecided, best first.

    >>> found = moves(617)
    >>> found.verdict, len(found) > 10
    ('winnable', True)
    >>> found[0].verdict
    'winnable'
    """
    return JudgedMoves(*_position(deal, game, rules, limits, after).moves(_input.metric(optimal)))


def hint(
    deal: Deal,
    game: str = "freecell",
    rules: Rules = None,
    optimal: Optimal = None,
    limits: AnyLimits = None,
    *,
    after: Optional[Moves] = None,
) -> Hint:
    """Says whether a position can still be won, and the next move with its reason.

    >>> hint(617).verdict
    'winnable'
    >>> print(hint(11982))
    Lost, proven: no sequence of moves wins from here.
    """
    return Hint(*_position(deal, game, rules, limits, after).hint(_input.metric(optimal)))


def review(
    deal: Deal,
    played: Union[Moves, Answer],
    game: str = "freecell",
    rules: Rules = None,
    optimal: Optimal = None,
    limits: AnyLimits = None,
) -> Review:
    """Reviews a played game, finished or not: the move that lost it, and what would have won.

    >>> review(617, solve(617)).won
    True
    """
    position = _position(deal, game, rules, limits)
    return Review(*position.review(_input.moves(played), _input.metric(optimal)))


def verify(
    deal: Deal,
    solution: Union[Moves, Answer, Certificate, bytes, "os.PathLike[str]"],
    game: str = "freecell",
    rules: Rules = None,
) -> Verified:
    """Checks a solution move by move, or a certificate position by position, without the solver's own rules.

    ``solution`` is an answer, a list of moves, a text in any notation that the command line reads, a certificate, or the path
    of a file with one of these.

    >>> print(verify(617, solve(617)))
    It wins: 94 moves (142 single-card moves).
    >>> bool(verify(617, "26 3a"))
    False
    """
    position = _position(deal, game, rules)
    if isinstance(solution, os.PathLike):
        return Verified(*position.verify_file(os.fspath(solution)))
    if isinstance(solution, Certificate):
        return Verified(*position.verify(solution.data))
    if isinstance(solution, (bytes, bytearray)):
        return Verified(*position.verify(bytes(solution)))
    return Verified(*position.verify(_input.moves(solution).encode()))


def deal(deal: Deal, game: str = "freecell", rules: Rules = None, *, after: Optional[Moves] = None) -> Board:
    """The board of a deal, or of a position after some moves.

    >>> board = deal(617)
    >>> board.columns[0]
    ('7D', 'TD', 'TH', 'KD', '4C', '4S', 'JD')
    >>> solve(board).verdict
    'winnable'
    """
    return Board.of(json.loads(_position(deal, game, rules, after=after).board()))


@overload
def games(name: None = None) -> List[Game]: ...
@overload
def games(name: str, rules: Rules = None) -> Game: ...
def games(name: Optional[str] = None, rules: Rules = None) -> Union[Game, List[Game]]:
    """The games, or one of them with its rules.

    >>> [game.name for game in games()][:3]
    ['freecell', 'seven-by-four', 'big-freecell']
    >>> games("eight-off").rules["cells"]
    8
    """
    described: Dict[str, str] = dict(_native.presets())
    if name is None:
        return [games(known) for known in described]
    own, rules_json, toml, digest = _native.rules(name, _input.changes(rules))
    fields: Dict[str, Any] = json.loads(rules_json)
    return Game(own, described.get(own, ""), fields, toml, digest)
