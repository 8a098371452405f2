# pyright: basic, reportMissingImports=false
"""Runs: judging a collection on a cluster of Ray."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, SupportsIndex

import ray

from .. import _native
from ._chunks import Ahead, chunks
from ._driver import Driver, Totals
from ._files import Folder
from ._inputs import records, sources
from ._parts import Parts
from ._pool import Pool
from ._progress import Progress
from ._report import join, refuse_url, write_page
from ._said import Said
from ._terms import Terms, ladder, terms


@dataclass(frozen=True)
class Summary:
    """The counts of a finished run."""

    records: int
    """Records of the input."""
    rows: int
    """Rows in the parts, those of earlier runs included."""
    kept: int
    """Rows that were there before."""
    counts: dict[str, int]
    """Rows by verdict, and other counts; ``defect:cook`` counts compositions with cooks."""
    seconds: float
    lost_nodes: int
    lost_processes: int
    fatal: int
    """Problems that ended the process; each has an error row."""
    interrupted: bool
    others: int
    """Parts of other problems in the folder."""
    text: str
    """The summary for people."""
    parts: list[str] = field(repr=False, default_factory=list)
    """The names of the parts, in the order of the input."""

    @property
    def is_complete(self) -> bool:
        """Whether every record has its row."""
        return self.rows == self.records and not self.interrupted


def validate(
    inputs: Any,
    output: str | os.PathLike[str],
    *,
    address: str | None = None,
    nodes: int = 10_000_000,
    hash: int | str = "64MiB",
    rules: str = "standard",
    interpositions: str = "standard",
    nodes_per_alternative: int | None = None,
    idle_pieces: bool = False,
    attributes: bool = False,
    format: str = "parquet",
    single: str | os.PathLike[str] | None = None,
    report: str | os.PathLike[str] | None = None,
    first_nodes: int | None = None,
    ladder_times: int = 10,
    threads: int = 1,
    jobs: int | None = None,
    prune: bool = False,
    progress: bool = False,
    japanese: bool = False,
) -> Summary:
    """Judges collections on a cluster of Ray, and writes their rows into parts.

    The rows are those of ``tsume validate --nodes``, apart from the times. A second call with the
    same arguments goes on where the first one ended.

    :param inputs: a path, a folder, a glob, a URL, a data set of Ray with the column ``sfen``, or a
        list of these. Paths are read by the calling process.
    :param output: the folder of the parts, or its URL. All nodes have to see it.
    :param address: the address of the cluster, such as ``"auto"``. By default the one that Ray is
        connected to or that runs on this machine, else a new one of this machine alone.
    :param nodes: ends the search of each problem after so many nodes.
    :param hash: memory for the tables of each actor.
    :param format: ``"parquet"`` or ``"jsonl"``.
    :param single: a file into which all rows are put in the order of the input; its extension is
        ``.parquet`` or ``.jsonl``.
    :param report: a page for a browser: diagrams, lines, findings. Of more than 5,000 problems those
        are left out that need no attention, sound ones first.
    :param first_nodes: the budget that each problem gets first; by default a hundredth of ``nodes``,
        and 100,000 at most. Undecided problems wait until all others have had theirs.
    :param ladder_times: how many times as large each further budget is. No budget changes a row.
    :param threads: threads for each of the last problems. With more than one, the rows of problems
        that stay undecided may differ from run to run.
    :param jobs: the number of actors; by default that of the processors of the cluster.
    :param prune: whether parts of other problems are removed from the folder.

    The other parameters are those of :meth:`tsume_shogi.Solver.check`.

    :raises OtherTerms: if the folder has rows with other rules, limits, or of another version.
    :raises OSError: if the input cannot be read, or the output cannot be written.
    :raises ClusterError: if the cluster cannot do the work.
    """
    started = time.monotonic()
    said = Said(japanese)
    of_run = terms(
        nodes=nodes,
        hash=hash,
        rules=rules,
        interpositions=interpositions,
        nodes_per_alternative=nodes_per_alternative,
        idle_pieces=idle_pieces,
        attributes=attributes,
        format=format,
    )
    first = max(min(nodes // 100, 100_000), 1000) if first_nodes is None else first_nodes
    budgets = ladder(min(first, nodes), nodes, ladder_times)
    if threads < 1 or (jobs is not None and jobs < 1):
        raise ValueError("there is at least one thread and one job")
    if single is not None and not os.fspath(single).endswith((".parquet", ".jsonl")):
        raise ValueError("a single file of all rows ends in .parquet or .jsonl")
    refuse_url(single)
    refuse_url(report)
    found = sources(inputs)
    parts = Parts(Folder(os.fspath(output)), of_run.format)
    words = of_run.words()
    parts.begin(words)
    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    pool = Pool((of_run, words, parts), jobs)
    driver = Driver(Ahead(chunks(records(found))), pool, budgets, parts.late(), threads)
    shown = Progress(driver, pool, said, progress)
    interrupted = False
    try:
        while driver.step():
            shown.show()
    except KeyboardInterrupt:
        interrupted = True
    finally:
        shown.close()
        pool.close()
    totals = driver.totals
    others = parts.names() - set(totals.names) if not interrupted else set()
    if prune:
        for name in others:
            parts.folder.remove(parts.file(name))
        others = set()
    if single is not None and not interrupted:
        join(parts, totals.names, os.fspath(single))
    shown_rows = None
    if report is not None and not interrupted:
        shown_rows = write_page(parts, totals.names, os.fspath(report), japanese)
    seconds = time.monotonic() - started
    return Summary(
        records=totals.read,
        rows=totals.rows,
        kept=totals.kept,
        counts={key: count for key, count in totals.counts.items() if count > 0},
        seconds=seconds,
        lost_nodes=len(pool.lost_nodes),
        lost_processes=pool.lost_actors,
        fatal=totals.fatal,
        interrupted=interrupted,
        others=len(others),
        text="\n".join(_text(totals, pool, said, seconds, interrupted, len(others), shown_rows)),
        parts=totals.names,
    )


def _text(
    totals: Totals,
    pool: Pool,
    said: Said,
    seconds: float,
    interrupted: bool,
    others: int,
    shown: tuple[int, int] | None,
) -> Iterator[str]:
    counts: dict[str, SupportsIndex] = {key: count for key, count in totals.counts.items() if count > 0}
    first, second = _native.summary(counts, seconds, interrupted, said.japanese)
    yield first
    if second:
        yield second
    yield said.rows(totals.read, totals.rows, len(set(totals.names)))
    if pool.lost_nodes or pool.lost_actors or totals.fatal:
        yield said.losses(len(pool.lost_nodes), pool.lost_actors, totals.fatal)
    if shown is not None and shown[0] < shown[1]:
        yield said.page(*shown)
    if others:
        yield said.others(others)
    if interrupted:
        yield said.again()


__all__ = ["Summary", "Terms", "validate"]
