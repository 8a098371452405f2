# pyright: basic, reportMissingImports=false
"""The work of an actor: it judges problems, and writes their rows into parts."""

from __future__ import annotations

import os
import time
from collections import Counter
from dataclasses import dataclass, field

import ray

from .. import _native
from ._answers import NOTHING, packed
from ._chunks import Item, Sent
from ._parts import Parts, failed
from ._terms import Terms

_SAVE_EVERY = 5.0
"""Seconds after which the rows of a chunk are written that are there."""


@dataclass
class Done:
    """The result of the work on a chunk."""

    rows: int = 0
    """Rows of the part that have been counted now."""
    counts: dict[str, int] = field(default_factory=dict)
    kept: int = 0
    """Rows that were there before."""
    answers: list[tuple[int, bytes]] = field(default_factory=list)
    """The answers to positions, by their numbers."""
    open: list[tuple[int, tuple[int, int]]] = field(default_factory=list)
    """The problems that need a larger budget, by index, with their hardness."""
    fatal: list[int] = field(default_factory=list)
    """The problems on which the program failed in an earlier run, by index."""
    waiting: list[int] = field(default_factory=list)
    """Duplicates of problems that have no answer yet, by index."""
    nodes: int = 0
    """The nodes of all searches."""
    costs: Counter[int] = field(default_factory=Counter)
    """How many problems were decided, by the number of bits in the number of their nodes."""


@dataclass
class Late:
    """The result of the work on a single problem."""

    answer: bytes | None
    """The answer, if the row is final."""
    hardness: tuple[int, int]
    """How hard it seems, and the nodes of the search."""
    seconds: float


def judged(solver: _native.Solver, problem: _native.Problem, terms: Terms, nodes: int) -> _native.Row:
    """Returns the row of a problem. If the program fails, the row says so."""
    try:
        return solver.answer(problem, terms.asked(nodes), True)
    except RuntimeError as error:
        said = str(error).removeprefix("the program failed, please report this: ")
        return _native.row_of_failure(problem, said, said)


def is_final(row: _native.Row) -> bool:
    """Returns whether more nodes cannot change a row."""
    return row.limit != "nodes"


def is_fatal(row: _native.Row) -> bool:
    """Returns whether the row says that the program failed, or that its process ended."""
    return row.error is not None and row.error[0] == "internal"


def hardness(row: _native.Row) -> tuple[int, int]:
    """Returns how hard an undecided problem seems: without any mate, then with many nodes."""
    return (0 if row.plies_at_most is not None or row.plies is not None else 1, row.nodes)


class Maker:
    """Makes the rows of items with one solver. It is no actor: Ray slows all methods of these down."""

    def __init__(self, terms: Terms, words: dict[str, str]) -> None:
        self.terms = terms
        self.words = words
        self.solver = terms.solver()

    def search(self, item: Item, nodes: int) -> _native.Row:
        """Returns what a search with this budget finds."""
        return judged(self.solver, item.problem(), self.terms, nodes)

    def searches(self, item: Item, answer: bytes | None) -> bool:
        """Returns whether the row of an item needs a search."""
        return item.row is None and (item.answered_by is None or answer == NOTHING)

    def row(self, index: int, item: Item, answer: bytes | None, done: Done) -> _native.Row | None:
        """Returns the row of an item that needs no search, if there is an answer for it."""
        if item.row is not None:
            return _native.row_of_run(_native.Row.of_json(item.row), self.words["limits"])
        if answer is None:
            done.waiting.append(index)
            return None
        return self.repeated(item, answer)

    def searched(
        self, index: int, item: Item, row: _native.Row, nodes: int, done: Done
    ) -> _native.Row | None:
        """Returns the row of a search, if it is final, and notes what it took."""
        spent = row.nodes
        done.nodes += spent
        if is_final(row) or nodes >= self.terms.nodes:
            done.costs[spent.bit_length()] += 1
            return self.of_run(row, item)
        done.open.append((index, hardness(row)))
        return None

    def repeated(self, item: Item, answer: bytes) -> _native.Row:
        """Returns the row of a problem with the answer of an earlier one."""
        assert item.earlier is not None
        rules, limits = self.words["rules"], self.words["limits"]
        return _native.row_of_duplicate(item.problem(), answer, item.earlier, rules, limits)

    def of_run(self, row: _native.Row, item: Item) -> _native.Row:
        """Returns a row with the limits of the run."""
        return _native.row_of_run(row, self.words["limits"], item.earlier)


class Rows:
    """The rows of a chunk while it is judged.

    After a search the caches of the processor hold its tables. So all else is done for many problems at once.
    """

    def __init__(self, maker: Maker, nodes: int, done: Done) -> None:
        self._maker = maker
        self._nodes = nodes
        self._done = done
        self.final: list[_native.Row] = []
        self.answers: dict[int, bytes] = {}
        """The answers of these rows, by the number of the position."""
        self.found: list[tuple[int, Item, _native.Row]] = []
        """The results of searches that have not been looked at, with the index."""

    def add(self, item: Item, row: _native.Row) -> None:
        """Adds a row that is final."""
        self.final.append(row)
        if item.place is not None:
            self.answers[item.place] = packed(row)

    def search(self, index: int, item: Item) -> None:
        """Searches for the answer to a problem."""
        self.found.append((index, item, self._maker.search(item, self._nodes)))

    def settle(self) -> int:
        """Adds what searches have found, if it is final. Returns how many rows these are."""
        before = len(self.final)
        for index, item, row in self.found:
            made = self._maker.searched(index, item, row, self._nodes, self._done)
            if made is not None:
                self.add(item, made)
        self.found.clear()
        return len(self.final) - before


