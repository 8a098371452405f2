"""What mappings may hold: values that are no JSON, and none at all."""

import decimal
import json
import math
import subprocess
import sys
from collections import ChainMap, UserDict
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
import tsume_shogi as ts
from conftest import COOKED, MATE_IN_5

NAN = math.nan


def inputs(*problems: Any) -> list[tuple[str, str, dict[str, Any] | None, int | None]]:
    """Judges problems, and returns what comes back of each."""
    rows = ts.check_many(problems, nodes=10_000, judge_duplicates=True)
    return [(it.id, it.verdict.value, it.input, it.expected_plies) for it in rows]


def test_nan_is_no_value_and_other_values_are_texts() -> None:
    fields = {
        "sfen": MATE_IN_5,
        "id": "n1",
        "x": NAN,
        "deep": [NAN, {"y": NAN, 3: (1, decimal.Decimal("1.5"))}],
        "endless": -math.inf,
        "at": datetime(2024, 5, 1, 12),
        "on": date(2024, 5, 1),
        "bytes": [b"text", b"\xff"],
        "set": {1},
        "lone": "\ud800",
    }
    [(name, verdict, found, _)] = inputs(fields)
    assert (name, verdict) == ("n1", "sound")
    assert found is not None and set(found.pop("lone")) == {"\ufffd"}
    assert found == {
        "x": None,
        "deep": [None, {"y": None, "3": [1, "1.5"]}],
        "endless": "-inf",
        "at": "2024-05-01 12:00:00",
        "on": "2024-05-01",
        "bytes": ["text", "ff"],
        "set": "{1}",
    }
    nameless = {"sfen": MATE_IN_5, "id": NAN, "expected_plies": NAN}
    assert inputs(nameless, {**nameless, "expected_plies": 5.0}) == [
        ("problem:1", "sound", None, None),
        ("problem:2", "sound", None, 5),
    ]


def test_values_of_numpy_and_pandas() -> None:
    numpy = pytest.importorskip("numpy")
    pandas = pytest.importorskip("pandas")
    fields = {
        "sfen": MATE_IN_5,
        "id": numpy.int64(7),
        "expected_plies": numpy.int32(5),
        "n": numpy.int64(3),
        "f": [numpy.float32(0.5), numpy.float64(1.5), numpy.float32(NAN)],
        "b": numpy.bool_(True),
        "list": numpy.array([1, 2]),
        "na": [pandas.NA, pandas.NaT],
        "time": pandas.Timestamp("2024-05-01"),
        "other": numpy.datetime64("2024-05-01"),
    }
    expected = {
        "n": 3,
        "f": [0.5, 1.5, None],
        "b": True,
        "list": [1, 2],
        "na": [None, None],
        "time": "2024-05-01 00:00:00",
        "other": "2024-05-01",
    }
    assert inputs(fields) == [("7", "sound", expected, 5)]
    table = pandas.DataFrame({"sfen": [MATE_IN_5, None, "junk"], "plies": [5, None, 3]})
    assert [it[:2] for it in inputs(*table["sfen"])] == [
        ("problem:1", "sound"),
        ("problem:2", "error"),
        ("problem:3", "error"),
    ]
    assert [it[3] for it in inputs(*table.to_dict("records"))] == [5, None, None]
    for wrong in (table, pytest.importorskip("polars").DataFrame({"sfen": [MATE_IN_5]})):
        with pytest.raises(TypeError, match="to_dict"):
            ts.check_many(wrong)


def test_a_missing_problem_is_a_bad_one_and_the_rest_goes_on() -> None:
    problems: list[Any] = [MATE_IN_5, None, NAN, {"sfen": None, "id": "x"}, COOKED]
    rows = list(ts.check_many(problems, nodes=10_000))
    assert [it.verdict for it in rows] == ["sound", "error", "error", "error", "flawed"]
    assert [it.id for it in rows] == ["problem:1", "problem:2", "problem:3", "x", "problem:5"]
    assert rows[1].error is not None and "missing" in rows[1].error.message
    assert rows[1].limits == rows[0].limits
    ring: dict[str, Any] = {"sfen": MATE_IN_5}
    ring["ring"] = ring
    bad, good = ts.check_many([ring, MATE_IN_5])
    assert (bad.verdict, good.verdict) == ("error", "sound")


