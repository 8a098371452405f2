"""Answers are the rows of the command line, with words, moves and findings as objects."""

import json
import pickle
from pathlib import Path

import pytest
import tsume_shogi as ts
from conftest import COOKED, MATE_IN_5, NO_MATE, ROOT, Command, untimed
from tsume_shogi import _native

FIRST_STEPS = ROOT / "problems" / "first-steps.sfen"
WITH_REPLIES = "5k3/9/9/5S3/9/9/9/9/9 b 3G2r2bg3s4n4l18p 1"
WITH_FUTILE = "6RSn/9/8k/7P1/6B1P/9/9/9/9 b rb4g3s3n4l16p 1"


@pytest.fixture
def problems(tmp_path: Path) -> Path:
    """Problems with fields, a note, a cook, a line that breaks off, and none with a mate."""
    rows = [
        {"id": "cooked", "sfen": COOKED, "plies": 5, "source": "読本", "year": 2e3},
        {"id": "futile", "sfen": WITH_FUTILE},
        {"id": "no mate", "sfen": NO_MATE},
        {"sfen": MATE_IN_5 + " moves 3a3d+ 1d1e 9a9b"},
    ]
    path = tmp_path / "problems.jsonl"
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), "utf-8")
    return path


@pytest.mark.parametrize(
    ("options", "arguments"),
    [
        ({}, []),
        ({"variations": 2, "explain": True}, ["--variations", "2", "--explain"]),
        ({"first": True, "stats": True}, ["--first", "--stats"]),
        ({"interpositions": ts.Interpositions.OFF}, ["--interpositions", "off"]),
        ({"verify": True}, ["--verify"]),
        ({"nodes": 20}, []),
    ],
)
def test_a_solution_is_the_row_of_the_command(
    problems: Path, tsume: Command, options: dict[str, object], arguments: list[str]
) -> None:
    asked = {"nodes": 50_000} | options
    flags = ["solve", "-q", "--format", "jsonl", "--hash", "64MiB", "--nodes", str(asked["nodes"]), *arguments]
    for path in (problems, FIRST_STEPS):
        rows = tsume(*flags, path)
        assert len(rows) in (4, 12)
        solver = ts.Solver(hash="64MiB")
        for problem, row in zip(ts.read(path), rows, strict=True):
            answer = solver.solve(problem, **asked)  # type: ignore[arg-type]
            assert untimed(answer.to_dict()) == untimed(row)


@pytest.mark.parametrize(
    ("options", "arguments"),
    [
        ({}, []),
        ({"rules": "strict", "attributes": True}, ["--rules", "strict", "--attributes"]),
        ({"idle_pieces": True}, ["--idle-pieces"]),
        ({"nodes_per_alternative": 10}, ["--nodes-per-alternative", "10"]),
        ({"verify": True, "variations": 1}, ["--verify", "--variations", "1"]),
    ],
)
def test_a_judgement_is_the_row_of_the_command(
    problems: Path, tsume: Command, options: dict[str, object], arguments: list[str]
) -> None:
    flags = ["check", "-q", "--format", "jsonl", "--hash", "64MiB", "--nodes", "20000"]
    for path in (problems, FIRST_STEPS):
        solver = ts.Solver(hash="64MiB")
        rows = tsume(*flags, *arguments, path)
        for problem, row in zip(ts.read(path), rows, strict=True):
            answer = solver.check(problem, nodes=20_000, **options)  # type: ignore[arg-type]
            assert untimed(answer.to_dict()) == untimed(row)


def test_every_key_is_a_field() -> None:
    for answer in (ts.solve(MATE_IN_5), ts.check(COOKED, variations=1, explain=True, verify=True)):
        assert {*answer.to_dict()} <= {*dir(answer)}
        for key, value in answer.to_dict().items():
            field = getattr(answer, key)
            if value is None or isinstance(value, (str, int)):
                assert field == value, key
            else:
                assert len(field) == len(value), key


def test_findings_have_moves_and_kinds() -> None:
    judgement = ts.check(COOKED)
    assert judgement.verdict is ts.Verdict.FLAWED
    assert str(judgement.verdict) == f"{judgement.verdict}" == "flawed"
    assert judgement.verdict in {"flawed"}
    assert judgement.verdict.japanese == "不完全作"
    assert not judgement.is_sound
    cook = judgement.cooks[1]
    assert cook.kind is ts.Kind.COOK
    assert (cook.kind.japanese, cook.kind.english) == ("余詰", "cook")
    assert (cook.ply, cook.plies, cook.grade) == (3, 7, ts.Grade.FATAL)
    assert cook.move == cook.line[0] == "G*2c"
    assert cook.line.japanese == "▲２三金 △２一玉 ▲３二歩成 △１一玉 ▲２二と"
    assert f"{cook.line[2]:western}" == "P-3b+"
    assert judgement.findings[: len(judgement.defects)] == judgement.defects


