# pyright: basic, reportMissingImports=false
"""The input of a run: files, folders, globs, URLs of object stores, and data sets of Ray."""

from __future__ import annotations

import glob
import json
import os
import re
from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow as pa
import pyarrow.fs as pafs
import pyarrow.parquet as pq

from .. import _native
from .._values import json_of
from ._files import file_system, is_url

_MANY = 512
"""Records taken from the reader at a time."""


class Lines:
    """A file object of JSON lines, one for each row of a table."""

    def __init__(self, batches: Iterable[Any]) -> None:
        self._batches = iter(batches)

    def read(self, size: int, /) -> bytes:
        """Returns the lines of the next batch; nothing at the end."""
        for batch in self._batches:
            rows = batch.to_pylist()
            if rows:
                return "".join(json_of(row) + "\n" for row in rows).encode("utf-8", "replace")
        return b""


class Source:
    """One part of the input, which can be opened."""

    def __init__(self, name: str, data: Any = None, file: tuple[Any, str] | None = None) -> None:
        self.name = name
        self.data = data
        self.file = file
        """A file system, and the path in it; ``None`` for a file of this machine."""

    def open(self, feed: _native.Feed) -> None:
        """Has the problems read from here next."""
        if self.data is not None:
            tables = self.data.iter_batches(batch_format="pyarrow", batch_size=1024)
            feed.open_stream(Lines(tables), self.name, True)
            return
        fs, path = self.file or (pafs.LocalFileSystem(), os.path.abspath(self.name))
        if path.endswith(".parquet"):
            file = pq.ParquetFile(fs.open_input_file(path))
            feed.open_stream(Lines(file.iter_batches(batch_size=1024)), self.name, True)
        elif self.file is not None:
            feed.open_stream(fs.open_input_stream(path), self.name)
        else:
            feed.open_path(self.name)


def sources(inputs: Any) -> list[Source]:
    """Returns the sources of an input: a path, a URL, a data set, or a list of these.

    :raises FileNotFoundError: if a path leads to nothing.
    """
    if isinstance(inputs, (str, os.PathLike)) or hasattr(inputs, "iter_batches"):
        inputs = [inputs]
    found: list[Source] = []
    for given in inputs:
        if hasattr(given, "iter_batches"):
            found.append(Source(f"dataset{len(found) + 1}", given))
            continue
        path = os.fspath(given)
        more = _of_url(path) if is_url(path) else _of_path(path)
        if not more:
            raise FileNotFoundError(f"{path}: there is no such file, folder or object")
        found.extend(more)
    if not found:
        raise ValueError("there is no input")
    return found


def _of_path(path: str) -> list[Source]:
    paths = [path] if os.path.exists(path) else sorted(glob.glob(path, recursive=True))
    found: list[Source] = []
    for path in paths:
        tables = sorted(glob.glob(os.path.join(glob.escape(path), "**", "*.parquet"), recursive=True))
        # A folder of tables, as other programs write them.
        found.extend(Source(it) for it in (tables if os.path.isdir(path) and tables else [path]))
    return found


def _of_url(url: str) -> list[Source]:
    scheme, _, rest = url.partition("://")
    # A question mark begins the options of a file system.
    wild = re.search(r"[*\[]", rest)
    if wild is None:
        fs, path = file_system(url)
        info = fs.get_file_info(path)
        if info.type == pafs.FileType.NotFound:
            return []
        if info.type == pafs.FileType.File:
            return [Source(url.partition("?")[0], file=(fs, path))]
        fits = re.compile("")
    else:
        pattern, _, options = rest.partition("?")
        base = pattern[: wild.start()].rpartition("/")[0]
        fs, path = file_system(f"{scheme}://{base or '/'}" + (f"?{options}" if options else ""))
        fits = re.compile(_regex(pattern[len(base) :].lstrip("/")))
    files = fs.get_file_info(pafs.FileSelector(path, recursive=True, allow_not_found=True))
    files = [it for it in files if it.is_file and not it.base_name.startswith(("_", "."))]
    root = f"{path.rstrip('/')}/"
    paths = sorted(it.path for it in files if fits.match(it.path.removeprefix(root)))
    if scheme == "file":
        return [Source(it) for it in paths]
    return [Source(f"{scheme}://{it}", file=(fs, it)) for it in paths]


def _regex(pattern: str) -> str:
    """Returns the regular expression of a glob, in which ``**`` stands for any number of folders."""
    parts = re.split(r"(\*\*/|\*\*|\*|\[[^\]]+\])", pattern)
    known = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*"}
    words = (it.replace("[!", "[^") if it.startswith("[") else known.get(it, re.escape(it)) for it in parts)
    return "".join(words) + r"\Z"


def records(found: list[Source]) -> Iterator[Any]:
    """Reads all records, one after another. A source that cannot be read gives an error row."""
    feed = _native.Feed()
    for source in found:
        try:
            source.open(feed)
        except (OSError, pa.ArrowException) as error:
            yield _unreadable(source.name, error)
            continue
        while taken := feed.take(_MANY):
            yield from taken


def _unreadable(name: str, error: Exception) -> _native.Row:
    row = {
        "id": name,
        "file": name,
        "status": "error",
        "verdict": "error",
        "error": {"kind": "io", "message": str(error).splitlines()[0], "span": None},
        "tool": f"tsume {_native.VERSION}",
        "rules": "standard",
    }
    return _native.Row.of_json(json.dumps(row))
