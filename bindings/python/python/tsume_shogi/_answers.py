"""Answers: the fields of a row, under the same names."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from . import _card, _native
from ._moves import Line, Move
from ._native import Row as NativeRow
from ._words import (
    Claim,
    Compared,
    ErrorKind,
    Grade,
    GreyClass,
    Kind,
    Limit,
    LineEnd,
    Status,
    Taker,
    Verdict,
)


@dataclass(frozen=True)
class RowError:
    """Why there is no answer."""

    kind: ErrorKind
    """The kind of error."""
    message: str
    """What is wrong, in a sentence."""
    span: tuple[int, int] | None
    """The place in the record, in bytes of its UTF-8, end excluded."""


@dataclass(frozen=True)
class Stats:
    """Statistics of a search."""

    expansions: int
    """Positions whose moves were generated."""
    depth: int
    """The longest line looked at, in plies."""
    hashfull: int
    """The share of the table in use, in thousandths."""


@dataclass(frozen=True)
class Attribute:
    """An attribute of a composition."""

    kind: str
    """The kind, in ``snake_case``."""
    count: int | None
    """How many, or how often; ``None`` if nothing is counted."""


@dataclass(frozen=True)
class Certified:
    """A certificate of an answer, or one that a limit prevented."""

    claim: Claim
    """The kind of claim."""
    lines: list[Line]
    """The lines after which the claim holds; empty if it is about the problem itself."""
    plies: int | None
    """The plies of the claim; ``None`` without a limit of plies."""
    positions: int | None
    """The number of positions in the proof; ``None`` if it could not be made."""
    verified: bool
    """Whether the independent checker has confirmed it."""
    limit: Limit | None
    """The limit that prevented it."""


@dataclass(frozen=True)
class Finding:
    """A defect, a blemish or a note. A note about the input or the line has only kind and note."""

    kind: Kind
    """The kind."""
    ply: int | None
    """The ply at which it leaves the main line, counted from 1."""
    move: Move | None
    """The move in question."""
    line: Line
    """The moves that prove it, from this ply on."""
    plies: int | None
    """The length of the mate from the start, in composed plies, if it is proven."""
    plies_at_most: int | None
    """A proven upper bound of this length, if the length was not worked out."""
    after: Line
    """In an equal variation, the moves before it; empty if it leaves the main line."""
    back_at: Line | None
    """The moves of the solution to the position where a detour or transposition comes back."""
    moves: list[Move]
    """All moves of the finding, if several differ in nothing else."""
    replies: list[Move]
    """The equal replies after which the finding is the same, if there are several."""
    squares: list[str]
    """The squares of the pieces in question, such as ``5e``."""
    grade: Grade | None
    """The grade under the rules."""
    note: str
    """A sentence for people."""


@dataclass(frozen=True)
class OpenMove:
    """A move that was not decided within the limits."""

    ply: int
    """The ply, counted from 1."""
    move: Move
    """The move."""
    mates: bool
    """Whether it is known to mate, so that only its kind is open."""
    names: list[Kind]
    """The kinds it can have if it mates."""
    after: Line
    """In an equal variation, the moves before it."""


@dataclass(frozen=True)
class Defence:
    """A reply and the line after it."""

    move: Move
    """The reply."""
    plies: int
    """The composed length from the start."""
    remaining: int
    """The plies of :attr:`line`."""
    leftover: str
    """The attacker's hand at the mate, as in an SFEN."""
    equal: bool
    """変同: as long as the main line, and without leftover."""
    line: Line
    """Best play from the reply on, the reply first."""
    variations: list[Turn]
    """Deviations from this line, if more levels were asked for."""


@dataclass(frozen=True)
class Turn:
    """A defender's turn of a line, with the other replies."""

    ply: int
    """The ply of the replies, counted from 1."""
    defences: list[Defence]
    """Every reply except that of the line and futile interpositions, the longest first."""
    set_aside: list[Move]
    """Futile interpositions (無駄合)."""
    open: list[Move]
    """Replies that a limit left undecided."""


@dataclass(frozen=True)
class Explanation:
    """Why an interposition is futile, or might be."""

    ply: int
    """The ply in the main line, counted from 1."""
    move: Move
    """The interposition."""
    futile: bool | None
    """Whether it is futile; ``None`` if a limit left it undecided."""
    capture: str | None
    """The capture with check that proves it, in USI."""
    by: Taker | None
    """The capturing piece."""
    plies_after: int | None
    """Plies from the capture to the mate, with the captured piece out of the game."""
    plies_without: int | None
    """Plies of the mate without this interposition and those farther from the king."""
    grey: GreyClass | None
    """The class, if opinions differ on the interposition."""


