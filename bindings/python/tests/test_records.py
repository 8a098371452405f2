"""Records of problems: what a text says is kept, and written as `tsume convert` writes it."""

import io
import pickle
import subprocess
from pathlib import Path
from typing import Literal

import pytest
import tsume_shogi as ts
from conftest import BRINKMATE, MATE_IN_5, ROOT, TSUME

SAID = f'{MATE_IN_5}; id "x"; plies 7; author "私"; title "題"; note "n"; recorded "2024"; other "o"'
THREATMATE = "5+B1nl/6S1k/6pp1/8p/9/9/9/9/9 w G2rb3g3s3n3l15p 1"


def converted(source: str | Path, format: str) -> str:
    """Returns what `tsume convert` writes."""
    done = subprocess.run([TSUME, "convert", "-q", "--to", format, source], capture_output=True, check=True)
    return done.stdout.decode("utf-8")


def test_a_text_and_a_file_say_the_same() -> None:
    problem = ts.Problem(SAID)
    read = next(ts.read(io.StringIO(SAID)))
    for it in (problem, pickle.loads(pickle.dumps(problem)), problem.with_id("y")):
        assert it.headers == read.headers
        assert (it.title, it.author, it.expected_plies) == ("題", "私", 7)
    assert (read.title, read.author) == ("題", "私")
    assert problem == read
    assert ts.Problem(MATE_IN_5).headers == {}
    assert "題" in problem.svg() and "私" in problem.svg()


@pytest.mark.parametrize("format", ["kif", "ki2", "csa", "jkf"])
@pytest.mark.parametrize(
    "text",
    [
        SAID,
        MATE_IN_5,
        f"{MATE_IN_5} moves 3a3d+ 1d1e 3d2d; plies 5;",
        f'{BRINKMATE}; plies 1; goal "brinkmate"',
        f'{BRINKMATE}; goal "brinkmate"',
    ],
)
def test_a_record_is_that_of_convert(text: str, format: str) -> None:
    expected = converted(text, "kifu" if format == "kif" else format).replace("\r\n", "\n")
    for problem in (ts.Problem(text), next(ts.read(io.StringIO(text)))):
        assert problem.to_record(format).replace("\r\n", "\n") == expected  # type: ignore[arg-type]
    assert pickle.loads(pickle.dumps(ts.Problem(text))).to_record(format) == ts.Problem(text).to_record(format)  # type: ignore[arg-type]


def test_the_name_is_a_number_and_no_title() -> None:
    for problem in (ts.Problem(MATE_IN_5, id="x"), ts.Problem(SAID).with_id("x"), ts.Problem(SAID, id="x")):
        again = ts.Problem.from_kif(problem.to_record("kif"))
        assert (again.id, again.title) == ("x", problem.title)
    assert ts.Problem(SAID, id="y").headers["作品番号"] == "x"
    assert "作品番号：y" in ts.Problem(SAID, id="y").to_record()


@pytest.mark.parametrize("format", ["kif", "ki2", "jkf"])
def test_a_record_asks_the_same_question(format: Literal["kif", "ki2", "jkf"]) -> None:
    problems = [
        ts.Problem(BRINKMATE + '; plies 1; goal "brinkmate"'),
        ts.Problem(BRINKMATE + "; plies 1", goal="brinkmate"),
        ts.Problem(BRINKMATE, goal="brinkmate"),
        ts.Problem(BRINKMATE + '; goal "mate"', goal="brinkmate"),
        ts.Problem(BRINKMATE + '; plies 3; goal "brinkmate"', goal="mate"),
        ts.Problem(BRINKMATE + '; goal "brinkmate"', goal="mate"),
        ts.Problem(THREATMATE, goal="threatmate"),
        ts.Problem(MATE_IN_5 + "; plies 5"),
        *list(ts.read(ROOT / "problems" / "brinkmates.sfen"))[:3],
    ]
    for problem in problems:
        again = ts.Problem.from_record(problem.to_record(format), format)
        assert (again.goal, again.expected_plies) == (problem.goal, problem.expected_plies), repr(problem)


def test_a_page_has_the_title_of_a_text() -> None:
    for answer in (ts.check(ts.Problem(SAID)), ts.check(SAID), *ts.check_many([SAID, ts.Problem(SAID)])):
        if answer.duplicate_of is None:
            page = ts.page([answer])
            assert "題" in page and "私" in page


@pytest.mark.parametrize("broken", ["   2 ６一玉(52)", "   2 ？"])
def test_a_broken_record_keeps_its_diagram_and_the_moves_before(broken: str) -> None:
    problem = ts.Problem("4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b")
    text = problem.to_record("kif").rstrip() + f"\n{broken}\n"
    found = ts.Problem.from_kif(text)
    assert found.sfen == problem.sfen
    assert list(found.moves) == ["G*5b"]
    assert "the line is left out from here on" in found.warnings[0]
    again = pickle.loads(pickle.dumps(found))
    assert again.warnings == found.warnings
    assert ts.check(again).verdict == ts.check(found).verdict


def test_a_panic_of_the_reader_is_an_error_of_one_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "x.sfen"
    file.write_text("".join(f'{MATE_IN_5}; id "{it}"\n' for it in ["a", "boom", "b"]))
    monkeypatch.setenv("TSUME_TEST_PANIC", "read:boom")
    rows = list(ts.check_many(ts.read(file), nodes=1000))
    if rows[1].error is None:
        pytest.skip("only a build for development panics on purpose")
    kinds = [it.error.kind if it.error else None for it in rows]
    assert kinds == [None, "internal", None]
    assert [it.id for it in ts.read(file, errors="skip")] == ["a", "b"]
