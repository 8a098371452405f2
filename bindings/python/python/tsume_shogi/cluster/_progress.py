# pyright: basic, reportMissingImports=false
"""The progress of a run: one line in the terminal, and metrics for the dashboard of Ray."""

from __future__ import annotations

import sys
import time
from typing import Any

from ray.util.metrics import Gauge

from .._words import Verdict
from ._driver import Driver
from ._pool import Pool
from ._said import Said

_INTERVAL_SECONDS = 1.0
_VERDICTS = tuple(it.value for it in Verdict)


class Progress:
    """Shows the progress about once a second."""

    def __init__(self, driver: Driver, pool: Pool, said: Said, shown: bool) -> None:
        self._driver = driver
        self._pool = pool
        self._said = said
        self._shown = shown
        self._started = self._last = time.monotonic()
        self._before = 0
        self._width = 0
        self._rows = Gauge("tsume_rows", "Rows of the run, by verdict", tag_keys=("verdict",))
        self._records = Gauge("tsume_records", "Records of the input that have been read")
        self._rate = Gauge("tsume_rows_per_second", "New rows in a second")
        self._hard = Gauge("tsume_hard_problems", "Problems that need a larger budget")
        self._actors = Gauge("tsume_actors", "Actors that are ready")
        self._lost = Gauge("tsume_lost", "Nodes and processes that were lost", tag_keys=("kind",))

    def show(self) -> None:
        """Shows the progress, if it is time."""
        now = time.monotonic()
        if now - self._last < _INTERVAL_SECONDS:
            return
        self._export(now)
        if self._shown:
            self._line(self._text(self._driver.totals, now - self._started))

    def close(self) -> None:
        """Clears the line. The metrics get their last values."""
        self._export(time.monotonic())
        if self._shown:
            self._line("")

    def _export(self, now: float) -> None:
        totals = self._driver.totals
        new = totals.rows - totals.kept
        self._rate.set((new - self._before) / max(now - self._last, 0.001))
        self._last, self._before = now, new
        for verdict in _VERDICTS:
            self._rows.set(totals.counts[verdict], {"verdict": verdict})
        self._records.set(totals.read)
        self._hard.set(self._driver.hard())
        self._actors.set(len(self._pool.members))
        self._lost.set(len(self._pool.lost_nodes), {"kind": "node"})
        self._lost.set(self._pool.lost_actors, {"kind": "process"})

    def _text(self, totals: Any, seconds: float) -> str:
        said = self._said
        new = totals.rows - totals.kept
        rate = new / seconds
        counts = " ".join(f"{it} {totals.counts[it]:,}" for it in _VERDICTS if totals.counts[it] > 0)
        known = f"{totals.rows:,}/{totals.read:,}" + ("" if totals.complete else "+")
        parts = [said(f"{known} rows", f"{known}件"), said(f"{rate:,.0f}/s", f"毎秒{rate:,.0f}"), counts]
        parts.append(said(f"actors {len(self._pool.members)}", f"アクター{len(self._pool.members)}"))
        if hard := self._driver.hard():
            parts.append(said(f"hard {hard:,}", f"難問{hard:,}"))
        if totals.slowest[1]:
            time_, id = totals.slowest
            parts.append(said(f"slowest {id} {time_:.1f} s", f"最長 {id} {time_:.1f}秒"))
        if totals.complete and rate > 0 and totals.read > totals.rows:
            left = (totals.read - totals.rows) / rate
            parts.append(said(f"about {left:,.0f} s left", f"残り約{left:,.0f}秒"))
        return " · ".join(it for it in parts if it)

    def _line(self, text: str) -> None:
        padding = " " * max(self._width - len(text), 0)
        print(f"\r{text}{padding}", end="" if text else "\r", file=sys.stderr, flush=True)
        self._width = len(text)