@dataclass(frozen=True)
class Refutation:
    """The best defence against the hardest try, if there is no mate."""

    line: Line
    """The moves of both sides."""
    end: LineEnd
    """Why the line ends."""


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
        return self._line(self._native.solution)

    @property
    def variations(self) -> list[Turn] | None:
        """Every other defence along the main line (変化), if they were asked for."""
        turns = self._get("variations")
        return None if turns is None else [self._turn(it, ()) for it in turns]

    @property
    def explanations(self) -> list[Explanation] | None:
        """Why interpositions in the main line are futile, if this was asked for."""
        found = self._get("explanations")
        return None if found is None else [self._explanation(it) for it in found]

    @property
    def try_(self) -> dict[str, Any] | None:
        """The outcome of the moves tried (紛れ). Nothing in this package asks for it yet."""
        return None if self._get("try") is None else dict(self._get("try"))

    @property
    def refutation(self) -> Refutation | None:
        """The best defence against the hardest try, if there is no mate."""
        found = self._get("refutation")
        return None if found is None else Refutation(self._line(found["line"]), LineEnd(found["end"]))

    @property
    def expected_plies(self) -> int | None:
        """The length in the input."""
        return _number(self._get("expected_plies"))

    @property
    def author_line(self) -> Line | None:
        """The line in the input, as far as it can be played."""
        line = self._get("author_line")
        return None if line is None else self._line(line)

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
        return [self._finding(it) for it in self._get("defects")]

    @property
    def blemishes(self) -> list[Finding]:
        """Blemishes under :attr:`rules`."""
        return [self._finding(it) for it in self._get("blemishes")]

    @property
    def notes(self) -> list[Finding]:
        """Minor findings and remarks, and notes on the input and the line."""
        return [self._finding(it) for it in self._get("notes")]

    @property
    def unresolved(self) -> list[OpenMove] | None:
        """Undecided moves that could change the verdict, if the composition was judged."""
        found = self._get("unresolved")
        return None if found is None else [self._open(it) for it in found]

    @property
    def attributes(self) -> list[Attribute] | None:
        """The attributes of the composition, if they were asked for."""
        found = self._get("attributes")
        return None if found is None else [Attribute(**it) for it in found]

    @property
    def limit(self) -> Limit | None:
        """The limit that was reached, perhaps only for the strict length or another question."""
        limit = self._get("limit")
        return None if limit is None else Limit(limit)

    @property
    def error(self) -> RowError | None:
        """Why there is no answer."""
        error = self._native.error
        return None if error is None else RowError(ErrorKind(error[0]), error[1], error[2])

    @property
    def certificates(self) -> list[Certified] | None:
        """The certificates of the answer, if they were asked for."""
        found = self._get("certificates")
        return None if found is None else [self._certified(it) for it in found]

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

    def _line(self, moves: list[str], before: Any = ()) -> Line:
        return Line(self.sfen or "", moves, before)

    def _move(self, move: str, before: Any) -> Move:
        return self._line([move], before)[0]

    def _before(self, ply: int | None, after: list[str]) -> list[str]:
        return after or self._native.solution[: (ply or 1) - 1]

    def _finding(self, it: dict[str, Any]) -> Finding:
        before = self._before(it["ply"], it["after"])
        back_at = it["back_at"]
        return Finding(
            kind=Kind(it["kind"]),
            ply=it["ply"],
            move=None if it["move"] is None else self._move(it["move"], before),
            line=self._line(it["line"], before),
            plies=it["plies"],
            plies_at_most=it["plies_at_most"],
            after=self._line(it["after"]),
            back_at=None if back_at is None else self._line(back_at),
            moves=[self._move(move, before) for move in it["moves"]],
            # An equal reply is the last move before the finding.
            replies=[self._move(move, before[:-1]) for move in it["replies"]],
            squares=it["squares"],
            grade=None if it["grade"] is None else Grade(it["grade"]),
            note=it["note"],
        )

    def _open(self, it: dict[str, Any]) -> OpenMove:
        before = self._before(it["ply"], it["after"])
        names = [Kind(name) for name in it["names"]]
        move, after = self._move(it["move"], before), self._line(it["after"])
        return OpenMove(it["ply"], move, it["mates"], names, after)

    def _turn(self, it: dict[str, Any], line: tuple[str, ...]) -> Turn:
        whole = line or tuple(self._native.solution)
        before = whole[: it["ply"] - 1]
        defences: list[Defence] = []
        for other in it["defences"]:
            turns = [self._turn(turn, before + tuple(other["line"])) for turn in other["variations"]]
            fields: dict[str, Any] = {
                **other,
                "move": self._move(other["move"], before),
                "line": self._line(other["line"], before),
                "variations": turns,
            }
            defences.append(Defence(**fields))
        set_aside = [self._move(move, before) for move in it["set_aside"]]
        open_moves = [self._move(move, before) for move in it["open"]]
        return Turn(it["ply"], defences, set_aside, open_moves)

    def _explanation(self, it: dict[str, Any]) -> Explanation:
        before = self._before(it["ply"], [])
        fields: dict[str, Any] = {
            **it,
            "move": self._move(it["move"], before),
            "by": None if it["by"] is None else Taker(it["by"]),
            "grey": None if it["grey"] is None else GreyClass(it["grey"]),
        }
        return Explanation(**fields)

    def _certified(self, it: dict[str, Any]) -> Certified:
        fields: dict[str, Any] = {
            **it,
            "claim": Claim(it["claim"]),
            "lines": [self._line(line) for line in it["lines"]],
            "limit": None if it["limit"] is None else Limit(it["limit"]),
        }
        return Certified(**fields)

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
