"""What is read and what it has to come to."""

import json
from dataclasses import dataclass

import shogi


@dataclass
class Problem:
    """A problem with the position at the end of its line."""

    id: str
    turn: str
    plies: int
    final: str


def problems(folder):
    """All problems of a run."""
    rows = (folder / "rows.jsonl").read_text("utf-8").splitlines()
    finals = (folder / "final.txt").read_text("utf-8").splitlines()
    for row, end in zip(map(json.loads, rows), finals, strict=True):
        sfen, _, line = row["sfen"].partition(" moves ")
        yield Problem(row["id"], sfen.split()[1], len(line.split()), end)


def final(start, line):
    """The position at the end of a line, without the number of the move."""
    position = shogi.Board(start)
    for move in line:
        position.push_usi(move)
    assert len(position.move_stack) == len(line)
    return position.sfen().split()[:3]


def same(path, found, problem):
    """Stops when another position was found than there has to be."""
    expected = shogi.Board(problem.final).sfen().split()[:3]
    assert found == expected, f"{path}: {found}, not {expected}"
