"""Compares datasets, as other programs read them, with the records of the same run."""

import importlib.util
import json
import sys
from pathlib import Path

import duckdb
import pyarrow.dataset
import pyarrow.parquet

WORK = Path(sys.argv[1])
TYPES = {"deal": "uint64", "verdict": "string", "moves": "uint32", "cards": "uint32", "states": "uint64", "reason": "string",
         "granted_groups": "uint32", "error": "string"}
MORE = {"lower": "uint32", "upper": "uint32", "proven": "bool", "optimal_reason": "string", "min_cells_lower": "uint8",
        "min_cells_upper": "uint8", "level": "string", "level_cells": "uint8", "level_narrowness": "uint32",
        "level_length": "uint32", "level_trap": "uint32", "solution": "string"}


def row(record, wanted):
    """The row that a record should be."""
    optimal, cells = record.get("optimal", {}), record.get("min_cells", {})
    level = record.get("difficulty", {})
    found = {**record, "deal": int(record["deal"].split(":")[1]), "lower": optimal.get("lower"), "upper": optimal.get("upper"),
             "proven": optimal.get("proven"), "optimal_reason": optimal.get("reason"), "min_cells_lower": cells.get("lower"),
             "min_cells_upper": cells.get("upper"), "level": level.get("level"), "level_cells": level.get("cells"),
             "level_narrowness": level.get("narrowness"), "level_length": level.get("length"), "level_trap": level.get("trap")}
    return {name: found.get(name) for name in wanted}


def check(name, types):
    folder = WORK / name
    expected = [row(json.loads(line), types) for line in open(WORK / f"{name}.ndjson")]
    table = pyarrow.dataset.dataset(folder).to_table()
    assert {field.name: str(field.type) for field in table.schema} == types, table.schema
    assert table.to_pylist() == expected, "pyarrow"
    print(f"{name}: pyarrow reads {table.num_rows} rows as they are")
    metadata = pyarrow.parquet.read_metadata(next(folder.glob("part-*"))).metadata
    assert metadata[b"winnable.schema"] == b"1" and json.loads(metadata[b"winnable.run"])["limits"]
    assert b"columns" in metadata[b"winnable.rules"] and metadata[b"winnable.numbering"] == b"ms"
    rows = duckdb.sql(f"from '{folder}/*.parquet' order by deal")
    assert [dict(zip(rows.columns, values)) for values in rows.fetchall()] == expected, "duckdb"
    print(f"{name}: DuckDB reads the same")
    states = sum(row["states"] for row in expected)
    if importlib.util.find_spec("polars"):
        import polars
        assert polars.scan_parquet(f"{folder}/*.parquet").sort("deal").collect().to_dicts() == expected, "polars"
        print(f"{name}: Polars reads the same")
    if importlib.util.find_spec("pandas"):
        import pandas
        frame = pandas.read_parquet(folder)
        assert (len(frame), int(frame["states"].sum()), list(frame.columns)) == (len(expected), states, list(types)), "pandas"
        print(f"{name}: pandas reads the same sums")
    if importlib.util.find_spec("dask") and importlib.util.find_spec("pandas"):
        import dask.dataframe
        for source in [f"{folder}/*.parquet", folder]:
            frame = dask.dataframe.read_parquet(source)
            assert (len(frame), int(frame["states"].sum().compute())) == (len(expected), states), "dask"
        print(f"{name}: Dask reads the same sums")


check("plain", TYPES)
check("all", {**TYPES, **MORE})
