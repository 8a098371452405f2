"""Runs on a cluster of Ray give the rows of ``tsume validate``, whatever is killed."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from cluster_chaos import write_problems
from conftest import BRINKMATE, NO_MATE

pa = pytest.importorskip("pyarrow")
# A busy machine starts Ray slowly, and gives the processes of others little.
os.environ.setdefault("RAY_raylet_start_wait_time_s", "400")
os.environ.setdefault("RAY_worker_niceness", "0")
ray = pytest.importorskip("ray")
cluster = pytest.importorskip("tsume_shogi.cluster")

HERE = Path(__file__).resolve().parent
RECORDS = HERE.parents[2] / "tests" / "data" / "records"
LIMITS: dict[str, Any] = {"nodes": 2000, "first_nodes": 300, "hash": "1MiB"}


@pytest.fixture(scope="module")
def bucket() -> Iterator[str]:
    """Runs an object store on this machine, and returns the URL of a bucket in it."""
    moto = pytest.importorskip("moto.server")
    from pyarrow.fs import S3FileSystem

    server = moto.ThreadedMotoServer(port=0)
    server.start()
    os.environ.update(AWS_ACCESS_KEY_ID="x", AWS_SECRET_ACCESS_KEY="x", AWS_EC2_METADATA_DISABLED="true")
    host, port = server.get_host_and_port()
    S3FileSystem(endpoint_override=f"{host}:{port}", scheme="http", allow_bucket_creation=True).create_dir("tsume")
    yield f"s3://tsume/{{}}?endpoint_override={host}:{port}&scheme=http"
    server.stop()


@pytest.fixture(scope="module", autouse=True)
def running() -> Iterator[None]:
    # Actors have the environment of the node.
    os.environ.update(AWS_ACCESS_KEY_ID="x", AWS_SECRET_ACCESS_KEY="x", AWS_EC2_METADATA_DISABLED="true")
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
    command = [sys.executable, "-m", "tsume_shogi", "validate", "-q", "--force", *limits, "-o", str(out)]
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
    polars = pytest.importorskip("polars")
    assert polars.read_parquet(tmp_path / "parquet" / "part-*.parquet").height == len(wanted)


def without_places(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns rows without the places of their problems, which are in other files."""
    places = {"file", "line", "record"}
    return [{key: value for key, value in row.items() if key not in places} for row in found]


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
        assert without_places(rows(single)) == without_places(wanted), given


def test_an_object_store_is_read_and_written(problems: Path, tmp_path: Path, bucket: str) -> None:
    from pyarrow.fs import FileSystem

    fs, root = FileSystem.from_uri(bucket.format("in"))
    text = problems.read_text(encoding="utf-8").splitlines()
    named = [line for line in text if " b " in line][:40]
    for i in range(4):
        lines = [f'{line.rsplit(" ", 1)[0]} 1; id "{i}.{n}";' for n, line in enumerate(named[i * 10 : i * 10 + 10])]
        (tmp_path / f"{i}.sfen").write_text("\n".join(lines), encoding="utf-8")
        with fs.open_output_stream(f"{root}/{i % 2}/{i}.sfen") as file:
            file.write((tmp_path / f"{i}.sfen").read_bytes())
    single = tmp_path / "single.jsonl"
    for given, names in (("in", "0213"), ("in/*/*.sfen", "0213"), ("in/**/[13].sfen", "13"), ("in/1/3.sfen", "3")):
        wanted = validated(tmp_path / "wanted.jsonl", *(tmp_path / f"{name}.sfen" for name in names))
        out = bucket.format(f"out{len(names)}{len(given)}")
        summary = cluster.validate(bucket.format(given), out, single=single, **LIMITS)
        assert summary.is_complete and without_places(rows(single)) == without_places(wanted), given
        again = cluster.validate(bucket.format(given), out, single=single, **LIMITS)
        assert again.rows == again.kept == len(wanted)
    with pytest.raises(FileNotFoundError):
        cluster.validate(bucket.format("in/*.kif"), tmp_path / "out", **LIMITS)


