"""Tables: the same as the rows, whoever reads them."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
import tsume_shogi as ts
from conftest import BRINKMATE, COOKED, MATE_IN_5, NO_MATE, ROOT, Command, column, untimed

# The rows of a collection. CONTRIBUTING.md has the command for a larger one.
ROWS = int(os.environ.get("TSUME_ROWS", "2400"))
JSON = ("variations", "explanations", "tries", "refutation", "brinkmate", "input")


def rows(table: Any) -> list[dict[str, Any]]:
    """Returns the rows of a table, with what is JSON text in it."""
    found = table.to_dicts() if hasattr(table, "to_dicts") else table.to_pylist()
    for row in found:
        for key in JSON:
            row[key] = None if row[key] is None else json.loads(row[key])
    return [untimed(row) for row in found]


def shifted(sfen: str) -> str:
    """Returns a diagram with every file one place to the left, and the leftmost one on the right."""
    board, rest = sfen.split(" ", 1)
    ranks: list[str] = []
    for rank in board.split("/"):
        empty = re.sub(r"\d", lambda it: "1" * int(it[0]), rank)
        first, *others = re.findall(r"\+?.", empty)
        ranks.append("".join([*others, first]))
    return f"{'/'.join(ranks)} {rest}"


def answers() -> list[ts.Answer]:
    plain = [ts.check(COOKED, verify=True, attributes=True), ts.solve(NO_MATE, stats=True)]
    asked = ts.solve(MATE_IN_5, variations=1, explain=True)
    many = ts.check_many([{"sfen": MATE_IN_5, "n": [1, {"x": 1.5}]}, "é nonsense"])
    brinkmate = ts.solve(BRINKMATE, goal="brinkmate")
    return [*plain, asked, brinkmate, *many, ts.check(COOKED, nodes=300), ts.solve(MATE_IN_5, nodes=1)]


@pytest.mark.parametrize("library", ["polars", "pyarrow"])
def test_a_table_has_the_rows(library: str) -> None:
    found = answers()
    if library == "polars":
        table: Any = pytest.importorskip("polars").DataFrame(ts.to_arrow(found))
    else:
        table = pytest.importorskip("pyarrow").table(ts.to_arrow(found))
    assert rows(table) == [untimed(it.to_dict()) for it in found]


def test_the_schema_does_not_depend_on_the_rows() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    empty = pyarrow.table(ts.to_arrow([]))
    assert empty.num_rows == 0
    assert empty.schema == pyarrow.table(ts.to_arrow(answers())).schema
    assert empty.schema == pyarrow.schema(ts.to_arrow([]))
    assert empty.schema.names == list(ts.solve(MATE_IN_5).to_dict())


def test_a_collection_is_the_jsonl_of_validate(tmp_path: Path, tsume: Command) -> None:
    polars = pytest.importorskip("polars")
    path = tmp_path / "short.sfen"
    sfens = column(ROOT / "tests" / "data" / "short_composed.tsv", "sfen")
    while len(sfens) < ROWS:
        # Some problems come again as they are.
        sfens += [shifted(sfen) if number % 4 else sfen for number, sfen in enumerate(sfens)]
    path.write_text("\n".join(sfens[:ROWS]), "utf-8")
    flags = ["--nodes", "500", "--time", "1h", "--hash", "4MiB"]
    expected = tsume("validate", "-q", "--format", "jsonl", *flags, path)
    judged = ts.check_many(ts.read(path), nodes=500, time=3600, hash="4MiB")
    table = polars.DataFrame(ts.to_arrow(judged))
    assert len(expected) == ROWS
    assert any(row["duplicate_of"] for row in expected)
    assert rows(table) == [untimed(row) for row in expected]


def test_rows_are_read_once_and_what_goes_wrong_is_raised() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    table = ts.to_arrow([ts.solve(MATE_IN_5)])
    pyarrow.table(table)
    with pytest.raises(ValueError, match="read already"):
        pyarrow.table(table)
    with pytest.raises(Exception, match="check_many"):
        pyarrow.table(ts.to_arrow(["no answer"]))  # type: ignore[list-item]
    with pytest.raises(Exception, match="problem:1"):
        pyarrow.table(ts.to_arrow(ts.check_many(["nonsense"], errors="raise")))
