"""The parts of answers, under the names of the row's keys."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ._moves import Line, Move
from ._reading import AfterMove, At, FromEnd, FromStart, InLine, InsteadOfLast, read_part
from ._words import Claim, ErrorKind, Grade, GreyClass, Kind, Limit, LineEnd, QuestionKind, Taker


@dataclass(frozen=True)
class RowError:
    """Why there is no answer."""

    kind: ErrorKind
    """The kind of error."""
    message: str
    """The error, in a sentence."""
    span: tuple[int, int] | None
    """The place in the record, in bytes of its UTF-8, end excluded."""
    line: int | None = None
    """The line of the place in the file or stream, from 1."""
    column: int | None = None
    """The column of the place in characters, from 1."""
    excerpt: str | None = None
    """The line with the place, and ``^`` under the place in a line below."""


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
class ScorePart:
    """A part of a score."""

    kind: str
    """The thing that is counted, in ``snake_case``."""
    count: int
    """How many there are."""
    points: int
    """The points for it, negative if they are taken away."""


@dataclass(frozen=True)
class Score:
    """A sum of parts."""

    points: int
    """The sum, from 0 to 100."""
    parts: list[ScorePart]
    """The parts that add something or take something away."""


@dataclass(frozen=True)
class Rating:
    """The rating of a composition: the numbers compare problems."""

    difficulty: Score
    """How hard it is for a person to find the solution."""
    aesthetics: Score
    """How much there is to like: sacrifices, surprise, variety, economy, the final position."""


@dataclass(frozen=True)
class SimilarChange:
    """A piece that differs between a problem and a similar work."""

    change: str
    """``removed``, ``added``, ``moved`` or ``replaced``."""
    piece: str
    """The piece as in an SFEN: a capital is the attacker's."""
    to: str | None
    """The place in the work, such as ``2c``, or ``hand``; ``None`` if it was removed."""
    by: str | None
    """The piece that replaces it."""
    origin: str | None = field(metadata={"key": "from"})
    """The place in the problem (``from`` in JSON); ``None`` if it was added."""


@dataclass(frozen=True)
class SimilarEnding:
    """The plies that the lines of a problem and of a similar work end in."""

    plies: int
    """How many there are."""
    ply: int = field(metadata={"key": "from"})
    """The ply of the first of them in the line of the problem (``from`` in JSON)."""
    ply_there: int = field(metadata={"key": "from_there"})
    """The same in the line of the work (``from_there`` in JSON)."""


@dataclass(frozen=True)
class Similar:
    """A work that is similar to a problem."""

    id: str
    """The id of the work."""
    origin: str
    """Where it is from: a file, and the line in it."""
    sfen: str
    """The diagram."""
    score: int
    """200 times the equal pieces by the pieces of both: 100 if all are equal."""
    mirrored: bool
    """Whether left and right are exchanged."""
    turned: bool
    """Whether the colours are exchanged."""
    files: int
    """By how many files the problem is to be shifted to the left, with the attacker below."""
    ranks: int
    """By how many ranks the problem is to be shifted down, with the attacker below."""
    equal: int
    """How many pieces are equal."""
    pieces: int
    """The pieces of the problem on the board and in the attacker's hand."""
    pieces_there: int
    """The same of the work."""
    changes: list[SimilarChange]
    """The pieces that are not equal."""
    ending: SimilarEnding | None
    """The plies that both lines end in, if there are five or more."""
    note: str
    """A sentence for people."""

    @classmethod
    def of(cls, fields: dict[str, Any]) -> Similar:
        """Makes it of the object in a row."""
        return read_part(cls, fields, At())


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
    after: FromStart[Line]
    """In an equal variation, the moves before it; empty if it leaves the main line."""
    back_at: FromStart[Line | None]
    """The moves of the solution to the position where a detour or transposition comes back."""
    moves: list[Move]
    """All moves of the finding, if several differ in nothing else."""
    replies: InsteadOfLast[list[Move]]
    """The equal replies after which the finding is the same, if there are several."""
    squares: list[str]
    """The squares of the pieces in question, such as ``5e``."""
    grade: Grade | None
    """The grade under the rules."""
    note: str
    """A sentence for people."""


@dataclass(frozen=True)
class Undecided:
    """A move or a question that was not decided within the limits."""

    ply: int | None
    """The ply of the move, counted from 1."""
    move: Move | None
    """The move."""
    question: QuestionKind | None
    """The question about the whole composition, if it is no move."""
    square: str | None
    """The square of the question, if it is about a piece."""
    mates: bool
    """Whether it is known to mate, so that only its kind is open."""
    names: list[Kind]
    """The kinds it can have if it mates."""
    after: FromStart[Line]
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
    variations: InLine[list[Turn]]
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


@dataclass(frozen=True)
class BrinkDefence:
    """A defence against a threat (詰めろ)."""

    move: Move
    """The move."""
    check: bool
    """Whether it gives check."""
    mated: bool | None
    """Whether it is mated; otherwise it holds. ``None`` if a limit left it undecided."""
    line: AfterMove[Line]
    """The mate after it; empty unless it is mated."""


@dataclass(frozen=True)
class PartialBrinkmate:
    """A first move that would complete a brinkmate, but for counter-checks (部分的な必至)."""

    move: Move
    """The move."""
    counter_checks: AfterMove[list[Move]]
    """The counter-checks after which there is no mate."""


@dataclass(frozen=True)
class Brinkmate:
    """The threat and the defences of a brinkmate (必至), or of a position with the defender to move."""

    first_moves: FromStart[list[Move]]
    """The first moves that force a brinkmate of the shortest length, that of the solution first."""
    first_moves_complete: bool
    """Whether these are proven to be all."""
    none_within: int | None
    """The plies within which there is no brinkmate; ``None`` if nothing is proven. With the verdict
    ``no_brinkmate``, ``None`` means that there is none of any length."""
    threatens: bool | None
    """Whether the defender would be mated after a pass, at the end of the solution."""
    threat: list[str]
    """The mate after a pass, in USI."""
    defences: FromEnd[list[BrinkDefence]]
    """Every legal move of the defender at the end of the solution."""
    partial: FromStart[list[PartialBrinkmate]]
    """The first moves that only counter-checks refute."""
