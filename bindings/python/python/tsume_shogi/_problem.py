"""Problems, and reading them."""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Iterable, Iterator
from typing import Any, Literal, Protocol

from . import _boards, _native
from ._moves import Line, Move
from ._native import Problem as NativeProblem
from ._words import ErrorKind, Goal, Side

Format = Literal["lines", "kif", "ki2", "csa", "jkf"]
Record = Literal["kif", "ki2", "csa", "jkf"]
_COLOUR = re.compile("\x1b\\[[0-9;]*m")


class File(Protocol):
    """A file object: a method ``read`` that returns text or bytes."""

    def read(self, size: int, /) -> str | bytes: ...


class ProblemError(ValueError):
    """A text or a diagram is no problem."""

    def __init__(
        self,
        message: str,
        kind: str = "record",
        span: tuple[int, int] | None = None,
        help: str | None = None,
        id: str | None = None,
    ) -> None:
        super().__init__(message, kind, span, help, id)
        self.message = message
        """The error, in a sentence."""
        self.kind: ErrorKind = ErrorKind(kind)
        """The kind of error."""
        self.span = span
        """The first place of the error in the text, in bytes of its UTF-8, or ``None``."""
        self.help = help
        """Advice on how to correct it, or ``None``."""
        self.id = id
        """The name of the problem in its file, or ``None``."""

    def __str__(self) -> str:
        named = f"{self.id}: {self.message}" if self.id else self.message
        return f"{named} ({self.help})" if self.help else named


