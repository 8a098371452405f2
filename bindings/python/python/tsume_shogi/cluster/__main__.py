# pyright: basic, reportMissingImports=false
"""``python -m tsume_shogi.cluster`` judges collections on a Ray cluster."""

from __future__ import annotations

import argparse
import sys

try:
    import pyarrow  # noqa: F401
    import ray  # noqa: F401
except ImportError as _missing:
    sys.exit(f"{_missing.name} is missing: pip install 'tsume-shogi[ray]'")

from .._words import Interpositions, Rules, Word
from . import ClusterError, OtherTerms, Summary, validate
from ._said import Said

_SUFFIXES = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9}


def _nodes(text: str) -> int:
    number, suffix = (text[:-1], text[-1]) if text[-1:] in ("k", "M", "G") else (text, "")
    try:
        return int(float(number) * _SUFFIXES[suffix])
    except (ValueError, OverflowError):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number such as 200k or 10M") from None


def _listed(words: type[Word]) -> str:
    """Returns the values of an option."""
    *others, last = (it.value for it in words)
    return f"{', '.join(others)} or {last}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tsume_shogi.cluster",
        description="Judges collections on a Ray cluster. Run the same command again to resume.",
    )
    add = parser.add_argument
    add("inputs", nargs="+", metavar="INPUT", help="file, folder, glob or URL: SFEN, JSONL, CSV, KIF, Parquet")
    add("-o", "--output", required=True, metavar="OUT/", help="folder of the parts, visible to every machine of the cluster, or a URL")
    add("--address", help="address of the cluster, such as auto; without it, one on this machine")
    add("--nodes", type=_nodes, default=10_000_000, help="search nodes for each problem (10M)")
    add("--hash", default="64MiB", help="memory for the tables of each actor (64MiB)")
    add("--rules", default="standard", help=_listed(Rules))
    add("--interpositions", default="standard", help=_listed(Interpositions))
    add("--nodes-per-alternative", type=_nodes, metavar="N", help="search nodes for each alternative move")
    add("--idle-pieces", action="store_true", help="look for idle pieces")
    add("--attributes", action="store_true", help="add the attributes of each composition")
    add("--format", choices=("parquet", "jsonl"), default="parquet", help="format of the parts (parquet)")
    add("--single", metavar="FILE", help="also put all rows into one .jsonl or .parquet, in the order of the input")
    add("--report", metavar="FILE", help="write an HTML page as well: diagrams, lines, findings")
    add("--first-nodes", type=_nodes, metavar="N", help="first budget of each problem (a hundredth of --nodes, at most 100k)")
    add("--ladder", type=int, default=10, metavar="X", help="each further budget is X times as large (10)")
    add("--threads", type=int, default=1, metavar="N", help="threads for each of the last problems (1)")
    add("--jobs", type=int, metavar="N", help="number of actors; by default all processors of the cluster")
    add("--prune", action="store_true", help="remove parts of other problems from the folder")
    add("-q", "--quiet", action="store_true", help="show no progress")
    add("--lang", choices=("en", "ja"), default="en", help="language of the messages")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Runs the command, and returns its exit status, which is that of ``tsume validate``."""
    given = vars(_parser().parse_args(arguments))
    japanese = given.pop("lang") == "ja"
    said = Said(japanese)
    progress = not given.pop("quiet") and sys.stderr.isatty()
    ladder_times = given.pop("ladder")
    try:
        summary = validate(**given, ladder_times=ladder_times, progress=progress, japanese=japanese)
    except (OSError, ValueError, ClusterError, OtherTerms) as error:
        print(said(f"error: {error}", f"エラー：{error}"), file=sys.stderr)
        if isinstance(error, OSError):
            print(said.again(), file=sys.stderr)
        return 2
    print(summary.text, file=sys.stderr)
    return _status(summary)


def _status(summary: Summary) -> int:
    counts = summary.counts
    if summary.interrupted:
        return 130
    if summary.others or not summary.is_complete:
        return 2
    if counts.get("error"):
        return 4
    if counts.get("flawed") or counts.get("no_mate"):
        return 1
    return 3 if counts.get("unknown") else 0


if __name__ == "__main__":
    sys.exit(main())
