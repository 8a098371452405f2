"""Comparisons of two versions of problems."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from . import _native
from ._answers import Answer
from ._native import Row as NativeRow
from ._parts import Finding
from ._reading import At, Record, read
from ._words import Aspect, ChangeKind, Outcome, Side

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
    origin: str | None = field(metadata={"key": "from"})
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
    """Other changes. Squares and sides are those of the new diagram."""
    attacker: Side
    """The side that attacks in the new diagram."""


@dataclass(frozen=True)
class FindingsChange:
    """The findings about a composition in two versions, the gravest first."""

    gone: list[Finding]
    """Findings of the old version alone."""
    new: list[Finding]
    """Findings of the new version alone."""
    same: list[Finding]
    """Findings of both versions, as they are in the new one."""


@dataclass(frozen=True)
class ValueChange:
    """A key that has another value in the new answer."""

    key: Aspect
    """The key of answers, or ``findings``."""
    old: Any
    """The old value, as in JSON; of ``findings``, the kinds of those that are gone."""
    new: Any
    """The new value, as in JSON; of ``findings``, the kinds of those that are new."""


class Comparison(Record):
    """The changes between two versions of a problem; see :func:`compare`.

    Its fields are those of the JSON that ``tsume compare`` writes.
    """

    __slots__ = ("_json", "new", "old")

    id: str
    """The name in the new version; if the problem is only in the old one, its name there."""
    outcome: Outcome
    """The result."""
    changed: list[ValueChange]
    """What changed; of a problem that is in one version only, all that is known."""
    worse: list[Aspect]
    """The aspects that got worse: the verdict fell, a grave finding or a wrong claim came in addition."""
    better: list[Aspect]
    """The aspects that got better, by the same rules with the versions exchanged."""
    unknown: list[Aspect]
    """The aspects that may be worse, because a limit left a version undecided."""
    diagram: DiagramChange | None
    """The changes of the diagram; ``None`` if it is the same, or one of them cannot be read."""
    line_parts_at: int | None
    """The ply, counted from 1, from which the lines differ; ``None`` if they do not."""
    tool: str
    """Name and version of the program."""
    old: Answer | None
    """The old version; ``None`` if the problem is only in the new one."""
    new: Answer | None
    """The new version; ``None`` if the problem is only in the old one."""

    def __init__(self, old: Answer | None, new: Answer | None) -> None:
        self.old, self.new = old, new
        self._json = _native.compare(*self._rows())
        self._values = None

    def _rows(self) -> tuple[NativeRow | None, NativeRow | None]:
        old, new = (None if it is None else it._native for it in (self.old, self.new))
        return old, new

    @property
    def findings(self) -> FindingsChange:
        """The findings. There are none to compare unless both versions were judged."""
        found = self._get("findings")
        places = [(key, self.old if key == "gone" else self.new) for key in ("gone", "new", "same")]
        return FindingsChange(*(read(list[Finding], found[key], it._at() if it else At()) for key, it in places))

    def to_json(self) -> str:
        """Returns the comparison as a JSON object, in one line."""
        return self._json

    def text(self, *, width: int = 80, lang: Literal["en", "ja"] = "en", color: bool = False) -> str:
        """Returns the comparison for people, with both diagrams."""
        text = _native.comparison_text(*self._rows(), width, lang == "ja")
        return text if color else _COLOUR.sub("", text)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Comparison {self.id}: {self.outcome}>"

    def __reduce__(self) -> tuple[type[Comparison], tuple[Answer | None, Answer | None]]:
        return Comparison, (self.old, self.new)


def compare(old: Answer, new: Answer) -> Comparison:
    """Compares two versions of a problem: what changed, and whether it got better or worse.

    ``compare(check(before), check(after))`` compares a composition before and after a correction.
    Moves and squares of the old version are compared as they are in the new diagram, which may be a
    mirror image, or shifted as a whole.
    """
    return Comparison(old, new)


def compare_all(old: Iterable[Answer], new: Iterable[Answer]) -> list[Comparison]:
    """Compares two versions of a collection, as ``tsume compare`` does.

    Problems belong together that have the same name, else the same position, perhaps mirrored, else
    the same place. The comparisons are in the order of the new version; problems that are only in
    the old one come last.
    """
    old, new = list(old), list(new)
    pairs = _native.pairs([it._native for it in old], [it._native for it in new])
    return [Comparison(None if a is None else old[a], None if b is None else new[b]) for a, b in pairs]
