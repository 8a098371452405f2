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
from ._many import Rows, check_many
from ._moves import Line, Move
from ._native import VERSION as __version__
from ._parts import (
    Attribute,
    BrinkDefence,
    Brinkmate,
    Certified,
    Defence,
    Explanation,
    Finding,
    OpenMove,
    PartialBrinkmate,
    Refutation,
    RowError,
    Similar,
    SimilarChange,
    SimilarEnding,
    Stats,
    Turn,
)
from ._problem import Problem, ProblemError, Reader, read
from ._proofs import Proof, Proofs, Proven, Uncertified, certificate, verify
from ._solver import Progress, Solver, check, solve, threat
from ._words import (
    Claim,
    Compared,
    ErrorKind,
    Goal,
    Grade,
    GreyClass,
    Interpositions,
    Kind,
    Limit,
    LineEnd,
    Rules,
    Side,
    Stage,
    Status,
    Taker,
    Verdict,
)

__all__ = [
    "Answer",
    "ArrowRows",
    "Attribute",
    "BrinkDefence",
    "Brinkmate",
    "Certified",
    "Claim",
    "Compared",
    "Defence",
    "ErrorKind",
    "Explanation",
    "Finding",
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
    "OpenMove",
    "PartialBrinkmate",
    "Problem",
    "ProblemError",
    "Progress",
    "Proof",
    "Proofs",
    "Proven",
    "Reader",
    "Refutation",
    "RowError",
    "Rows",
    "Rules",
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
    "Verdict",
    "__version__",
    "certificate",
    "check",
    "check_many",
    "read",
    "solve",
    "threat",
    "to_arrow",
    "verify",
]
