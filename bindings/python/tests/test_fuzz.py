"""Whatever comes in, the interpreter stays alive: every input is read, refused, or raises ValueError."""

import io
import random
import shutil
import subprocess
import tarfile

import pytest
import tsume_shogi as ts
from conftest import ROOT

CORPORA = ROOT / "tests" / "fuzz" / "corpus"


def corpus(name: str) -> list[bytes]:
    """Returns the inputs of a corpus."""
    packed = CORPORA / f"{name}.tar.zst"
    zstd = shutil.which("zstd")
    if zstd is None:
        pytest.skip("zstd is not installed")
    plain = subprocess.run([zstd, "-dcq", packed], capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(plain)) as archive:
        files = [archive.extractfile(member) for member in archive if member.isfile()]
        return [file.read() for file in files if file is not None]


def damaged(inputs: list[bytes], count: int) -> list[bytes]:
    """Returns so many inputs, every other one damaged."""
    chance = random.Random(7)
    found = []
    for number in range(count):
        data = bytearray(chance.choice(inputs))
        for _ in range(number % 2 * 3):
            if data:
                data[chance.randrange(len(data))] = chance.randrange(256)
        found.append(bytes(data))
    return found


@pytest.mark.parametrize(("name", "count"), [("sfen", 450), ("records", 350), ("rows", 100)])
def test_any_input_is_a_problem_or_an_error(name: str, count: int) -> None:
    solver = ts.Solver(hash="1MiB")
    for data in damaged(corpus(name), count):
        text = data.decode("utf-8", "replace")
        problems: list[ts.Problem] = []
        for make in (ts.Problem, ts.Problem.from_kif, ts.Problem.from_record):
            try:
                problems.append(make(text))
            except ValueError:
                pass
        try:
            problems.extend(ts.read(io.BytesIO(data), errors="skip"))
        except ts.ProblemError:
            pass  # The file has no record.
        for problem in problems[:4]:
            assert problem.svg()
            assert problem.diagram()
            answer = solver.solve(problem, nodes=200)
            assert answer.solution.japanese is not None
        for row in ts.check_many([text], nodes=200, hash="1MiB", jobs=1):
            assert row._repr_html_()


def test_any_bytes_are_certificates_or_an_error() -> None:
    for data in damaged(corpus("verify"), 100):
        try:
            assert isinstance(ts.verify(data), list)
        except ValueError:
            pass
