"""Arguments of calls, checked and in the form of the native part."""

from __future__ import annotations

import operator
import re
from datetime import timedelta

_UNITS = {"": 1, "B": 1, "KIB": 1 << 10, "MIB": 1 << 20, "GIB": 1 << 30, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
_NUMBERS = {"nodes": 2**64, "nodes_per_alternative": 2**64, "within": 2**32, "variations": 2**32}
_SWITCHES = ("first", "explain", "idle_pieces", "attributes", "stats", "verify")
_WORDS = ("goal", "rules", "interpositions")
MOST_THREADS = 256
"""The most threads or jobs."""


def hash_bytes(size: int | str) -> int:
    """Returns a size of memory in bytes."""
    wrong = f'hash is a number of bytes or a text such as "64MiB", not {size!r}'
    if isinstance(size, str):
        match = re.fullmatch(r"\s*(\d+)\s*([A-Za-z]*)\s*", size)
        if match is None or match[2].upper() not in _UNITS:
            raise ValueError(wrong)
        size = int(match[1]) * _UNITS[match[2].upper()]
    try:
        size = operator.index(size)
    except TypeError:
        raise TypeError(wrong) from None
    if size <= 0:
        raise ValueError("hash must be more than nothing")
    if size >= 2**63:
        raise ValueError(f"hash asks for more memory than there is: {size >> 20} MiB in all")
    return size


def counted(name: str, value: int, most: int = MOST_THREADS) -> int:
    """Returns a number of things, of which there is at least one."""
    wrong = f"{name} is a number from 1 to {most}, not {value!r}"
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(wrong) from None
    if not 1 <= number <= most:
        raise ValueError(wrong)
    return number


def whole(name: str, value: object, end: int = 2**64) -> int | None:
    """Returns a whole number, or ``None`` if it is left out."""
    if value is None:
        return None
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} is a whole number such as 1_000_000, not {value!r}") from None
    if not 0 <= number < end:
        raise ValueError(f"{name} is a whole number from 0 to {end - 1}, not {number}")
    return number


def _seconds(time: float | timedelta | None) -> float | None:
    if isinstance(time, timedelta):
        return time.total_seconds()
    if time is None:
        return None
    if isinstance(time, str) or not hasattr(time, "__float__"):
        raise TypeError(f"time is a number of seconds, a timedelta or None, not {time!r}")
    return float(time)


def asked(*, time: float | timedelta | None, **others: object) -> dict[str, object]:
    """Returns the arguments of a question. The native part knows the default of each."""
    for name, value in others.items():
        if name in _NUMBERS:
            if value is None and name == "variations":
                raise TypeError("variations is a whole number, not None")
            others[name] = whole(name, value, _NUMBERS[name])
        elif name in _WORDS and not isinstance(value, str) and (value is not None or name != "goal"):
            raise TypeError(f"{name} is a word, not {value!r}")
        elif name in _SWITCHES and type(value).__name__ not in ("bool", "bool_"):
            raise TypeError(f"{name} is True or False, not {value!r}")
    return {"time": _seconds(time), **others}
