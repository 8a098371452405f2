"""The package as a user's type checker sees it. It is checked, and run by the tests."""

from collections.abc import Iterator

import tsume_shogi as ts
from tsume_shogi import Judgement, Line, Move, Problem, Verdict


def cooks(problems: Iterator[Problem]) -> dict[str, list[str]]:
    """Returns the cooks of each problem, in Japanese."""
    found: dict[str, list[str]] = {}
    for judgement in ts.check_many(problems, nodes=10_000, jobs=1):
        found[judgement.id] = [cook.line.japanese for cook in judgement.cooks]
    return found


def first(judgement: Judgement) -> Move | None:
    """Returns the first move of the solution."""
    line: Line = judgement.solution
    return line[0] if line else None


def length(problem: Problem) -> int:
    """Returns the length, or 0 without a mate."""
    answer = ts.solve(problem, time=5, progress=lambda it: it.nodes < 1_000_000)
    if answer.verdict is Verdict.MATE and answer.plies is not None:
        return answer.plies
    return 0


def better(old: Problem) -> Problem | None:
    """Returns a version that is better, if one is found at once."""
    judgement = ts.check(old, nodes=100_000)
    for version in ts.repair(old, keep="length", allow=[ts.EditKind.MOVE], best=1, nodes=100_000):
        comparison = ts.compare(judgement, version.judgement)
        if comparison.outcome is ts.Outcome.BETTER and comparison.diagram is not None:
            return version.problem
    return None


def nearest(problem: Problem, works: list[Problem]) -> str | None:
    """Returns the id of the most similar work."""
    found: list[ts.Similar] = ts.similar(problem, ts.Works(works), best=1)
    return found[0].id if found else None
