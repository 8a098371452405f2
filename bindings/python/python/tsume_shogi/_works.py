"""Similar works (類似作)."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from typing import Any

from . import _native
from ._parts import Similar
from ._problem import Problem
from ._solver import _problem


class Works:
    """Problems, prepared for questions about similar ones; see :func:`similar`.

    It takes some 130 bytes of memory for each problem.

    :param problems: problems, such as those of :func:`read`, or SFENs.
    :raises ProblemError: if a text is no problem.
    """

    __slots__ = ("_native",)

    def __init__(self, problems: Iterable[Problem | str]) -> None:
        if isinstance(problems, (str, bytes, os.PathLike)):
            raise TypeError("Works takes an iterable of problems, such as read(path)")
        self._native = _native.Works(_natives(problems))

    def similar(self, problem: Problem | str, *, best: int = 10, min_score: int = 60) -> list[Similar]:
        """Finds the works similar to a problem, as :func:`similar` does."""
        if best < 1 or not 0 <= min_score <= 100:
            raise ValueError("best is at least 1, and min_score is between 0 and 100")
        found = self._native.similar(_problem(problem), best, min_score)
        return list(map(Similar.of, json.loads(found)))

    def __len__(self) -> int:
        return len(self._native)

    def __repr__(self) -> str:
        return f"<Works: {len(self)}>"


def _natives(problems: Iterable[Any]) -> Iterator[_native.Problem]:
    for number, problem in enumerate(problems, 1):
        if isinstance(problem, str):
            problem = Problem(problem, id=f"problem:{number}")
        elif not isinstance(problem, Problem):
            raise TypeError(f"a work is a Problem or an SFEN, not {type(problem).__name__}")
        yield problem._native


def similar(
    problem: Problem | str,
    works: Works | Iterable[Problem | str],
    *,
    best: int = 10,
    min_score: int = 60,
) -> list[Similar]:
    """Finds works that are similar to a problem (類似作), the most similar first.

    Works are similar whose pieces stand alike, perhaps mirrored, shifted or with colours exchanged;
    after them come those whose lines end in the same moves. The problem itself, with the same pieces
    from the same place of the same file, is passed over.

    :param works: the collection. Make :class:`Works` of it once to ask about many problems.
    :param best: the most works with similar pieces, and the most others with the same end.
    :param min_score: the lowest score of similar pieces; 100 means that all are equal.
    :raises ProblemError: if a text is no problem.
    """
    known = works if isinstance(works, Works) else Works(works)
    return known.similar(problem, best=best, min_score=min_score)
