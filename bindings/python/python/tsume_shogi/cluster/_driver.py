# pyright: basic, reportMissingImports=false
"""Deals the work to the actors, and notes what is done."""

from __future__ import annotations

import heapq
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import ray
from ray.exceptions import OutOfMemoryError, RayActorError, RayTaskError, WorkerCrashedError

from ._actor import Done, Late
from ._answers import NOTHING, Answers
from ._chunks import LARGEST, Ahead, Sent
from ._pool import ClusterError, Member, Pool

_LOST = (RayActorError, OutOfMemoryError, WorkerCrashedError)

_AHEAD = 2
"""Chunks at an actor, so that it need not wait for the next one."""

_SOON = 0.02
"""Seconds between two looks for chunks that have been read."""

_DEATHS = 2
"""How often a problem may end the process in which it is alone."""

_WASTE = 0.005
"""A budget is left out if searches without a decision could become more than this share of all."""

_TRIES = 20
_FIRST_WORTH = 0.5
_PROBE = 16
"""Each sixteenth chunk is judged with the first budget. After so many tries, the others have the
smaller one that wastes the least, or none if the first budget decides less than this share."""

_DEALING = 2000
"""Nodes that an actor could search while a single problem is dealt and its row is put into its part."""

_CHUNK_MOST = 100_000
"""The largest budget, after the first one, with which whole chunks are judged."""

_GROUP = 1_000_000
_GROUP_PER_ACTOR = 100_000
"""Single problems are dealt in groups, whose budgets are at most so many nodes together. A group is
dealt in the time of some 10,000 nodes, so that the driver can keep any number of actors busy."""

_ALONE_AHEAD = 16
"""The most problems at an actor that are groups of their own."""

_GROUP_SHARE = 2
"""A group has at most this part of the problems that wait for each actor."""


@dataclass(eq=False)
class Part:
    """A chunk whose part is not complete."""

    name: str
    ref: Any
    """The chunk in the object store."""
    size: int
    ids: list[str]
    places: dict[int, int] = field(default_factory=dict)
    """The places of problems that others may wait for, by index."""
    awaited: dict[int, int] = field(default_factory=dict)
    """The places of the answers that duplicates have, by index."""
    undecided: set[int] = field(default_factory=set)
    waiting: set[int] = field(default_factory=set)
    deaths: Counter[int] = field(default_factory=Counter)
    alone: set[int] = field(default_factory=set)
    """Problems that may have ended the process: each is judged in a group of its own."""
    is_again: bool = False
    """Whether the chunk was lost once."""
    rows: int = 0
    counts: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Single:
    """A problem that is not judged with its chunk."""

    part: Part
    index: int

    def is_alone(self) -> bool:
        """Returns whether it is judged in a group of its own."""
        return self.index in self.part.alone


@dataclass(eq=False)
class Task:
    """Work that an actor has."""

    member: Member
    part: Part | None = None
    """The part, if the work is that of a whole chunk."""
    singles: list[Single] = field(default_factory=list)
    """The group of problems that are judged one after another."""
    rung: int = 0
    is_full: bool = False
    """Whether the problems of the chunk are judged with the whole budget of this rung."""
    finishes: bool = False
    failing: bool = False


@dataclass
class Totals:
    """The counts of a run."""

    read: int = 0
    rows: int = 0
    kept: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    complete: bool = False
    fatal: int = 0
    """Problems that ended the process."""
    slowest: tuple[float, str] = (0.0, "")
    names: list[str] = field(default_factory=list)
    """The parts in the order of the input."""


