"""One deal: the records, words and messages of the command line, in every form of a deal."""

from __future__ import annotations

import json
import pathlib
import re
import threading
import warnings

import pytest

import winnable


def line(answer) -> str:
    """The record without the time it took, byte for byte."""
    return re.sub(r'"seconds":[^,}]*', '"seconds":0', answer.json)


@pytest.mark.parametrize(
    "arguments, keywords",
    [
        (["617"], {}),
        (["11982"], {}),
        (["pysol:24681357", "--game", "eight-off"], {"game": "eight-off"}),
        (["617", "--rule", "cells=3"], {"rules": {"cells": 3}}),
        (["617", "--rule", "columns=[13,13,13,13]", "--max-states", "2k"],
         {"rules": {"columns": [13, 13, 13, 13]}, "limits": {"states": "2k"}}),
        (["7", "--optimal", "--metric", "cards"], {"optimal": "cards"}),
        (["617", "--after", "2a 21"], {"after": "2a 21"}),
        (["617", "--min-cells"], {"min_cells": True}),
    ],
)
def test_records_are_the_bytes_of_the_command_line(command, arguments, keywords):
    number = arguments[0] if ":" in arguments[0] else int(arguments[0])
    answer = winnable.solve(number, **keywords)
    theirs = command.run("solve", *arguments, "--json").stdout.rstrip("\n")
    assert line(answer) == re.sub(r'"seconds":[^,}]*', '"seconds":0', theirs)
    assert answer.record == {**json.loads(theirs), "seconds": answer.seconds}


@pytest.mark.parametrize("ask", ["moves", "hint"])
def test_judged_moves_and_hints_are_those_of_the_command_line(command, ask):
    found = getattr(winnable, ask)(617, after="2a 21")
    assert found.json + "\n" == command.run(ask, "617", "--after", "2a 21", "--json").stdout
    assert found.text.rstrip("\n") + "\n" == command.run(ask, "617", "--after", "2a 21").stdout


def test_reviews_are_those_of_the_command_line(command):
    found = winnable.review(617, "2a 21")
    assert found.json + "\n" == command.run("review", "617", "2a 21", "--json").stdout
    assert found.text == command.run("review", "617", "2a 21").stdout
    assert (found.played, found.won, found.lost_at) == (2, False, None)
    assert found.instead is not None


def test_an_answer_has_everything(command):
    answer = winnable.solve(617)
    assert answer.verdict == "winnable" and answer.reason is None and answer.states > 0
    assert len(answer.moves) == answer.length == len(answer.steps)
    assert answer.notation == command.run("solve", "617", "--notation").stdout
    assert answer.text + "\n" + "\n".join(answer.steps) + "\n" == command.run("solve", "617").stdout
    assert answer.certificate is None and answer.bounds is None
    assert str(answer).startswith("Deal 617 is winnable") and "winnable" in repr(answer)
    assert answer == winnable.solve("ms:617") and answer != winnable.solve(618)


def test_shortest_solutions():
    answer = winnable.solve(7, optimal=True)
    assert answer.bounds.proven and answer.bounds.metric == "moves" and answer.bounds.upper == answer.length
    assert winnable.solve(7, optimal="cards").bounds.metric == "cards"
    assert winnable.solve(7, optimal=False).bounds is None


def test_certificates_are_made_and_checked(command, tmp_path):
    answer = winnable.solve(11982)
    assert answer.verdict == "unwinnable" and answer.moves is None and answer.notation is None
    certificate = answer.certificate
    assert certificate.positions == 61643
    assert repr(certificate) == "Certificate(positions=61643)"
    certificate.save(tmp_path / "dead.cert")
    assert command.run("verify", "11982", str(tmp_path / "dead.cert")).returncode == 0
    assert winnable.verify(11982, tmp_path / "dead.cert") and winnable.verify(11982, certificate)
    assert not winnable.verify(11983, certificate.data)


@pytest.mark.parametrize("number, game", [(617, "freecell"), (1, "fours-up"), (3, "penguin")])
def test_every_form_of_a_board_is_the_same_board(tmp_path, number, game):
    board = winnable.deal(number, game)
    (tmp_path / "board.txt").write_text(board.text)
    limits = {"states": 20_000}
    expected = winnable.solve(board, game, limits=limits)
    assert expected.record["states"] == winnable.solve(number, game, limits=limits).record["states"]
    forms = [board.text, tmp_path / "board.txt", {"board": board.text}]
    if game == "freecell":
        forms += [{"columns": board.columns}, board.columns, [list(column) for column in board.columns]]
    for form in forms:
        assert winnable.solve(form, game, limits=limits) == expected, form
    assert winnable.solve({"deal": number}, game, limits=limits).record["deal"] == f"ms:{number}"


def test_positions_in_the_middle_of_a_game():
    board = winnable.deal(617, after=winnable.solve(617).moves[:40])
    assert sum(count for _, _, count in board.foundations) > 0 and winnable.deal(617, after="2a").cells[0] == "KS"
    assert winnable.solve(board).verdict == "winnable"
    structured = {
        "columns": board.columns,
        "cells": board.cells,
        "foundations": {suit: top for suit, top, count in board.foundations if count},
    }
    assert winnable.solve(structured) == winnable.solve(board)


