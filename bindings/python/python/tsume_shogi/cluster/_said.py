"""Sentences of a run in English and Japanese."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Said:
    """Speaks one of the two languages."""

    japanese: bool

    def __call__(self, english: str, japanese: str) -> str:
        return japanese if self.japanese else english

    def rows(self, read: int, rows: int, parts: int) -> str:
        """Says whether every record has its row."""
        lost = read - rows
        if lost == 0:
            return self(
                f"{read:,} records, {rows:,} rows in {parts:,} parts: none lost, none twice",
                f"入力{read:,}件、行{rows:,}件、ファイル{parts:,}個：欠けも重なりもない",
            )
        return self(
            f"{read:,} records, {rows:,} rows in {parts:,} parts: {lost:,} not done yet",
            f"入力{read:,}件、行{rows:,}件、ファイル{parts:,}個：残り{lost:,}件",
        )

    def losses(self, nodes: int, actors: int, fatal: int) -> str:
        """Says what was lost on the way."""
        return self(
            f"lost on the way: {nodes} nodes, {actors} processes; problems that ended a process: {fatal}",
            f"途中で失ったもの：ノード{nodes}、プロセス{actors}。プロセスを終わらせた問題：{fatal}",
        )

    def others(self, count: int) -> str:
        """Says that the folder has parts of other problems."""
        return self(
            f"the folder has {count} parts of other problems, which readers would take as well: "
            "--prune removes them",
            f"ほかの問題のファイルが{count}個あり、一緒に読まれてしまう。--prune で消せる",
        )

    def page(self, shown: int, count: int) -> str:
        """Says that a page does not have all problems."""
        return self(
            f"the page has {shown:,} of {count:,} problems: sound ones are left out first",
            f"ページにあるのは{count:,}題のうち{shown:,}題（完全作から省いた）",
        )

    def again(self) -> str:
        """Says how to go on."""
        return self("run the same command again to go on", "同じコマンドで続きから再開できる")
