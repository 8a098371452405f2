"""Changes that make a flawed composition sound, and problems that lead into another."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from . import _native
from ._answers import Judgement
from ._asked import MOST_THREADS, asked, counted, hash_bytes, whole
from ._moves import Line
from ._problem import Problem
from ._reading import At, hints, read
from ._solver import _problem
from ._words import EditKind, Interpositions, Kind, Limit, Rules, Verdict


@dataclass(frozen=True)
class Edit:
    """One change of a diagram."""

    kind: EditKind
    """The sort of change."""
    words: str
    """The change in English."""
    square: str | None
    """The square of the change, the origin of a move, such as ``2c``; ``None`` for hands and shifts."""
    piece: str | None
    """The piece in the original, or the one that is added, as in an SFEN; ``None`` for a shift."""
    to: str | None
    """The destination of a moved piece."""
    new: str | None
    """The piece in its place."""
    count: int | None
    """One more (1) or less (-1) in a hand."""
    by: tuple[int, int] | None
    """Files to the left and ranks down of a shift."""


@dataclass(frozen=True)
class Repair:
    """A version of a problem that is sound or blemished."""

    of: str
    """The name of the original."""
    edits: list[Edit]
    """The changes of the diagram; empty if moves are put before it."""
    before: Line
    """The moves from this diagram to that of the original, which :func:`extend` has put before it."""
    words: str
    """The changes, or the moves before the original, in words."""
    japanese: str
    """The same in Japanese, such as ``攻方２五飛→香``."""
    idea: int
    """The number of its idea, from 1."""
    like_it: int
    """How many other versions of the same idea were found."""
    judgement: Judgement
    """The judgement, without the strict length; of an extension with its rating."""
    _version: dict[str, Any]

    @property
    def sfen(self) -> str:
        """The diagram in canonical form."""
        return str(self.judgement.sfen)

    @property
    def problem(self) -> Problem:
        """The version as a problem, with its solution as the author's line."""
        moves = self.judgement.solution.usi
        text = f"{self.sfen} moves {moves}" if moves else self.sfen
        return Problem(text, id=self.judgement.id)

    def to_dict(self) -> dict[str, Any]:
        """Returns the row as ``tsume repair`` and ``tsume extend`` write it in JSON."""
        return {**self.judgement.to_dict(), "version": self._version}

    def _repr_html_(self) -> str:
        return self.judgement._repr_html_()


@dataclass(frozen=True)
class BriefFinding:
    """A fatal finding, in short."""

    kind: Kind
    """The kind."""
    ply: int
    """The ply, counted from 1."""
    move: str | None
    """The move in question, in USI."""


@dataclass(frozen=True)
class NearMiss:
    """A version that is not sound, but near."""

    sfen: str
    """The diagram in canonical form."""
    edits: list[Edit]
    """The changes of the diagram."""
    words: str
    """The changes in words."""
    japanese: str
    """The same in Japanese."""
    removed: list[BriefFinding]
    """The fatal findings of the original that it has no more."""
    made: list[BriefFinding]
    """The fatal findings that the original has not."""


class Repairs(list[Repair]):
    """The best version of each idea, sound ones first, then the least change; see :func:`repair`."""

    verdict: Verdict
    """The verdict on the original."""
    line: Line
    """The line that was to stay; empty if there is none."""
    misses: list[NearMiss]
    """If nothing was found: the versions that come nearest."""
    looked_at: int
    """How many versions were looked at."""
    flawed: int
    """How many of them are flawed although what must stay stays."""
    others: int
    """In how many of them it does not stay."""
    open: int
    """How many were not decided within the limits."""
    alike: int
    """How many were left out because their idea had been found."""
    left: int
    """How many were not looked at, or not to the end, because enough had been found."""
    nodes: int
    """The number of moves that the search looked at."""
    limit: Limit | None
    """The limit that ended the work."""


@dataclass(frozen=True)
class RepairProgress:
    """The progress of a repair."""

    looked_at: int
    """Versions looked at so far."""
    all: int
    """Versions in all, as far as known."""
    found: int
    """Versions found to be sound or blemished."""
    nodes: int
    """Moves that the search looked at so far."""


RepairObserver = Callable[[RepairProgress], object]


