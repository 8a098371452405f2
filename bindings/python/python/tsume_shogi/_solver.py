"""Solving and judging one problem after another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from inspect import signature
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

from . import _native
from ._answers import Answer, Judgement, Solution
from ._asked import asked, counted, hash_bytes
from ._problem import Problem, ProblemError
from ._words import Goal, Interpositions, Rules, Stage

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass(frozen=True)
class Progress:
    """The progress of a running search."""

    stage: Stage
    """The current stage of the search."""
    decided: tuple[int, int] | None
    """How many of how many other checks, or pieces, are decided, in the stages about these."""
    nodes: int
    """Moves that the search looked at so far."""
    depth: int
    """The longest line looked at, in plies."""
    hashfull: int
    """The share of the table in use, in thousandths."""
    plies_at_most: int | None
    """The shortest mate proven so far, in plies."""
    line: list[str]
    """A line of the last mate proven in the strict game, as far as read, in USI."""
    path: list[str]
    """The line that the search is looking at, as long as there is no ``line``, in USI."""


Observer = Callable[[Progress], object]


def _observer(progress: Observer | None) -> Callable[..., object] | None:
    if progress is None:
        return None
    observer = progress

    def report(stage: str, *rest: Any) -> object:
        return observer(Progress(Stage(stage), *rest))

    return report


def _problem(problem: object, goal: Goal | str | None = None) -> _native.Problem:
    if isinstance(problem, str):
        return Problem(problem, goal=goal)._native
    if not isinstance(problem, Problem):
        raise TypeError(f"a problem is a Problem or an SFEN, not {type(problem).__name__}")
    return problem._native


def _word(goal: Goal | str | None) -> str | None:
    return None if goal is None else str(goal)


class Solver:
    """A solver that keeps its tables and its thread between calls.

    A call while another one is under way, in another thread or in a callback, raises a
    :exc:`RuntimeError`: use one solver for each thread. Calls of different solvers run at the same
    time, because the search needs no interpreter. A solver may be used after a fork; the new
    process has new tables.

    :param hash: memory for the tables, in bytes or as a text such as ``"64MiB"``.
    :param threads: threads that search one problem, 256 at most.
    :raises ValueError: if there is not so much memory.
    """

    __slots__ = ("_native",)

    def __init__(self, *, hash: int | str = "64MiB", threads: int = 1) -> None:
        self._native = _native.Solver(hash_bytes(hash), counted("threads", threads))

    def solve(
        self,
        problem: Problem | str,
        *,
        time: float | timedelta | None = None,
        nodes: int | None = None,
        goal: Goal | str | None = None,
        within: int | None = None,
        first: bool = False,
        interpositions: Interpositions | str = "standard",
        variations: int = 0,
        explain: bool = False,
        stats: bool = False,
        verify: bool = False,
        progress: Observer | None = None,
    ) -> Solution:
        """Proves the shortest mate and reads its main line, or proves that there is no mate.

        :param problem: a problem, or an SFEN.
        :param time: ends the search after so many seconds. The answer says what is proven by then.
        :param nodes: ends the search after so many nodes. With one thread, the same number gives the
            same answer.
        :param goal: what is asked, instead of what the problem says itself: ``"mate"``, ``"brinkmate"``
            (必至), or ``"threatmate"`` (詰めろ) with the defender to move.
        :param within: the plies of the longest brinkmate to look for.
        :param first: whether any mate will do. Then only ``plies_at_most`` is proven.
        :param interpositions: which interpositions (合駒) count as futile (無駄合).
        :param variations: so many levels of other defences (変化) are worked out.
        :param explain: whether to explain why interpositions are futile.
        :param stats: whether the answer has statistics of the search.
        :param verify: whether the independent checker has to confirm the answer first.
        :param progress: is called about ten times a second, in the calling thread. If it returns
            ``False``, the search ends with what is proven, and it is not called again; if it raises, the
            exception goes on. While it runs, the search does, too, and only the latest progress is kept.
        :raises ProblemError: if a text is no problem.
        :raises RuntimeError: if the solver is at work already, or the answer could not be verified.
        """
        question = asked(
            time=time,
            nodes=nodes,
            goal=_word(goal),
            within=within,
            first=first,
            interpositions=interpositions,
            variations=variations,
            explain=explain,
            stats=stats,
            verify=verify,
        )
        row = self._native.answer(_problem(problem, goal), question, False, _observer(progress))
        return _answer(Solution, row)

    def check(
        self,
        problem: Problem | str,
        *,
        time: float | timedelta | None = None,
        nodes: int | None = None,
        goal: Goal | str | None = None,
        within: int | None = None,
        rules: Rules | str = "standard",
        interpositions: Interpositions | str = "standard",
        variations: int = 0,
        explain: bool = False,
        nodes_per_alternative: int | None = None,
        idle_pieces: bool = False,
        attributes: bool = False,
        stats: bool = False,
        verify: bool = False,
        progress: Observer | None = None,
    ) -> Judgement:
        """Judges a composition: its main line, every other check at every turn, and the author's line.

        :param rules: the profile of rules that decides which findings are fatal.
        :param nodes_per_alternative: the nodes for each other check. Otherwise ``time`` and ``nodes`` are
            spent on every check that is open, whatever the verdict.
        :param idle_pieces: whether to look for idle pieces (無駄駒), which takes long.
        :param attributes: whether the judgement has the attributes of the composition.

        The other parameters are those of :meth:`solve`.

        :raises ProblemError: if a text is no problem, or the defender is to move.
        :raises RuntimeError: if the solver is at work already, or the answer could not be verified.
        """
        if nodes_per_alternative is None and (time is not None or nodes is not None):
            nodes_per_alternative = 2**64 - 1
        question = asked(
            time=time,
            nodes=nodes,
            goal=_word(goal),
            within=within,
            rules=rules,
            interpositions=interpositions,
            variations=variations,
            explain=explain,
            nodes_per_alternative=nodes_per_alternative,
            idle_pieces=idle_pieces,
            attributes=attributes,
            stats=stats,
            verify=verify,
        )
        row = self._native.answer(_problem(problem, goal), question, True, _observer(progress))
        return _answer(Judgement, row)


_Kind = TypeVar("_Kind", bound=Answer)
_Function = TypeVar("_Function", bound=Callable[..., object])


def _answer(kind: type[_Kind], row: _native.Row) -> _Kind:
    error = row.error
    if error is not None:
        if error[0] == "internal":
            raise RuntimeError(error[1])
        raise ProblemError(error[1], error[0], error[2])
    answer: _Kind = kind._of(row)
    return answer


class _Options(TypedDict, total=False):
    """The options of :meth:`Solver.solve` and :meth:`Solver.check`."""

    time: float | timedelta | None
    nodes: int | None
    goal: Goal | str | None
    within: int | None
    interpositions: Interpositions | str
    variations: int
    explain: bool
    stats: bool
    verify: bool
    progress: Observer | None


class _SolveOptions(_Options, total=False):
    first: bool


class _CheckOptions(_Options, total=False):
    rules: Rules | str
    nodes_per_alternative: int | None
    idle_pieces: bool
    attributes: bool


def _shown_as(method: Callable[..., object]) -> Callable[[_Function], _Function]:
    """Shows a function with all options of :class:`Solver` and of its method."""

    def shown(function: _Function) -> _Function:
        _, problem, *options = signature(method).parameters.values()
        parameters = [problem, *signature(Solver).parameters.values(), *options]
        known = signature(function).replace(parameters=parameters)
        setattr(function, "__signature__", known)
        return function

    return shown


@_shown_as(Solver.solve)
def solve(
    problem: Problem | str, *, hash: int | str = "64MiB", threads: int = 1, **options: Unpack[_SolveOptions]
) -> Solution:
    """Proves the shortest mate and reads its main line, or proves that there is no mate.

    For many problems, a :class:`Solver` saves the time to make tables. The parameters are those of
    :class:`Solver` and :meth:`Solver.solve`.
    """
    return Solver(hash=hash, threads=threads).solve(problem, **options)


def threat(
    problem: Problem | str,
    *,
    time: float | timedelta | None = None,
    nodes: int | None = None,
    hash: int | str = "64MiB",
    threads: int = 1,
    stats: bool = False,
    progress: Observer | None = None,
) -> Solution:
    """Says of a position with the defender to move whether it is a threatmate (詰めろ) or a brinkmate
    (必至), and what comes of each defence.

    It is :func:`solve` with the goal ``"threatmate"``.
    """
    return solve(
        problem,
        time=time,
        nodes=nodes,
        hash=hash,
        threads=threads,
        goal=Goal.THREATMATE,
        stats=stats,
        progress=progress,
    )


@_shown_as(Solver.check)
def check(
    problem: Problem | str, *, hash: int | str = "64MiB", threads: int = 1, **options: Unpack[_CheckOptions]
) -> Judgement:
    """Judges a composition: its main line, every other check at every turn, and the author's line.

    The parameters are those of :class:`Solver` and :meth:`Solver.check`.
    """
    return Solver(hash=hash, threads=threads).check(problem, **options)
