"""The answers that duplicates of a problem have, in nine bytes each."""

from __future__ import annotations

import json
import struct
from typing import Any

from .. import _native
from .._words import Verdict

_VERDICTS = tuple(it.value for it in Verdict)
_STATUS = ("done", "limit")
_LIMITS = (None, "time", "nodes", "memory", "settled")
_CODES = tuple(
    {it: code for code, it in enumerate(words, first)} for words, first in ((_VERDICTS, 1), (_STATUS, 0), (_LIMITS, 0))
)
_FORM = struct.Struct("<BBBHHH")

NOTHING = bytes([255]) + bytes(_FORM.size - 1)
"""The answer of a row that holds for no other problem."""
_OPEN = bytes(_FORM.size)


def packed(row: _native.Row) -> bytes:
    """Returns the answer of a row."""
    if row.status == "error":
        return NOTHING
    lengths = [0 if it is None else it + 1 for it in (row.plies, row.plies_strict, row.plies_at_most)]
    if max(lengths) > 65535:
        return NOTHING
    verdicts, statuses, limits = _CODES
    return _FORM.pack(verdicts[row.verdict], statuses[row.status], limits[row.limit], *lengths)


def divided(answers: bytes) -> list[bytes]:
    """Divides answers that were put together."""
    return [answers[at : at + _FORM.size] for at in range(0, len(answers), _FORM.size)]


def unpacked(answer: bytes, rules: str) -> _native.Row:
    """Returns a row with this answer."""
    verdict, status, limit, *lengths = _FORM.unpack(answer)
    plies, strict, at_most = (it - 1 if it else None for it in lengths)
    row: dict[str, Any] = {
        "id": "",
        "status": _STATUS[status],
        "verdict": _VERDICTS[verdict - 1],
        "limit": _LIMITS[limit],
        "plies": plies,
        "plies_strict": strict,
        "plies_at_most": at_most,
        "tool": f"tsume {_native.VERSION}",
        "rules": rules,
    }
    return _native.Row.of_json(json.dumps(row))


class Answers:
    """The answers of a run by the number of the position."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def set(self, place: int, answer: bytes) -> None:
        """Keeps an answer."""
        end = (place + 1) * _FORM.size
        if len(self._bytes) < end:
            self._bytes.extend(bytes(max(end - len(self._bytes), 1 << 16)))
        self._bytes[end - _FORM.size : end] = answer

    def get(self, place: int) -> bytes | None:
        """Returns an answer; ``None`` if there is none yet."""
        answer = bytes(self._bytes[place * _FORM.size : (place + 1) * _FORM.size])
        return None if answer in (b"", _OPEN) else answer