def test_moves_in_every_form(tmp_path):
    answer = winnable.solve(617)
    (tmp_path / "solution.json").write_text(answer.json)
    for solution in [answer, answer.moves, answer.notation, answer.json, tmp_path / "solution.json",
                     [move.record for move in answer.moves], "\n".join(answer.steps), answer.notation.encode()]:
        assert winnable.verify(617, solution).valid, solution
    short = winnable.verify(617, answer.moves[:-1])
    assert not short and str(short).startswith("Not a solution")


@pytest.mark.parametrize(
    "keywords, arguments",
    [
        ({"game": "frecell"}, ["617", "--game", "frecell"]),
        ({"game": "no such game at all"}, ["617", "--game", "no such game at all"]),
        ({"game": "missing.toml"}, ["617", "--game", "missing.toml"]),
        ({"rules": {"cels": 3}}, ["617", "--rule", "cels=3"]),
        ({"rules": ["cells"]}, ["617", "--rule", "cells"]),
        ({"rules": {"cells": 99}}, ["617", "--rule", "cells=99"]),
        ({"deal": 0}, ["0"]),
        ({"deal": "ms:9999999999"}, ["ms:9999999999"]),
        ({"deal": "1..10"}, ["1..10"]),
        ({"deal": pathlib.Path("no such file")}, ["no such file"]),
        ({"after": "2a zz"}, ["617", "--after", "2a zz"]),
        ({"after": "2h"}, ["617", "--after", "2h"]),
    ],
)
def test_messages_are_those_of_the_command_line(command, keywords, arguments):
    keywords = {"deal": 617, **keywords}
    with pytest.raises(winnable.InputError) as raised:
        winnable.solve(**keywords)
    theirs = command.error("solve", *arguments)
    # The command line says of a path that it is no number either.
    assert theirs.endswith(str(raised.value)), (str(raised.value), theirs)


def test_boards_that_cannot_be_read_are_explained(command):
    text = winnable.deal(617).text.replace("7D", "7H", 1)
    with pytest.raises(winnable.InputError) as raised:
        winnable.solve(text)
    theirs = command.error("solve", "-", text=text)
    assert str(raised.value).removeprefix("board: ") == theirs.removeprefix("standard input: ")
    with pytest.raises(ValueError, match="neither a deal number"):
        winnable.solve("hello")


def test_wrong_values_name_the_remedy():
    for keywords, words in [
        ({"limits": {"states": "many"}}, "whole number"),
        ({"limits": {"memory": "1"}}, "at least 1M"),
        ({"limits": {"time": "soon"}}, "like 500ms"),
        ({"limits": {"sates": 1}}, "states, memory and time"),
        ({"optimal": "steps"}, "moves"),
    ]:
        with pytest.raises(winnable.InputError, match=words):
            winnable.solve(617, **keywords)
    for wrong in [None, 1.5, True, b"617"]:
        with pytest.raises(TypeError):
            winnable.solve(wrong)


def test_limits():
    limits = winnable.Limits(states=10, memory="100M", time=30)
    answer = winnable.solve(11982, limits=limits)
    assert (answer.verdict, answer.reason) == ("undecided", "states")
    assert winnable.solve(6825625742, limits={"time": 0.3}).reason == "time"


def test_rules_as_text_and_file(tmp_path):
    text = 'base = "freecell"\nname = "tight"\ncells = 1\nbuild = "same_suit"\n'
    (tmp_path / "tight.toml").write_text(text)
    limits = {"states": 5000}
    assert winnable.solve(1, text, limits=limits) == winnable.solve(1, str(tmp_path / "tight.toml"), limits=limits)
    assert winnable.games(text).rules["cells"] == 1


def test_games(command):
    games = winnable.games()
    listed = [row.split()[0] for row in command.run("games").stdout.splitlines()]
    assert [game.name for game in games] == listed
    assert [game.rules for game in games] == json.loads(command.run("games", "--json").stdout)
    assert winnable.games("freecell", rules={"cells": 3}).toml == command.run("games", "freecell", "--rule", "cells=3").stdout


def test_threads_work_side_by_side():
    numbers = list(range(1, 41))
    alone = [winnable.solve(number).states for number in numbers]
    found = {}

    def work(mine):
        for number in mine:
            found[number] = winnable.solve(number).states

    threads = [threading.Thread(target=work, args=(numbers[i::4],)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[number] for number in numbers] == alone


def test_the_lock_is_released_while_a_search_runs():
    turns, done = 0, threading.Event()

    def search():
        winnable.solve(6825625742, limits={"time": 0.5})
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    while not done.wait(0.005):
        turns += 1
    thread.join()
    assert turns > 20


def test_notes_are_warnings():
    board = winnable.deal(617)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        winnable.solve(board)
    with pytest.warns(UserWarning, match="board: "):
        winnable.solve(json.dumps({"columns": board.columns}))
