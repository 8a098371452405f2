"""Reads what the native part writes as JSON, by the annotations of typed classes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import lru_cache
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from ._moves import Line, Move

_T = TypeVar("_T")


@dataclass(frozen=True)
class At:
    """The place of an object in an answer, from which its moves are played."""

    sfen: str = ""
    """The diagram."""
    line: tuple[str, ...] = ()
    """The line whose plies are counted."""
    before: tuple[str, ...] = ()
    """The moves before those of the object."""

    def of(self, it: dict[str, Any]) -> At:
        """Returns the place of a part, which may be at a ply of the line, or after other moves."""
        if (ply := it.get("ply")) is None:
            return self
        return replace(self, before=tuple(it.get("after") or self.line[: ply - 1]))


def _from_start(at: At, _: dict[str, Any]) -> At:
    return replace(at, before=())


def _from_end(at: At, _: dict[str, Any]) -> At:
    return replace(at, before=at.line)


def _after_move(at: At, it: dict[str, Any]) -> At:
    return replace(at, before=(*at.before, it["move"]))


def _instead_of_last(at: At, _: dict[str, Any]) -> At:
    return replace(at, before=at.before[:-1])


def _in_line(at: At, it: dict[str, Any]) -> At:
    return replace(at, line=(*at.before, *it["line"]))


FromStart = Annotated[_T, _from_start]
"""Moves from the diagram on."""
FromEnd = Annotated[_T, _from_end]
"""Moves after the line."""
AfterMove = Annotated[_T, _after_move]
"""Moves after the move of the object."""
InsteadOfLast = Annotated[_T, _instead_of_last]
"""Moves in the place of the one before."""
InLine = Annotated[_T, _in_line]
"""Parts at plies of the object's line."""


@lru_cache(None)
def hints(kind: Any) -> dict[str, Any]:
    """Returns the annotations of a class."""
    return get_type_hints(kind, include_extras=True)


def read(kind: Any, it: Any, at: At) -> Any:
    """Returns a value of JSON as this type."""
    of, arguments = get_origin(kind), get_args(kind)
    if it is None:
        return None
    if of in (Union, UnionType):
        return read(next(one for one in arguments if one is not type(None)), it, at)
    if of is list:
        return [read(arguments[0], one, at) for one in it]
    if of is not None:
        # It is a tuple or a mapping.
        return of(it)
    if kind is Line:
        return Line(at.sfen, it, at.before)
    if kind is Move:
        return Line(at.sfen, [it], at.before)[0]
    if is_dataclass(kind):
        return read_part(cast(Any, kind), it, at)
    return kind(it) if issubclass(kind, Enum) else it


def read_part(kind: type[_T], it: dict[str, Any], at: At) -> _T:
    """Returns an object of JSON as this dataclass. A field may have a place of its own, or another name in
    JSON, where it would be a word of Python."""
    at = at.of(it)
    part: Any = kind
    values: dict[str, Any] = {}
    for field in fields(part):
        hint, there = hints(part)[field.name], at
        if get_origin(hint) is Annotated:
            hint, place = get_args(hint)
            there = place(at, it)
        values[field.name] = read(hint, it[field.metadata.get("key", field.name)], there)
    return kind(**values)


class Record:
    """An object of JSON. The fields that its class declares are read when they are asked for."""

    __slots__ = ("_values",)
    _values: dict[str, Any] | None

    def to_json(self) -> str:
        """Returns it as a JSON object, in one line."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """Returns it as the command line writes it in JSON."""
        return dict(json.loads(self.to_json()))

    def _get(self, key: str) -> Any:
        if self._values is None:
            self._values = self.to_dict()
        return self._values[key]

    def _at(self) -> At:
        return At()

    if not TYPE_CHECKING:

        def __dir__(self) -> list[str]:
            return [*super().__dir__(), *(it for it in hints(type(self)) if not it.startswith("_"))]

        def __getattr__(self, name: str) -> Any:
            kind = None if name.startswith("_") else hints(type(self)).get(name)
            if kind is None:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            it = self._get(name.rstrip("_"))
            return read(kind, it, self._at() if isinstance(it, (list, dict)) else At())

        def __dir__(self) -> Sequence[str]:
            return sorted({*super().__dir__(), *hints(type(self))})

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return isinstance(other, Record) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.to_json())
