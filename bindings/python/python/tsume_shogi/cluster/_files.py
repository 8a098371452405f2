# pyright: basic, reportMissingImports=false
"""Files on disks and in object stores, under one path or URL."""

from __future__ import annotations

import os
import uuid
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow.fs as pafs

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

LOCK = "_tsume.lock"
"""The file whose bytes are locked while files of the folder are changed."""


def is_url(path: str) -> bool:
    """Returns whether a path names an object store, or another file system, by its scheme."""
    return "://" in path


def file_system(url: str) -> tuple[Any, str]:
    """Returns the file system of a URL, and the path in it.

    Arrow's own file systems come first; fsspec has the others.
    """
    try:
        fs, path = pafs.FileSystem.from_uri(url)
    except (ValueError, OSError):
        import fsspec

        other, path = fsspec.core.url_to_fs(url)
        fs = pafs.PyFileSystem(pafs.FSSpecHandler(other))
    return fs, str(path)


class Folder:
    """A folder. Its files appear whole or not at all. It can be pickled."""

    def __init__(self, path: str) -> None:
        self.path = path if is_url(path) else os.path.abspath(path)
        self._remote: tuple[Any, str] | None = None

    def __reduce__(self) -> tuple[type[Folder], tuple[str]]:
        return Folder, (self.path,)

    def _open(self) -> tuple[Any, str]:
        if self._remote is None:
            self._remote = file_system(self.path)
        return self._remote

    def make(self) -> None:
        """Makes the folder, if it is not there."""
        if not is_url(self.path):
            os.makedirs(self.path, exist_ok=True)

    def read(self, name: str) -> bytes | None:
        """Returns the content of a file; ``None`` if there is no such file."""
        try:
            if not is_url(self.path):
                return Path(self.path, name).read_bytes()
            fs, root = self._open()
            with fs.open_input_stream(f"{root}/{name}", compression=None) as file:
                return bytes(file.read())
        except FileNotFoundError:
            return None

    def write(self, name: str, content: bytes, *, lasting: bool = True) -> None:
        """Writes a file, in the place of one that is there.

        :param lasting: whether it is on the disk, and not only in memory, when this returns.
        """
        if is_url(self.path):
            # An object appears when its stream is closed.
            fs, root = self._open()
            with fs.open_output_stream(f"{root}/{name}", compression=None) as file:
                file.write(content)
            return
        path = Path(self.path, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".{path.name}.{uuid.uuid4().hex}.tsume-part")
        try:
            with open(part, "wb") as file:
                file.write(content)
                file.flush()
                if lasting:
                    os.fsync(file.fileno())
            os.replace(part, path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise

    @contextmanager
    def alone(self, name: str) -> Iterator[None]:
        """Keeps other processes from changing a file meanwhile, where the file system has locks."""
        if fcntl is None or is_url(self.path):
            yield
            return
        with open(Path(self.path, LOCK), "ab") as file:
            try:
                # One byte for each name, so that nobody waits for the writer of another file.
                fcntl.lockf(file, fcntl.LOCK_EX, 1, zlib.crc32(name.encode()))
            except OSError:
                pass
            yield

    def remove(self, name: str) -> None:
        """Removes a file, if it is there."""
        try:
            if is_url(self.path):
                fs, root = self._open()
                fs.delete_file(f"{root}/{name}")
            else:
                Path(self.path, name).unlink()
        except FileNotFoundError:
            pass

    def names(self, below: str = "") -> list[str]:
        """Returns the names of the files directly in the folder, or in a folder of it."""
        if not is_url(self.path):
            path = os.path.join(self.path, below)
            if not os.path.isdir(path):
                return []
            with os.scandir(path) as entries:
                return [it.name for it in entries if it.is_file()]
        fs, root = self._open()
        found = fs.get_file_info(pafs.FileSelector(f"{root}/{below}".rstrip("/"), allow_not_found=True))
        return [it.base_name for it in found if it.is_file]
