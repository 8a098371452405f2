"""Comparisons, repairs, extensions, similar works and pages are those of the command line."""

import json
import pickle
import signal
import time
from pathlib import Path
from typing import Any

import pytest
import tsume_shogi as ts
from conftest import COOKED, HARD, MATE_IN_5, NO_MATE, ROOT, Command, start, untimed

FEWER = "8k/7g1/8G/7PP/9/9/9/2B6/9 b - 1"
"""COOKED without a pawn: two cooks are gone."""
MIRRORED = "k8/1g7/G1P6/PP7/9/9/9/6B2/9 b - 1"


def test_a_comparison_is_that_of_the_command(tsume: Command) -> None:
    for old, new in ((COOKED, FEWER), (FEWER, COOKED), (COOKED, MIRRORED), (COOKED, NO_MATE), (COOKED, COOKED)):
        before, after = (ts.check(it, nodes=50_000) for it in (old, new))
        found = ts.compare(before, after).to_dict()
        (wanted,) = tsume("compare", "--nodes", "50k", "--format", "jsonl", old, new)
        for one in (found, wanted):
            one["id"] = ""
        assert found == wanted


def test_a_comparison_has_typed_parts() -> None:
    found = ts.compare(ts.check(COOKED), ts.check(FEWER))
    assert found.outcome is ts.Outcome.BETTER
    assert [it.key for it in found.changed] == [ts.Aspect.SFEN, ts.Aspect.FINDINGS]
    assert (found.changed[0].old, found.changed[0].new) == (ts.check(COOKED).sfen, ts.check(FEWER).sfen)
    assert found.better == [ts.Aspect.FINDINGS] and found.worse == []
    assert found.diagram is not None
    assert [(it.kind, it.piece, it.origin) for it in found.diagram.changes if it.held is None] == [
        (ts.ChangeKind.REMOVED, "P", "3c")
    ]
    assert [it.kind for it in found.findings.gone][:2] == [ts.Kind.COOK] * 2
    assert found.old is not None and found.new is not None
    assert found.findings.gone[0].line.japanese.startswith("▲")
    assert found.old.solution.japanese.startswith("▲")
    assert "better" in str(found) and "余詰" in found.text(lang="ja")
    assert "\x1b" not in str(found) and "\x1b" in found.text(color=True)
    assert pickle.loads(pickle.dumps(found)) == found
    turned = ts.compare(ts.check(COOKED), ts.check(MIRRORED)).diagram
    assert turned is not None and turned.mirrored and turned.changes == []


def test_collections_are_compared_as_by_the_command(tsume: Command, tmp_path: Path) -> None:
    problems = {"old": [("a", COOKED), ("b", MATE_IN_5), ("c", NO_MATE)], "new": [("b", MATE_IN_5), ("x", MIRRORED)]}
    versions: dict[str, list[ts.Judgement]] = {}
    for name, named in problems.items():
        text = "".join(f'{sfen.rsplit(" ", 1)[0]} 1; id "{id}";\n' for id, sfen in named)
        (tmp_path / f"{name}.sfen").write_text(text, "utf-8")
        versions[name] = list(ts.check_many(ts.read(tmp_path / f"{name}.sfen"), time=None, nodes=50_000))
    found = ts.compare_all(versions["old"], versions["new"])
    files = [tmp_path / f"{name}.sfen" for name in problems]
    wanted = tsume("compare", "--nodes", "50k", "--format", "jsonl", *files)
    assert [it.to_dict() for it in found] == wanted
    assert [it.outcome.value for it in found] == ["same", "changed", "only_old"]
    assert found[2].new is None and found[2].findings == ts.FindingsChange([], [], [])


REPAIR: dict[str, Any] = {
    "keep": "length",
    "allow": [ts.EditKind.MOVE],
    "squares": [f"{file}{rank}" for file in "4567" for rank in "defgh"],
    "best": 2,
}


def test_repairs_are_those_of_the_command(tsume: Command) -> None:
    found = ts.repair(COOKED, nodes=3_000_000, **REPAIR)
    arguments = ["repair", "--keep", "length", "--allow", "move", "--squares", "4d-7h", "--best", "2"]
    wanted = tsume(*arguments, "--nodes", "3M", "--format", "jsonl", COOKED)
    assert len(found) == 1 and found[0].like_it == 1
    by_edits = {json.dumps(row["version"]["edits"]): row for row in wanted}
    for it in found:
        row = {**it.to_dict(), "id": ""}
        row["version"] = {**row["version"], "of": ""}
        other = by_edits[json.dumps(row["version"]["edits"])]
        other["version"]["of"] = other["id"] = ""
        # Rows are written before it is known how many are like them.
        assert row["version"].pop("like_it") == it.like_it and other["version"].pop("like_it") is None
        assert row["version"].pop("idea") == it.idea and other["version"].pop("idea")
        assert untimed(row) == untimed(other)
        assert it.judgement.is_sound
        assert it.edits[0].kind is ts.EditKind.MOVE and it.edits[0].piece == "B"
        assert it.words.startswith("attacker's bishop") and "角" in it.japanese
        assert ts.check(it.problem).is_sound
    assert (found.verdict, found.limit, found.misses) == (ts.Verdict.FLAWED, None, [])
    assert len(found.line) == 5 and found.looked_at > 0
    assert [it.idea for it in found] == list(range(1, len(found) + 1)) and found.alike >= 0 and found.left >= 0
    every = ts.repair(COOKED, nodes=3_000_000, all=True, **REPAIR)
    assert {it.idea for it in every} == {it.idea for it in found} and len(every) == 4


