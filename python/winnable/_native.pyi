from typing import Any, Callable, List, Optional, Sequence, Tuple

__version__: str

_Limits = Tuple[Optional[str], Optional[str], Optional[str]]
_Deal = Tuple[str, str]
_Column = Tuple[str, str, bool, int, int, List[Optional["Buffer"]]]

class Buffer:
    @property
    def address(self) -> int: ...
    @property
    def size(self) -> int: ...

class Solved:
    def record(self) -> str: ...
    def headline(self) -> str: ...
    def notation(self) -> Optional[str]: ...
    def steps(self) -> Optional[List[str]]: ...
    def certificate(self) -> Optional[Tuple[bytes, int]]: ...

class Position:
    def __new__(
        cls, game: str, changes: List[str], deal: _Deal, after: Optional[str], limits: _Limits
    ) -> Position: ...
    @property
    def notes(self) -> List[str]: ...
    def solve(self, optimal: Optional[str], min_cells: bool) -> Solved: ...
    def moves(self, optimal: Optional[str]) -> Tuple[str, str]: ...
    def hint(self, optimal: Optional[str]) -> Tuple[str, str]: ...
    def review(self, played: str, optimal: Optional[str]) -> Tuple[str, str]: ...
    def verify(self, claim: bytes) -> Tuple[bool, str]: ...
    def verify_file(self, path: str) -> Tuple[bool, str]: ...
    def board(self) -> str: ...

class View:
    """A position as an evaluation sees it."""

    @property
    def columns(self) -> List[List[str]]:
        """Columns, bottom card first."""
    @property
    def cells(self) -> List[Optional[str]]:
        """Cells; an empty one is None."""
    @property
    def foundations(self) -> List[int]:
        """Number of cards on each foundation pile."""
    @property
    def stock(self) -> List[str]:
        """The stock, next card first."""
    @property
    def cards_left(self) -> int:
        """Cards that are not on foundations."""
    def order(self, card: str) -> int:
        """How many cards of its suit go to a foundation before this one."""
    def builds(self, upper: str, lower: str) -> bool:
        """Whether the upper card may be built on the lower one."""

def run(arguments: Sequence[str]) -> int: ...
def presets() -> List[Tuple[str, str]]: ...
def rules(game: str, changes: List[str]) -> Tuple[str, str, str, str]: ...
def analyze(
    game: str,
    changes: List[str],
    range: Optional[str],
    boards: List[Tuple[str, _Deal]],
    limits: _Limits,
    optimal: Optional[str],
    min_cells: bool,
    difficulty: bool,
    threads: Optional[int],
    progress: Optional[Callable[[int, int, int, int, int], Any]],
) -> Tuple[List[_Column], List[Tuple[str, str]]]: ...
def bench(
    game: str,
    changes: List[str],
    range: str,
    strategies: List[Tuple[Optional[str], Optional[Tuple[str, str, int, Callable[[View], int]]]]],
    limits: _Limits,
    repeat: int,
    progress: Optional[Callable[[int, int], Any]],
) -> str: ...
