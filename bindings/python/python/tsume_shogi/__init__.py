"""Solver and composition checker for tsume shogi (詰将棋).

It proves the shortest mate or that there is no mate, and finds every defect of a composition, with
the line that proves it. Every answer is mate, no mate or unknown, and never a guess.

>>> import tsume_shogi as ts
>>> answer = ts.solve("6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1")
>>> answer.plies, str(answer.solution.japanese)
(5, '▲３四飛成 △１五玉 ▲２四龍 △１六玉 ▲２六龍')
"""

from ._answers import Answer, Judgement, Solution
from ._arrow import ArrowRows, to_arrow
from ._comparison import Comparison, DiagramChange, FindingsChange, PieceChange, ValueChange, compare, compare_all
from ._compositions import Compositions, compose
from ._many import Rows, check_many
from ._moves import Line, Move
from ._native import VERSION as __version__
from ._page import page
from ._parts import (
    Attribute,
    BrinkDefence,
    Brinkmate,
    Certified,
    Defence,
    Explanation,
    Finding,
    PartialBrinkmate,
    Rating,
    Refutation,
    RowError,
    Score,
    ScorePart,
    Similar,
    SimilarChange,
    SimilarEnding,
    Stats,
    Turn,
    Undecided,
)
from ._problem import Problem, ProblemError, Reader, read
from ._proofs import Proof, Proofs, Proven, Uncertified, certificate, verify
from ._repairs import BriefFinding, Edit, NearMiss, Repair, RepairProgress, Repairs, extend, repair
from ._solver import Progress, Solver, check, solve, threat
from ._words import (
    Allowance,
    Aspect,
    ChangeKind,
    Claim,
    Compared,
    EditKind,
    ErrorKind,
    Goal,
    Grade,
    GreyClass,
    Interpositions,
    Kind,
    Limit,
    LineEnd,
    Outcome,
    QuestionKind,
    Rules,
    Side,
    Stage,
    Status,
    Taker,
    Verdict,
)
from ._works import Works, similar

__all__ = [
    "Allowance",
    "Answer",
    "ArrowRows",
    "Aspect",
    "Attribute",
    "BriefFinding",
    "BrinkDefence",
    "Brinkmate",
    "Certified",
    "ChangeKind",
    "Claim",
    "Compared",
    "Comparison",
    "Compositions",
    "Defence",
    "DiagramChange",
    "Edit",
    "EditKind",
    "ErrorKind",
    "Explanation",
    "Finding",
    "FindingsChange",
    "Goal",
    "Grade",
    "GreyClass",
    "Interpositions",
    "Judgement",
    "Kind",
    "Limit",
    "Line",
    "LineEnd",
    "Move",
    "NearMiss",
    "Outcome",
    "PartialBrinkmate",
    "PieceChange",
    "Problem",
    "ProblemError",
    "Progress",
    "Proof",
    "Proofs",
    "Proven",
    "QuestionKind",
    "Rating",
    "Reader",
    "Refutation",
    "Repair",
    "RepairProgress",
    "Repairs",
    "RowError",
    "Rows",
    "Rules",
    "Score",
    "ScorePart",
    "Side",
    "Similar",
    "SimilarChange",
    "SimilarEnding",
    "Solution",
    "Solver",
    "Stage",
    "Stats",
    "Status",
    "Taker",
    "Turn",
    "Uncertified",
    "Undecided",
    "ValueChange",
    "Verdict",
    "Works",
    "__version__",
    "certificate",
    "check",
    "check_many",
    "compare",
    "compare_all",
    "compose",
    "extend",
    "page",
    "read",
    "repair",
    "similar",
    "solve",
    "threat",
    "to_arrow",
    "verify",
]
