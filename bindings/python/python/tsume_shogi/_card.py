"""Cards of answers for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from . import _native

if TYPE_CHECKING:
    from ._answers import Answer
    from ._parts import Finding

_MOST = 12
"""The most findings that are listed."""


def card(answer: Answer) -> str:
    """Draws a card: the diagram, the verdict, the main line and the findings."""
    parts = [f"<b>{escape(answer.verdict.japanese)}</b> {escape(_verdict(answer))}"]
    if answer.solution:
        parts.append(escape(answer.solution.japanese))
    if answer.error is not None:
        parts.append(escape(answer.error.message))
    found = [it for it in answer.defects + answer.blemishes + answer.notes if it.ply is not None]
    if found:
        parts.append(_table(found[:_MOST]))
    if len(found) > _MOST:
        parts.append(f"and {len(found) - _MOST} more")
    unresolved = answer.unresolved
    if unresolved:
        parts.append(f"{len(unresolved)} moves or questions were not decided")
    text = "".join(f"<div>{part}</div>" for part in parts)
    return (
        '<div style="display: flex; gap: 1em; align-items: flex-start">'
        f'<div style="width: 15em; flex: none">{_diagram(answer)}</div><div>{text}</div></div>'
    )


def _verdict(answer: Answer) -> str:
    words = [str(answer.verdict).replace("_", " ")]
    if answer.plies is not None:
        words.append(f"in {answer.plies}")
    elif answer.plies_at_most is not None:
        words.append(f"in at most {answer.plies_at_most}")
    if answer.limit is not None:
        words.append(f"(limit: {answer.limit})")
    return f"{answer.id}: {' '.join(words)}"


def _diagram(answer: Answer) -> str:
    if answer.sfen is None:
        return ""
    goal = str(answer.goal)
    attacker = _native.Problem.of_sfen(answer.sfen, None, goal).attacker
    # A plain mate that was found instead of a brinkmate has the length of a mate.
    drawn = "mate" if answer.verdict == "mate" else goal
    return _native.drawn(answer.sfen, [], attacker, None, None, answer.plies, drawn)


def _table(findings: list[Finding]) -> str:
    rows: list[str] = []
    for it in findings:
        cells = [str(it.ply), f"{it.kind.japanese} {it.kind.english}", it.line.japanese, it.note]
        rows.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    head = "<tr><th>ply</th><th>kind</th><th>line</th><th>note</th></tr>"
    return f"<table>{head}{''.join(rows)}</table>"
