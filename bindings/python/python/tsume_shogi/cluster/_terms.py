"""The question of a run: rules, limits and budgets of nodes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from .. import _native
from .._asked import asked, hash_bytes
from .._many import check_many

Format = Literal["parquet", "jsonl"]

_PROBLEM = "4k4/9/4P4/9/9/9/9/9/9 b G 1"


@dataclass(frozen=True)
class Terms:
    """What every row of a run has in common."""

    nodes: int
    """The limit of each problem."""
    hash: int
    """The memory of a solver's tables, in bytes."""
    rules: str
    interpositions: str
    nodes_per_alternative: int | None
    idle_pieces: bool
    attributes: bool
    format: Format

    def asked(self, nodes: int) -> dict[str, object]:
        """Returns the question with this budget of nodes. It is not to be changed."""
        return _question(self, nodes)

    def solver(self, threads: int = 1) -> _native.Solver:
        """Makes a solver for this question."""
        return _native.Solver(self.hash, threads)

    def words(self) -> dict[str, str]:
        """Returns version, rules and limits as they are in rows, and the format."""
        rows = check_many(
            [_PROBLEM],
            jobs=1,
            time=None,
            nodes=self.nodes,
            hash=self.hash,
            rules=self.rules,
            interpositions=self.interpositions,
            nodes_per_alternative=self.nodes_per_alternative,
            idle_pieces=self.idle_pieces,
            attributes=self.attributes,
        )
        row = next(rows).to_dict()
        words = {key: str(row[key]) for key in ("tool", "rules", "limits")}
        return {**words, "format": self.format}


@lru_cache(16)
def _question(of: Terms, nodes: int) -> dict[str, object]:
    return asked(
        time=None,
        nodes=nodes,
        rules=of.rules,
        interpositions=of.interpositions,
        nodes_per_alternative=of.nodes_per_alternative,
        idle_pieces=of.idle_pieces,
        attributes=of.attributes,
    )


def terms(
    *,
    nodes: int,
    hash: int | str,
    rules: str,
    interpositions: str,
    nodes_per_alternative: int | None,
    idle_pieces: bool,
    attributes: bool,
    format: str,
) -> Terms:
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
        rules=str(rules),
        interpositions=str(interpositions),
        nodes_per_alternative=nodes_per_alternative,
        idle_pieces=idle_pieces,
        attributes=attributes,
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
