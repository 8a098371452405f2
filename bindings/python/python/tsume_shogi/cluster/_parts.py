# pyright: basic, reportMissingImports=false
"""The parts of a run: files of rows, one for each chunk of problems, named by its content."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable

import pyarrow as pa
import pyarrow.parquet as pq

from .. import _native
from .._answers import Judgement
from .._arrow import to_arrow
from ._answers import divided, packed
from ._files import Folder
from ._terms import Format

_TEXTS = ("variations", "explanations", "tries", "refutation", "brinkmate", "similar", "input")
"""The columns of a table that are JSON text."""

_COUNTS = b"tsume.counts"
_ANSWERS = b"tsume.answers"
"""Metadata of a table, with which a run that goes on need not read the rows. It is text, as readers expect."""

TERMS = "_tsume.json"
"""The file with version, rules, limits and format of all parts."""


class OtherTerms(ValueError):
    """The rows in the folder have another version, or other rules, limits, or another format."""


class Parts:
    """The parts in a folder. They can be pickled.

    Rows that will be put into their part later wait in the folder ``_rows``. Readers of tables pass
    over names that begin with ``_`` or ``.``.
    """

    def __init__(self, folder: Folder, format: Format) -> None:
        self.folder = folder
        self.format: Format = format
        self._written: tuple[str, bytes, list[_native.Row]] | None = None
        """The part that was written last: its name, its content and its rows."""

    def __reduce__(self) -> tuple[type[Parts], tuple[Folder, Format]]:
        return Parts, (self.folder, self.format)

    def file(self, name: str) -> str:
        """Returns the name of the file of a part."""
        return f"part-{name}.{self.format}"

    def begin(self, words: dict[str, str]) -> None:
        """Begins the folder, or checks that its rows have these terms.

        :raises OtherTerms: if they have others.
        """
        self.folder.make()
        there = self.folder.read(TERMS)
        if there is None:
            if any(it.startswith("part-") for it in self.folder.names()):
                raise OtherTerms(f"{self.folder.path} has parts, but no {TERMS}: take another folder")
            self.folder.write(TERMS, (json.dumps(words, indent=1) + "\n").encode())
            there = self.folder.read(TERMS)
        known = json.loads(there or b"{}")
        for key, here in words.items():
            if known.get(key) != here:
                what = {"tool": "the version", "format": "the format"}.get(key, f"the {key}")
                raise OtherTerms(
                    f"{self.folder.path}: its rows have {what} `{known.get(key)}`, this run has `{here}`: "
                    "take another folder"
                )

    def read(self, name: str) -> list[_native.Row] | None:
        """Returns the rows of a part; ``None`` if it is not there."""
        content = self.folder.read(self.file(name))
        if self._written is not None and self._written[:2] == (name, content):
            # Rows are added to a part every few seconds, so that it need not be taken apart each time.
            return list(self._written[2])
        return None if content is None else rows_of(content, self.format)

    def told(self, name: str, size: int) -> tuple[dict[str, int], list[bytes]] | None:
        """Returns the counts and the answers of a part that has so many rows, without reading these.

        ``None`` if it has less rows, or if they have to be read.
        """
        if self.format == "jsonl" or (content := self.folder.read(self.file(name))) is None:
            return None
        about = pq.read_metadata(pa.BufferReader(content))
        known = about.metadata or {}
        if about.num_rows != size or _COUNTS not in known or _ANSWERS not in known:
            return None
        return json.loads(known[_COUNTS]), divided(bytes.fromhex(known[_ANSWERS].decode()))

    def write(self, name: str, rows: Iterable[_native.Row]) -> None:
        """Writes a part."""
        rows = list(rows)
        if self.format == "jsonl":
            content = "".join(f"{row.json()}\n" for row in rows).encode()
        else:
            file = io.BytesIO()
            told = {_COUNTS: json.dumps(_native.counts(rows)), _ANSWERS: b"".join(map(packed, rows)).hex()}
            # A row of which the program failed to make an answer is looked at by the next run.
            known = {} if any(map(failed, rows)) else told
            whole = table(rows).replace_schema_metadata(known)
            # So few rows are smaller without dictionaries, and written faster.
            pq.write_table(whole, file, compression="zstd", use_dictionary=False)
            content = file.getvalue()
        self.folder.write(self.file(name), content)
        self._written = (name, content, rows)

    def add(self, name: str, ids: Iterable[str], rows: dict[str, _native.Row]) -> list[_native.Row]:
        """Writes rows into a part beside those that it has. Returns all rows of the part.

        Another command may have written the part in the meantime.

        :param ids: the ids of all records of the part, in their order.
        :param rows: the new rows, by id.
        """
        with self.folder.alone(name):
            there = {row.id: row for row in self.read(name) or ()}
            whole = {**there, **{id: row for id, row in rows.items() if id not in there or not failed(row)}}
            found = [whole[id] for id in ids if id in whole]
            self.write(name, found)
        return found

    def read_late(self, name: str, index: int) -> _native.Row | None:
        """Returns a row that is to be put into its part."""
        content = self.folder.read(_late(name, index))
        # After a machine has stopped, it may be empty.
        return _native.Row.of_json(content.decode()) if content else None

    def write_late(self, name: str, index: int, row: _native.Row) -> None:
        """Keeps a row until it is put into its part."""
        self.folder.write(_late(name, index), row.json().encode(), lasting=False)

    def remove_late(self, name: str, index: int) -> None:
        """Removes a row that is in its part now."""
        self.folder.remove(_late(name, index))

    def late(self) -> dict[str, set[int]]:
        """Returns the indexes of the rows that an earlier run has kept beside their parts, by part."""
        found: dict[str, set[int]] = {}
        for it in self.folder.names("_rows"):
            name, _, index = it.removesuffix(".json").rpartition("-")
            if name and index.isdigit() and not it.startswith("."):
                found.setdefault(name, set()).add(int(index))
        return found

    def names(self) -> set[str]:
        """Returns the names of the parts that are there."""
        end = f".{self.format}"
        names = self.folder.names()
        return {it[5 : -len(end)] for it in names if it.startswith("part-") and it.endswith(end)}


def failed(row: _native.Row) -> bool:
    """Returns whether the program failed on a problem, which is judged again in another run."""
    return row.sfen is not None and row.status == "error"


def _late(name: str, index: int) -> str:
    return f"_rows/{name}-{index}.json"


def table(rows: Iterable[_native.Row]) -> pa.Table:
    """Returns rows as a table."""
    # `pa.table` would load pandas, which takes half a second.
    return pa.RecordBatchReader.from_stream(to_arrow(Judgement._of(row) for row in rows)).read_all()


def rows_of(content: bytes, format: Format) -> list[_native.Row]:
    """Returns the rows of a file."""
    if format == "jsonl":
        return [_native.Row.of_json(line) for line in content.decode().splitlines()]
    rows = []
    # `pq.read_table` would load pandas.
    for row in pq.ParquetFile(pa.BufferReader(content)).read().to_pylist():
        for key in _TEXTS:
            if row[key] is not None:
                row[key] = json.loads(row[key])
        rows.append(_native.Row.of_json(json.dumps(row)))
    return rows