class Driver:
    """Deals chunks first, then single problems with larger budgets."""

    def __init__(
        self, chunks: Ahead, pool: Pool, budgets: list[int], late: dict[str, set[int]], threads: int
    ) -> None:
        self._chunks = chunks
        self._pool = pool
        self._budgets = budgets
        self._late = late
        self._threads = threads
        self._answers = Answers()
        self._tasks: dict[Any, Task] = {}
        self._again: list[Part] = []
        """Chunks of lost nodes."""
        self._finish: list[Part] = []
        self._queue: list[tuple[int, int, int, int, Single]] = []
        """Single problems by rung, hardness and number."""
        self._number = 0
        self._rung = 0
        """The rung of the first budget."""
        self._awaiting: dict[int, list[tuple[Part, int]]] = {}
        self._tried = 0
        """Problems that have had the first budget."""
        self._decided = 0
        """Problems that the first budget has decided."""
        self._costs: Counter[int] = Counter()
        """The same, by the number of bits in the number of their nodes."""
        self._undecided = 0
        """Problems that the first budget has left undecided."""
        self._at_stake = 0
        """The budgets of single searches under way that may end without a decision."""
        self._nodes = 0
        self._wasted = 0
        """Nodes of single searches without a decision."""
        self.totals = Totals()

    def step(self) -> bool:
        """Deals what there is to deal, and takes what is done. Returns whether anything is left."""
        self._pool.fill()
        self._deal()
        if not self._tasks and self._idle():
            return False
        refs = [*self._tasks, *self._pool.refs()]
        # Until all is read, an idle actor looks again soon.
        is_hungry = not self.totals.complete and (not refs or self._free(_AHEAD) is not None)
        if not refs:
            time.sleep(_SOON)
        ready, _ = ray.wait(refs, num_returns=1, timeout=_SOON if is_hungry else 0.5) if refs else ([], [])
        if ready:
            ready, _ = ray.wait(refs, num_returns=len(refs), timeout=0)
        for ref in ready:
            if not self._pool.started(ref):
                self._take(ref)
        return True

    def hard(self) -> int:
        """Returns how many single problems wait or are judged."""
        return len(self._queue) + sum(len(it.singles) for it in self._tasks.values())

    def _idle(self) -> bool:
        nothing = not (self._again or self._finish or self._queue)
        return nothing and self.totals.complete

    # ---- dealing

    def _deal(self) -> None:
        while self._finish and (member := self._free(_AHEAD)):
            whole = self._finish.pop()
            ref = member.actor.finish.remote(whole.ref, self._known(whole))
            self._give(ref, Task(member, whole, finishes=True))
        while member := self._free(_AHEAD):
            part = self._next_part()
            if part is None:
                break
            late = frozenset(self._late.get(part.name, ()))
            first = self._first()
            ref = member.actor.judge_chunk.remote(part.ref, self._known(part), first, late)
            self._give(ref, Task(member, part, rung=self._rung, is_full=first == self._budgets[self._rung]))
        while self._queue and (member := self._free(self._singles_ahead())):
            self._deal_group(member)

    def _known(self, part: Part) -> dict[int, bytes]:
        """Returns the answers that duplicates have, by index."""
        found = {index: self._answers.get(place) for index, place in part.awaited.items()}
        return {index: answer for index, answer in found.items() if answer is not None}

    def _deal_group(self, member: Member) -> None:
        last = len(self._budgets) - 1
        waiting = len(self._queue)
        level, _, rung, _, first = heapq.heappop(self._queue)
        if first.part.deaths[first.index] >= _DEATHS:
            said = (
                f"the process that judged this problem alone ended {_DEATHS} times",
                f"この問題だけを検討したプロセスが{_DEATHS}回終わった",
            )
            ref = member.actor.fail.remote(first.part.ref, first.index, *said)
            self._give(ref, Task(member, singles=[first], rung=rung, failing=True))
            return
        few = waiting <= len(self._pool.members)
        while 0 < rung < last and (few or self._is_idle_rung(rung, self._most(rung, waiting))):
            rung += 1
        group = [first]
        while not first.is_alone() and self._queue and len(group) < self._most(rung, waiting):
            if self._queue[0][0] // 4 != level // 4 or self._queue[0][-1].is_alone():
                break
            group.append(heapq.heappop(self._queue)[-1])
        threads = 1
        if self._threads > 1 and rung == last and waiting <= len(self._pool.members) // self._threads:
            here = [it for it in self._pool.members if it.node == member.node and not it.refs]
            threads = min(self._threads, len(here))
        parts = list(dict.fromkeys(it.part for it in group))
        places = [(parts.index(it.part), it.index) for it in group]
        chunks = [it.ref for it in parts]
        ref = member.actor.judge_group.remote(places, self._budgets[rung], threads, *chunks)
        self._give(ref, Task(member, singles=group, rung=rung))

    def _singles_ahead(self) -> int:
        """Returns how many groups an actor may have. Problems that are alone are on their way while it
        judges another one, which takes less time than dealing it.
        """
        *_, rung, _, first = self._queue[0]
        return min(self._most(rung, len(self._queue)), _ALONE_AHEAD) if first.is_alone() else 1

    def _most(self, rung: int, waiting: int) -> int:
        """Returns how many problems a group may have."""
        actors = max(len(self._pool.members), 1)
        nodes = max(_GROUP, _GROUP_PER_ACTOR * actors)
        return max(1, min(nodes // self._budgets[rung], waiting // (_GROUP_SHARE * actors), LARGEST))

    def _is_idle_rung(self, rung: int, count: int) -> bool:
        stake = self._wasted + self._at_stake + self._budgets[rung] * count
        return stake > _WASTE * self._nodes

    def _first(self) -> int:
        """Returns the budget for the problems of the next chunk; 0 to judge each of them alone."""
        is_last = self._rung == len(self._budgets) - 1
        is_probe = len(self.totals.names) % _PROBE == 0
        if is_probe or is_last or self._tried < _TRIES:
            return self._budgets[self._rung]
        if self._decided >= _FIRST_WORTH * self._tried:
            return self._cheapest()
        if self._budgets[self._rung + 1] > _CHUNK_MOST:
            return 0
        self._rung += 1
        self._tried = self._decided = self._undecided = 0
        self._costs.clear()
        return self._budgets[self._rung]

    def _cheapest(self) -> int:
        """Returns the first budget with which the fewest nodes are searched in vain."""
        best, undecided = self._budgets[self._rung], self._undecided
        least = undecided * (best + _DEALING)
        for bits in range(best.bit_length() - 1, 9, -1):
            undecided = self._undecided + sum(it for size, it in self._costs.items() if size > bits)
            waste = undecided * ((1 << bits) + _DEALING)
            if waste < least:
                best, least = 1 << bits, waste
        return best

    def _free(self, ahead: int) -> Member | None:
        best = min(self._pool.members, key=lambda it: len(it.refs), default=None)
        return best if best is not None and len(best.refs) < ahead else None

    def _next_part(self) -> Part | None:
        if self._again:
            return self._again.pop()
        chunk = self._chunks.next()
        if chunk is None:
            self.totals.complete = self._chunks.ended
            return None
        self.totals.read += len(chunk.items)
        self.totals.names.append(chunk.name)
        items = chunk.items
        part = Part(chunk.name, ray.put(Sent.of(chunk)), len(items), [it.id for it in items])
        part.places = {i: it.place for i, it in enumerate(items) if it.place is not None}
        part.awaited = {i: it.answered_by for i, it in enumerate(items) if it.answered_by is not None}
        return part

    def _give(self, ref: Any, task: Task) -> None:
        self._tasks[ref] = task
        task.member.refs.append(ref)
        self._at_stake += self._stake(task)

    def _stake(self, task: Task) -> int:
        is_last = task.failing or task.rung == len(self._budgets) - 1
        return 0 if is_last else self._budgets[task.rung] * len(task.singles)

    def _put(self, part: Part, index: int, rung: int, hardness: tuple[int, int]) -> None:
        """Has a single problem wait: those with small budgets come first, then the hardest."""
        self._number += 1
        rung = min(rung, len(self._budgets) - 1)
        order = (rung * 4 + 3 - hardness[0], -hardness[1], rung, self._number)
        heapq.heappush(self._queue, (*order, Single(part, index)))

    # ---- taking

    def _take(self, ref: Any) -> None:
        task = self._tasks.pop(ref)
        self._at_stake -= self._stake(task)
        try:
            done: Any = ray.get(ref)
        except RayTaskError as error:
            raise error.cause if isinstance(error.cause, OSError) else ClusterError(str(error)) from error
        except _LOST as error:
            self._lost(ref, task, error)
            return
        task.member.refs.remove(ref)
        self.totals.fatal += task.failing
        if task.part is None:
            for single, late in zip(task.singles, done, strict=True):
                self._take_late(single, task.rung, late)
        else:
            self._take_done(task, task.part, done)

    def _take_done(self, task: Task, part: Part, done: Done) -> None:
        self.totals.rows += done.rows - part.rows
        self.totals.counts.subtract(part.counts)
        self.totals.counts.update(done.counts)
        part.rows, part.counts = done.rows, done.counts
        if task.finishes:
            for index, _ in done.open:
                part.undecided.add(index)
                self._put(part, index, 0, (0, 0))
            return
        if not part.is_again:
            self.totals.kept += done.kept
        self._nodes += done.nodes
        if task.is_full and task.rung == self._rung:
            decided = sum(done.costs.values())
            self._tried += decided + len(done.open)
            self._decided += decided
            self._costs.update(done.costs)
            self._undecided += len(done.open)
        for index, hardness in done.open:
            part.undecided.add(index)
            self._put(part, index, task.rung + 1, hardness)
        for index in done.fatal:
            # It gets one more try.
            part.deaths[index] = _DEATHS - 1
            part.undecided.add(index)
            part.alone.add(index)
            self._put(part, index, task.rung, (0, 0))
        for index in done.waiting:
            self._wait_for(part, index)
        for place, answer in done.answers:
            self._answer(place, answer)
        self._look(part, bool(done.open or done.fatal or done.waiting))

    def _wait_for(self, part: Part, index: int) -> None:
        place = part.awaited[index]
        answer = self._answers.get(place)
        if answer == NOTHING:
            part.undecided.add(index)
            self._put(part, index, 0, (0, 0))
        elif answer is None:
            part.waiting.add(index)
            self._awaiting.setdefault(place, []).append((part, index))

    def _take_late(self, single: Single, rung: int, late: Late) -> None:
        part, index = single.part, single.index
        if late.seconds > self.totals.slowest[0]:
            self.totals.slowest = (late.seconds, part.ids[index])
        self._nodes += late.hardness[1]
        if late.answer is None:
            self._wasted += late.hardness[1]
            self._put(part, index, rung + 1, late.hardness)
            return
        part.undecided.discard(index)
        if index in part.places:
            self._answer(part.places[index], late.answer)
        self._look(part, True)

    def _answer(self, place: int, answer: bytes) -> None:
        self._answers.set(place, answer)
        for part, index in self._awaiting.pop(place, ()):
            part.waiting.discard(index)
            if answer == NOTHING:
                part.undecided.add(index)
                self._put(part, index, 0, (0, 0))
            else:
                self._look(part, True)

    def _look(self, part: Part, is_open: bool) -> None:
        """Has a part completed, once nothing in it is undecided."""
        if is_open and not part.undecided and not part.waiting and part not in self._finish:
            self._finish.append(part)

    def _lost(self, ref: Any, task: Task, error: Exception) -> None:
        member, part = task.member, task.part
        if not member.is_lost:
            # The others had not been begun.
            member.is_lost, member.begun = True, member.refs[0]
            member.of_node = self._pool.lost(member, error)
        is_suspect = member.begun is ref and not member.of_node
        if part is None:
            for it in task.singles:
                it.part.deaths[it.index] += is_suspect and len(task.singles) == 1
                if is_suspect:
                    it.part.alone.add(it.index)
                self._put(it.part, it.index, task.rung, (1, 0))
        elif task.finishes:
            self._finish.append(part)
        elif is_suspect:
            # One of its problems may have ended the process: each is judged alone.
            for index in range(part.size):
                if index in part.awaited:
                    self._wait_for(part, index)
                else:
                    part.undecided.add(index)
                    part.alone.add(index)
                    self._put(part, index, task.rung, (0, 0))
            self._look(part, True)
        else:
            part.is_again = True
            self._again.append(part)
