"""Certificates: answers with their proofs, which an independent checker confirms."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from . import _native
from ._answers import Answer, Judgement, Solution
from ._asked import asked, counted, hash_bytes
from ._moves import Line
from ._problem import Problem
from ._reading import At, read_part
from ._solver import Observer, _answer, _observer, _problem
from ._words import Claim, Interpositions, Rules, Side


class Uncertified(RuntimeError):
    """An answer, or a part of it, was not proven within the limits."""

    def __init__(self, answer: Answer) -> None:
        super().__init__("a limit was reached before everything was proven")
        self.answer = answer
        """The answer as far as it is known."""


@dataclass(frozen=True)
class Proof:
    """The checker's result for one certificate."""

    id: str
    """The name of the problem. It proves nothing."""
    sfen: str
    """The problem that the claim is about, both hands complete."""
    attacker: Side
    """The side that attacks."""
    lines: list[Line]
    """The lines after which the claim holds; empty if it is about the problem itself."""
    claim: Claim
    """The kind of claim."""
    plies: int | None
    """The plies of the claim; ``None`` without a limit of plies."""
    positions: int
    """The number of positions in the certificate."""
    proven: bool
    """Whether the certificate proves its claim."""
    reason: str | None
    """Why it does not."""
    rejected_at: str | None
    """The position at which the proof fails, as SFEN."""


@dataclass(frozen=True)
class Proven:
    """The facts that accepted certificates prove about a problem, alone and together."""

    no_mate: bool
    """Whether there is no mate."""
    plies: int | None
    """The composed length (手数) in plies."""
    plies_strict: int | None
    """The strict length in plies."""
    plies_at_most: int | None
    """The plies within which there is a mate, in the composed game where one is proven in it."""
    one_solution: bool
    """Whether, along one line of best play, a single check can mate at every turn of the attacker but
    the last."""


class Proofs(list[Proof]):
    """The checker's result for each certificate of a file; see :func:`verify`."""

    def __init__(self, proofs: Iterable[Proof], claims: _native.Claims) -> None:
        super().__init__(proofs)
        self._claims = claims

    def about(self, problem: Problem | str) -> Proven:
        """Returns what the accepted certificates prove about a problem.

        Certificates are found by the diagram and the side that attacks, never by a name.
        """
        return Proven(*self._claims.about(_problem(problem)))


def certificate(
    problem: Problem | str,
    *,
    judged: bool = False,
    readable: bool = False,
    time: float | timedelta | None = None,
    nodes: int | None = None,
    hash: int | str = "64MiB",
    threads: int = 1,
    rules: Rules | str = "standard",
    interpositions: Interpositions | str = "standard",
    progress: Observer | None = None,
) -> bytes:
    """Solves a problem and returns certificates of the answer, as ``tsume verify`` reads them.

    They prove the composed and the strict length, or that there is no mate.

    :param judged: whether to judge the composition, and to certify the outcome of every other check.
    :param readable: whether the certificates are JSON, one object on each line, instead of the
        compact format.
    :raises Uncertified: if a limit is reached before everything is proven.
    """
    question = asked(time=time, nodes=nodes, rules=rules, interpositions=interpositions)
    solver = _native.Solver(hash_bytes(hash), counted("threads", threads))
    row, proof = solver.certify(_problem(problem), question, judged, readable, _observer(progress))
    answer: Answer = _answer(Judgement if judged else Solution, row)
    certified = answer.certificates or []
    if not certified or any(it.positions is None for it in certified):
        raise Uncertified(answer)
    return proof


def verify(certificates: bytes) -> Proofs:
    """Checks certificates with the independent checker, which shares no code with the search.

    ``verify(certificates).about(problem)`` says what they prove about a problem.

    :param certificates: the contents of a file of certificates, in either format.
    :raises ValueError: if they are damaged.
    """
    checked, claims = _native.verify(certificates)
    return Proofs((read_part(Proof, it, At(it["sfen"])) for it in json.loads(checked)), claims)
