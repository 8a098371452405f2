# pyright: basic, reportMissingImports=false
"""All rows of a run in one file, or on a page for a browser."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pyarrow.parquet as pq

from .. import _native
from ._files import is_url
from ._parts import Parts, table

SHOWN = 5000
"""The most problems on a page."""

_ORDER = (
    *("error", "flawed", "no_mate", "no_brinkmate", "no_threat", "unknown"),
    *("blemished", "mate", "threatmate", "brinkmate", "sound"),
)
"""The verdicts; the last ones need the least attention."""


def refuse_url(path: str | os.PathLike[str] | None) -> None:
    """Checks that a file is one of this machine.

    :raises ValueError: if it is not.
    """
    if path is not None and is_url(os.fspath(path)):
        raise ValueError(f"{os.fspath(path)} is not a file of this machine")


@contextmanager
def whole(path: str) -> Iterator[str]:
    """Gives the name of a file that takes the place of another one when it is complete."""
    beside = f"{path}.tsume-part"
    try:
        yield beside
        os.replace(beside, path)
    finally:
        if os.path.exists(beside):
            os.unlink(beside)


def join(parts: Parts, names: list[str], path: str) -> None:
    """Puts the rows of these parts into one file."""
    with whole(path) as beside:
        if path.endswith(".jsonl"):
            with open(beside, "w", encoding="utf-8") as lines:
                for name in names:
                    lines.writelines(f"{row.json()}\n" for row in parts.read(name) or ())
        else:
            with pq.ParquetWriter(beside, table([]).schema, compression="zstd") as tables:
                for name in names:
                    tables.write_table(table(parts.read(name) or ()))


def write_page(parts: Parts, names: list[str], path: str, japanese: bool) -> tuple[int, int]:
    """Writes a page of the problems. Returns how many are on it, and how many there are.

    If there are too many for a page, those are left out first that need no attention.
    """
    kept: list[list[tuple[int, _native.Row]]] = [[] for _ in _ORDER]
    count = 0
    for name in names:
        for row in parts.read(name) or ():
            rank = _ORDER.index(row.verdict)
            if sum(map(len, kept[: rank + 1])) < SHOWN:
                kept[rank].append((count, row))
            count += 1
    shown = sorted([it for rows in kept for it in rows][:SHOWN], key=lambda it: it[0])
    page = _native.page([row for _, row in shown], japanese, count)
    with whole(path) as beside, open(beside, "w", encoding="utf-8") as file:
        file.write(page)
    return len(shown), count
