"""The question of a run: rules, limits and budgets of nodes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal

from .. import _native
from .._asked import asked, hash_bytes

Format = Literal["parquet", "jsonl"]

_PROBLEM = "4k4/9/4P4/9/9/9/9/9/9 b G 1"


@dataclass(frozen=True)
class Terms:
    """The settings that all rows of a run share."""

    nodes: int
    """The limit of each problem."""
    hash: int
    """The memory of a solver's tables, in bytes."""
    question: dict[str, object]
    """The rules, and what else is asked."""
    format: Format

    def asked(self, nodes: int) -> dict[str, object]:
        """Returns the question with this budget of nodes."""
        return {**self.question, "nodes": nodes}

    def solver(self, threads: int = 1) -> _native.Solver:
        """Makes a solver for this question."""
        return _native.Solver(self.hash, threads)

    def words(self) -> dict[str, str]:
        """Returns version, rules and limits as they are in rows, and the format."""
        rows = _native.Many([_PROBLEM], self.asked(self.nodes), self.hash, 1, True, "answer")
        row = json.loads(next(rows).json())
        words = {key: str(row[key]) for key in ("tool", "rules", "limits")}
        return {**words, "format": self.format}


def terms(*, nodes: int, hash: int | str, format: str, **question: object) -> Terms:
    """Checks the terms of a run.

    :raises ValueError: if one of them is impossible.
    """
    if nodes < 1:
        raise ValueError("nodes must be at least 1")
    if format not in ("parquet", "jsonl"):
        raise ValueError(f"the format of parts is parquet or jsonl, not {format!r}")
    return Terms(
        nodes=nodes,
        hash=hash_bytes(hash),
        question=asked(time=None, nodes=nodes, **question),
        format="parquet" if format == "parquet" else "jsonl",
    )


def ladder(first: int, last: int, times: int) -> list[int]:
    """Returns the budgets of nodes that an undecided problem gets one after another."""
    if first < 1 or times < 2:
        raise ValueError("the first budget is at least 1, and the next one at least twice as large")
    budgets = []
    while first < last:
        budgets.append(first)
        first *= times
    return [*budgets, last]
