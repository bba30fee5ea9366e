"""What the tests share: the command line beside the package."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, Dict, List

import pytest


class CommandLine:
    """The command `winnable`, run as a process."""

    def run(self, *arguments: str, text: str = "") -> "subprocess.CompletedProcess[str]":
        command: List[str] = [sys.executable, "-m", "winnable", *arguments]
        return subprocess.run(command, input=text, capture_output=True, text=True, timeout=120)

    def record(self, *arguments: str) -> Dict[str, Any]:
        return json.loads(self.run(*arguments).stdout)

    def error(self, *arguments: str, text: str = "") -> str:
        ended = self.run(*arguments, text=text)
        assert ended.returncode == 2, ended
        return ended.stderr.removeprefix("error: ").rstrip("\n") if sys.version_info >= (3, 9) else ""


@pytest.fixture(scope="session")
def command() -> CommandLine:
    return CommandLine()
