"""Makes the parts of an answer from the JSON of its row."""

from __future__ import annotations

from typing import Any

from ._moves import Line, Move
from ._parts import (
    BrinkDefence,
    Brinkmate,
    Certified,
    Defence,
    Explanation,
    Finding,
    PartialBrinkmate,
    Turn,
    Undecided,
)
from ._words import Claim, Grade, GreyClass, Kind, Limit, QuestionKind, Taker


class Maker:
    """Makes parts with the moves of one problem, which has this main line."""

    __slots__ = ("_sfen", "_solution")

    def __init__(self, sfen: str, solution: list[str]) -> None:
        self._sfen = sfen
        self._solution = solution

    def line(self, moves: list[str], before: Any = ()) -> Line:
        """Returns a line that begins after other moves."""
        return Line(self._sfen, moves, before)

    def move(self, move: str, before: Any) -> Move:
        """Returns a move after other moves."""
        return self.line([move], before)[0]

    def _before(self, ply: int | None, after: list[str]) -> list[str]:
        return after or self._solution[: (ply or 1) - 1]

    def finding(self, it: dict[str, Any]) -> Finding:
        """Returns a finding."""
        before = self._before(it["ply"], it["after"])
        back_at = it["back_at"]
        return Finding(
            kind=Kind(it["kind"]),
            ply=it["ply"],
            move=None if it["move"] is None else self.move(it["move"], before),
            line=self.line(it["line"], before),
            plies=it["plies"],
            plies_at_most=it["plies_at_most"],
            after=self.line(it["after"]),
            back_at=None if back_at is None else self.line(back_at),
            moves=[self.move(move, before) for move in it["moves"]],
            # An equal reply is the last move before the finding.
            replies=[self.move(move, before[:-1]) for move in it["replies"]],
            squares=it["squares"],
            grade=None if it["grade"] is None else Grade(it["grade"]),
            note=it["note"],
        )

    def undecided(self, it: dict[str, Any]) -> Undecided:
        """Returns an undecided move or question."""
        move, ply = None, it["ply"]
        if ply is not None:
            move = self.move(it["move"], self._before(ply, it["after"]))
        names = [Kind(name) for name in it["names"]]
        after = self.line(it["after"])
        question = None if it["question"] is None else QuestionKind(it["question"])
        return Undecided(ply, move, question, it["square"], it["mates"], names, after)

    def turn(self, it: dict[str, Any], line: tuple[str, ...] = ()) -> Turn:
        """Returns a turn of ``line``, or of the main line if it is empty."""
        whole = line or tuple(self._solution)
        before = whole[: it["ply"] - 1]
        defences: list[Defence] = []
        for other in it["defences"]:
            turns = [self.turn(turn, before + tuple(other["line"])) for turn in other["variations"]]
            fields: dict[str, Any] = {
                **other,
                "move": self.move(other["move"], before),
                "line": self.line(other["line"], before),
                "variations": turns,
            }
            defences.append(Defence(**fields))
        set_aside = [self.move(move, before) for move in it["set_aside"]]
        open_moves = [self.move(move, before) for move in it["open"]]
        return Turn(it["ply"], defences, set_aside, open_moves)

    def explanation(self, it: dict[str, Any]) -> Explanation:
        """Returns an explanation."""
        before = self._before(it["ply"], [])
        fields: dict[str, Any] = {
            **it,
            "move": self.move(it["move"], before),
            "by": None if it["by"] is None else Taker(it["by"]),
            "grey": None if it["grey"] is None else GreyClass(it["grey"]),
        }
        return Explanation(**fields)

    def certified(self, it: dict[str, Any]) -> Certified:
        """Returns a certificate."""
        fields: dict[str, Any] = {
            **it,
            "claim": Claim(it["claim"]),
            "lines": [self.line(line) for line in it["lines"]],
            "limit": None if it["limit"] is None else Limit(it["limit"]),
        }
        return Certified(**fields)

    def brinkmate(self, it: dict[str, Any]) -> Brinkmate:
        """Returns the threat and the defences of a brinkmate."""
        end = self._solution
        defences = [
            BrinkDefence(
                self.move(other["move"], end),
                other["check"],
                other["mated"],
                self.line(other["line"], [*end, other["move"]]),
            )
            for other in it["defences"]
        ]
        partial = [
            PartialBrinkmate(
                self.move(other["move"], []),
                [self.move(move, [other["move"]]) for move in other["counter_checks"]],
            )
            for other in it["partial"]
        ]
        fields: dict[str, Any] = {
            **it,
            "first_moves": [self.move(move, []) for move in it["first_moves"]],
            "defences": defences,
            "partial": partial,
        }
        return Brinkmate(**fields)
