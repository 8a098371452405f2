"""Judging many problems at the same time."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from typing import Any, Literal

from . import _native
from ._answers import Judgement
from ._asked import MOST_THREADS, asked, counted, hash_bytes
from ._problem import Problem, ProblemError, Reader
from ._words import Interpositions, Rules


class Rows(Iterator[Judgement]):
    """The judgements of many problems, one after another; see :func:`check_many`.

    ``close()`` ends the searches under way, and so does leaving a ``with`` statement.
    """

    def __init__(self, native: _native.Many, errors: Literal["row", "raise"]) -> None:
        self._native = native
        self._errors = errors

    def __iter__(self) -> Rows:
        return self

    def __next__(self) -> Judgement:
        row = next(self._native)
        error = row.error
        if error is not None and self._errors == "raise":
            if error[0] == "internal":
                raise RuntimeError(f"{row.id}: {error[1]}")
            raise ProblemError(error[1], error[0], error[2], id=row.id)
        judgement: Judgement = Judgement._of(row)
        return judgement

    def close(self) -> None:
        """Ends the searches under way. There are no more judgements, also in another thread."""
        self._native.close()

    def __enter__(self) -> Rows:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def check_many(
    problems: Iterable[Problem | str | Mapping[str, Any]],
    *,
    jobs: int | None = None,
    ordered: bool = True,
    errors: Literal["row", "raise"] = "row",
    judge_duplicates: bool = False,
    time: float | timedelta | None = 60.0,
    nodes: int | None = None,
    within: int | None = None,
    hash: int | str = "64MiB",
    rules: Rules | str = "standard",
    interpositions: Interpositions | str = "standard",
    nodes_per_alternative: int | None = None,
    idle_pieces: bool = False,
    attributes: bool = False,
    stats: bool = False,
    verify: bool = False,
) -> Rows:
    """Judges many problems, several at the same time, and yields their judgements lazily.

    Problems are taken from the iterable as far as they keep the jobs busy, so memory does not grow
    with their number. From an iterator, few are taken ahead of the judgements, because it may have to
    wait for them; with ``jobs=1`` none is, so that it may wait for each judgement before it goes on.
    While the next judgement is worked out, other threads of Python run, and Ctrl-C is heard.
    The judgements are the rows of ``tsume validate``; as there, equal ids get numbers (``a``, ``a#2``).

    A problem with the same position as an earlier one, perhaps mirrored or with colours exchanged,
    is not judged again, unless the author's line or length differs. Its judgement names the earlier
    one in ``duplicate_of``, and has the same verdict and lengths, but no line and no findings. For
    this, one to two hundred bytes are kept of each problem.

    :param problems: problems, SFENs, and dictionaries or other mappings with the key ``sfen`` (and perhaps
        ``id`` and ``expected_plies``; all other keys come back under ``input``). :func:`read` yields
        problems of files and folders. In mappings NaN and NA are no values, and what JSON has not comes
        back as a text. ``None`` or NaN instead of a problem is a bad one.
    :param jobs: the number of problems judged at the same time, 256 at most; by default that of the
        processors.
    :param ordered: whether judgements come in the order of the problems, or as soon as they are
        there.
    :param errors: ``"row"`` makes a judgement with the verdict ``error`` of a bad problem,
        ``"raise"`` raises a :exc:`ProblemError`.
    :param time: ends the search of each problem after so many seconds; ``None`` without limit.
    :param nodes: ends the search of each problem after so many nodes. Without ``time``, the same
        number gives the same judgements.
    :param within: the plies of the longest brinkmate (必至) to look for, in problems whose goal it is.
    :param hash: memory for the tables of each job. What all need has to be there.
    :param judge_duplicates: whether duplicates are judged like the others, so that their judgements
        are complete.

    The other parameters are those of :meth:`Solver.check`.
    """
    if isinstance(problems, (str, bytes, os.PathLike)):
        raise TypeError("check_many takes an iterable of problems, such as read(path)")
    if isinstance(problems, (Problem, Mapping)):
        raise TypeError("check_many takes an iterable of problems; check judges one")
    if hasattr(problems, "columns") or hasattr(problems, "column_names"):
        rows = "to_dict('records') of pandas, to_dicts() of polars, to_pylist() of pyarrow"
        raise TypeError(f"check_many takes an iterable of problems; the rows of a table are {rows}")
    if errors not in ("row", "raise"):
        raise ValueError(f"errors are 'row' or 'raise', not {errors!r}")
    question = asked(
        time=time,
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
    source = problems._native if isinstance(problems, Reader) else problems
    count = _processors() if jobs is None else counted("jobs", jobs)
    duplicates = "judge" if judge_duplicates else "answer"
    return Rows(_native.Many(source, question, hash_bytes(hash), count, ordered, duplicates), errors)


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        count = len(os.sched_getaffinity(0))
    else:
        count = os.cpu_count() or 1
    return min(count, MOST_THREADS)
