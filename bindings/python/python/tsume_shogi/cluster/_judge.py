# pyright: basic, reportMissingImports=false
"""Judging the batches of a data set of Ray."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from .. import _native
from .._arrow import ArrowRows
from .._asked import asked, hash_bytes
from .._values import is_missing
from .._words import Interpositions, Rules


class Judge:
    """Judges the batches of a data set: ``ds.map_batches(Judge, batch_format="pyarrow", …)``.

    A batch has the column ``sfen``, and perhaps ``id`` and ``expected_plies``; others come back
    under ``input``. Each row of a batch becomes one row with the columns of ``to_arrow``, in the same
    order; a bad one has the verdict ``error``. Duplicates are not looked for, and equal ids stay as they
    are, so that rows do not depend on the batches. Without an id, it is the place in the batch.

    :param nodes: ends the search of each problem after so many nodes.

    The other parameters are those of :func:`tsume_shogi.check_many`.
    """

    def __init__(
        self,
        *,
        nodes: int = 10_000_000,
        within: int | None = None,
        hash: int | str = "64MiB",
        rules: Rules | str = "standard",
        interpositions: Interpositions | str = "standard",
        nodes_per_alternative: int | None = None,
        idle_pieces: bool = False,
        attributes: bool = False,
        stats: bool = False,
        verify: bool = False,
    ) -> None:
        self._hash = hash_bytes(hash)
        self._question = asked(
            time=None,
            nodes=nodes,
            within=within,
            rules=rules,
            interpositions=interpositions,
            nodes_per_alternative=nodes_per_alternative,
            idle_pieces=idle_pieces,
            attributes=attributes,
            stats=stats,
            verify=verify,
        )
        # What cannot be is refused here, not in the middle of the data.
        _native.Solver(self._hash, 1)

    def __call__(self, batch: Any) -> pa.Table:
        """Returns the rows of a batch."""
        given = batch if isinstance(batch, pa.Table) else pa.table(batch)
        if "sfen" not in given.column_names:
            raise ValueError(f"the batch has no column sfen, only {', '.join(given.column_names)}")
        problems = [{key: it for key, it in row.items() if not is_missing(it)} for row in given.to_pylist()]
        rows = _native.Many(problems, self._question, self._hash, 1, True, "apart")
        return pa.table(ArrowRows(_native.RowStream(rows)))
