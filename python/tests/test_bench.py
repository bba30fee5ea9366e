"""Strategies side by side, evaluations in Python among them."""

from __future__ import annotations

import pytest

import winnable


def disorder(position: winnable.View) -> int:
    value = 2 * position.cards_left + 5 * sum(cell is not None for cell in position.cells)
    for column in position.columns:
        value += 4 * sum(not position.builds(upper, lower) for lower, upper in zip(column, column[1:]))
    return value


def test_a_table_of_strategies():
    table = winnable.bench("1..10", ["quick", "beam:width=50"])
    assert table["strategy"].to_pylist() == ["quick", "beam:width=50"]
    assert table["deals"].to_pylist() == [10, 10]
    assert table["ratio_time_ratio"].to_pylist()[0] == 1.0
    assert {"won", "seconds", "seconds_per_deal", "states_median", "ratio_states_low"} <= set(table.column_names)


@pytest.mark.parametrize("technique", ["best-first", "beam"])
def test_evaluations_in_python_win_deals(technique):
    mine = winnable.Evaluation("mine", disorder, technique, width=200)
    table = winnable.bench("1..3", [mine, "solve"], limits={"states": 30_000})
    assert table["won"].to_pylist()[1] == 3 and table["won"].to_pylist()[0] >= 2


def test_a_star_with_an_admissible_evaluation_finds_shortest_solutions():
    small = {"ranks": 4, "columns": [6, 5, 5], "cells": 1}
    mine = winnable.Evaluation("mine", lambda position: position.cards_left, "a-star")
    table = winnable.bench("1..30", [mine, "optimal"], rules=small)
    won = table["won"].to_pylist()
    assert won[0] == won[1] > 0 and table["unwinnable"].to_pylist()[0] == table["unwinnable"].to_pylist()[1] > 0
    assert table["moves_mean"].to_pylist()[0] == table["moves_mean"].to_pylist()[1]


def test_a_view_is_the_position():
    seen = []

    def look(position: winnable.View) -> int:
        seen.append(position)
        return position.cards_left

    winnable.bench(617, winnable.Evaluation("look", look), limits={"states": 5})
    first = seen[0]

    def cards(position):  # the order of piles is a symmetry
        return sorted(map(tuple, position.columns)), sorted(filter(None, position.cells))

    # The start is not evaluated: the first position is one after a legal move.
    after = [winnable.deal(617, after=[option.move]) for option in winnable.moves(617).options]
    assert cards(first) in [cards(board) for board in after]
    assert first.cards_left == 52 and first.foundations == [0, 0, 0, 0] and first.stock == []
    assert first.builds("6H", "7S") and not first.builds("6H", "7D") and first.order("AS") == 0
    with pytest.raises(ValueError):
        first.order("XX")


def test_mistakes():
    def fail(position: winnable.View) -> int:
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        winnable.bench("1..3", winnable.Evaluation("fail", fail), progress=False)
    with pytest.raises(TypeError, match="whole number"):
        winnable.bench("1..3", winnable.Evaluation("half", lambda position: 0.5))  # type: ignore[arg-type]
    for strategies, words in [("qiuck", "did you mean quick"), ([], "at least one")]:
        with pytest.raises(winnable.InputError, match=words):
            winnable.bench("1..3", strategies)
    with pytest.raises(winnable.InputError, match="technique"):
        winnable.bench("1..3", winnable.Evaluation("x", disorder, "depth"))