class Worker:
    """Judges problems with one solver."""

    def __init__(self, terms: Terms, words: dict[str, str], parts: Parts) -> None:
        self.terms = terms
        self.parts = parts
        self.maker = Maker(terms, words)

    def ready(self) -> tuple[str, str, int, bool]:
        """Returns the version, the node, the process, and whether the output is visible from here."""
        node = ray.get_runtime_context().get_node_id()
        visible = bool(self.parts.names() or self.parts.folder.read("_tsume.json"))
        return _native.VERSION, node, os.getpid(), visible

    def judge_chunk(
        self, chunk: Sent, answers: dict[int, bytes], nodes: int, late: frozenset[int]
    ) -> Done:
        """Judges the problems of a chunk with this budget, and writes the rows that are final.

        They are written every few seconds, so that little is lost with the actor.
        With a budget of 0 they are only named, to be judged alone.

        :param late: the problems whose rows an earlier run has left beside the part, by index.
        """
        done = Done()
        items = chunk.items()
        if (told := self.parts.told(chunk.name, len(items))) is not None:
            done.counts, known = told
            done.rows = done.kept = len(items)
            done.answers = [
                (item.place, answer)
                for item, answer in zip(items, known, strict=True)
                if item.place is not None
            ]
            return done
        stored = self.parts.read(chunk.name) or []
        there = {row.id: row for row in stored if not failed(row)}
        fatal = {row.id for row in stored if is_fatal(row)}
        new, last = 0, time.monotonic()
        rows = Rows(self.maker, nodes, done)
        for index, item in enumerate(items):
            row = there.get(item.id)
            if row is None:
                answer = answers.get(index)
                if item.answered_by is not None and answer is None:
                    new += rows.settle()
                    answer = rows.answers.get(item.answered_by)
                if index in late:
                    row = self.parts.read_late(chunk.name, index)
                if item.id in fatal or (row is not None and is_fatal(row)):
                    # It may end this process, and with it what is done for the others.
                    done.fatal.append(index)
                    continue
                if row is None or row.status == "error":
                    if not self.maker.searches(item, answer):
                        row = self.maker.row(index, item, answer, done)
                    elif nodes == 0:
                        done.open.append((index, (0, 0)))
                        continue
                    else:
                        rows.search(index, item)
                        row = None
            if row is not None:
                rows.add(item, row)
                new += item.id not in there
            if (new or rows.found) and time.monotonic() - last > _SAVE_EVERY:
                if new + rows.settle():
                    self._written(chunk, items, rows.final)
                new, last = 0, time.monotonic()
        final = self._written(chunk, items, rows.final) if new + rows.settle() else rows.final
        done.kept = len(there)
        done.rows, done.counts = len(final), _native.counts(final)
        done.answers = list(rows.answers.items())
        return done

    def judge_group(
        self, places: list[tuple[int, int]], nodes: int, threads: int, *chunks: Sent
    ) -> list[Late]:
        """Judges single problems one after another, and keeps each row that is final.

        :param places: the number of the chunk and the index in it, for each problem.
        """
        return [self._judge_one(chunks[chunk], index, nodes, threads) for chunk, index in places]

    def _judge_one(self, chunk: Sent, index: int, nodes: int, threads: int) -> Late:
        started = time.monotonic()
        item = chunk.item(index)
        if item.row is not None:
            row = _native.Row.of_json(item.row)
        else:
            solver = self.maker.solver if threads == 1 else self.terms.solver(threads)
            row = judged(solver, item.problem(), self.terms, nodes)
        answer = None
        if is_final(row) or nodes >= self.terms.nodes:
            row = self.maker.of_run(row, item)
            self.parts.write_late(chunk.name, index, row)
            answer = packed(row)
        return Late(answer, hardness(row), time.monotonic() - started)

    def fail(self, chunk: Sent, index: int, english: str, japanese: str) -> list[Late]:
        """Keeps an error row for a problem that ended the process."""
        item = chunk.item(index)
        row = self.maker.of_run(_native.row_of_failure(item.problem(), english, japanese), item)
        self.parts.write_late(chunk.name, index, row)
        return [Late(NOTHING, (0, 0), 0.0)]

    def finish(self, chunk: Sent, answers: dict[int, bytes]) -> Done:
        """Puts the rows of single problems and of duplicates into their part."""
        done = Done()
        items = chunk.items()
        there = self._rows(chunk)
        rows: list[_native.Row] = []
        new: list[_native.Row] = []
        for index, item in enumerate(items):
            row = there.get(item.id)
            if row is None:
                answer = answers.get(index)
                if answer is not None and answer != NOTHING:
                    row = self.maker.repeated(item, answer)
                else:
                    row = self.parts.read_late(chunk.name, index)
                if row is None:
                    done.open.append((index, (0, 0)))
                    continue
                new.append(row)
            rows.append(row)
        if new:
            rows = self._written(chunk, items, rows)
        if not done.open:
            for index, item in enumerate(items):
                if item.id not in there:
                    self.parts.remove_late(chunk.name, index)
        done.rows, done.counts = len(rows), _native.counts(rows)
        return done

    def _rows(self, chunk: Sent) -> dict[str, _native.Row]:
        """Returns the rows of the part; those of problems on which the program failed are left out."""
        there = self.parts.read(chunk.name) or []
        return {row.id: row for row in there if not failed(row)}

    def _written(self, chunk: Sent, items: list[Item], rows: list[_native.Row]) -> list[_native.Row]:
        return self.parts.add(chunk.name, [it.id for it in items], {row.id: row for row in rows})