def test_near_misses_are_told(tsume: Command) -> None:
    arguments: dict[str, Any] = {"allow": ["remove"], "squares": ["3c", "4h"]}
    found = ts.repair(COOKED, nodes=300_000, **arguments)
    wanted = tsume(
        "repair", "--allow", "remove", "--squares", "3c,4h", "--nodes", "300k", "--format", "jsonl", COOKED
    )
    assert found == [] and [it.sfen for it in found.misses] == [row["sfen"] for row in wanted]
    for it, row in zip(found.misses, wanted, strict=True):
        told = [{"kind": made.kind, "ply": made.ply, "move": made.move} for made in it.removed]
        assert told == row["version"]["removed"]


def test_extensions_are_those_of_the_command(tsume: Command) -> None:
    mate = "9/8k/9/8P/9/9/9/9/9 b 2G 1"
    found = ts.extend(mate, nodes=2_000_000, best=3)
    wanted = tsume("extend", "--nodes", "2M", "--best", "3", "--format", "jsonl", mate)
    assert found and sorted(it.sfen for it in found) == sorted(row["sfen"] for row in wanted)
    for it in found:
        assert len(it.before) == 2 and it.before.usi in it.judgement.solution.usi
        assert it.japanese == it.before.japanese


def test_a_repair_can_be_followed_and_ended() -> None:
    seen: list[ts.RepairProgress] = []

    def enough(progress: ts.RepairProgress) -> bool:
        seen.append(progress)
        return len(seen) < 2

    found = ts.repair(COOKED, keep="mate", edits=3, best=10_000, progress=enough)
    assert found.limit is ts.Limit.INTERRUPT
    assert 0 < seen[0].looked_at <= seen[0].all

    def fail(progress: ts.RepairProgress) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ts.repair(COOKED, keep="mate", edits=3, best=10_000, progress=fail)


def test_a_repair_hears_ctrl_c() -> None:
    code = f"""
import tsume_shogi as ts
print("ready")
try:
    ts.repair({HARD!r}, keep="mate", edits=3, best=10_000)
except KeyboardInterrupt:
    print("heard")
"""
    process = start(code)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out.strip()) == (0, "heard"), err


def test_repairs_refuse_what_cannot_be() -> None:
    wrong: list[dict[str, Any]] = [
        {"keep": "some"},
        {"keep": "key:0"},
        {"edits": 4},
        {"allow": ["paint"]},
        {"squares": ["0z"]},
        {"best": 0},
        {"jobs": 0},
        {"threads": 0},
        {"rules": "x"},
    ]
    for options in wrong:
        with pytest.raises(ValueError):
            ts.repair(COOKED, **options)
    with pytest.raises(TypeError):
        ts.repair(COOKED, squares="2b")
    with pytest.raises(ValueError, match="no line"):
        ts.repair(NO_MATE)
    with pytest.raises(ValueError, match="the defender is to move"):
        ts.repair("4k4/4G4/4P4/9/9/9/9/9/9 w - 1")


def test_similar_works_are_those_of_the_command(tsume: Command) -> None:
    collection = ROOT / "problems" / "first-steps.sfen"
    works = ts.Works(ts.read(collection))
    assert len(works) > 10
    asked = ["9/6R2/9/9/8k/6B2/9/9/9 b rb4g4s4n4l18p 1", COOKED, *(it.sfen for it in ts.read(collection))][:8]
    for sfen in asked:
        rows = tsume("similar", "--format", "jsonl", sfen, collection)
        for row in rows:
            del row["problem"], row["problem_sfen"]
        wanted = [ts.Similar.of(row) for row in rows]
        found = ts.similar(sfen, works)
        assert found == wanted
    assert ts.similar(asked[0], works)[0].score == 100


def test_a_problem_is_not_similar_to_itself_but_to_its_twins() -> None:
    problem = ts.Problem(COOKED, id="mine")
    assert ts.similar(problem, [problem]) == []
    (twin,) = ts.similar(problem, [problem, ts.Problem(MIRRORED, id="twin")])
    assert (twin.id, twin.score, twin.mirrored) == ("twin", 100, True)
    assert [it.id for it in ts.similar(COOKED, [COOKED, MATE_IN_5])] == ["problem:1"]


def test_works_refuse_what_they_are_not() -> None:
    with pytest.raises(TypeError, match="iterable"):
        ts.Works(COOKED)
    with pytest.raises(TypeError, match="not int"):
        ts.Works([7])  # type: ignore[list-item]
    with pytest.raises(ts.ProblemError):
        ts.Works(["nonsense"])
    with pytest.raises(ValueError):
        ts.Works([COOKED]).similar(COOKED, best=0)


def test_a_page_has_a_card_for_each_answer() -> None:
    judgements = list(ts.check_many([COOKED, "nonsense", MATE_IN_5], nodes=50_000))
    for lang, words in (("en", "余詰 cook"), ("ja", "不完全作")):
        page = ts.page(judgements, lang=lang)  # type: ignore[arg-type]
        assert page.startswith("<!doctype html>") and words in page
        assert page.count('<script type="text/html" data-id=') == 3
    for cook in judgements[0].cooks:
        assert " ".join([*judgements[0].solution.usi.split()[: (cook.ply or 1) - 1], cook.line.usi]) in page
