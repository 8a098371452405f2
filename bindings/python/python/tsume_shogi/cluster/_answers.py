"""The answers that duplicates of a problem have, in a few bytes each."""

from __future__ import annotations

from .. import _native

_SIZE = _native.ANSWER_BYTES

NOTHING = bytes([255]) + bytes(_SIZE - 1)
"""The answer of a row that holds for no other problem."""
_OPEN = bytes(_SIZE)


def packed(row: _native.Row) -> bytes:
    """Returns the answer of a row."""
    return _native.answer_of(row) or NOTHING


def divided(answers: bytes) -> list[bytes]:
    """Divides answers that were put together."""
    return [answers[at : at + _SIZE] for at in range(0, len(answers), _SIZE)]


class Answers:
    """The answers of a run by the number of the position."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def set(self, place: int, answer: bytes) -> None:
        """Keeps an answer."""
        end = (place + 1) * _SIZE
        if len(self._bytes) < end:
            self._bytes.extend(bytes(max(end - len(self._bytes), 1 << 16)))
        self._bytes[end - _SIZE : end] = answer

    def get(self, place: int) -> bytes | None:
        """Returns an answer; ``None`` if there is none yet."""
        answer = bytes(self._bytes[place * _SIZE : (place + 1) * _SIZE])
        return None if answer in (b"", _OPEN) else answer
