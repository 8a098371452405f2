"""Ctrl-C, callbacks, threads and processes."""

import multiprocessing
import os
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest
import tsume_shogi as ts
from conftest import COOKED, HARD, MATE_IN_5, TSUME, start

CODE = """
{imports}
import tsume_shogi as ts
hard = {hard!r}
ts.solve({easy!r})
print("ready")
try:
    {call}
except KeyboardInterrupt:
    print("heard")
    assert ts.solve({easy!r}).plies == 5
"""


@pytest.mark.parametrize(
    "call",
    [
        "ts.solve(hard)",
        "ts.check(hard, threads=2)",
        "list(ts.check_many([hard] * 50, jobs=2))",
        "ts.certificate(hard)",
    ],
)
def test_ctrl_c_is_heard_while_it_searches(call: str) -> None:
    process = start(CODE.format(imports="", hard=HARD, easy=MATE_IN_5, call=call))
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    # The search itself takes minutes.
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out.strip()) == (0, "heard"), err


ARROW = """
try:
    {call}(ts.to_arrow(ts.check_many([hard] * 50, jobs=2, time=None, judge_duplicates=True)))
except Exception:
    # What a program does that handles every exception of the table.
    for _ in range(100):
        time.sleep(0.01)
"""


@pytest.mark.parametrize(("library", "call"), [("pyarrow", "table"), ("polars", "DataFrame")])
def test_ctrl_c_ends_a_program_that_makes_a_table(library: str, call: str) -> None:
    pytest.importorskip(library)
    text = ARROW.replace("{call}", f"{library}.{call}")
    # A text that `exec` itself compiles would have Python end with the signal, although it is handled.
    # For the same reason the library is there before: it does this while it is imported.
    call = f"exec(compile({text!r}, 'table', 'exec'))"
    process = start(CODE.format(imports=f"import time, {library}", hard=HARD, easy=MATE_IN_5, call=call))
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out.strip()) == (0, "heard"), err


def test_a_callback_sees_the_progress_and_may_end_the_search() -> None:
    seen: list[ts.Progress] = []

    threads: set[int] = set()

    def enough(progress: ts.Progress) -> bool:
        seen.append(progress)
        threads.add(threading.get_ident())
        return len(seen) < 3

    caller = threading.get_ident()
    answer = ts.solve(HARD, progress=enough)
    assert answer.limit is ts.Limit.INTERRUPT
    assert len(seen) >= 3
    assert threads == {caller}
    assert seen[0].stage is ts.Stage.LENGTH
    assert 0 < seen[0].nodes < seen[2].nodes


def test_a_slow_callback_breaks_no_limit_and_is_not_called_after_false() -> None:
    calls = 0

    def slow(progress: object) -> None:
        nonlocal calls
        calls += 1
        time.sleep(0.4)

    def stops(progress: object) -> bool:
        slow(progress)
        return False

    for ask in (ts.solve, ts.check):
        calls, began = 0, time.monotonic()
        assert ask(HARD, time=1.5, progress=slow).limit is ts.Limit.TIME
        assert time.monotonic() - began < 20
        assert 1 <= calls <= 5
    calls = 0
    assert ts.solve(HARD, time=5, progress=stops).limit is ts.Limit.INTERRUPT
    assert calls == 1


def test_a_slow_callback_of_a_repair_is_not_called_after_false() -> None:
    calls: list[int] = []

    def stops(progress: ts.RepairProgress) -> bool:
        calls.append(progress.looked_at)
        time.sleep(0.5)
        return False

    def slow(progress: ts.RepairProgress) -> None:
        calls.append(progress.looked_at)
        time.sleep(0.5)

    ts.repair(COOKED, keep="mate", edits=3, best=1000, time=30, progress=stops)
    assert len(calls) == 1
    calls.clear()
    began = time.monotonic()
    ts.repair(COOKED, keep="mate", edits=3, best=1000, time=1.5, progress=slow)
    assert time.monotonic() - began < 20
    assert 1 <= len(calls) <= 4


def test_what_a_callback_raises_reaches_the_caller() -> None:
    def fail(progress: ts.Progress) -> None:
        raise ZeroDivisionError(progress.nodes)

    solver = ts.Solver()
    for ask in (solver.solve, solver.check):
        with pytest.raises(ZeroDivisionError):
            ask(HARD, progress=fail)
    assert solver.solve(MATE_IN_5).plies == 5


def test_a_solver_has_one_user() -> None:
    solver = ts.Solver()
    errors: list[str] = []

    def again(progress: ts.Progress) -> bool:
        with pytest.raises(RuntimeError) as caught:
            solver.solve(MATE_IN_5)
        errors.append(str(caught.value))
        return False

    solver.solve(HARD, progress=again)
    assert "one Solver for each thread" in errors[0]
    thread = threading.Thread(target=lambda: solver.solve(HARD, time=0.5))
    thread.start()
    time.sleep(0.1)
    with pytest.raises(RuntimeError, match="one Solver for each thread"):
        solver.check(MATE_IN_5)
    thread.join()
    assert solver.solve(MATE_IN_5).plies == 5


def test_solvers_work_side_by_side() -> None:
    lengths: list[int | None] = []

    def work() -> None:
        solver = ts.Solver(hash="8MiB")
        lengths.extend(solver.solve(MATE_IN_5).plies for _ in range(50))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert lengths == [5] * 200


SOLVER = ts.Solver(hash="8MiB")


def judged(problem: ts.Problem) -> ts.Judgement:
    return SOLVER.check(problem)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes_can_be_used(method: str) -> None:
    # The solver has a thread in this process, which the others do not have.
    here = [SOLVER.check(it) for it in (MATE_IN_5, COOKED)]
    problems = [ts.Problem(MATE_IN_5), ts.Problem(COOKED)] * 4
    with multiprocessing.get_context(method).Pool(2) as pool:
        there = pool.map(judged, problems)
    verdicts = [it.verdict for it in here] * 4
    assert [it.verdict for it in there] == verdicts


def test_an_iterator_that_was_forked_says_so() -> None:
    rows = ts.check_many([MATE_IN_5] * 100)
    next(rows)
    child = os.fork()
    if child == 0:
        try:
            next(rows)
        except RuntimeError:
            os._exit(7)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert len(list(rows)) == 99


def test_the_command_is_installed(tmp_path: Path) -> None:
    done = subprocess.run([TSUME, "solve", MATE_IN_5], capture_output=True, text=True, check=True)
    assert "mate in 5, proven shortest" in done.stdout
    done = subprocess.run([TSUME, "solve", "nothing"], capture_output=True, text=True, check=False)
    assert done.returncode == 4
    # The wheel has no pictures in pixels, and the command says how to get them.
    picture = tmp_path / "a.png"
    show: list[str | Path] = [TSUME, "show", MATE_IN_5, "-o", picture]
    done = subprocess.run(show, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        "error: this program was built without PNG: write `--format svg`, or build it anew with "
        "`cargo install --path . --features png`\n"
    )
    assert not picture.exists()
    with subprocess.Popen([TSUME, "solve", HARD], stdout=subprocess.PIPE) as process:
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
