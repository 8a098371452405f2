"""Answers: the fields of a row, under the same names."""

from __future__ import annotations

import json
from typing import Any

from . import _card, _native
from ._making import Maker
from ._moves import Line
from ._native import Row as NativeRow
from ._parts import (
    Attribute,
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
from ._words import Compared, Goal, Kind, Limit, LineEnd, Status, Verdict


class Answer:
    """The answer about one problem. Its fields are those of the row that the command line writes.

    Answers are immutable, and can be pickled.
    """

    __slots__ = ("_native", "_row")
    _native: NativeRow
    _row: dict[str, Any] | None

    @classmethod
    def _of(cls, native: NativeRow) -> Any:
        answer = object.__new__(cls)
        answer._native = native
        answer._row = None
        return answer

    def _get(self, key: str) -> Any:
        if self._row is None:
            self._row = self.to_dict()
        return self._row[key]

    @property
    def _maker(self) -> Maker:
        return Maker(self.sfen or "", self._native.solution)

    def to_dict(self) -> dict[str, Any]:
        """Returns the row as the command line writes it in JSON."""
        return dict(json.loads(self._native.json()))

    def to_json(self) -> str:
        """Returns the row as a JSON object, in one line."""
        return self._native.json()

    @property
    def id(self) -> str:
        """The name of the problem."""
        return self._native.id

    @property
    def file(self) -> str | None:
        """The file in which the problem stands."""
        return _text(self._get("file"))

    @property
    def line(self) -> int | None:
        """The line of the file or stream in which the problem stands or begins, from 1."""
        return _number(self._get("line"))

    @property
    def record(self) -> int | None:
        """The number of the problem in its file or stream, from 1."""
        return _number(self._get("record"))

    @property
    def sfen(self) -> str | None:
        """The problem in canonical form; ``None`` if the input is no problem."""
        return self._native.sfen

    @property
    def status(self) -> Status:
        """Whether the work was completed."""
        return Status(self._native.status)

    @property
    def verdict(self) -> Verdict:
        """The answer."""
        return Verdict(self._native.verdict)

    @property
    def goal(self) -> Goal:
        """What was asked."""
        return Goal(self._native.goal)

    @property
    def plies(self) -> int | None:
        """The composed length (手数) in plies, without futile interpositions, if it is proven."""
        return self._native.plies

    @property
    def plies_strict(self) -> int | None:
        """The strict length in plies, with every legal interposition, if it is proven."""
        return self._native.plies_strict

    @property
    def plies_at_most(self) -> int | None:
        """A proven upper bound of the composed length, if the length is not proven."""
        return self._native.plies_at_most

    @property
    def leftover(self) -> str | None:
        """The attacker's hand at the end of the line, as in an SFEN; ``""`` if it is empty."""
        return _text(self._get("leftover"))

    @property
    def solution(self) -> Line:
        """The main line (本手順); empty if there is none."""
        return self._maker.line(self._native.solution)

    @property
    def variations(self) -> list[Turn] | None:
        """Every other defence along the main line (変化), if they were asked for."""
        turns = self._get("variations")
        return None if turns is None else list(map(self._maker.turn, turns))

    @property
    def explanations(self) -> list[Explanation] | None:
        """Why interpositions in the main line are futile, if this was asked for."""
        found = self._get("explanations")
        return None if found is None else list(map(self._maker.explanation, found))

    @property
    def try_(self) -> dict[str, Any] | None:
        """The outcome of the moves tried (紛れ). Nothing in this package asks for it yet."""
        return None if self._get("try") is None else dict(self._get("try"))

    @property
    def refutation(self) -> Refutation | None:
        """The best defence against the hardest try, if there is no mate."""
        found = self._get("refutation")
        return None if found is None else Refutation(self._maker.line(found["line"]), LineEnd(found["end"]))

    @property
    def brinkmate(self) -> Brinkmate | None:
        """The threat and the defences, if a brinkmate (必至) or a threat (詰めろ) was asked for."""
        found = self._get("brinkmate")
        return None if found is None else self._maker.brinkmate(found)

    @property
    def expected_plies(self) -> int | None:
        """The length in the input."""
        return _number(self._get("expected_plies"))

    @property
    def author_line(self) -> Line | None:
        """The line in the input, as far as it can be played."""
        line = self._get("author_line")
        return None if line is None else self._maker.line(line)

    @property
    def author_line_broken(self) -> bool:
        """Whether the line in the input continues with moves that cannot be played."""
        return bool(self._get("author_line_broken"))

    @property
    def expected_verdict(self) -> Verdict | None:
        """The verdict in the input, if it was compared."""
        verdict = self._get("expected_verdict")
        return None if verdict is None else Verdict(verdict)

    @property
    def unexpected(self) -> list[Compared] | None:
        """The claims of the input that are proven to be wrong, if they were compared."""
        found = self._get("unexpected")
        return None if found is None else [Compared(it) for it in found]

    @property
    def duplicate_of(self) -> str | None:
        """The id of an earlier problem with the same position, if duplicates were looked for."""
        return _text(self._get("duplicate_of"))

    @property
    def defects(self) -> list[Finding]:
        """Fatal findings under :attr:`rules`."""
        return list(map(self._maker.finding, self._get("defects")))

    @property
    def blemishes(self) -> list[Finding]:
        """Blemishes under :attr:`rules`."""
        return list(map(self._maker.finding, self._get("blemishes")))

    @property
    def notes(self) -> list[Finding]:
        """Minor findings and remarks, and notes on the input and the line."""
        return list(map(self._maker.finding, self._get("notes")))

    @property
    def unresolved(self) -> list[Undecided] | None:
        """Undecided moves and questions that could be a blemish or worse, if the composition was judged."""
        found = self._get("unresolved")
        return None if found is None else list(map(self._maker.undecided, found))

    @property
    def attributes(self) -> list[Attribute] | None:
        """The attributes of the composition, if they were asked for."""
        found = self._get("attributes")
        return None if found is None else [Attribute(**it) for it in found]

    @property
    def similar(self) -> list[Similar] | None:
        """Similar works, the most similar first, if they were looked for."""
        found = self._get("similar")
        return None if found is None else [Similar.of(it) for it in found]

    @property
    def limit(self) -> Limit | None:
        """The limit that was reached, perhaps only for the strict length or another question."""
        limit = self._get("limit")
        return None if limit is None else Limit(limit)

    @property
    def error(self) -> RowError | None:
        """Why there is no answer."""
        error = self._get("error")
        return None if error is None else RowError._of(error)

    @property
    def certificates(self) -> list[Certified] | None:
        """The certificates of the answer, if they were asked for."""
        found = self._get("certificates")
        return None if found is None else list(map(self._maker.certified, found))

    @property
    def not_certified(self) -> list[str] | None:
        """What else the verdict rests on, in words, if certificates were asked for."""
        found = self._get("not_certified")
        return None if found is None else list(found)

    @property
    def nodes(self) -> int:
        """The number of moves that the search looked at."""
        return self._native.nodes

    @property
    def stats(self) -> Stats | None:
        """Statistics of the search, if they were asked for."""
        stats = self._get("stats")
        return None if stats is None else Stats(**stats)

    @property
    def input(self) -> dict[str, Any] | None:
        """The other fields of the record, unchanged."""
        return None if self._get("input") is None else dict(self._get("input"))

    @property
    def tool(self) -> str:
        """Name and version of the program."""
        return str(self._get("tool"))

    @property
    def rules(self) -> str:
        """The rules of the answer, such as ``standard`` or ``strict interpositions=off``."""
        return str(self._get("rules"))

    @property
    def limits(self) -> str | None:
        """The limits of each of many problems, such as ``time=1m hash=64MiB``."""
        return _text(self._get("limits"))

    @property
    def elapsed_ms(self) -> int:
        """Wall-clock time in milliseconds: the only field that differs between two runs."""
        return int(self._get("elapsed_ms"))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Answer):
            return NotImplemented
        return type(self) is type(other) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.to_json())

    def __repr__(self) -> str:
        length = "" if self.plies is None else f" in {self.plies}"
        return f"<{type(self).__name__} {self.id}: {self.verdict}{length}>"

    def _repr_html_(self) -> str:
        return _card.card(self)

    def __reduce__(self) -> tuple[Any, tuple[type[Answer], str]]:
        return _of_json, (type(self), self.to_json())


def _of_json(kind: type[Answer], text: str) -> Any:
    return kind._of(_native.Row.of_json(text))


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _number(value: Any) -> int | None:
    return None if value is None else int(value)


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
