"""Arguments that cannot be: the error names them, and nothing ends the interpreter."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tsume_shogi as ts
from conftest import COOKED, MATE_IN_5

ASK: list[Callable[..., Any]] = [
    ts.solve,
    ts.check,
    ts.certificate,
    ts.repair,
    ts.extend,
    lambda problem, **options: list(ts.check_many([problem], **options)),
]


@pytest.mark.parametrize("ask", ASK)
def test_more_memory_than_there_is_is_refused(ask: Callable[..., Any]) -> None:
    # More than any address space has, so that it is refused whatever the system promises.
    for size in ("200000GiB", 10**30):
        with pytest.raises(ValueError, match="hash.* asks? for more memory than"):
            ask(COOKED, hash=size, nodes=1000)


def test_the_tables_of_all_jobs_have_to_be_there() -> None:
    for ask in (lambda: ts.check_many([COOKED], hash="50000GiB", jobs=4), lambda: ts.Solver(hash="200000GiB")):
        with pytest.raises(ValueError, match="hash.* asks? for more memory than"):
            ask()
    with pytest.raises(ValueError, match="hash.* asks? for more memory than"):
        ts.repair(COOKED, hash="50000GiB", jobs=4)


def test_a_judge_of_batches_refuses_it_before_it_begins() -> None:
    pytest.importorskip("ray")
    pytest.importorskip("pyarrow")
    from tsume_shogi.cluster import Judge

    with pytest.raises(ValueError, match="hash.* asks? for more memory than"):
        Judge(hash="200000GiB")


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"nodes": 1e6}, TypeError, "nodes is a whole number such as 1_000_000, not 1000000.0"),
        ({"nodes": "1M"}, TypeError, "nodes is a whole number"),
        ({"nodes": -1}, ValueError, "nodes is a whole number from 0 to .*, not -1"),
        ({"nodes": 2**64}, ValueError, "nodes is a whole number from 0"),
        ({"within": 1.5}, TypeError, "within is a whole number"),
        ({"variations": -1}, ValueError, "variations is a whole number from 0"),
        ({"variations": None}, TypeError, "variations is a whole number"),
        ({"time": "10s"}, TypeError, "time is a number of seconds, a timedelta or None, not '10s'"),
        ({"time": -1}, ValueError, "time is not a positive number of seconds"),
        ({"hash": None}, TypeError, "hash is a number of bytes or a text such as .* not None"),
        ({"hash": 1e9}, TypeError, "hash is a number of bytes"),
        ({"threads": 1000}, ValueError, "threads is a number from 1 to 256, not 1000"),
        ({"threads": 0}, ValueError, "threads is a number from 1 to 256"),
        ({"threads": "2"}, TypeError, "threads is a number"),
        ({"interpositions": None}, TypeError, "interpositions is a word, not None"),
        ({"explain": "yes"}, TypeError, "explain is True or False, not 'yes'"),
    ],
)
def test_an_error_names_the_argument(options: dict[str, Any], error: type[Exception], said: str) -> None:
    for ask in (ts.solve, ts.check):
        with pytest.raises(error, match=said):
            ask(MATE_IN_5, **options)


def test_errors_of_other_calls_name_the_argument() -> None:
    problem: Any = {"sfen": MATE_IN_5}
    for ask in (ts.solve, ts.check, ts.threat, ts.certificate, ts.repair):
        with pytest.raises(TypeError, match="a problem is a Problem or an SFEN, not dict"):
            ask(problem)
    for jobs in (0, 257, 100_000):
        with pytest.raises(ValueError, match="jobs is a number from 1 to 256"):
            ts.check_many([MATE_IN_5], jobs=jobs)
        with pytest.raises(ValueError, match="jobs is a number from 1 to 256"):
            ts.repair(COOKED, jobs=jobs)
    with pytest.raises(ValueError, match="threads is a number from 1 to 256"):
        ts.Solver(threads=1000)
    with pytest.raises(ValueError, match="threads is a number from 1 to 256"):
        ts.certificate(MATE_IN_5, threads=257)
    with pytest.raises(TypeError, match="nodes_per_version is a whole number"):
        ts.repair(COOKED, nodes_per_version="many")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="nodes_per_alternative is a whole number"):
        ts.check(COOKED, nodes_per_alternative=1.5)  # type: ignore[arg-type]


def test_numbers_of_numpy_are_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    answer = ts.solve(MATE_IN_5, nodes=numpy.int64(10_000), time=numpy.float32(5), explain=numpy.bool_(True))
    assert answer.plies == 5
    [judged] = ts.check_many([MATE_IN_5], jobs=numpy.int64(1))
    assert judged.plies == 5


@pytest.mark.parametrize("name", ["empty.kif", "empty.csa", "empty.ki2", "empty.jkf"])
def test_an_empty_record_is_no_problem(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"")
    with pytest.raises(OSError, match="no record"):
        list(ts.read(path))
    with path.open("rb") as file, pytest.raises(ts.ProblemError):
        ts.read(file)
    with pytest.raises(ts.ProblemError):
        ts.read(io.BytesIO(b""), format="kif")


def test_an_empty_file_of_lines_has_no_problems(tmp_path: Path) -> None:
    (tmp_path / "empty.sfen").write_bytes(b"")
    with (tmp_path / "empty.sfen").open("rb") as file:
        assert list(ts.read(file)) == []
    assert list(ts.read(io.BytesIO(b""))) == []
