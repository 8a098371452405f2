"""Arguments of calls, checked and in the form of the native part."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from ._words import Interpositions, Rules

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


def asked(
    *,
    time: float | timedelta | None = None,
    nodes: int | None = None,
    first: bool = False,
    interpositions: Interpositions | str = "standard",
    variations: int = 0,
    explain: bool = False,
    rules: Rules | str = "standard",
    nodes_per_alternative: int | None = None,
    idle_pieces: bool = False,
    attributes: bool = False,
    stats: bool = False,
    verify: bool = False,
) -> dict[str, Any]:
    """Returns the arguments of a question."""
    return {
        "time": time.total_seconds() if isinstance(time, timedelta) else time,
        "nodes": nodes,
        "first": first,
        "interpositions": str(interpositions),
        "variations": variations,
        "explain": explain,
        "rules": str(rules),
        "nodes_per_alternative": nodes_per_alternative,
        "idle_pieces": idle_pieces,
        "attributes": attributes,
        "stats": stats,
        "verify": verify,
    }
