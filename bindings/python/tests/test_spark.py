"""The recipe for Spark in the manual runs."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import COOKED, MATE_IN_5, NO_MATE, ROOT, Command, untimed

pytest.importorskip("pyspark")


@pytest.fixture(autouse=True)
def spark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("java") is None:
        pytest.skip("there is no Java")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    monkeypatch.setenv("SPARK_LOCAL_IP", "127.0.0.1")


def recipe() -> str:
    """Returns the code of the manual, for a few lines on this machine."""
    manual = (ROOT / "src" / "manual" / "cluster.md").read_text("utf-8")
    found = re.search(r"## Spark\n.*?```python\n(.*?)```", manual, re.DOTALL)
    assert found is not None and "minPartitions=1000" in found[1]
    return found[1].replace("minPartitions=1000", "minPartitions=3").replace("builder", 'builder.master("local[2]")')


def test_the_rows_are_those_of_validate(tsume: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [COOKED, "nonsense", MATE_IN_5, NO_MATE] * 3
    (tmp_path / "problems.sfen").write_text("\n".join(lines) + "\n", "utf-8")
    names: dict[str, Any] = {}
    exec(compile(recipe(), "cluster.md", "exec"), names)
    assert re.search(r"flawed\|\s+3\|", capsys.readouterr().out)
    found = [json.loads(row) for row in names["rows"].collect()]
    names["spark"].stop()
    verdicts = [row["verdict"] for row in found]
    assert verdicts == [row["verdict"] for row in tsume("validate", "--nodes", "1M", "--format", "jsonl", tmp_path / "problems.sfen")]
    (wanted,) = tsume("check", "--nodes", "1M", "--format", "jsonl", COOKED)
    assert {**untimed(found[0]), "id": ""} == {**untimed(wanted), "id": "", "limits": found[0]["limits"]}


def test_a_worker_that_fails_fails_its_task(tmp_path: Path) -> None:
    (tmp_path / "problems.sfen").write_text(f"{MATE_IN_5}\n", "utf-8")
    broken = recipe().replace("tsume worker --nodes 1M", "tsume worker --nodes none")
    done = subprocess.run([sys.executable, "-c", broken], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode != 0 and "Pipe function" in done.stderr