def test_moves_print_in_three_notations() -> None:
    line = ts.solve(MATE_IN_5).solution
    assert str(line) == line.usi == "3a3d+ 1d1e 3d2d 1e1f 2d2f"
    assert line.japanese == "▲３四飛成 △１五玉 ▲２四龍 △１六玉 ▲２六龍"
    assert line.western == "R-3d+ K-1e +R-2d K-1f +R-2f"
    assert line == ["3a3d+", "1d1e", "3d2d", "1e1f", "2d2f"]
    move = line[0]
    assert (move.origin, move.destination, move.piece) == ("3a", "3d", "R")
    assert (move.promotes, move.is_drop, move.captured) == (True, False, None)
    assert line[2:].japanese == "▲２四龍 △１六玉 ▲２六龍"
    assert {move} == {"3a3d+"}
    drop = ts.solve("4k4/9/4P4/9/9/9/9/9/9 b G 1").solution[0]
    assert (drop.usi, drop.japanese, drop.origin, drop.is_drop) == ("G*5b", "▲５二金", None, True)
    with pytest.raises(ValueError, match="usi, japanese and western"):
        f"{move:klingon}"


def test_a_line_without_moves_is_empty_in_every_notation() -> None:
    for line in (ts.solve(NO_MATE).solution, *(it.solution for it in ts.check_many(["junk"]))):
        assert (str(line), line.japanese, line.western, f"{line:japanese}") == ("", "", "", "")


def test_variations_and_explanations_are_objects() -> None:
    answer = ts.solve(WITH_REPLIES, variations=2)
    assert answer.variations
    turn = next(it for it in answer.variations if it.defences)
    assert turn.ply == 4
    defence = turn.defences[0]
    assert defence.line[0] == defence.move
    assert defence.remaining == len(defence.line)
    # The line begins after the first move, which the Japanese notation shows.
    assert defence.move.japanese.startswith("△")
    explanations = ts.solve(WITH_FUTILE, explain=True).explanations
    assert explanations
    assert explanations[0].move == "1a2c"
    assert explanations[0].futile is True
    refuted = ts.solve(NO_MATE)
    assert refuted.verdict is ts.Verdict.NO_MATE
    assert refuted.refutation is not None
    assert refuted.refutation.end in list(ts.LineEnd)


def test_answers_can_be_pickled() -> None:
    for answer in (ts.solve(MATE_IN_5, variations=1), ts.check(COOKED, verify=True)):
        again = pickle.loads(pickle.dumps(answer))
        assert again == answer
        assert hash(again) == hash(answer)
        assert again.to_dict() == answer.to_dict()
        assert pickle.loads(pickle.dumps(answer.solution)).japanese == answer.solution.japanese
        assert pickle.loads(pickle.dumps(answer.solution[1])).japanese == answer.solution[1].japanese


def test_a_card_is_drawn() -> None:
    card = ts.check(COOKED)._repr_html_()
    assert "<svg" in card
    assert "不完全作" in card
    assert "▲２三歩成 △２一玉 ▲２二金" in card
    error = next(ts.check_many(["<b>"]))._repr_html_()
    assert "<svg" not in error
    assert error.count("<b>") == 1


def test_limits_are_kept_and_bad_values_refused() -> None:
    answer = ts.solve(MATE_IN_5, nodes=1)
    assert (answer.status, answer.limit) == (ts.Status.LIMIT, ts.Limit.NODES)
    assert answer.plies is None
    for options in ({"time": -1}, {"time": float("nan")}, {"interpositions": "x"}, {"hash": "many"}, {"threads": 0}):
        with pytest.raises(ValueError):
            ts.solve(MATE_IN_5, **options)
    with pytest.raises(ts.ProblemError, match="the defender is to move"):
        ts.check("8k/8G/8P/9/9/9/9/9/9 w r2b3g4s4n4l17p 1")


def test_certificates_prove_answers_and_damage_is_noticed() -> None:
    for judged in (False, True):
        proof = ts.certificate(COOKED, judged=judged)
        proofs = ts.verify(proof)
        assert proofs
        assert all(it.proven for it in proofs)
        assert (len(proofs) > 4) == judged
    assert proofs[0].claim in list(ts.Claim)
    about = proofs.about(ts.Problem(COOKED, id="any name"))
    assert (about.plies, about.plies_at_most, about.no_mate, about.one_solution) == (5, 5, False, False)
    assert proofs.about(MATE_IN_5) == ts.Proven(False, None, None, None, False)
    assert ts.verify(ts.certificate(NO_MATE)).about(NO_MATE).no_mate
    readable = ts.certificate(MATE_IN_5, readable=True)
    assert ts.verify(readable).about(MATE_IN_5).plies_strict == 5
    assert ts.verify(ts.certificate(MATE_IN_5, judged=True)).about(MATE_IN_5).one_solution
    wrong = readable.replace(b'"plies":5', b'"plies":3', 1)
    assert wrong != readable
    rejected = [it for it in ts.verify(wrong) if not it.proven]
    assert rejected
    assert rejected[0].reason
    assert ts.verify(wrong).about(MATE_IN_5) != ts.verify(readable).about(MATE_IN_5)
    with pytest.raises(ValueError):
        ts.verify(proof[:-3])
    with pytest.raises(ts.Uncertified) as caught:
        ts.certificate(MATE_IN_5, nodes=3)
    assert caught.value.answer.status is ts.Status.LIMIT