def repair(
    problem: Problem | str,
    *,
    keep: str = "line",
    edits: int = 1,
    allow: Iterable[EditKind | str] | None = None,
    squares: Iterable[str] | None = None,
    fixed: Iterable[str] = (),
    best: int = 10,
    all: bool = False,
    nodes_per_version: int | None = None,
    time: float | timedelta | None = None,
    nodes: int | None = None,
    hash: int | str = "64MiB",
    threads: int = 1,
    jobs: int = 1,
    rules: Rules | str = "standard",
    interpositions: Interpositions | str = "standard",
    progress: RepairObserver | None = None,
) -> Repairs:
    """Finds changes of a diagram that make a flawed composition sound, the least change first.

    Every version that differs by one change is looked at. It counts only if :func:`check` would call
    it sound or blemished, and if what has to stay stays. A composition that is sound already gives
    nothing.

    :param problem: a problem, or an SFEN. The line that stays is the author's, else the judged one.
    :param keep: what must stay: ``"line"``, ``"key"`` (the first move), ``"key:3"`` (the first
        three), ``"moves:3,5-7"`` (the moves at these plies), ``"length"``, or ``"mate"`` (nothing).
    :param edits: the most changes of a version: 1, 2 or 3. More follow while fewer ideas are
        found than are wanted, and only those that remove a flaw.
    :param allow: the sorts of changes; by default all.
    :param squares: the squares that may change, such as ``["2b", "3a-5c"]``; by default all.
    :param fixed: squares that stay as they are, with their pieces.
    :param best: how many ideas are wanted; the work ends with so many sound ones.
    :param all: gives all versions of each idea, and not only the best one.
    :param nodes_per_version: limits the nodes for each version.
    :param time: ends the work after so many seconds, with what was found; by default without limit.
    :param nodes: ends the work after so many nodes, with what was found.
    :param hash: memory for the tables of each job.
    :param threads: threads that search one version.
    :param rules: the rules by which versions are judged, as in :func:`check`.
    :param interpositions: the interpositions that count as futile, as in :func:`check`.
    :param jobs: the number of versions looked at at the same time.
    :param progress: is called about ten times a second, in the calling thread. If it returns
        ``False``, the work ends with what was found, and it is not called again; if it raises, the
        exception goes on.
    :raises ProblemError: if a text is no problem.
    :raises ValueError: if the defender is to move, or there is no line that could stay.
    """
    wanted: dict[str, object] = {
        "keep": keep,
        "edits": counted("edits", edits, 3),
        "best": counted("best", best, 2**32),
        "all": bool(all),
        "fixed": _squares(fixed),
    }
    if allow is not None:
        wanted["allow"] = [str(it) for it in allow]
    if squares is not None:
        wanted["squares"] = _squares(squares)
    question = asked(time=time, nodes=nodes, rules=rules, interpositions=interpositions)
    return _found(problem, wanted, nodes_per_version, question, hash, threads, jobs, progress)


def extend(
    problem: Problem | str,
    *,
    best: int = 10,
    all: bool = False,
    nodes_per_version: int | None = None,
    time: float | timedelta | None = None,
    nodes: int | None = None,
    hash: int | str = "64MiB",
    threads: int = 1,
    jobs: int = 1,
    rules: Rules | str = "standard",
    interpositions: Interpositions | str = "standard",
    progress: RepairObserver | None = None,
) -> Repairs:
    """Finds the sound problems two plies longer that lead into a problem (逆算).

    A defender's reply and an attacker's check are taken back in every way. The parameters are those
    of :func:`repair`. A flawed problem and one without a mate give nothing.

    :raises ProblemError: if a text is no problem.
    :raises ValueError: if the defender is to move, or the problem has no line.
    """
    wanted: dict[str, object] = {"extends": True, "best": counted("best", best, 2**32), "all": bool(all)}
    question = asked(time=time, nodes=nodes, rules=rules, interpositions=interpositions)
    return _found(problem, wanted, nodes_per_version, question, hash, threads, jobs, progress)


def _squares(squares: Iterable[str]) -> list[str]:
    if isinstance(squares, str):
        raise TypeError('squares are a list, such as ["2b", "2c"]')
    return list(squares)


def _found(
    problem: Problem | str,
    wanted: dict[str, object],
    nodes_per_version: int | None,
    question: dict[str, object],
    hash: int | str,
    threads: int,
    jobs: int,
    progress: RepairObserver | None,
) -> Repairs:
    nodes_per_version = whole("nodes_per_version", nodes_per_version)
    if nodes_per_version is not None:
        wanted["nodes_per_version"] = nodes_per_version
    threads, jobs = counted("threads", threads), counted("jobs", jobs, MOST_THREADS)
    original = _problem(problem)
    memory = hash_bytes(hash)
    told, rows = _native.repairs(original, json.dumps(wanted), question, memory, threads, jobs, _reporter(progress))
    found = json.loads(told)
    repairs = Repairs(map(_repair, rows, found["versions"]))
    found["misses"] = [{**it["version"], **it} for it in found["misses"]]
    for name, kind in hints(Repairs).items():
        setattr(repairs, name, read(kind, found[name], At(original.sfen)))
    return repairs


def _reporter(progress: RepairObserver | None) -> Callable[..., object] | None:
    if progress is None:
        return None
    observer = progress

    def report(looked_at: int, all: int, found: int, nodes: int) -> object:
        return observer(RepairProgress(looked_at, all, found, nodes))

    return report


def _repair(row: _native.Row, found: dict[str, Any]) -> Repair:
    version = found["version"]
    return Repair(
        of=version["of"],
        edits=read(list[Edit], version["edits"], At()),
        before=Line(row.sfen or "", version["before"]),
        words=found["words"],
        japanese=found["japanese"],
        idea=version["idea"],
        like_it=version["like_it"],
        judgement=Judgement._of(row),
        _version=version,
    )
