"""Arguments of calls, checked and in the form of the native part."""

from __future__ import annotations

import re
from datetime import timedelta

_UNITS = {"": 1, "B": 1, "KIB": 1 << 10, "MIB": 1 << 20, "GIB": 1 << 30, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def hash_bytes(size: int | str) -> int:
    """Returns a size of memory in bytes."""
    if isinstance(size, str):
        match = re.fullmatch(r"\s*(\d+)\s*([A-Za-z]*)\s*", size)
        if match is None or match[2].upper() not in _UNITS:
            raise ValueError(f'hash is a number of bytes or a text such as "64MiB", not {size!r}')
        size = int(match[1]) * _UNITS[match[2].upper()]
    if size <= 0:
        raise ValueError("hash must be more than nothing")
    return size


def asked(*, time: float | timedelta | None, **others: object) -> dict[str, object]:
    """Returns the arguments of a question. The native part knows the default of each."""
    return {"time": time.total_seconds() if isinstance(time, timedelta) else time, **others}
