"""The types are right, for users and inside, and the stub of the native part is what it has."""

import subprocess
import sys
from pathlib import Path

import pytest
import tsume_shogi as ts
import typed
from conftest import COOKED

HERE = Path(__file__).resolve().parents[1]


def run(*command: str) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=HERE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy() -> None:
    pytest.importorskip("mypy")
    # The tests of documents import it.
    pytest.importorskip("nbformat")
    run("mypy", "--strict", "--no-incremental")


def test_the_stub_is_that_of_the_module() -> None:
    pytest.importorskip("mypy")
    run("mypy.stubtest", "tsume_shogi._native", "--concise", "--mypy-config-file", "pyproject.toml")


def test_pyright() -> None:
    pytest.importorskip("pyright")
    run("pyright")


def test_everything_public_has_a_type() -> None:
    pytest.importorskip("pyright")
    run("pyright", "--verifytypes", "tsume_shogi", "--ignoreexternal")


def test_typed_code_runs() -> None:
    problem = ts.Problem(COOKED, id="x")
    assert len(typed.cooks(iter([problem]))["x"]) == 3
    assert typed.first(ts.check(problem)) == "1c2b"
    assert typed.length(problem) == 5
    assert typed.nearest(problem, [ts.Problem(COOKED, id="y")]) == "y"
    version = typed.better(problem)
    assert version is None or ts.check(version).is_sound


def test_everything_public_has_a_docstring() -> None:
    assert (Path(ts.__file__).parent / "py.typed").exists()
    for name in ts.__all__:
        if name == "__version__":
            continue
        thing = getattr(ts, name)
        assert thing.__doc__, name
        for key, member in vars(thing).items() if isinstance(thing, type) else []:
            if not key.startswith("_") and (callable(member) or isinstance(member, property)):
                assert member.__doc__, f"{name}.{key}"
