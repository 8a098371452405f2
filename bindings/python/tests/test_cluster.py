"""Runs on a cluster of Ray give the rows of ``tsume validate``, whatever is killed."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cluster_chaos import write_problems

pa = pytest.importorskip("pyarrow")
ray = pytest.importorskip("ray")
cluster = pytest.importorskip("tsume_shogi.cluster")

HERE = Path(__file__).resolve().parent
RECORDS = HERE.parents[2] / "tests" / "data" / "records"
LIMITS: dict[str, Any] = {"nodes": 2000, "first_nodes": 300, "hash": "1MiB"}


@pytest.fixture(scope="module", autouse=True)
def running() -> Iterator[None]:
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


@pytest.fixture(scope="module")
def problems(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import random

    path = tmp_path_factory.mktemp("cluster") / "problems.sfen"
    write_problems(path, 120, 0, random.Random(7))
    return path


def rows(path: Path) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for row in found:
        del row["elapsed_ms"]
    return found


def validated(out: Path, *inputs: Path) -> list[dict[str, Any]]:
    limits = ["--nodes", "2000", "--hash", "1MiB"]
    command = [sys.executable, "-m", "tsume_shogi", "validate", "-q", *limits, "-o", str(out)]
    subprocess.run([*command, *map(str, inputs)], check=False, capture_output=True)
    return rows(out)


def test_nodes_processes_and_the_driver_are_killed(tmp_path: Path) -> None:
    command = [sys.executable, str(HERE / "cluster_chaos.py"), "--problems", "300", "--pause", "2"]
    done = subprocess.run(
        [*command, "--kills", "4", "--nodes", "2"], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_rows_are_those_of_validate_and_a_second_run_keeps_them(problems: Path, tmp_path: Path) -> None:
    wanted = validated(tmp_path / "wanted.jsonl", problems, RECORDS)
    single = tmp_path / "single.jsonl"
    inputs = [problems, RECORDS]
    for format in ("parquet", "jsonl"):
        out = tmp_path / format
        summary = cluster.validate(inputs, out, single=single, format=format, **LIMITS)
        assert summary.is_complete and summary.kept == 0
        assert rows(single) == wanted
        parts = {it.name: it.stat().st_mtime_ns for it in out.iterdir() if it.name.startswith("part-")}
        again = cluster.validate(inputs, out, single=single, format=format, **LIMITS)
        assert again.rows == again.kept == summary.rows
        assert again.counts == summary.counts
        assert rows(single) == wanted
        assert parts == {it.name: it.stat().st_mtime_ns for it in out.iterdir() if it.name.startswith("part-")}
    assert pa.parquet.read_table(tmp_path / "parquet").num_rows == len(wanted)


def test_tables_globs_and_data_sets_are_read(problems: Path, tmp_path: Path) -> None:
    sfens = [it for it in problems.read_text(encoding="utf-8").splitlines() if " b " in it][:20]
    named = [{"id": f"x{i}", "sfen": sfen, "source": "test"} for i, sfen in enumerate(sfens)]
    lines = tmp_path / "in.jsonl"
    lines.write_text("".join(json.dumps(row) + "\n" for row in named), encoding="utf-8")
    wanted = validated(tmp_path / "wanted.jsonl", lines)
    pa.parquet.write_table(pa.Table.from_pylist(named), tmp_path / "in.parquet")
    data = ray.data.from_arrow(pa.Table.from_pylist(named))
    single = tmp_path / "single.jsonl"
    inputs: list[Any] = [lines, tmp_path / "in.parquet", str(tmp_path / "*.parquet"), f"file://{lines}", data]
    for i, given in enumerate(inputs):
        cluster.validate(given, tmp_path / f"out{i}", single=single, **LIMITS)
        assert rows(single) == wanted, given


def test_a_folder_with_other_limits_or_other_problems_is_refused(problems: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "one.sfen", tmp_path / "other.sfen"
    text = problems.read_text(encoding="utf-8").splitlines()
    one.write_text("\n".join(text[:10]), encoding="utf-8")
    other.write_text("\n".join(text[10:20]), encoding="utf-8")
    out = tmp_path / "out"
    cluster.validate(one, out, **LIMITS)
    with pytest.raises(cluster.OtherTerms, match="nodes=2000 hash=1MiB"):
        cluster.validate(one, out, **{**LIMITS, "nodes": 3000})
    first = len(list(out.glob("part-*")))
    summary = cluster.validate(other, out, **LIMITS)
    assert summary.others == first
    assert "--prune" in summary.text
    assert cluster.validate(other, out, prune=True, **LIMITS).others == 0
    assert len(list(out.glob("part-*"))) == len(set(summary.parts))


def test_a_source_that_cannot_be_read_is_an_error_row(problems: Path, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "broken.parquet").write_bytes(b"PAR1 nothing PAR1")
    summary = cluster.validate([tmp_path / "in" / "broken.parquet", problems], tmp_path / "out", **LIMITS)
    assert summary.is_complete and summary.counts["error"] > 0
    with pytest.raises(FileNotFoundError):
        cluster.validate(tmp_path / "none", tmp_path / "out", **LIMITS)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device")
def test_a_full_disk_ends_the_run_with_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tsume_shogi.cluster._files import Folder

    (tmp_path / "there").write_text("whole")
    monkeypatch.setattr("tsume_shogi.cluster._files.open", lambda *_: open("/dev/full", "wb"), raising=False)
    with pytest.raises(OSError, match="No space left"):
        Folder(str(tmp_path)).write("there", b"another")
    assert [it.name for it in tmp_path.iterdir()] == ["there"]
    assert (tmp_path / "there").read_text() == "whole"


def test_batches_of_a_data_set_are_judged() -> None:
    data = ray.data.from_items([{"sfen": "4k4/9/4P4/9/9/9/9/9/9 b G 1", "id": "a"}, {"sfen": "bad", "id": "b"}])
    judged = data.map_batches(
        cluster.Judge,
        fn_constructor_kwargs={"nodes": 1000, "hash": "1MiB"},
        batch_format="pyarrow",
        compute=ray.data.ActorPoolStrategy(size=1),
    )
    assert {row["id"]: row["verdict"] for row in judged.take_all()} == {"a": "sound", "b": "error"}
