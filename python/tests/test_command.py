"""The command `winnable` that the package installs."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest

import winnable


def installed() -> str:
    name = "winnable.exe" if os.name == "nt" else "winnable"
    return str(pathlib.Path(sys.executable).parent / name)


def test_it_is_the_program():
    version = subprocess.run([installed(), "--version"], capture_output=True, text=True)
    assert version.stdout == f"winnable {winnable.__version__}\n"
    for deal, code in [("617", 0), ("11982", 1), ("no such deal", 2)]:
        assert subprocess.run([installed(), "solve", deal], capture_output=True).returncode == code
    board = subprocess.run([installed(), "deal", "617"], capture_output=True, text=True).stdout
    assert board == winnable.deal(617).text
    wins = subprocess.run([installed(), "fc-solve", "-m"], input=board, capture_output=True, text=True)
    assert "This game is solveable." in wins.stdout


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT for other processes")
def test_ctrl_c_is_answered_by_the_program():
    child = subprocess.Popen([installed(), "solve", "6825625742"], stdout=subprocess.PIPE, text=True)
    time.sleep(1.5)
    child.send_signal(signal.SIGINT)
    said = child.communicate(timeout=20)[0]
    assert child.returncode == 130 and "interrupted" in said


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits on memory are set the way of Linux")
def test_running_out_of_memory_is_an_exit_code():
    import resource

    def little() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (400_000_000, 400_000_000))

    ended = subprocess.run([installed(), "solve", "6825625742"], capture_output=True, text=True, preexec_fn=little)
    assert ended.returncode == 6 and "no more memory" in ended.stderr