def test_any_mapping_is_taken() -> None:
    fields = {"sfen": MATE_IN_5, "id": "x", "n": 1}
    mappings: list[Any] = [UserDict(fields), ChainMap({"id": "y"}, fields), MappingProxyType(fields)]
    found = inputs(*mappings, {**fields, "deep": UserDict(a=1)})
    assert [it[0] for it in found] == ["x", "y", "x#2", "x#3"]
    assert [it[2] for it in found] == [{"n": 1}] * 3 + [{"n": 1, "deep": {"a": 1}}]
    for mapping in mappings:
        with pytest.raises(TypeError):
            ts.check_many(mapping)


def test_equal_ids_get_numbers_as_in_validate() -> None:
    def problems() -> Iterator[Any]:
        yield {"sfen": MATE_IN_5, "id": "a"}
        yield f'{COOKED}; id "a";'
        yield ts.Problem(MATE_IN_5, id="a")
        yield {"sfen": "junk", "id": "a"}
        yield ts.Problem(MATE_IN_5)
        yield ts.Problem(COOKED)

    names = ["a", "a#2", "a#3", "a#4", "problem:5", "problem:6"]
    for ordered in (True, False):
        rows = list(ts.check_many(problems(), ordered=ordered, nodes=10_000))
        assert sorted(it.id for it in rows) == names
    by_id = {it.id: it.duplicate_of for it in rows}
    assert (by_id["a#3"], by_id["problem:6"]) == ("a", "a#2")


def test_a_judge_of_batches_does_not_look_at_other_rows() -> None:
    pytest.importorskip("ray")
    pyarrow = pytest.importorskip("pyarrow")
    from tsume_shogi.cluster import Judge

    judge = Judge(nodes=10_000, hash="8MiB")
    rows = {
        "sfen": [COOKED, COOKED, None, "bad"],
        "id": ["a", "a", "b", None],
        "x": [NAN, 1.5, 2.5, 3.5],
        "at": [datetime(2024, 5, 1)] * 4,
        "price": [decimal.Decimal("1.50")] * 4,
    }
    table = pyarrow.table(rows)
    whole = judge(table).to_pylist()
    parts = [row for at in range(4) for row in judge(table.slice(at, 1)).to_pylist()]
    assert [row["id"] for row in whole] == ["a", "a", "b", "problem:4"]
    assert [row["verdict"] for row in whole] == ["flawed", "flawed", "error", "error"]
    for one, other in zip(whole[:3], parts[:3], strict=True):
        assert {**one, "elapsed_ms": 0} == {**other, "elapsed_ms": 0}
    assert (whole[1]["duplicate_of"], len(whole[1]["defects"])) == (None, 3)
    assert not any(note["kind"] == "duplicate" for note in whole[1]["notes"])
    assert json.loads(whole[0]["input"]) == {"at": "2024-05-01 00:00:00", "price": "1.50"}
    with pytest.raises(TypeError):
        Judge(jobs=2)  # type: ignore[call-arg]


def test_a_table_of_a_cluster_run_may_have_nan(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = {"sfen": [MATE_IN_5, MATE_IN_5], "id": ["n1", "n2"], "x": [NAN, 2.5]}
    parquet.write_table(pyarrow.table(rows), tmp_path / "in.parquet")
    command: list[str | Path] = [sys.executable, "-m", "tsume_shogi.cluster", tmp_path / "in.parquet", "-o", tmp_path / "out"]
    flags: list[str | Path] = ["--format", "jsonl", "--nodes", "10k", "--jobs", "1", "--single", tmp_path / "all.jsonl"]
    done = subprocess.run([*command, *flags], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text("utf-8").splitlines()]
    assert [(row["id"], row["input"]) for row in found] == [("n1", {"x": None}), ("n2", {"x": 2.5})]
