"""The answers: plain objects around the records of the command line."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple, Union

if TYPE_CHECKING:
    from . import _native


@dataclass(frozen=True)
class Limits:
    """What a search may use for one deal. What is None has the default of the command line.

    ``states`` and ``memory`` are numbers or texts like ``"10M"`` and ``"500M"``; ``time`` is seconds or a text like
    ``"30s"``. With a limit on time, verdicts depend on the machine.
    """

    states: Union[int, str, None] = None
    memory: Union[int, str, None] = None
    time: Union[float, str, None] = None


@dataclass(frozen=True)
class Move:
    """A move: ``card`` is the deepest card moved; piles are ``t1``…, ``c1``…, ``f``, ``stock``, ``waste``."""

    card: Optional[str]
    count: int
    from_: str
    to: str

    @classmethod
    def of(cls, record: Dict[str, Any]) -> Move:
        """The move of a record."""
        return cls(record.get("card"), record["count"], record["from"], record["to"])

    @property
    def record(self) -> Dict[str, Any]:
        """The move as records have it."""
        card = {} if self.card is None else {"card": self.card}
        return {**card, "count": self.count, "from": self.from_, "to": self.to}


@dataclass(frozen=True)
class Bounds:
    """What is known about the shortest length: no solution is shorter than ``lower``, one of ``upper`` is known."""

    metric: str
    lower: int
    upper: Optional[int]
    proven: bool
    reason: Optional[str] = None


@dataclass(frozen=True)
class MinCells:
    """The fewest cells: with fewer than ``lower`` the deal cannot be won, with ``upper`` it can."""

    lower: int
    upper: Optional[int]
    proven: bool


@dataclass(frozen=True)
class Certificate:
    """A proof that a deal cannot be won, for :func:`winnable.verify` and for checkers of others."""

    #: Often megabytes, so not shown.
    data: bytes = field(repr=False)
    positions: int

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the file that ``winnable verify DEAL FILE`` checks."""
        with open(path, "wb") as file:
            file.write(self.data)


class _Recorded:
    """An answer with a record."""

    #: The JSON record of the command line, as it stands there.
    json: str
    #: The answer in words, as the command line prints it.
    text: str

    def __init__(self, line: str, text: str) -> None:
        self.json, self.text = line, text
        self._record: Optional[Dict[str, Any]] = None

    @property
    def record(self) -> Dict[str, Any]:
        """The JSON record as a dictionary."""
        if self._record is None:
            self._record = json.loads(self.json)
        return self._record

    @property
    def verdict(self) -> str:
        """``winnable``, ``unwinnable`` or ``undecided``."""
        return str(self.record["verdict"])

    @property
    def reason(self) -> Optional[str]:
        """Why it is undecided: ``states``, ``memory``, ``time``, …"""
        return self.record.get("reason")

    @property
    def states(self) -> int:
        """States that were expanded."""
        return int(self.record["states"])

    @property
    def bounds(self) -> Optional[Bounds]:
        """Bounds on the shortest length, if they were asked for."""
        found = self.record.get("optimal")
        return None if found is None else Bounds(**found)

    def __str__(self) -> str:
        return self.text.rstrip("\n")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.text.splitlines()[0]}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Recorded) or type(other) is not type(self):
            return NotImplemented
        mine, theirs = dict(self.record), dict(other.record)
        mine.pop("seconds", None)
        theirs.pop("seconds", None)
        return mine == theirs

    __hash__ = None  # type: ignore[assignment]


class Answer(_Recorded):
    """The answer of :func:`winnable.solve`."""

    def __init__(self, solved: _native.Solved) -> None:
        super().__init__(solved.record(), solved.headline())
        self._solved = solved
        self._certificate: Optional[Certificate] = None

    @property
    def moves(self) -> Optional[List[Move]]:
        """The solution; None without one."""
        found = self.record.get("solution")
        return None if found is None else [Move.of(move) for move in found]

    @property
    def length(self) -> Optional[int]:
        """Length of the solution in moves."""
        return self.record.get("moves")

    @property
    def cards(self) -> Optional[int]:
        """Length of the solution in single-card moves."""
        return self.record.get("cards")

    @property
    def seconds(self) -> float:
        """How long it took."""
        return float(self.record["seconds"])

    @property
    def notation(self) -> Optional[str]:
        """The solution in standard FreeCell notation; None without one."""
        return self._solved.notation()

    @property
    def steps(self) -> Optional[List[str]]:
        """The solution in words, numbered; None without one."""
        return self._solved.steps()

    @property
    def min_cells(self) -> Optional[MinCells]:
        """The fewest cells, if they were asked for."""
        found = self.record.get("min_cells")
        return None if found is None else MinCells(**found)

    @property
    def certificate(self) -> Optional[Certificate]:
        """The proof that an unwinnable deal cannot be won; None of other deals. Made by another search when it is first asked
        for."""
        if self._certificate is None:
            made = self._solved.certificate()
            self._certificate = None if made is None else Certificate(*made)
        return self._certificate


