"""Rows as Arrow tables."""

from __future__ import annotations

from collections.abc import Iterable

from . import _native
from ._answers import Answer
from ._many import Rows


class ArrowRows:
    """Rows that can be read once by the Arrow PyCapsule interface; see :func:`to_arrow`."""

    def __init__(self, native: _native.RowStream) -> None:
        self._native = native

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._native.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self._native.__arrow_c_schema__()


def to_arrow(rows: Iterable[Answer]) -> ArrowRows:
    """Makes a table of answers, which polars, pandas, pyarrow and DuckDB take without copies.

    ``polars.DataFrame(to_arrow(check_many(read(path))))`` judges a collection. The table has a
    column for each key of a row. All tables have the same columns, order and types. Findings are
    lists of structures. ``variations``, ``explanations``, ``tries``, ``refutation``, ``brinkmate``,
    ``similar`` and ``input`` have no fixed form, and are JSON text. Rows are made in batches, when the
    reader asks for them.

    :param rows: answers, such as those of :func:`check_many`. They are read once.
    """
    if isinstance(rows, Rows) and rows._errors == "row":
        return ArrowRows(_native.RowStream(rows._native))
    return ArrowRows(_native.RowStream(iter(rows)))
