"""Composing sound problems."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import cast

from . import _native
from ._answers import Judgement
from ._asked import MOST_THREADS, asked, counted, whole
from ._many import _processors
from ._problem import Problem
from ._repairs import _squares
from ._solver import _problem
from ._words import Allowance, Interpositions, Rules
from ._works import Works

_SEEDS = 1_000_000


class Compositions(Iterator[Judgement]):
    """Composed problems, one after another; see :func:`compose`.

    ``close()`` ends the attempts under way, and so does leaving a ``with`` statement.
    """

    def __init__(self, native: _native.Compositions, seed: int) -> None:
        self._native = native
        self._seed = seed

    @property
    def seed(self) -> int:
        """The seed of the random numbers."""
        return self._seed

    @property
    def attempts(self) -> int:
        """The number of attempts so far."""
        return self._native.attempts

    def __iter__(self) -> Compositions:
        return self

    def __next__(self) -> Judgement:
        judgement: Judgement = Judgement._of(next(self._native))
        return judgement

    def close(self) -> None:
        """Ends the attempts under way. There are no more problems, also in another thread."""
        self._native.close()

    def __enter__(self) -> Compositions:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def compose(
    plies: int | tuple[int, int] = (3, 7),
    number: int = 10,
    *,
    seed: int | None = None,
    from_: Iterable[Problem | str] = (),
    not_like: Works | Iterable[Problem | str] = (),
    on_board: int = 14,
    in_hand: int = 4,
    kinds: str | None = None,
    squares: Iterable[str] | None = None,
    two_kings: bool = False,
    with_: Iterable[str] = (),
    without: Iterable[str] = (),
    difficulty: tuple[int, int] = (0, 100),
    aesthetics: int = 0,
    allow: Iterable[Allowance | str] = (),
    rules: Rules | str = "strict",
    interpositions: Interpositions | str = "standard",
    attempts: int | None = None,
    time: float | timedelta | None = 300.0,
    nodes: int = 5_000_000,
    diagrams: int = 250,
    jobs: int | None = None,
) -> Compositions:
    """Composes sound problems without idle pieces, and yields them as they are found.

    They are those of ``tsume compose``: each with attributes, rating and proven certificates, no two of them
    alike. The ``id`` is the seed and the number of the attempt, such as ``1-57``. The same seed and
    wishes give the same problems, whatever the number of jobs.
    While the next problem is composed, other threads of Python run, and Ctrl-C is heard.

    :param plies: a length, or the least and the greatest, 99 at most.
    :param number: how many problems.
    :param seed: the seed of the random numbers; by default another one each time.
    :param from_: problems to begin with, sound or not, instead of random mates.
    :param not_like: problems, or :class:`Works`; what is similar to one of them is left out.
    :param on_board: the most pieces on the board, kings included.
    :param in_hand: the most pieces in the attacker's hand.
    :param kinds: the kinds of pieces, such as ``"GSNP"`` or ``"金銀桂歩"``; by default all.
    :param squares: the squares that may have pieces, such as ``["1a-4d"]``; by default all.
    :param two_kings: whether the attacker has a king, too.
    :param with_: attributes of every problem, such as ``["sacrifices:2", "不成"]``.
    :param without: attributes of no problem.
    :param difficulty: the lowest and the highest difficulty.
    :param aesthetics: the lowest aesthetics.
    :param allow: the dull things that problems may have: ``captures``, ``promoted``, ``plain``.
    :param rules: the rules by which every problem is sound.
    :param interpositions: which interpositions (合駒) count as futile.
    :param attempts: the most attempts; by default without limit.
    :param time: ends the work after so many seconds; ``None`` without limit.
    :param nodes: the nodes for the judgement of each problem.
    :param diagrams: diagrams in an attempt for each ply: more give fewer, but better problems.
    :param jobs: attempts at the same time, 256 at most; by default the number of processors.
    :raises ProblemError: if a text is no problem.
    :raises ValueError: if a wish cannot be.
    """
    least, most = _span("plies", (plies, plies) if not isinstance(plies, tuple) else plies, 99)
    if least == most and least % 2 == 0:
        raise ValueError(f"plies has no odd number: {least}")
    question = asked(time=time, nodes=nodes, rules=rules, interpositions=interpositions)
    chosen = random.SystemRandom().randrange(_SEEDS) if seed is None else whole("seed", seed)
    wishes: dict[str, object] = {
        "plies": (least, most),
        "number": counted("number", number, 2**63),
        "seed": chosen,
        "on_board": _number("on_board", on_board, 2, 40),
        "in_hand": _number("in_hand", in_hand, 0, 38),
        "kinds": kinds,
        "squares": None if squares is None else _squares(squares),
        "two_kings": bool(two_kings),
        "with": _themes("with_", with_),
        "without": _themes("without", without),
        "difficulty": _span("difficulty", difficulty, 100),
        "aesthetics": _number("aesthetics", aesthetics, 0, 100),
        "allow": _themes("allow", allow),
        "rules": rules,
        "interpositions": interpositions,
        "attempts": whole("attempts", attempts),
        "time": question["time"],
        "nodes": _number("nodes", nodes, 0, 2**64 - 1),
        "diagrams": _number("diagrams", diagrams, 1, 2**32 - 1),
        "jobs": _processors() if jobs is None else counted("jobs", jobs, MOST_THREADS),
    }
    if isinstance(from_, (str, Problem)):
        raise TypeError("from_ is an iterable of problems, such as read(path)")
    given = [_problem(it) for it in from_]
    known = not_like if isinstance(not_like, Works) else Works(not_like)
    native = _native.Compositions(wishes, given, known._native if len(known) else None)
    return Compositions(native, int(chosen or 0))


def _number(name: str, value: object, least: int, most: int) -> int:
    number = whole(name, value, 2**64)
    if number is None or not least <= number <= most:
        raise ValueError(f"{name} is a number from {least} to {most}, not {value!r}")
    return number


def _span(name: str, value: object, most: int) -> tuple[int, int]:
    wrong = f"{name} is a pair of the least and the greatest, {most} at most, not {value!r}"
    if not isinstance(value, tuple):
        raise TypeError(wrong)
    pair = cast("tuple[object, ...]", value)
    if len(pair) != 2:
        raise TypeError(wrong)
    least, last = (_number(name, it, 0, most) for it in pair)
    if least > last:
        raise ValueError(wrong)
    return least, last


def _themes(name: str, themes: Iterable[str]) -> list[str]:
    if isinstance(themes, str):
        raise TypeError(f'{name} is a list, such as ["sacrifices:2"]')
    return [str(it) for it in themes]
