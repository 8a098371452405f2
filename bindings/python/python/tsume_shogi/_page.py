"""Pages for a browser."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from . import _native
from ._answers import Answer


def page(answers: Iterable[Answer], *, lang: Literal["en", "ja"] = "en") -> str:
    """Makes a page for a browser, one file that needs nothing else: diagrams, lines to step through,
    findings.

    ``Path("report.html").write_text(page(check_many(read(path))), "utf-8")`` writes one.
    """
    return _native.page([it._native for it in answers], lang == "ja")
