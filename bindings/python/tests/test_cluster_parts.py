"""What an actor writes into the parts of a cluster run, without a cluster."""

from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, column

pytest.importorskip("ray")
pytest.importorskip("pyarrow")


def a_worker(folder: Path, format: str) -> tuple[Any, Any]:
    """Returns a worker in this process, and a chunk of nine problems."""
    import tsume_shogi as ts
    from tsume_shogi.cluster import _actor
    from tsume_shogi.cluster._chunks import Chunk, Item, Sent
    from tsume_shogi.cluster._files import Folder
    from tsume_shogi.cluster._parts import Parts
    from tsume_shogi.cluster._terms import terms

    of_run = terms(
        nodes=2000,
        hash="1MiB",
        rules="standard",
        interpositions="standard",
        nodes_per_alternative=None,
        idle_pieces=False,
        attributes=False,
        format=format,
    )
    parts = Parts(Folder(str(folder)), of_run.format)
    parts.begin(of_run.words())
    sfens = column(ROOT / "tests" / "data" / "short_game.tsv", "sfen")[:9]
    found = [ts.Problem(sfen, id=str(i)) for i, sfen in enumerate(sfens)]
    items = [Item(str(i), it._native.__getstate__(), None, i, None, None) for i, it in enumerate(found)]
    return _actor.Worker(of_run, of_run.words(), parts), Sent.of(Chunk("x", items))


def test_rows_are_there_before_their_chunk_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tsume_shogi.cluster import _actor

    worker, chunk = a_worker(tmp_path, "jsonl")
    parts = worker.parts
    judged = _actor.judged

    def fails_late(solver: Any, problem: Any, *rest: Any) -> Any:
        if problem.id == "6":
            raise KeyboardInterrupt
        return judged(solver, problem, *rest)

    monkeypatch.setattr(_actor, "judged", fails_late)
    monkeypatch.setattr(_actor, "_SAVE_EVERY", 0.0)
    with pytest.raises(KeyboardInterrupt):
        worker.judge_chunk(chunk, {}, 2000, frozenset())
    assert [row.id for row in parts.read("x") or ()] == list("012345")
    monkeypatch.undo()
    done = worker.judge_chunk(chunk, {}, 2000, frozenset())
    assert (done.kept, done.rows) == (6, 9)
    assert [row.id for row in parts.read("x") or ()] == list("012345678")


def test_rows_that_are_added_to_a_part_do_not_take_it_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tsume_shogi.cluster import _actor, _parts

    worker, chunk = a_worker(tmp_path, "parquet")
    monkeypatch.setattr(_actor, "_SAVE_EVERY", 0.0)
    with monkeypatch.context() as patch:
        patch.setattr(_parts, "rows_of", None)
        assert worker.judge_chunk(chunk, {}, 2000, frozenset()).rows == 9
    rows = worker.parts.read("x")
    # Another command has written the part since.
    _parts.Parts(worker.parts.folder, "parquet").write("x", rows[:4])
    assert [row.id for row in worker.parts.read("x")] == list("0123")
    whole = worker.parts.add("x", list("012345678"), {"8": rows[8]})
    assert [row.id for row in whole] == list("01238")


def test_a_part_that_is_complete_is_not_judged_or_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tsume_shogi.cluster import _actor, _parts

    for format in ("jsonl", "parquet"):
        worker, chunk = a_worker(tmp_path / format, format)
        first = worker.judge_chunk(chunk, {}, 2000, frozenset())
        assert (first.kept, first.rows, sum(first.costs.values())) == (0, 9, 9)
        monkeypatch.setattr(_actor, "judged", None)
        if format == "parquet":
            monkeypatch.setattr(_parts, "rows_of", None)
        again = worker.judge_chunk(chunk, {}, 2000, frozenset())
        assert (again.kept, again.rows, again.counts, again.answers) == (9, 9, first.counts, first.answers)
        assert len(again.answers) == 9
        monkeypatch.undo()


def test_a_part_keeps_the_rows_of_another_command(tmp_path: Path) -> None:
    import tsume_shogi as ts
    from tsume_shogi import _native
    from tsume_shogi.cluster._files import Folder
    from tsume_shogi.cluster._parts import Parts

    sfen = "4k4/9/4P4/9/9/9/9/9/9 b G 1"
    problem = ts.Problem(sfen, id="c")
    good = {id: ts.check(ts.Problem(sfen, id=id))._native for id in "abcd"}
    failure = _native.row_of_failure(problem._native, "no memory", "メモリー不足")
    parts = Parts(Folder(str(tmp_path)), "jsonl")
    for added, there in (("b", "b"), ("ad", "abd"), ("b", "abd")):
        parts.add("x", "abcd", {id: good[id] for id in added})
        assert [row.id for row in parts.read("x") or ()] == list(there)
    parts.add("x", "abcd", {"c": failure})
    parts.add("x", "abcd", {"c": good["c"]})
    parts.add("x", "abcd", {"c": failure})
    assert [row.verdict for row in parts.read("x") or ()] == ["sound"] * 4
