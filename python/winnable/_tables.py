"""Many deals at once, as Arrow tables."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Iterable, List, Mapping, Optional, Tuple, Union

from . import _input, _native
from ._answers import Board
from ._errors import InputError
from ._input import AnyLimits, Deal, Optimal, Rules

if TYPE_CHECKING:
    import pyarrow

#: Deals for a table: a text like ``"1..32000"`` or ``"1..10,617"``, the path of a file with such texts, numbers (a ``range`` or a
#: list), or boards.
Deals = Union[str, int, range, "os.PathLike[str]", Iterable[Deal]]
#: Progress: True for a bar where there is somebody to see it, False for none, or a function of done and total.
Progress = Union[bool, Callable[[int, int], Any]]


def _spans(numbers: Iterable[int]) -> str:
    """Numbers as ranges that the command line reads."""
    spans: List[List[int]] = []
    for number in sorted(set(numbers)):
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ",".join(f"{first}..{last}" if last > first else str(first) for first, last in spans)


def _is_number(deal: Any) -> bool:
    return hasattr(deal, "__index__") and not isinstance(deal, bool)


def _deals(deals: Deals) -> Tuple[Optional[str], List[Tuple[str, Tuple[str, str]]]]:
    """A range as text, or boards with their ids."""
    if isinstance(deals, str):
        return deals, []
    if isinstance(deals, os.PathLike):
        return f"@{os.fspath(deals)}", []
    if isinstance(deals, range) and deals and deals.step == 1:
        return f"{deals.start}..{deals.stop - 1}", []
    if _is_number(deals):
        return str(int(deals)), []  # type: ignore[arg-type]
    if isinstance(deals, (Board, Mapping)):
        deals = [deals]
    items = list(deals)  # type: ignore[arg-type]
    if not items:
        raise InputError("the range is empty; write 1..32000, or a list like 1..10,617")
    if all(_is_number(item) for item in items):
        return _spans(int(item) for item in items), []  # type: ignore[arg-type]
    boards = []
    for number, item in enumerate(items, 1):
        name = str(number)
        if isinstance(item, Mapping) and "id" in item:
            item = dict(item)
            name = str(item.pop("id"))
        boards.append((name, _input.given(item)))
    return None, boards


class _Bar:
    """A bar of tqdm where it is installed and there is somebody to see it; otherwise nothing."""

    def __init__(self, progress: Progress, unit: str) -> None:
        self.bar: Any = None
        self.tell = progress if callable(progress) else None
        in_notebook = "ipykernel" in sys.modules
        if progress is True and (in_notebook or (sys.stderr is not None and sys.stderr.isatty())):
            try:
                from tqdm.auto import tqdm
            except ImportError:
                return
            self.bar = tqdm(unit=f" {unit}", delay=0.3, unit_scale=False)

    @property
    def wanted(self) -> bool:
        return self.bar is not None or self.tell is not None

    def show(self, done: int, total: int, words: str = "") -> None:
        if self.tell is not None:
            self.tell(done, total)
        if self.bar is not None:
            self.bar.total = total
            self.bar.set_postfix_str(words, refresh=False)
            self.bar.update(done - self.bar.n)

    def end(self) -> None:
        if self.bar is not None:
            self.bar.close()


def analyze(
    deals: Deals,
    game: str = "freecell",
    rules: Rules = None,
    optimal: Optimal = None,
    limits: AnyLimits = None,
    *,
    min_cells: bool = False,
    difficulty: bool = False,
    threads: Optional[int] = None,
    progress: Progress = True,
) -> "pyarrow.Table":
    """Decides many deals on all cores: an Arrow table with a row for each, in order.

    ``deals`` is a range like ``"1..32000"`` (both ends are included), a ``range`` or list of numbers, or a list of boards in
    any form that :func:`winnable.solve` takes (mappings may have an ``id``). Columns: ``deal``, ``verdict``, ``moves``,
    ``cards``, ``states``; with ``optimal`` also ``lower``, ``upper`` and ``proven``; with ``min_cells`` also
    ``min_cells_lower`` and ``min_cells_upper``; with ``difficulty`` also ``level``. Boards have the columns ``id`` and
    ``error`` (what is wrong with a board that cannot be read) instead of ``deal``. The schema's metadata says which rules
    and limits made the table.

    >>> table = analyze("1..100")
    >>> table.column_names
    ['deal', 'verdict', 'moves', 'cards', 'states']
    >>> table["verdict"].value_counts().to_pylist()
    [{'values': 'winnable', 'counts': 100}]
    """
    import pyarrow as arrow

    text, boards = _deals(deals)
    bar = _Bar(progress, "deals")

    def show(total: int, winnable: int, unwinnable: int, undecided: int, errors: int) -> None:
        words = f"{winnable} winnable, {unwinnable} unwinnable, {undecided} undecided"
        bar.show(winnable + unwinnable + undecided + errors, total, words)

    try:
        columns, metadata = _native.analyze(
            game,
            _input.changes(rules),
            text,
            boards,
            _input.texts(limits),
            _input.metric(optimal),
            min_cells,
            difficulty,
            threads,
            show if bar.wanted else None,
        )
    finally:
        bar.end()
    types = {
        "uint64": arrow.uint64(),
        "uint32": arrow.uint32(),
        "uint8": arrow.uint8(),
        "string": arrow.string(),
        "bool": arrow.bool_(),
    }
    fields, arrays = [], []
    for name, kind, nullable, length, nulls, buffers in columns:
        wrapped = [None if b is None else arrow.foreign_buffer(b.address, b.size, base=b) for b in buffers]
        fields.append(arrow.field(name, types[kind], nullable=nullable))
        arrays.append(arrow.Array.from_buffers(types[kind], length, wrapped, nulls))
    return arrow.Table.from_arrays(arrays, schema=arrow.schema(fields, metadata=dict(metadata)))


def write_parquet(table: "pyarrow.Table", path: Union[str, "os.PathLike[str]"]) -> None:
    """Writes a table of :func:`analyze` as Parquet, with the schema and compression of the command line's datasets. The file
    appears when it is complete.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "deals.parquet"
    >>> write_parquet(analyze("1..10"), path)
    >>> read_parquet(path).equals(analyze("1..10"), check_metadata=True)
    True
    """
    from pyarrow import parquet

    path = os.fspath(path)
    private = f"{path}.{os.getpid()}.tmp"
    try:
        parquet.write_table(table, private, compression="zstd")
        os.replace(private, path)
    finally:
        if os.path.exists(private):
            os.remove(private)


def read_parquet(path: Union[str, "os.PathLike[str]"]) -> "pyarrow.Table":
    """Reads a file of :func:`write_parquet`, or a dataset of ``winnable analyze --out DIR`` (a folder of parts), in the order
    of deals."""
    from pyarrow import parquet

    path = os.fspath(path)
    if not os.path.isdir(path):
        return parquet.read_table(path)
    parts = sorted(name for name in os.listdir(path) if name.startswith("part-") and name.endswith(".parquet"))
    if not parts:
        raise InputError(f"{path} is not a dataset: it has no part-*.parquet")
    import pyarrow as arrow

    return arrow.concat_tables([parquet.read_table(os.path.join(path, part)) for part in parts])


@dataclass(frozen=True)
class Evaluation:
    """A search with an evaluation in Python, for :func:`bench`.

    ``function`` gets a :class:`winnable.View` of a position and gives a whole number, lower for better. ``technique`` is
    ``"best-first"`` (``path_weight`` is what each move of the path adds), ``"beam"`` (``width`` states are kept in each layer)
    or ``"a-star"`` (the number of moves that are left at least).
    """

    name: str
    function: Callable[[_native.View], int]
    technique: str = "best-first"
    path_weight: int = 1
    width: int = 500


def bench(
    deals: Union[str, int, range, Iterable[int]],
    strategies: Union[str, Evaluation, Iterable[Union[str, Evaluation]]] = "solve",
    game: str = "freecell",
    rules: Rules = None,
    limits: AnyLimits = None,
    *,
    repeat: int = 1,
    progress: Progress = True,
) -> "pyarrow.Table":
    """Compares strategies on the same deals, on one thread, deal by deal in an order that rotates: a table with a row for each.

    A strategy is a text as ``winnable bench --list`` lists them (``"quick"``, ``"beam:width=100"``) or an
    :class:`Evaluation`. Every win is verified. Ratios are to the first strategy, with 95 % intervals.

    >>> def disorder(position):
    ...     broken = sum(
    ...         not position.builds(upper, lower)
    ...         for column in position.columns
    ...         for lower, upper in zip(column, column[1:])
    ...     )
    ...     return 2 * position.cards_left + 4 * broken + 5 * sum(cell is not None for cell in position.cells)
    >>> table = bench("1..3", ["quick", Evaluation("mine", disorder)], limits={"states": 20_000})
    >>> table["strategy"].to_pylist(), table["won"].to_pylist()
    (['quick', 'mine'], [3, 3])
    """
    import pyarrow as arrow

    if isinstance(strategies, (str, Evaluation)):
        strategies = [strategies]
    wanted: List[Tuple[Optional[str], Optional[Tuple[str, str, int, Callable[[_native.View], int]]]]] = []
    for strategy in strategies:
        if isinstance(strategy, Evaluation):
            number = strategy.width if strategy.technique == "beam" else strategy.path_weight
            wanted.append((None, (strategy.name, strategy.technique, number, strategy.function)))
        else:
            wanted.append((strategy, None))
    text, boards = _deals(deals)
    if text is None or boards:
        raise InputError("bench takes deal numbers, not boards")
    bar = _Bar(progress, "deals")
    try:
        rows = json.loads(
            _native.bench(
                game,
                _input.changes(rules),
                text,
                wanted,
                _input.texts(limits),
                repeat,
                bar.show if bar.wanted else None,
            )
        )
    finally:
        bar.end()
    flat = [_flat(row) for row in rows]
    names = dict.fromkeys(name for row in flat for name in row)
    return arrow.table({name: [row.get(name) for row in flat] for name in names})


def _flat(row: Mapping[str, Any], prefix: str = "") -> "dict[str, Any]":
    """Nested figures as columns: `states_median`, `ratio_time_low`. What a strategy has no figures of is left out."""
    flat: "dict[str, Any]" = {}
    for key, value in row.items():
        if isinstance(value, Mapping):
            flat.update(_flat(value, f"{prefix}{key}_"))
        elif value is not None:
            flat[f"{prefix}{key}"] = value
    return flat
