# pyright: basic, reportMissingImports=false
"""The actors of a run: as many as the cluster has processors, whichever nodes come and go."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import ray
from ray.exceptions import ActorUnavailableError, RayActorError, RayTaskError

from .. import _native
from ._actor import Worker

_LOOK_EVERY = 3.0
"""Seconds between two looks at the size of the cluster."""


class ClusterError(RuntimeError):
    """The cluster cannot do the work."""


@dataclass(eq=False)
class Member:
    """An actor that is ready."""

    actor: Any
    node: str
    refs: deque[Any] = field(default_factory=deque)
    """Its tasks, the one under way first."""
    is_lost: bool = False
    of_node: bool = False
    """Whether it was lost with its node."""
    begun: Any = None
    """The task that was under way when it was lost."""


class Pool:
    """Starts actors, and notices which of them are lost."""

    def __init__(self, arguments: tuple[Any, ...], most: int | None) -> None:
        self._make = ray.remote(Worker).options(num_cpus=1, max_restarts=0, max_task_retries=0)
        self._arguments = arguments
        self._most = most
        self._starting: dict[Any, Any] = {}
        self._looked = -_LOOK_EVERY
        self._failures = 0
        self.members: list[Member] = []
        self.target = 0
        self.lost_actors = 0
        self.lost_nodes: set[str] = set()

    def fill(self) -> None:
        """Starts actors for the processors that have none."""
        if time.monotonic() - self._looked < _LOOK_EVERY:
            return
        self._looked = time.monotonic()
        processors = int(ray.cluster_resources().get("CPU", 0))
        self.target = max(processors, 1) if self._most is None else self._most
        while len(self.members) + len(self._starting) < self.target:
            actor = self._make.remote(*self._arguments)
            self._starting[actor.ready.remote()] = actor

    def refs(self) -> list[Any]:
        """Returns the tasks that actors begin with."""
        return list(self._starting)

    def started(self, ref: Any) -> bool:
        """Takes an actor that has become ready. Returns whether this was one of its tasks.

        :raises ClusterError: if actors cannot do the work.
        """
        if ref not in self._starting:
            return False
        actor = self._starting.pop(ref)
        try:
            version, node, _, visible = ray.get(ref)
        except (RayActorError, RayTaskError) as error:
            self._failures += 1
            self._looked = time.monotonic()
            if self._failures >= 20 and not self.members:
                raise ClusterError(
                    f"no actor can be started; is tsume-shogi installed on every node? {error}"
                ) from None
            return True
        if version != _native.VERSION:
            ray.kill(actor)
            raise ClusterError(f"node {node} has tsume-shogi {version}, this machine {_native.VERSION}")
        if not visible:
            ray.kill(actor)
            raise ClusterError(
                f"node {node} does not see the output folder: "
                "take one that all nodes share, or an object store"
            )
        self._failures = 0
        self.members.append(Member(actor, node))
        return True

    def lost(self, member: Member, error: Exception) -> bool:
        """Removes a lost actor. Returns whether its node, and not only its process, was lost."""
        self.members.remove(member)
        self._looked = min(self._looked, time.monotonic() - _LOOK_EVERY + 0.2)
        if isinstance(error, ActorUnavailableError):
            # Nobody knows what it does.
            ray.kill(member.actor)
        of_node = _has_ended(member.node)
        if of_node:
            self.lost_nodes.add(member.node)
        else:
            self.lost_actors += 1
        return of_node

    def close(self) -> None:
        """Ends all actors."""
        for actor in [*self._starting.values(), *(it.actor for it in self.members)]:
            ray.kill(actor)
        self._starting.clear()
        self.members.clear()


def _has_ended(node: str) -> bool:
    """Returns whether a node is gone. That of a process is known a little later than the process."""
    for _ in range(5):
        if not any(it["NodeID"] == node and it["Alive"] for it in ray.nodes()):
            return True
        time.sleep(0.3)
    return False
