"""Comparisons of two versions of problems."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from . import _native
from ._answers import Answer
from ._making import Maker
from ._moves import Line
from ._parts import Finding, RowError
from ._words import Aspect, ChangeKind, Compared, Goal, Limit, Outcome, Side, Status, Verdict

_COLOUR = re.compile("\x1b\\[[0-9;]*m")


@dataclass(frozen=True)
class PieceChange:
    """A change of a diagram."""

    kind: ChangeKind
    """The kind of change."""
    piece: str | None
    """The piece as in an SFEN, lower case for White's: ``G``, ``+p``. ``None`` for ``turn``."""
    replaced_by: str | None
    """The piece that stands in its place, for ``replaced``."""
    origin: str | None
    """The old square, such as ``5e`` (``from`` in JSON); ``None`` if it was not on the board."""
    to: str | None
    """The new square; ``None`` if it is not on the board."""
    held: tuple[int, int] | None
    """How many of them the side held and holds, for ``hand``."""
    turn: Side | None
    """The side to move, for ``turn``."""


@dataclass(frozen=True)
class DiagramChange:
    """The changes from one diagram to another."""

    turned: bool
    """Whether the colours are exchanged, and the board is turned."""
    mirrored: bool
    """Whether the new diagram is the mirror image, but for the changes."""
    files_left: int
    """By how many files to the left all pieces are shifted; a negative number is to the right."""
    ranks_down: int
    """By how many ranks down all pieces are shifted; a negative number is up."""
    changes: list[PieceChange]
    """What changed besides. Squares and sides are those of the new diagram."""
    attacker: Side
    """The side that attacks in the new diagram."""


@dataclass(frozen=True)
class FindingsChange:
    """The findings about a composition in two versions, the gravest first."""

    gone: list[Finding]
    """Those of the old version alone, as they were there."""
    new: list[Finding]
    """Those of the new version alone."""
    same: list[Finding]
    """Those of both versions, as they are in the new one."""


@dataclass(frozen=True)
class Version:
    """A version of a problem that is compared: a part of its answer."""

    id: str
    """Its name."""
    sfen: str | None
    """The problem in canonical form; ``None`` if the input is no problem."""
    status: Status
    """Whether the work on it was completed."""
    verdict: Verdict
    """The answer."""
    goal: Goal
    """What was asked."""
    plies: int | None
    """The composed length, if it is proven."""
    plies_at_most: int | None
    """A proven upper bound of the composed length, if the length is not proven."""
    leftover: str | None
    """The attacker's hand at the end of the line, as in an SFEN; ``None`` without a line."""
    solution: Line
    """The main line; empty if it is not known."""
    unexpected: list[Compared] | None
    """The claims of the input that are proven to be wrong, if they were compared."""
    unresolved: int | None
    """The number of undecided moves and questions that could be a blemish or worse, if it was judged."""
    limit: Limit | None
    """The limit that was reached."""
    error: RowError | None
    """The error of the input."""
    rules: str
    """The rules of the answer."""

    @property
    def _maker(self) -> Maker:
        return Maker(self.sfen or "", [str(move) for move in self.solution])


