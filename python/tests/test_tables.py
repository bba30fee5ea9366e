"""Tables: the columns of the command line's datasets, made without copies."""

from __future__ import annotations

import json
import sys

import pyarrow as arrow
import pytest
from pyarrow import parquet

import winnable

PLAIN = arrow.schema(
    [
        arrow.field("deal", arrow.uint64(), nullable=False),
        arrow.field("verdict", arrow.string(), nullable=False),
        arrow.field("moves", arrow.uint32()),
        arrow.field("cards", arrow.uint32()),
        arrow.field("states", arrow.uint64(), nullable=False),
    ]
)


def rows(command, *arguments):
    return [json.loads(line) for line in command.run("analyze", *arguments, "--quiet").stdout.splitlines()]


def test_rows_are_those_of_the_command_line(command):
    table = winnable.analyze("1..300,11982")
    table.validate(full=True)
    assert table.schema.remove_metadata() == PLAIN
    theirs = rows(command, "1..300,11982")
    assert table["deal"].to_pylist() == [int(row["deal"][3:]) for row in theirs]
    for column in ["verdict", "moves", "cards", "states"]:
        assert table[column].to_pylist() == [row.get(column) for row in theirs], column
    assert table["moves"].null_count == 1


def test_what_was_asked_for_has_columns(command):
    table = winnable.analyze("1..4", optimal="cards", min_cells=True, difficulty=True, limits={"states": 100_000})
    table.validate(full=True)
    assert table.column_names[5:] == ["lower", "upper", "proven", "min_cells_lower", "min_cells_upper", "level"]
    assert [str(kind) for kind in table.schema.types[5:]] == ["uint32", "uint32", "bool", "uint8", "uint8", "string"]
    theirs = rows(command, "1..4", "--optimal", "--metric", "cards", "--min-cells", "--difficulty", "--max-states", "100k")
    for row, record in zip(table.to_pylist(), theirs):
        assert {key: row[key] for key in ("lower", "upper", "proven")} == {
            key: record["optimal"][key] for key in ("lower", "upper", "proven")
        }
        assert row["min_cells_lower"] == record["min_cells"]["lower"]
        assert row["min_cells_upper"] == record["min_cells"]["upper"]
        assert row["level"] == record["difficulty"]["level"]


def test_ranges_in_every_form():
    expected = winnable.analyze("1..20").to_pylist()
    for deals in [range(1, 21), list(range(1, 21)), reversed(range(1, 21)), "1..10,11..20", "ms:1..20"]:
        assert winnable.analyze(deals).to_pylist() == expected, deals
    assert winnable.analyze(617)["deal"].to_pylist() == [617]
    assert winnable.analyze("pysol:5..6").schema.metadata[b"winnable.numbering"] == b"pysol"


def test_boards():
    board = winnable.deal(617)
    broken = board.text.replace("7D", "7H", 1)
    table = winnable.analyze([board, board.text, {"id": "mine", "columns": board.columns}, broken, "ms:617"])
    table.validate(full=True)
    assert table["id"].to_pylist() == ["1", "2", "mine", "4", "5"]
    assert table["verdict"].to_pylist() == ["winnable", "winnable", "winnable", "error", "winnable"]
    assert len(set(table["states"].to_pylist()) - {0}) == 1
    assert "7H" in table["error"].to_pylist()[3] and table["error"].null_count == 4


def test_the_same_at_any_number_of_threads():
    one, two = (winnable.analyze("1..200", threads=threads) for threads in (1, 2))
    assert one.equals(two, check_metadata=True)


def test_nothing_is_copied():
    table = winnable.analyze("1..50")
    chunk = table["states"].chunk(0)
    before = arrow.total_allocated_bytes()
    again = arrow.Table.from_arrays(table.columns, schema=table.schema)
    assert again["states"].chunk(0).buffers()[1].address == chunk.buffers()[1].address
    # The memory is the native half's, not pyarrow's, and stays for as long as anybody looks at it.
    assert winnable.analyze("1..50").nbytes > 0 and arrow.total_allocated_bytes() <= before
    values = chunk.to_pylist()
    del table, again
    assert chunk.to_pylist() == values


def test_metadata_says_what_made_the_table():
    metadata = winnable.analyze("1..2", rules={"cells": 3}, limits={"states": 1000}).schema.metadata
    game = winnable.games("freecell", rules={"cells": 3})
    assert metadata[b"winnable.rules"].decode() == game.toml and metadata[b"winnable.deals"] == b"1..2"
    run = json.loads(metadata[b"winnable.run"])
    assert (run["game"], run["rules"], run["changed"]) == ("freecell", game.digest, {"cells": 3})
    assert run["limits"][0]["states"] == 1000


def test_parquet_and_back(tmp_path):
    table = winnable.analyze("1..100")
    winnable.write_parquet(table, tmp_path / "deals.parquet")
    assert winnable.read_parquet(tmp_path / "deals.parquet").equals(table, check_metadata=True)
    assert parquet.read_metadata(tmp_path / "deals.parquet").row_group(0).column(0).compression == "ZSTD"
    assert [path.name for path in tmp_path.iterdir()] == ["deals.parquet"]
    with pytest.raises(winnable.InputError, match="not a dataset"):
        winnable.read_parquet(tmp_path)


def test_datasets_of_the_command_line(command, tmp_path):
    ended = command.run("analyze", "1..250", "--format", "parquet", "--out", str(tmp_path / "set"), "--quiet")
    if ended.returncode != 0:
        pytest.skip(f"the command line writes no datasets: {ended.stderr}")
    theirs, ours = winnable.read_parquet(tmp_path / "set"), winnable.analyze("1..250")
    # Datasets have some more columns, which are empty for most deals.
    theirs_of_ours = theirs.select(ours.column_names)
    assert theirs_of_ours.schema.remove_metadata() == ours.schema.remove_metadata()
    assert theirs_of_ours.to_pylist() == ours.to_pylist()
    metadata = theirs.schema.metadata
    assert {key: metadata.get(key) for key in ours.schema.metadata} == ours.schema.metadata


def test_pandas_takes_the_table():
    pandas = pytest.importorskip("pandas")
    frame = winnable.analyze("1..10").to_pandas()
    assert isinstance(frame, pandas.DataFrame) and frame["states"].sum() > 0


def test_progress_is_told(monkeypatch):
    told = []
    winnable.analyze("1..2000", progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (2000, 2000) and told == sorted(told)
    # A bar where somebody sees it.
    tqdm = pytest.importorskip("tqdm.auto")
    bars = []

    class Bar(tqdm.tqdm):
        def __init__(self, *arguments, **keywords):
            super().__init__(*arguments, **keywords)
            bars.append(self)

    monkeypatch.setattr(tqdm, "tqdm", Bar)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    winnable.analyze("1..500")
    assert len(bars) == 1 and bars[0].n == 500


def test_an_exception_in_progress_ends_the_run():
    def stop(done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        winnable.analyze("1..100000", progress=stop)


@pytest.mark.parametrize(
    "deals, words",
    [("10..1", "ends before it starts"), ([], "empty"), ("1-10", "1..10"), ("1,pysol:1", "one numbering"), ("-", "standard input")],
)
def test_wrong_ranges(deals, words):
    with pytest.raises(winnable.InputError, match=words):
        winnable.analyze(deals)
