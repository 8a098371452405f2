# pyright: basic, reportMissingImports=false
"""Judging the batches of a data set of Ray."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from .._arrow import to_arrow
from .._many import check_many


class Judge:
    """Judges the batches of a data set: ``ds.map_batches(Judge, batch_format="pyarrow", …)``.

    A batch has the column ``sfen``, and perhaps ``id`` and ``expected_plies``; others come back
    under ``input``. Each row of a batch becomes one row with the columns of ``to_arrow``, in the same
    order; a bad one has the verdict ``error``. Duplicates are not looked for.

    :param nodes: ends the search of each problem after so many nodes.
    :param options: those of :func:`tsume_shogi.check_many`, except ``jobs``, ``ordered``, ``errors``
        and ``time``.
    """

    def __init__(self, *, nodes: int = 10_000_000, **options: Any) -> None:
        forbidden = {"jobs", "ordered", "errors", "time"} & options.keys()
        if forbidden:
            raise TypeError(f"Judge takes no {', '.join(sorted(forbidden))}")
        self._options = {**options, "nodes": nodes}

    def __call__(self, batch: Any) -> pa.Table:
        """Returns the rows of a batch."""
        given = batch if isinstance(batch, pa.Table) else pa.table(batch)
        if "sfen" not in given.column_names:
            raise ValueError(f"the batch has no column sfen, only {', '.join(given.column_names)}")
        problems = ({key: it for key, it in row.items() if it is not None} for row in given.to_pylist())
        return pa.table(to_arrow(check_many(problems, jobs=1, time=None, **self._options)))