class Problem:
    """A problem: a legal diagram, the side that attacks, and the author's line and length.

    ``Problem(text)`` reads an SFEN, which ``moves …`` (the author's line) and opcodes such as
    ``; id "x"; plies 7;`` may follow. If it gives the defender no hand, the defender holds the rest
    of the pieces. :func:`read` and :meth:`from_kif` read other formats.

    What is asked is a mate, unless ``goal`` or the text (``goal "brinkmate"``) names another goal. At
    ``threatmate`` the defender is to move.

    Problems are immutable. They are equal if diagram, side, goal, author's line and length, and id are.

    :raises ProblemError: if the text is malformed, or the diagram or the line is not legal.
    """

    __slots__ = ("_native",)
    _native: NativeProblem

    def __init__(self, sfen: str, *, id: str | None = None, goal: Goal | str | None = None) -> None:
        self._native = _native.Problem.of_sfen(sfen, id, None if goal is None else str(goal))

    @classmethod
    def _of(cls, native: NativeProblem) -> Problem:
        problem = object.__new__(cls)
        problem._native = native
        return problem

    @classmethod
    def from_record(cls, text: str, format: Record | None = None, *, id: str | None = None) -> Problem:
        """Reads the first problem of a text in KIF, KI2, CSA or JKF, or of any other format.

        :raises ProblemError: if it cannot be read.
        """
        try:
            problem = next(Reader(_native.read_text(text, "problem", format), "raise"), None)
        except OSError as error:
            raise ProblemError(str(error), "io") from None
        if problem is None:
            raise ProblemError("there is no problem in the text")
        return problem if id is None else problem.with_id(id)

    @classmethod
    def from_kif(cls, text: str, *, id: str | None = None) -> Problem:
        """Reads the first problem of a text in KIF or KI2.

        :raises ProblemError: if it cannot be read.
        """
        return cls.from_record(text, "kif", id=id)

    @classmethod
    def from_board(cls, board: Any, *, id: str | None = None) -> Problem:
        """Takes the position of a board of python-shogi or cshogi.

        Any object will do that has a method ``sfen`` or is one of python-shogi's ``Board``.

        :raises ProblemError: if the position is no problem.
        """
        return cls(_boards.sfen_of(board), id=id)

    def to_board(self, library: _boards.Library) -> Any:
        """Makes a board of ``"python-shogi"`` or ``"cshogi"`` with this diagram.

        :raises ImportError: if the library is not installed.
        """
        return _boards.board_of(self.sfen, library)

    def with_id(self, id: str) -> Problem:
        """Returns the same problem under another name."""
        return Problem._of(self._native.with_id(id))

    @property
    def id(self) -> str | None:
        """The name, if the problem has one."""
        return self._native.id

    @property
    def goal(self) -> Goal:
        """The goal."""
        return Goal(self._native.goal)

    @property
    def sfen(self) -> str:
        """The diagram in canonical form, with the defender's hand filled in."""
        return self._native.sfen

    @property
    def moves(self) -> Line:
        """The author's line; empty if there is none."""
        return Line(self.sfen, self._native.moves)

    @property
    def expected_plies(self) -> int | None:
        """The length that the author gives, in plies."""
        return self._native.expected_plies

    @property
    def attacker(self) -> Side:
        """The side that attacks."""
        return Side(self._native.attacker)

    @property
    def attacker_to_move(self) -> bool:
        """Whether the attacker is to move. Otherwise it can be solved, but not judged."""
        return self._native.attacker_to_move

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the record, such as 作品名 and 作者, or what the opcodes of the text say.

        Equal ones are joined by line ends."""
        headers: dict[str, str] = {}
        for key, value in self._native.headers:
            headers[key] = f"{headers[key]}\n{value}" if key in headers else value
        return headers

    @property
    def title(self) -> str | None:
        """The title (作品名), if the record has one."""
        return self.headers.get("作品名") or None

    @property
    def author(self) -> str | None:
        """The author (作者), if the record names one."""
        return self.headers.get("作者") or None

    @property
    def fields(self) -> dict[str, Any]:
        """The other fields of the record, if it was a JSON object or the row of a table."""
        fields = self._native.fields
        return {} if fields is None else dict(json.loads(fields))

    @property
    def warnings(self) -> list[str]:
        """Remarks about the record, such as moves that cannot be played."""
        return self._native.warnings

    def moves_after(self, line: Iterable[Move | str] = ()) -> list[Move]:
        """Returns the moves that the goal allows after a line: checks and replies; quiet moves for a brinkmate.

        :raises ValueError: if the line cannot be played.
        """
        before = [str(move) for move in line]
        found = self._native.moves_after(before)
        if found is None:
            raise ValueError("the line cannot be played in this problem")
        return [Line(self.sfen, [move], before)[0] for move in found]

    def diagram(self, *, width: int = 80, lang: Literal["en", "ja"] = "ja", color: bool = False) -> str:
        """Returns the diagram as text, at most ``width`` columns wide if the hands allow it."""
        text = self._native.diagram(width, lang == "ja")
        return text if color else _COLOUR.sub("", text)

    def svg(self, after: Iterable[Move | str] = (), *, plies: int | None = None) -> str:
        """Draws the diagram as SVG, in the style of magazines.

        :param after: the moves before the position to draw.
        :param plies: the length written below; ``expected_plies`` if it is left out.
        :raises ValueError: if the moves cannot be played.
        """
        line = [str(move) for move in after]
        shown = self.expected_plies if plies is None else plies
        about = (self.title or self.id, self.author, shown, self._native.goal)
        return _native.drawn(self.sfen, line, self._native.attacker, *about)

    def to_record(self, format: Record = "kif") -> str:
        """Writes the problem in a format of records as ``tsume convert`` does: with its line, headers and
        comments, the id as 作品番号, and the goal."""
        return self._native.written(format)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        return self._native == other._native

    def __hash__(self) -> int:
        return hash(self._native)

    def __repr__(self) -> str:
        line = f" moves {self._native.moves[0]} …" if self._native.moves else ""
        named = "" if self.id is None else f", id={self.id!r}"
        asked = "" if self.goal is Goal.MATE else f", goal={str(self.goal)!r}"
        return f"Problem({self.sfen + line!r}{named}{asked})"

    def __str__(self) -> str:
        return self.diagram()

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return _of_state, (self._native.__getstate__(),)


def _of_state(state: str) -> Problem:
    return Problem._of(_native.Problem.of_state(state))


class Reader(Iterator[Problem]):
    """Reads one problem after another; see :func:`read`."""

    def __init__(self, native: _native.Reader, errors: Literal["raise", "skip"]) -> None:
        self._native = native
        self._errors = errors

    def __iter__(self) -> Reader:
        return self

    def __next__(self) -> Problem:
        while (found := self._native.next()) is not None:
            if isinstance(found, _native.Problem):
                return Problem._of(found)
            if self._errors == "raise" and found.error is not None:
                message, kind, span = found.error[1], found.error[0], found.error[2]
                if kind == "io":
                    raise OSError(message)
                raise ProblemError(message, kind, span, id=found.id)
        raise StopIteration


def read(
    source: str | os.PathLike[str] | File,
    *,
    format: Format | None = None,
    errors: Literal["raise", "skip"] = "raise",
) -> Reader:
    """Reads problems lazily from a file, a folder with all below it, or a file object.

    The format is told from the extension, then from the content: lines of SFEN, JSONL, CSV, TSV,
    KIF, KI2, CSA or JKF, in UTF-8 or Shift_JIS. A file of lines is never held in memory.

    A record that is no problem raises a :exc:`ProblemError`, after which the next one can be read.
    With ``errors="skip"`` it is left out. :func:`check_many` makes an error row of it.

    :param format: the format, whatever the name and the content say; ``"lines"`` are those of SFEN
        or JSON.
    :raises OSError: if there is no such file, or it cannot be read.
    :raises ProblemError: at once, whatever ``errors`` says, if a file object has no record at all, such as CSA
        with comments only, or an empty one whose ``name`` ends with ``.kif``.
    """
    if errors not in ("raise", "skip"):
        raise ValueError(f"errors are 'raise' or 'skip', not {errors!r}")
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        if not os.path.exists(path):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        return Reader(_native.read_path(path, format), errors)
    name = str(getattr(source, "name", "file"))
    return Reader(_native.read_stream(source, name, format), errors)
