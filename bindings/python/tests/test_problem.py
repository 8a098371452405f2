"""Problems: reading, errors, equality, pickling, pictures, boards of other libraries."""

import io
import pickle
from pathlib import Path
from xml.etree import ElementTree

import pytest
import tsume_shogi as ts
from conftest import MATE_IN_5, ROOT

RECORDS = ROOT / "tests" / "data" / "records"
MUSO = ROOT / "problems" / "classics" / "muso.sfen"
FIRST = '4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b; id "first"; plies 1;'


def test_an_sfen_is_read() -> None:
    problem = ts.Problem(FIRST)
    assert problem.sfen == "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
    assert problem.moves == ["G*5b"]
    assert problem.moves.japanese == "▲５二金"
    assert (problem.id, problem.expected_plies) == ("first", 1)
    assert (problem.attacker, problem.attacker_to_move) == (ts.Side.BLACK, True)
    assert "G*5b" in problem.moves_after()
    assert problem.moves_after(problem.moves) == []
    with pytest.raises(ValueError, match="cannot be played"):
        problem.moves_after(["G*1i"])


def test_errors_have_places_and_advice() -> None:
    with pytest.raises(ts.ProblemError) as caught:
        ts.Problem("4k4/9/4P4/9/9/9/9/9/10 b G 1")
    error = caught.value
    assert isinstance(error, ValueError)
    assert error.kind is ts.ErrorKind.SFEN
    assert error.span is not None
    assert "4k4/9/4P4/9/9/9/9/9/10"[error.span[0] : error.span[1]]
    with pytest.raises(ts.ProblemError) as caught:
        ts.Problem("4k4/4G4/9/9/9/9/9/9/4P4 w - 1 moves 9i9h")
    assert pickle.loads(pickle.dumps(caught.value)).kind == caught.value.kind


def test_problems_are_values() -> None:
    problem = ts.Problem(FIRST)
    assert problem == ts.Problem(FIRST)
    assert hash(problem) == hash(ts.Problem(FIRST))
    assert problem != problem.with_id("other")
    assert problem != ts.Problem(FIRST.replace(" moves G*5b", ""))
    assert problem != FIRST
    assert len({problem, ts.Problem(FIRST), problem.with_id("x")}) == 2


@pytest.mark.parametrize("path", [MUSO, *sorted(RECORDS.glob("*.[kcj]*"))], ids=lambda it: it.name)
def test_problems_can_be_pickled_from_any_format(path: Path) -> None:
    solver = ts.Solver()
    for problem in list(ts.read(path, errors="skip"))[:5]:
        again = pickle.loads(pickle.dumps(problem))
        assert again == problem
        assert (again.headers, again.fields, again.warnings) == (problem.headers, problem.fields, problem.warnings)
        if problem.attacker_to_move:
            rows = [solver.check(it, nodes=500).to_dict() for it in (problem, again)]
            assert rows[0] | {"elapsed_ms": 0} == rows[1] | {"elapsed_ms": 0}


def test_reading_is_lazy_and_takes_paths_folders_and_files() -> None:
    by_path = list(ts.read(MUSO))
    assert len(by_path) > 90
    assert by_path == list(ts.read(str(MUSO)))
    with MUSO.open("rb") as binary:
        assert list(ts.read(binary)) == by_path
    long = io.StringIO(MUSO.read_text("utf-8") * 20)
    assert next(ts.read(long)) == by_path[0]
    # Only the beginning was taken.
    assert long.read(1) != ""
    assert len(list(ts.read(MUSO.parent))) > 190
    with pytest.raises(FileNotFoundError):
        ts.read("not here.sfen")


def test_bad_records_are_raised_or_skipped_and_the_next_one_is_read() -> None:
    lines = f"{MATE_IN_5}\nnonsense\n{FIRST}\n".encode()
    assert [it.id for it in ts.read(io.BytesIO(lines), errors="skip")] == ["file:1", "first"]
    reader = ts.read(io.BytesIO(lines))
    next(reader)
    with pytest.raises(ts.ProblemError, match="file:2"):
        next(reader)
    assert next(reader).id == "first"
    assert next(reader, None) is None


def test_what_a_file_object_raises_arrives() -> None:
    class Broken:
        def read(self, size: int, /) -> str:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(ts.read(Broken()))

    class Wrong:
        def read(self, size: int, /) -> str:
            return 7  # type: ignore[return-value]

    with pytest.raises(TypeError):
        list(ts.read(Wrong()))


def test_records_are_read_and_written() -> None:
    problem = ts.Problem(FIRST)
    kif = problem.to_record("kif")
    assert "５二金打" in kif
    again = ts.Problem.from_kif(kif)
    assert (again.sfen, again.moves) == (problem.sfen, problem.moves)
    assert (again.id, again.title, again.expected_plies) == ("first", None, 1)
    for format in ("ki2", "csa", "jkf"):
        text = problem.to_record(format)
        assert ts.Problem.from_record(text, format).moves == problem.moves
    with pytest.raises(ts.ProblemError):
        ts.Problem.from_kif("no record")
    with pytest.raises(ValueError):
        problem.to_record("pgn")  # type: ignore[arg-type]


def test_headers_come_with_a_record() -> None:
    path = next(it for it in sorted(RECORDS.glob("*.kifu")) if next(ts.read(it)).headers)
    problem = next(ts.read(path))
    assert problem.headers
    assert problem.fields.keys() <= problem.headers.keys() | {"手数"}


def test_pictures_are_drawn() -> None:
    problem = ts.Problem(FIRST)
    for picture in (problem._repr_svg_(), problem.svg(["G*5b"])):
        assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert problem.svg(["G*5b"]) != problem.svg()
    with pytest.raises(ValueError):
        problem.svg(["1a9i"])
    text = problem.diagram()
    assert "v玉" in text
    assert "\x1b" not in text
    assert "\x1b" in problem.diagram(color=True)
    assert "attacker" in problem.diagram(lang="en")
    assert str(problem) == text


def test_boards_of_python_shogi() -> None:
    shogi = pytest.importorskip("shogi")
    for problem in list(ts.read(MUSO))[:20]:
        board = problem.to_board("python-shogi")
        assert ts.Problem.from_board(board).sfen == problem.sfen
        for move in problem.moves:
            board.push_usi(move.usi)
    board = shogi.Board("4k4/9/4P4/9/9/9/9/9/9 b G 1")
    assert ts.solve(ts.Problem.from_board(board)).plies == 1


def test_boards_of_cshogi() -> None:
    pytest.importorskip("cshogi")
    for problem in list(ts.read(MUSO))[:20]:
        board = problem.to_board("cshogi")
        assert ts.Problem.from_board(board).sfen == problem.sfen
    with pytest.raises(TypeError):
        ts.Problem.from_board(7)
    with pytest.raises(ValueError):
        ts.Problem(FIRST).to_board("chess")  # type: ignore[arg-type]