@dataclass(frozen=True)
class JudgedMove:
    """A legal move, the verdict of the position after it, and the length of the shortest win known that starts with it."""

    move: Move
    verdict: str
    length: Optional[int] = None
    proven: Optional[bool] = None
    reason: Optional[str] = None
    purpose: Optional[str] = None

    @classmethod
    def of(cls, record: Dict[str, Any]) -> JudgedMove:
        """The judged move of a record."""
        rest = {key: record.get(key) for key in ("length", "proven", "reason", "purpose")}
        return cls(Move.of(record), record["verdict"], **rest)


class JudgedMoves(_Recorded):
    """The answer of :func:`winnable.moves`: a sequence of all legal moves, best first."""

    @property
    def options(self) -> Tuple[JudgedMove, ...]:
        """All legal moves, best first."""
        return tuple(JudgedMove.of(option) for option in self.record["options"])

    def __len__(self) -> int:
        return len(self.record["options"])

    def __getitem__(self, index: int) -> JudgedMove:
        return JudgedMove.of(self.record["options"][index])


class Hint(_Recorded):
    """The answer of :func:`winnable.hint`."""

    @property
    def next(self) -> Optional[JudgedMove]:
        """The next move of a win and what it is good for; None if there is none to give."""
        found = self.record["next"]
        return None if found is None else JudgedMove.of(found)


class Review(_Recorded):
    """The answer of :func:`winnable.review`."""

    @property
    def played(self) -> int:
        """Moves played."""
        return int(self.record["played"])

    @property
    def won(self) -> bool:
        """Whether the game was brought to its end."""
        return bool(self.record["won"])

    @property
    def lost_at(self) -> Optional[int]:
        """The move that lost the game, counted from 1."""
        found: Optional[int] = self.record["lost_at"]
        return found

    @property
    def instead(self) -> Optional[JudgedMove]:
        """What would have won."""
        found = self.record["instead"]
        return None if found is None else JudgedMove.of(found)


@dataclass(frozen=True)
class Verified:
    """The answer of :func:`winnable.verify`; true if the solution wins or the certificate holds."""

    valid: bool
    text: str

    def __bool__(self) -> bool:
        return self.valid

    def __str__(self) -> str:
        return self.text.rstrip("\n")


@dataclass(frozen=True)
class Board:
    """Where every card lies. ``str(board)`` is the text that the command line and other solvers read."""

    text: str
    deal: str
    game: str
    columns: Tuple[Tuple[str, ...], ...]
    cells: Tuple[Optional[str], ...]
    #: (suit, highest card, number of cards) of each foundation pile.
    foundations: Tuple[Tuple[Optional[str], Optional[str], int], ...]
    stock: Tuple[str, ...]
    waste: Tuple[str, ...]

    @classmethod
    def of(cls, record: Dict[str, Any]) -> Board:
        """The board of a record."""
        return cls(
            text=record["board"],
            deal=record["deal"],
            game=record["game"],
            columns=tuple(tuple(column) for column in record["columns"]),
            cells=tuple(record["cells"]),
            foundations=tuple((pile["suit"], pile["top"], pile["count"]) for pile in record["foundations"]),
            stock=tuple(record["stock"]),
            waste=tuple(record["waste"]),
        )

    def __str__(self) -> str:
        return self.text.rstrip("\n")


@dataclass(frozen=True)
class Game:
    """A game and its rules: ``rules`` by key, ``toml`` as a rule file, ``digest`` as records name them."""

    name: str
    description: str
    rules: Dict[str, Any]
    toml: str
    digest: str
