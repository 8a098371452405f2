"""Moves and lines of moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import SupportsIndex, cast, overload

from . import _native

_NOTATIONS = ("usi", "japanese", "western")


class Notated:
    """A value with texts in every notation: ``str`` is USI, the others are formats."""

    __slots__ = ()

    @property
    def usi(self) -> str:
        raise NotImplementedError

    def __str__(self) -> str:
        return self.usi

    def __format__(self, spec: str) -> str:
        if not spec:
            return self.usi
        if spec not in _NOTATIONS:
            raise ValueError(f"the notations are usi, japanese and western, not {spec!r}")
        return str(getattr(self, spec))


class Line(Notated, Sequence["Move"]):
    """A line of moves, in the order in which they are played.

    ``str(line)`` is USI; ``line.japanese``, ``line.western`` and ``f"{line:japanese}"`` are other
    notations. A line equals any sequence of the same moves, or of their USI texts.
    """

    __slots__ = ("_before", "_described", "_sfen", "_usi")

    def __init__(self, sfen: str, line: Sequence[str], before: Sequence[str] = ()) -> None:
        self._sfen = sfen
        self._before = tuple(str(move) for move in before)
        self._usi = tuple(str(move) for move in line)
        self._described: list[tuple[str, str, str | None, str | None]] | None = None

    def _describe(self) -> list[tuple[str, str, str | None, str | None]]:
        if not self._usi:
            # The row of an error has no diagram either.
            return []
        if self._described is None:
            self._described = _native.describe(self._sfen, list(self._before), list(self._usi))
        return self._described

    @property
    def usi(self) -> str:
        """The moves in USI notation, such as ``3a3d+ 1d1e``."""
        return " ".join(self._usi)

    @property
    def japanese(self) -> str:
        """The moves in Japanese, such as ``▲３四飛成 △１五玉``."""
        return " ".join(it[0] for it in self._describe())

    @property
    def western(self) -> str:
        """The moves in Western notation, such as ``R-3d+ K-1e``."""
        return " ".join(it[1] for it in self._describe())

    @overload
    def __getitem__(self, at: SupportsIndex) -> Move: ...
    @overload
    def __getitem__(self, at: slice) -> Line: ...
    def __getitem__(self, at: SupportsIndex | slice) -> Move | Line:
        if isinstance(at, slice):
            start, stop, step = at.indices(len(self))
            if step != 1:
                raise ValueError("a part of a line has no gaps")
            before = self._before + self._usi[:start]
            return Line(self._sfen, self._usi[start:stop], before)
        return Move(self, range(len(self._usi))[at])

    def __len__(self) -> int:
        return len(self._usi)

    def __iter__(self) -> Iterator[Move]:
        return (Move(self, number) for number in range(len(self._usi)))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Line):
            return self._usi == other._usi
        if isinstance(other, Sequence) and not isinstance(other, (str, bytes)):
            return self._usi == tuple(map(str, cast("Sequence[object]", other)))
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._usi)

    def __repr__(self) -> str:
        return f"<Line {self.usi}>"

    def __reduce__(self) -> tuple[type[Line], tuple[str, tuple[str, ...], tuple[str, ...]]]:
        return Line, (self._sfen, self._usi, self._before)


class Move(Notated):
    """A move. ``str(move)`` is USI; a move equals another with the same USI text, and this text."""

    __slots__ = ("_line", "_number")

    def __init__(self, line: Line, number: int) -> None:
        self._line = line
        self._number = number

    @property
    def usi(self) -> str:
        """The move in USI notation, such as ``3a3d+`` or ``G*5b``."""
        return self._line._usi[self._number]

    @property
    def japanese(self) -> str:
        """The move in Japanese, such as ``▲３四飛成``."""
        return self._line._describe()[self._number][0]

    @property
    def western(self) -> str:
        """The move in Western notation, such as ``R-3d+``."""
        return self._line._describe()[self._number][1]

    @property
    def piece(self) -> str | None:
        """The piece that moves, as in an SFEN: upper case for Black, ``+`` for a promoted one."""
        return self._line._describe()[self._number][2]

    @property
    def captured(self) -> str | None:
        """The captured piece, as in an SFEN; ``None`` if the move captures nothing."""
        return self._line._describe()[self._number][3]

    @property
    def origin(self) -> str | None:
        """The square the piece comes from, such as ``3a``; ``None`` for a drop."""
        return None if self.is_drop else self.usi[:2]

    @property
    def destination(self) -> str:
        """The square the piece goes to, such as ``3d``."""
        return self.usi[2:4]

    @property
    def is_drop(self) -> bool:
        """Whether the piece is dropped from the hand."""
        return self.usi[1] == "*"

    @property
    def promotes(self) -> bool:
        """Whether the piece promotes."""
        return self.usi.endswith("+")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Move):
            return self.usi == other.usi
        if isinstance(other, str):
            return self.usi == other
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.usi)

    def __repr__(self) -> str:
        return f"<Move {self.usi} {self.japanese}>"

    def __reduce__(self) -> tuple[type[Move], tuple[Line, int]]:
        return Move, (self._line, self._number)
