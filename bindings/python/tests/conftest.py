"""What the tests share: the files of the repository, and the command line to compare with."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
TSUME = Path(sys.executable).with_name("tsume")

MATE_IN_5 = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1"
COOKED = "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1"
NO_MATE = "4k4/9/9/9/9/9/9/9/9 b P 1"
BRINKMATE = "5+B1nl/7k1/6pp1/8p/9/9/9/9/9 b S2rb4g3s3n3l15p 1"
# Takes minutes to solve.
HARD = (
    "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1"
)

Row = dict[str, Any]
Command = Callable[..., list[Row]]


@pytest.fixture(scope="session")
def tsume() -> Command:
    """Runs the command that the wheel has installed, and returns its rows."""

    def run(*arguments: str | Path) -> list[Row]:
        done = subprocess.run([TSUME, *arguments], capture_output=True, text=True, check=False)
        assert done.returncode in (0, 1, 2, 3, 4), done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    return run


def untimed(row: Row) -> Row:
    """Returns a row without the only field that differs between two runs."""
    return {key: value for key, value in row.items() if key != "elapsed_ms"}


def column(path: Path, name: str) -> list[str]:
    """Returns a column of a table."""
    head, *rows = path.read_text("utf-8").splitlines()
    at = head.split("\t").index(name)
    return [row.split("\t")[at] for row in rows]


def start(code: str) -> subprocess.Popen[str]:
    """Starts an interpreter in which this code is run, after it has printed a line."""
    command = [sys.executable, "-c", code]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen(command, env={**os.environ, "PYTHONUNBUFFERED": "1"}, **pipes)
    assert process.stdout is not None
    assert process.stdout.readline().strip() == "ready"
    return process