class Comparison:
    """What changed between two versions of a problem; see :func:`compare`.

    Its fields are those of the JSON that ``tsume compare`` writes.
    """

    __slots__ = ("_it", "_json")

    def __init__(self, json_text: str) -> None:
        self._json = json_text
        self._it: dict[str, Any] = json.loads(json_text)

    def to_dict(self) -> dict[str, Any]:
        """Returns the comparison as ``tsume compare`` writes it in JSON."""
        return dict(json.loads(self._json))

    def to_json(self) -> str:
        """Returns the comparison as a JSON object, in one line."""
        return self._json

    @property
    def id(self) -> str:
        """The name in the new version; if the problem is only in the old one, its name there."""
        return str(self._it["id"])

    @property
    def outcome(self) -> Outcome:
        """The result."""
        return Outcome(self._it["outcome"])

    @property
    def changed(self) -> list[Aspect]:
        """What changed."""
        return self._aspects("changed")

    @property
    def worse(self) -> list[Aspect]:
        """What got worse: the verdict fell, a grave finding or a wrong claim came in addition."""
        return self._aspects("worse")

    @property
    def better(self) -> list[Aspect]:
        """What got better, by the same rules with the versions exchanged."""
        return self._aspects("better")

    @property
    def unknown(self) -> list[Aspect]:
        """What may be worse, because a limit left a version undecided."""
        return self._aspects("unknown")

    def _aspects(self, key: str) -> list[Aspect]:
        return [Aspect(it) for it in self._it[key]]

    @property
    def diagram(self) -> DiagramChange | None:
        """The changes of the diagram; ``None`` if it is the same, or one of them cannot be read."""
        it = self._it["diagram"]
        if it is None:
            return None
        changes = list(map(_piece_change, it["changes"]))
        fields: dict[str, Any] = {**it, "changes": changes, "attacker": Side(it["attacker"])}
        return DiagramChange(**fields)

    @property
    def line_parts_at(self) -> int | None:
        """The ply, counted from 1, from which the lines differ; ``None`` if they do not."""
        at = self._it["line_parts_at"]
        return None if at is None else int(at)

    @property
    def findings(self) -> FindingsChange:
        """The findings. There are none to compare unless both versions were judged."""
        old, new = (Maker("", []) if it is None else it._maker for it in (self.old, self.new))
        found = self._it["findings"]
        return FindingsChange(
            gone=list(map(old.finding, found["gone"])),
            new=list(map(new.finding, found["new"])),
            same=list(map(new.finding, found["same"])),
        )

    @property
    def old(self) -> Version | None:
        """The old version; ``None`` if the problem is only in the new one."""
        return _version(self._it["old"])

    @property
    def new(self) -> Version | None:
        """The new version; ``None`` if the problem is only in the old one."""
        return _version(self._it["new"])

    @property
    def tool(self) -> str:
        """Name and version of the program."""
        return str(self._it["tool"])

    def text(self, *, width: int = 80, lang: Literal["en", "ja"] = "en", color: bool = False) -> str:
        """Returns the comparison for people, with both diagrams."""
        text = _native.comparison_text(self._json, width, lang == "ja")
        return text if color else _COLOUR.sub("", text)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Comparison {self.id}: {self.outcome}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Comparison):
            return NotImplemented
        return self._json == other._json

    def __hash__(self) -> int:
        return hash(self._json)

    def __reduce__(self) -> tuple[type[Comparison], tuple[str]]:
        return Comparison, (self._json,)


def _piece_change(it: dict[str, Any]) -> PieceChange:
    return PieceChange(
        kind=ChangeKind(it["kind"]),
        piece=it["piece"],
        replaced_by=it["replaced_by"],
        origin=it["from"],
        to=it["to"],
        held=None if it["held"] is None else (it["held"][0], it["held"][1]),
        turn=None if it["turn"] is None else Side(it["turn"]),
    )


def _version(it: dict[str, Any] | None) -> Version | None:
    if it is None:
        return None
    unexpected, error = it["unexpected"], it["error"]
    if error is not None:
        error = RowError._of(error)
    fields: dict[str, Any] = {
        **it,
        "status": Status(it["status"]),
        "verdict": Verdict(it["verdict"]),
        "goal": Goal(it["goal"]),
        "solution": Line(it["sfen"] or "", it["solution"]),
        "unexpected": None if unexpected is None else [Compared(word) for word in unexpected],
        "limit": None if it["limit"] is None else Limit(it["limit"]),
        "error": error,
    }
    return Version(**fields)


def compare(old: Answer, new: Answer) -> Comparison:
    """Compares two versions of a problem: what changed, and whether it got better or worse.

    ``compare(check(before), check(after))`` compares a composition before and after a correction.
    Moves and squares of the old version are compared as they are in the new diagram, which may be a
    mirror image, or shifted as a whole.
    """
    return Comparison(_native.compare(old._native, new._native))


def compare_all(old: Iterable[Answer], new: Iterable[Answer]) -> list[Comparison]:
    """Compares two versions of a collection, as ``tsume compare`` does.

    Problems belong together that have the same name, else the same position, perhaps mirrored, else
    the same place. The comparisons are in the order of the new version; problems that are only in
    the old one come last.
    """
    found = _native.compare_all([it._native for it in old], [it._native for it in new])
    return list(map(Comparison, found))
