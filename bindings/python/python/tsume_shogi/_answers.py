"""Answers: the fields of a row, under the same names."""

from __future__ import annotations

from typing import Any

from . import _card, _native
from ._moves import Line
from ._native import Row as NativeRow
from ._parts import (
    Attribute,
    Rating,
    Brinkmate,
    Certified,
    Explanation,
    Finding,
    Refutation,
    RowError,
    Similar,
    Stats,
    Turn,
    Undecided,
)
from ._reading import At, Record
from ._words import Compared, Goal, Kind, Limit, Status, Verdict

_OF_ROW = (
    *("id", "sfen", "status", "verdict", "goal", "plies", "plies_strict", "plies_at_most"),
    *("solution", "limit", "nodes"),
)
"""The fields that the native row gives without its JSON."""


class Answer(Record):
    """The answer about one problem. Its fields are those of the row that the command line writes.

    Answers are immutable, and can be pickled.
    """

    __slots__ = ("_native",)
    _native: NativeRow

    id: str
    """The name of the problem."""
    file: str | None
    """The file in which the problem stands."""
    line: int | None
    """The line of the file or stream in which the problem stands or begins, from 1."""
    record: int | None
    """The number of the problem in its file or stream, from 1."""
    sfen: str | None
    """The problem in canonical form; ``None`` if the input is no problem."""
    status: Status
    """Whether the work was completed."""
    verdict: Verdict
    """The answer."""
    goal: Goal
    """The goal."""
    plies: int | None
    """The composed length (手数) in plies, without futile interpositions, if it is proven."""
    plies_strict: int | None
    """The strict length in plies, with every legal interposition, if it is proven."""
    plies_at_most: int | None
    """A proven upper bound of the composed length, if the length is not proven."""
    leftover: str | None
    """The attacker's hand at the end of the line, as in an SFEN; ``""`` if it is empty."""
    solution: Line
    """The main line (本手順); empty if there is none."""
    variations: list[Turn] | None
    """Every other defence along the main line (変化), if they were asked for."""
    explanations: list[Explanation] | None
    """Why interpositions in the main line are futile, if this was asked for."""
    tries: list[dict[str, Any]] | None
    """The outcome of each line of moves that was tried (紛れ). Nothing in this package asks for it yet."""
    refutation: Refutation | None
    """The best defence against the hardest try, if there is no mate."""
    brinkmate: Brinkmate | None
    """The threat and the defences, if a brinkmate (必至) or a threat (詰めろ) was asked for."""
    expected_plies: int | None
    """The length in the input."""
    author_line: Line | None
    """The line in the input, as far as it can be played."""
    author_line_broken: bool
    """Whether the line in the input continues with moves that cannot be played."""
    expected_verdict: Verdict | None
    """The verdict in the input, if it was compared."""
    unexpected: list[Compared] | None
    """The claims of the input that are proven to be wrong, if they were compared."""
    duplicate_of: str | None
    """The id of an earlier problem with the same position, if duplicates were looked for."""
    defects: list[Finding]
    """Fatal findings under :attr:`rules`."""
    blemishes: list[Finding]
    """Blemishes under :attr:`rules`."""
    notes: list[Finding]
    """Minor findings and remarks, and notes on the input and the line."""
    unresolved: list[Undecided] | None
    """Undecided moves and questions that could be a blemish or worse, if the composition was judged."""
    attributes: list[Attribute] | None
    """The attributes of the composition, if they were asked for."""
    rating: Rating | None
    """How hard the composition is and how much there is to like, if the attributes were asked for."""
    similar: list[Similar] | None
    """Similar works, the most similar first, if they were looked for."""
    limit: Limit | None
    """The limit that was reached, perhaps only for the strict length or another question."""
    error: RowError | None
    """Why there is no answer."""
    certificates: list[Certified] | None
    """The certificates of the answer, if they were asked for."""
    not_certified: list[str] | None
    """Other grounds of the verdict, in words, if certificates were asked for."""
    nodes: int
    """The number of moves that the search looked at."""
    stats: Stats | None
    """Statistics of the search, if they were asked for."""
    input: dict[str, Any] | None
    """The other fields of the record, unchanged."""
    tool: str
    """Name and version of the program."""
    rules: str
    """The rules of the answer, such as ``standard`` or ``strict interpositions=off``."""
    limits: str | None
    """The limits of each of many problems, such as ``time=1m hash=64MiB``."""
    elapsed_ms: int
    """Wall-clock time in milliseconds: the only field that differs between two runs."""

    @classmethod
    def _of(cls, native: NativeRow) -> Any:
        answer = object.__new__(cls)
        answer._native = native
        answer._values = None
        return answer

    def _get(self, key: str) -> Any:
        return getattr(self._native, key) if key in _OF_ROW else super()._get(key)

    def _at(self) -> At:
        line = tuple(self._native.solution)
        return At(self.sfen or "", line)

    def to_json(self) -> str:
        """Returns the row as a JSON object, in one line."""
        return self._native.json()

    def __repr__(self) -> str:
        length = "" if self.plies is None else f" in {self.plies}"
        return f"<{type(self).__name__} {self.id}: {self.verdict}{length}>"

    def _repr_html_(self) -> str:
        return _card.card(self)

    def __reduce__(self) -> tuple[Any, tuple[type[Answer], str]]:
        return _of_json, (type(self), self.to_json())


def _of_json(kind: type[Answer], text: str) -> Any:
    return kind._of(_native.Row.of_json(text))


class Solution(Answer):
    """The answer of :func:`solve`: the length and the main line, or that there is no mate."""

    __slots__ = ()

    @property
    def is_mate(self) -> bool:
        """Whether the attacker mates."""
        return self._native.verdict == "mate"

    @property
    def is_brinkmate(self) -> bool:
        """Whether the attacker forces a brinkmate (必至), or the position is one."""
        return self._native.verdict == "brinkmate"


class Judgement(Answer):
    """The judgement of a composition: everything of a solution, with every defect and blemish."""

    __slots__ = ()

    @property
    def is_sound(self) -> bool:
        """Whether the composition is sound (完全作), without any blemish."""
        return self._native.verdict == "sound"

    @property
    def findings(self) -> list[Finding]:
        """The findings about the composition, the gravest first."""
        return [it for it in self.defects + self.blemishes + self.notes if it.ply is not None]

    @property
    def cooks(self) -> list[Finding]:
        """The cooks (余詰): other checks that mate without coming back to the solution."""
        return [it for it in self.findings if it.kind is Kind.COOK]
