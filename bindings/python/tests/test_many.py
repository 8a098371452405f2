"""Many problems: the rows of `validate`, lazily, whatever the iterable does."""

import gc
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import tsume_shogi as ts
from conftest import COOKED, HARD, MATE_IN_5, ROOT, Command, column, untimed

COMPOSED = column(ROOT / "tests" / "data" / "short_composed.tsv", "sfen")
SHORT = column(ROOT / "tests" / "data" / "short_game.tsv", "sfen")


# The cooked composition in its mirror, with colours exchanged, and with another length of the
# author's, which has another verdict; and a problem again that is not solved within the limits.
COPIES = [
    "k8/1g7/G1P6/PP7/9/9/9/6B2/9 b 2rb2g4s4n4l15p 1",
    "9/6b2/9/9/9/pp7/g1p6/1G7/K8 w 2RB2G4S4N4L15P 1",
    f"{COOKED}; plies 7;",
    HARD,
    HARD,
    SHORT[0],
]


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    lines = [*SHORT[:150], "no problem", f'{MATE_IN_5} moves 1a1b; id "odd";', COOKED, *COPIES]
    path = tmp_path / "collection.sfen"
    path.write_text("\n".join(lines), "utf-8")
    return path


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_rows_are_those_of_validate(collection: Path, tsume: Command, jobs: int) -> None:
    flags = ["--nodes", "3000", "--time", "1h", "--hash", "16MiB"]
    rows = tsume("validate", "-q", "--format", "jsonl", *flags, collection)
    options = {"nodes": 3000, "time": 3600, "hash": "16MiB"}
    found = ts.check_many(ts.read(collection), jobs=jobs, **options)  # type: ignore[arg-type]
    assert [untimed(it.to_dict()) for it in found] == [untimed(row) for row in rows]
    unordered = ts.check_many(ts.read(collection), jobs=2, ordered=False, **options)  # type: ignore[arg-type]
    by_id = {it.id: untimed(it.to_dict()) for it in unordered}
    assert by_id == {row["id"]: untimed(row) for row in rows}


def test_duplicates_are_answered_once_or_judged_again() -> None:
    copies = [COOKED, *COPIES[:3]]
    rows = list(ts.check_many(copies, jobs=2))
    assert [it.duplicate_of for it in rows] == [None, "problem:1", "problem:1", "problem:1"]
    assert [it.verdict for it in rows] == ["flawed"] * 4
    assert [len(it.cooks) for it in rows] == [3, 0, 0, 3]
    assert "mirror" in rows[1].notes[-1].note
    assert rows[2].notes[-1].kind is ts.Kind.DUPLICATE
    # The one that waits is answered by the one that is judged, in whatever order rows come.
    many = list(ts.check_many([HARD, *[COOKED] * 40], jobs=2, ordered=False, nodes=20_000))
    assert sorted(it.duplicate_of or "" for it in many) == ["", "", *["problem:2"] * 39]
    judged = ts.check_many(copies, jobs=2, judge_duplicates=True)
    assert [(it.duplicate_of, len(it.cooks)) for it in judged] == [(it.duplicate_of, 3) for it in rows]


