"""Chunks: problems that are judged together, under a name that depends only on their content."""

from __future__ import annotations

import pickle
import queue
import threading
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
    state: str | None
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
        assert self.state is not None
        return _native.Problem.of_state(self.state)


@dataclass(frozen=True)
class Chunk:
    """Records that follow each other in the input."""

    name: str
    """The name: a hash of the records."""
    items: list[Item]


@dataclass(frozen=True)
class Sent:
    """A chunk as actors get it, of which a single record can be taken."""

    name: str
    pickled: list[bytes]

    @staticmethod
    def of(chunk: Chunk) -> Sent:
        """Prepares a chunk for sending."""
        return Sent(chunk.name, [pickle.dumps(it) for it in chunk.items])

    def item(self, index: int) -> Item:
        """Returns a record."""
        found: Item = pickle.loads(self.pickled[index])
        return found

    def items(self) -> list[Item]:
        """Returns all records."""
        return [self.item(index) for index in range(len(self.pickled))]


def item(record: Any) -> Item:
    """Makes an item of what the reader gives."""
    if isinstance(record, _native.Row):
        return Item(record.id, None, record.json(), None, None, None)
    problem, id, place, again = record
    earlier, answered_by = (None, None) if again is None else again
    return Item(id, problem.__getstate__(), None, place, earlier, answered_by)


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


class Ahead:
    """Reads chunks ahead in a thread of its own, but only a few."""

    def __init__(self, source: Iterator[Chunk], most: int = 32) -> None:
        self.ended = False
        """Whether all chunks have been taken."""
        self._queue: queue.Queue[Chunk | Exception | None] = queue.Queue(most)
        threading.Thread(target=self._read, args=(source,), daemon=True).start()

    def _read(self, source: Iterator[Chunk]) -> None:
        try:
            for chunk in source:
                self._queue.put(chunk)
            self._queue.put(None)
        except Exception as error:
            self._queue.put(error)

    def next(self) -> Chunk | None:
        """Returns the next chunk; ``None`` if it is not read yet, or if there is none."""
        try:
            chunk = None if self.ended else self._queue.get_nowait()
        except queue.Empty:
            return None
        if isinstance(chunk, Exception):
            raise chunk
        self.ended = chunk is None
        return chunk
