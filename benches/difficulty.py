#!/usr/bin/env python3
"""Prints the tables of docs/difficulty.md from records with a difficulty:

    winnable analyze 1..1000 --difficulty --out difficulty.ndjson
    python3 benches/difficulty.py difficulty.ndjson

Quartiles are those that the thresholds of src/difficulty.rs come from: the value that a quarter, half and three quarters of
the deals do not exceed. Correlations are Spearman's, ties with their mean rank. Needs nothing but Python.
"""
import json
import sys

PARTS = ["cells", "narrowness", "length", "trap"]


def ranks(values):
    order = sorted(range(len(values)), key=values.__getitem__)
    rank = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end + 1 < len(order) and values[order[end + 1]] == values[order[start]]:
            end += 1
        for place in range(start, end + 1):
            rank[order[place]] = (start + end) / 2
        start = end + 1
    return rank


def spearman(a, b):
    a, b = ranks(a), ranks(b)
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    both = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b))
    norm = (sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b)) ** 0.5
    return both / norm if norm else 0.0


def quartiles(values):
    ordered = sorted(values)
    return [ordered[max(0, -(-len(ordered) * q // 4) - 1)] for q in (1, 2, 3)]


def main(path):
    with open(path) as file:
        records = [record for record in map(json.loads, file) if "difficulty" in record]
    columns = {part: [record["difficulty"][part] for record in records] for part in PARTS}
    score = [record["difficulty"]["score"] for record in records]
    states = [record["states"] for record in records]
    print(f"{len(records)} winnable deals\n")
    print("| | min | quartiles | max | mean |\n|---|---|---|---|---|")
    for name, values in [*columns.items(), ("score", score)]:
        found = ", ".join(map(str, quartiles(values)))
        print(f"| `{name}` | {min(values)} | {found} | {max(values)} | {sum(values) / len(values):.1f} |")
    levels = [record["difficulty"]["level"] for record in records]
    print("\n" + ", ".join(f"{levels.count(level)} {level}" for level in ["easy", "medium", "hard", "expert"]) + "\n")
    named = [*columns.items(), ("states", states), ("score", score)]
    print("| | " + " | ".join(name for name, _ in named) + " |\n|---" * 1 + "|---" * len(named) + "|")
    for row, (name, values) in enumerate(named):
        cells = ["" if column < row else "1" if column == row else f"{spearman(values, other):.2f}"
                 for column, (_, other) in enumerate(named)]
        print(f"| `{name}` | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main(sys.argv[1])