def test_problems_texts_and_dictionaries_are_taken() -> None:
    problems = [
        ts.Problem(MATE_IN_5, id="a"),
        MATE_IN_5,
        {"sfen": MATE_IN_5, "id": 7, "plies": 3, "book": "x"},
        {"id": "none"},
    ]
    rows = list(ts.check_many(problems, jobs=2, judge_duplicates=True))  # type: ignore[arg-type]
    assert [it.id for it in rows] == ["a", "problem:2", "7", "none"]
    assert [it.plies for it in rows] == [5, 5, 5, None]
    assert (rows[2].input, rows[2].expected_plies) == ({"book": "x"}, 3)
    assert rows[3].error is not None
    assert rows[3].error.kind is ts.ErrorKind.RECORD
    for wrong in (MATE_IN_5, Path("x"), ts.Problem(MATE_IN_5), {"sfen": MATE_IN_5}):
        with pytest.raises(TypeError):
            ts.check_many(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not int"):
        list(ts.check_many([7]))  # type: ignore[list-item]


def test_a_bad_problem_is_a_row_or_raises() -> None:
    problems = [MATE_IN_5, "nonsense", MATE_IN_5]
    verdicts = [it.verdict for it in ts.check_many(problems)]
    assert verdicts == [verdicts[0], ts.Verdict.ERROR, verdicts[0]]
    rows = ts.check_many(problems, errors="raise")
    next(rows)
    with pytest.raises(ts.ProblemError) as caught:
        next(rows)
    assert caught.value.id == "problem:2"
    assert next(rows).plies == 5


def test_what_the_iterable_raises_comes_after_the_rows_before_it() -> None:
    def problems() -> Iterator[str]:
        yield MATE_IN_5
        yield MATE_IN_5
        raise ZeroDivisionError

    rows = ts.check_many(problems())
    assert [next(rows).plies, next(rows).plies] == [5, 5]
    with pytest.raises(ZeroDivisionError):
        next(rows)
    assert list(rows) == []


def test_no_more_is_taken_than_keeps_the_jobs_busy() -> None:
    taken = 0

    def problems() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield MATE_IN_5

    rows = ts.check_many(problems(), jobs=2, judge_duplicates=True)
    assert taken == 0
    for count in range(1, 200):
        next(rows)
        assert count <= taken <= count + 1100
    before = taken
    time.sleep(0.3)
    assert taken == before
    rows.close()
    assert list(rows) == []


@pytest.mark.parametrize("ordered", [True, False])
def test_an_iterator_that_waits_for_answers_gets_them(ordered: bool) -> None:
    given: list[str] = []

    def problems() -> Iterator[str]:
        for number, sfen in enumerate(SHORT[:20]):
            assert len(given) == number, "the answer was to come first"
            yield sfen

    for judgement in ts.check_many(problems(), jobs=1, ordered=ordered, nodes=1000):
        given.append(judgement.id)
    assert given == [f"problem:{number}" for number in range(1, 21)]


@pytest.mark.parametrize("ordered", [True, False])
def test_a_row_does_not_wait_for_a_slow_iterator(ordered: bool) -> None:
    taken = 0

    def problems() -> Iterator[str]:
        nonlocal taken
        for sfen in SHORT[:12]:
            taken += 1
            yield sfen
            time.sleep(0.1)

    rows = ts.check_many(problems(), jobs=2, ordered=ordered, nodes=1000)
    next(rows)
    assert taken <= 3
    assert sum(1 for _ in rows) == 11


def test_a_file_object_that_waits_gives_its_rows_before() -> None:
    class Slow:
        lines = 0

        def read(self, size: int, /) -> str:
            self.lines += 1
            time.sleep(0.05)
            return SHORT[self.lines] + "\n" if self.lines < 40 else ""

    file = Slow()
    rows = ts.check_many(ts.read(file), jobs=2, nodes=1000)
    next(rows)
    assert file.lines < 8


def test_closing_from_another_thread_ends_the_iteration() -> None:
    for problems in ([HARD] * 6, (it for it in [HARD] * 6)):
        rows = ts.check_many(problems, jobs=2, time=None, judge_duplicates=True)
        timer = threading.Timer(0.5, rows.close)
        timer.start()
        began = time.monotonic()
        assert list(rows) == []
        assert time.monotonic() - began < 5
        timer.join()
        assert list(rows) == []


def test_a_hard_problem_does_not_keep_the_others_waiting() -> None:
    with ts.check_many([HARD, *COMPOSED[:40]], jobs=2, ordered=False, time=600) as rows:
        assert {next(rows).id for _ in range(40)} == {f"problem:{n}" for n in range(2, 42)}


def test_other_threads_run_meanwhile_and_an_iterator_has_one_user() -> None:
    rows = ts.check_many([HARD], time=0.5)
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.extend(rows))
    thread.start()
    time.sleep(0.1)
    with pytest.raises(ValueError, match="at work in another thread"):
        next(rows)
    thread.join()
    assert len(found) == 1


def test_an_iterator_that_is_given_up_ends_its_searches() -> None:
    before = threading.active_count()
    for _ in range(20):
        with ts.check_many([HARD] * 10, jobs=2, judge_duplicates=True) as rows:
            del rows
    gc.collect()
    assert threading.active_count() == before


def test_memory_does_not_grow() -> None:
    resource = pytest.importorskip("resource")
    problems = (SHORT[n % 100] for n in range(30_000))
    rows = ts.check_many(problems, nodes=50, hash="1MiB", jobs=2, judge_duplicates=True)
    for _ in range(6000):
        next(rows)
    early = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert sum(1 for _ in rows) == 24_000
    late = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert late - early < 8 << 10, f"{early} KiB became {late} KiB"
