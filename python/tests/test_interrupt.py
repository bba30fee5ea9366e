"""Ctrl-C ends every kind of search within 0.2 seconds."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

SEARCHES = {
    "solve": "winnable.solve(6825625742)",
    "optimal": "winnable.solve(144, optimal=True)",
    "moves": "winnable.moves(6825625742)",
    "analyze": "winnable.analyze([6825625742, 7489392343], progress=False)",
    "bench": "winnable.bench(6825625742, 'prove', progress=False)",
    "python evaluation": "winnable.bench('1..1000', winnable.Evaluation('x', lambda p: p.cards_left), progress=False)",
    "two decks": "winnable.solve(77, 'fours-up')",
}

# A process that was started in the background ignores Ctrl-C, and so do its children: the program listens in any case.
PROGRAM = """
import signal, time, winnable
signal.signal(signal.SIGINT, signal.default_int_handler)
print("ready", flush=True)
try:
    {search}
    print("ended by itself")
except KeyboardInterrupt:
    print(time.time(), flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT for other processes")
@pytest.mark.parametrize("name", SEARCHES)
def test_ctrl_c(name):
    program = PROGRAM.format(search=SEARCHES[name])
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(1)
    sent = time.time()
    child.send_signal(signal.SIGINT)
    said = child.communicate(timeout=20)[0].strip()
    assert said != "ended by itself", "the search is too short for this test"
    assert float(said) - sent < 0.2
