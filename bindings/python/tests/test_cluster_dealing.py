"""How a run deals its work, on a simulated cluster: actors take one unit of time for each node.

The dealing is that of real runs. Only Ray and the searches are replaced.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

import pytest

pytest.importorskip("ray")
pytest.importorskip("pyarrow")
from tsume_shogi.cluster import _driver
from tsume_shogi.cluster._actor import Done, Late
from tsume_shogi.cluster._answers import NOTHING
from tsume_shogi.cluster._chunks import Chunk, chunks
from tsume_shogi.cluster._pool import Member
from tsume_shogi.cluster._terms import ladder

LIMIT = 10_000_000


@dataclass
class World:
    """The clock, and the work of the actors."""

    costs: list[int]
    limit: int = LIMIT
    now: int = 0
    nodes: int = 0
    number: int = 0
    done: dict[int, Any] = field(default_factory=dict)
    running: list[tuple[int, int]] = field(default_factory=list)

    def search(self, problem: int, budget: int) -> tuple[int, bool]:
        """Returns the nodes of a search, and whether it decides the problem."""
        return min(self.costs[problem], budget), self.costs[problem] <= budget

    def wait(self, refs: list[int], num_returns: int, timeout: float | None = None) -> tuple[list[int], list[int]]:
        open_ = self.open()
        ready = [it for it in refs if it not in open_]
        if not ready and self.running and timeout != 0:
            self.now, first = heappop(self.running)
            ready = [first]
        return ready[:num_returns], []

    def open(self) -> set[int]:
        while self.running and self.running[0][0] <= self.now:
            heappop(self.running)
        return {ref for _, ref in self.running}

    def get(self, ref: int) -> Any:
        return self.done.pop(ref)

    def put(self, it: Any) -> Any:
        return it

    def begin(self, actor: "Actor", nodes: int, result: Any) -> int:
        self.nodes += nodes
        self.number += 1
        actor.free_at = max(actor.free_at, self.now) + nodes
        self.done[self.number] = result
        heappush(self.running, (actor.free_at, self.number))
        return self.number


class Actor:
    """An actor with the methods that the driver calls."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.free_at = 0
        for name in ("judge_chunk", "judge_group", "finish"):
            method = type("Method", (), {"remote": staticmethod(getattr(self, f"_{name}"))})
            setattr(self, name, method)

    def _judge_chunk(self, chunk: Any, answers: Any, budget: int, late: Any) -> int:
        done, nodes = Done(), 0
        for index, item in enumerate(chunk.items()):
            spent, decided = self.world.search(int(item.id), budget)
            nodes += spent
            if decided or budget >= self.world.limit:
                done.rows += 1
                done.costs[spent.bit_length()] += 1
            else:
                done.open.append((index, (1, spent)))
        done.nodes = nodes
        return self.world.begin(self, nodes, done)

    def _judge_group(self, places: list[tuple[int, int]], budget: int, threads: int, *parts: Any) -> int:
        lates, nodes = [], 0
        for part, index in places:
            spent, decided = self.world.search(int(parts[part].item(index).id), budget)
            nodes += spent
            answer = NOTHING if decided or budget >= self.world.limit else None
            lates.append(Late(answer, (1, spent), 0.0))
        return self.world.begin(self, nodes, lates)

    def _finish(self, chunk: Any, answers: Any) -> int:
        return self.world.begin(self, 0, Done(rows=len(chunk.pickled)))


@dataclass
class Pool:
    """A pool whose actors never change."""

    members: list[Member]

    def fill(self) -> None: ...
    def refs(self) -> list[int]:
        return []

    def started(self, ref: int) -> bool:
        return False


class Ahead:
    """Chunks that are all read."""

    ended = False

    def __init__(self, found: Iterator[Chunk]) -> None:
        self._found = found

    def next(self) -> Chunk | None:
        chunk = next(self._found, None)
        self.ended = chunk is None
        return chunk


def run(
    costs: list[int], cores: int, monkeypatch: pytest.MonkeyPatch, first: int = 100_000, limit: int = LIMIT
) -> World:
    """Deals problems with these costs in nodes. Returns the world in the end."""
    world = World(costs, limit)
    monkeypatch.setattr(_driver, "ray", world)
    records = ((None, str(number), None, None) for number in range(len(costs)))
    pool: Any = Pool([Member(Actor(world), "node") for _ in range(cores)])
    ahead: Any = Ahead(chunks(records))
    driver = _driver.Driver(ahead, pool, ladder(first, limit, 10), {}, 1)
    while driver.step():
        pass
    assert driver.totals.rows == driver.totals.read == len(costs)
    assert not world.running
    return world


@pytest.mark.parametrize(("cores", "median"), [(2, 300), (2, 3000), (16, 3000), (64, 3000)])
def test_a_heavy_tail_holds_nothing_back(cores: int, median: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(cores)
    costs = [min(int(rng.lognormvariate(0, 0.8) * median) + 1, LIMIT) for _ in range(20_000)]
    for hard in rng.sample(range(len(costs)), len(costs) // 100):
        costs[hard] = 1000 * median
    work, longest = sum(costs), max(costs)
    world = run(costs, cores, monkeypatch)
    assert world.nodes <= 1.04 * work, world.nodes / work
    assert world.now <= 1.1 * work / cores + longest, (world.now, work / cores, longest)


def test_undecided_problems_cost_little_more_than_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    costs = [LIMIT if rng.random() < 0.5 else rng.randrange(1, 200_000) for _ in range(2000)]
    world = run(costs, 8, monkeypatch)
    assert world.nodes <= 1.01 * sum(costs)
    assert world.now <= 1.1 * sum(costs) / 8 + LIMIT


@pytest.mark.parametrize(("first", "limit", "least", "most"), [(500, 3000, 400, 4000), (1000, 100_000, 900, 90_000)])
def test_a_first_budget_that_decides_little_is_left_out(
    first: int, limit: int, least: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(2)
    costs = [rng.randrange(least, most) for _ in range(20_000)]
    world = run(costs, 8, monkeypatch, first, limit)
    assert world.nodes <= 1.05 * sum(min(it, limit) for it in costs)
    # Almost all are decided in their chunks, so that there is little to deal.
    assert world.number < 20_000 / 50


def test_single_problems_are_dealt_in_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(3)
    costs = [rng.randrange(101_000, 140_000) if rng.random() < 0.6 else 10_000 for _ in range(20_000)]
    cores, limit = 64, 150_000
    world = run(costs, cores, monkeypatch, 100_000, limit)
    assert world.number < 20_000 / 5
    assert world.now <= 1.1 * world.nodes / cores + 2_000_000