def test_two_commands_may_write_the_same_folder(problems: Path, tmp_path: Path) -> None:
    wanted = validated(tmp_path / "wanted.jsonl", problems)
    address = ray.get_runtime_context().gcs_address
    singles = [tmp_path / f"{i}.jsonl" for i in range(2)]
    limits = ["--nodes", "2000", "--first-nodes", "300", "--hash", "1MiB", "--jobs", "1"]
    command = [sys.executable, "-m", "tsume_shogi.cluster", str(problems), "-o", str(tmp_path / "out")]

    def run(single: Path) -> subprocess.CompletedProcess[str]:
        whole = [*command, *limits, "--address", address, "--single", str(single)]
        return subprocess.run(whole, capture_output=True, text=True, check=False, timeout=300)

    with ThreadPoolExecutor() as threads:
        for done in threads.map(run, singles):
            assert "none lost, none twice" in done.stderr, done.stderr
    for single in singles:
        assert rows(single) == wanted


def test_brinkmates_and_threats_are_judged_as_by_validate(tmp_path: Path) -> None:
    lines = tmp_path / "in.jsonl"
    threat = "5+B1nl/6S1k/6pp1/8p/9/9/9/9/9 w G2rb3g3s3n3l15p 1"
    named = [
        {"id": "a", "sfen": BRINKMATE, "goal": "brinkmate"},
        {"id": "b", "sfen": BRINKMATE, "goal": "brinkmate"},
        {"id": "c", "sfen": threat, "goal": "threatmate"},
        {"id": "d", "sfen": BRINKMATE},
        {"id": "e", "sfen": NO_MATE, "goal": "brinkmate"},
    ]
    lines.write_text("".join(json.dumps(row) + "\n" for row in named), encoding="utf-8")
    wanted = validated(tmp_path / "wanted.jsonl", lines)
    assert "brinkmate" in {row["goal"] for row in wanted}
    single = tmp_path / "single.jsonl"
    for format in ("parquet", "jsonl"):
        for _ in range(2):
            summary = cluster.validate(
                lines, tmp_path / format, single=single, format=format, report=tmp_path / "page.html", **LIMITS
            )
            assert summary.is_complete and rows(single) == wanted


def test_metrics_are_those_of_the_run(problems: Path, tmp_path: Path) -> None:
    pytest.importorskip("opencensus", reason="ray[default] exports metrics")
    summary = cluster.validate(problems, tmp_path / "out", **LIMITS)
    wanted = {("ray_tsume_rows", verdict): summary.counts.get(verdict, 0) for verdict in ("sound", "flawed", "error")}
    wanted["ray_tsume_records", ""] = summary.records
    found: dict[tuple[str, str], float] = {}
    deadline = time.monotonic() + 60
    while any(found.get(key) != value for key, value in wanted.items()) and time.monotonic() < deadline:
        time.sleep(1)
        # On a busy machine the metrics of Ray have their port only after a while.
        port = ray.nodes()[0]["MetricsExportPort"]
        try:
            with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
                text = answer.read().decode()
        except OSError:
            continue
        for name, labels, value in re.findall(r"^(ray_tsume_\w+)\{(.*)\} (\S+)$", text, re.MULTILINE):
            verdict = re.search(r'verdict="(\w+)"', labels)
            found[name, verdict[1] if verdict else ""] = float(value)
    assert {key: found.get(key) for key in wanted} == wanted
    names = {name for name, _ in found}
    assert {"ray_tsume_rows_per_second", "ray_tsume_hard_problems", "ray_tsume_actors", "ray_tsume_lost"} <= names


def test_a_page_shows_what_needs_attention(
    problems: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.html"
    summary = cluster.validate(problems, tmp_path / "out", report=page, **LIMITS)
    text = page.read_text(encoding="utf-8")
    assert text.count('<script type="text/html" data-id=') == summary.rows and "the page has" not in summary.text
    monkeypatch.setattr("tsume_shogi.cluster._report.SHOWN", 30)
    summary = cluster.validate(problems, tmp_path / "out", report=page, japanese=True, **LIMITS)
    text = page.read_text(encoding="utf-8")
    assert text.count('<script type="text/html" data-id=') == 30 and f"30 / {summary.rows} " in text
    shown = {verdict: text.count(f'data-verdict="{verdict}"') for verdict in ("error", "flawed", "sound")}
    assert shown["error"] == summary.counts["error"] and shown["sound"] == 0
    assert f"{summary.rows}題のうち30題" in summary.text
    with pytest.raises(ValueError, match="not a file of this machine"):
        cluster.validate(problems, tmp_path / "out", report="s3://bucket/page.html", **LIMITS)


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
