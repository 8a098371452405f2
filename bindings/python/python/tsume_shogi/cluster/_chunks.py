"""Chunks: problems that are judged together, under a name that depends only on their content."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from .. import _native

LARGEST = 256
"""The most records of a chunk."""

_SMALLEST = 4
_GROWTH = 16
"""A chunk has a sixteenth of the records before it, so that few problems keep many actors busy."""


@dataclass(frozen=True)
class Item:
    """A record of the input."""

    id: str
    """The id, unique in the run."""
    state: Any
    """The state of the problem; ``None`` if the record is no problem."""
    row: str | None
    """The row of a record that is no problem, as JSON."""
    place: int | None
    """The number of the position, if it has not come before."""
    earlier: tuple[str, bool, bool] | None
    """The id of the earlier problem with the same position, and whether it is mirrored and turned."""
    answered_by: int | None
    """The number of the position whose answer holds here, because the author gives the same."""

    def problem(self) -> _native.Problem:
        """Returns the problem."""
        return _native.Problem.of_state(self.state)


@dataclass(frozen=True)
class Chunk:
    """Records that follow each other in the input."""

    name: str
    """The name: a hash of the records."""
    items: list[Item]


def item(record: Any) -> Item:
    """Makes an item of what the reader gives."""
    if isinstance(record, _native.Row):
        return Item(record.id, None, record.json(), None, None, None)
    state, id, place, again = record
    earlier, answered_by = (None, None) if again is None else again
    return Item(id, state, None, place, earlier, answered_by)


def chunks(records: Iterable[Any]) -> Iterator[Chunk]:
    """Divides records into chunks. The same records are always divided in the same way."""
    items: list[Item] = []
    hashed = blake2b(digest_size=12)
    before = 0
    for record in records:
        it = item(record)
        items.append(it)
        # The answer of an earlier problem is not part of the content.
        hashed.update(repr((it.id, it.state, it.row, it.earlier)).encode())
        if len(items) >= min(max(before // _GROWTH, _SMALLEST), LARGEST):
            yield Chunk(hashed.hexdigest(), items)
            before += len(items)
            items, hashed = [], blake2b(digest_size=12)
    if items:
        yield Chunk(hashed.hexdigest(), items)
