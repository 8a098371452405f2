"""Brinkmates (必至) and threats (詰めろ)."""

import pickle
from pathlib import Path

import pytest
import tsume_shogi as ts
from conftest import BRINKMATE, MATE_IN_5, Command, untimed

THREATMATE = "5+B1nl/6S1k/6pp1/8p/9/9/9/9/9 w G2rb3g3s3n3l15p 1"


def test_a_brinkmate_has_its_line_and_a_mate_after_every_defence() -> None:
    answer = ts.solve(BRINKMATE, goal="brinkmate")
    assert (answer.verdict, answer.goal, answer.plies) == ("brinkmate", "brinkmate", 1)
    assert answer.is_brinkmate and not answer.is_mate
    assert str(answer.solution) == "S*3b"
    found = answer.brinkmate
    assert found is not None and found.first_moves_complete
    assert [str(move) for move in found.first_moves] == ["S*3b"]
    assert found.threatens and found.threat
    assert found.defences and all(it.mated and it.line for it in found.defences)
    assert found.defences[0].line[0].japanese.startswith("▲")


def test_a_threat_tells_which_defences_hold() -> None:
    answer = ts.threat(THREATMATE)
    assert (answer.verdict, answer.goal, answer.plies) == ("threatmate", "threatmate", None)
    found = answer.brinkmate
    assert found is not None
    held = [str(it.move) for it in found.defences if it.mated is False]
    assert "G*2b" in held
    assert all(not it.line for it in found.defences if not it.mated)


def test_a_problem_keeps_its_goal() -> None:
    problem = ts.Problem(THREATMATE, goal=ts.Goal.THREATMATE, id="x")
    assert (problem.goal, problem.attacker, problem.attacker_to_move) == ("threatmate", "black", False)
    again = pickle.loads(pickle.dumps(problem))
    assert (again, again.goal) == (problem, "threatmate")
    assert ts.solve(again).verdict == "threatmate"
    with pytest.raises(ts.ProblemError):
        ts.Problem(THREATMATE)
    with pytest.raises(ValueError, match="a goal is"):
        ts.Problem(MATE_IN_5, goal="nonsense")
    [judged] = ts.check_many([BRINKMATE + '; goal "brinkmate"; plies 1'])
    assert (judged.goal, judged.verdict, judged.plies) == ("brinkmate", "sound", 1)


def test_pictures_and_texts_name_the_goal(tsume: Command, tmp_path: Path) -> None:
    text = BRINKMATE + '; goal "brinkmate"; plies 3; id "x"'
    problem = ts.Problem(text)
    assert "3手必至" in problem.svg() and "3手必至" in problem._repr_svg_()
    assert "3手詰" not in problem.svg()
    assert "3手詰" in ts.Problem(BRINKMATE, goal="mate").svg(plies=3)
    tsume("show", text, "-o", tmp_path / "x.svg")
    assert "3手必至" in (tmp_path / "x.svg").read_text("utf-8")
    assert repr(problem) == f"Problem({problem.sfen!r}, id='x', goal='brinkmate')"
    assert "goal" not in repr(ts.Problem(MATE_IN_5))
    assert problem != ts.Problem(BRINKMATE + "; plies 3", id="x", goal="mate")


def test_it_is_the_row_of_the_command(tsume: Command) -> None:
    # With a limit of nodes the command draws no keys of its own, so that the nodes are equal, too.
    limit = ("--nodes", "10M", "--hash", "64MiB")
    [row] = tsume("check", "-q", "--format", "jsonl", "--goal", "brinkmate", *limit, BRINKMATE)
    answer = ts.check(ts.Problem(BRINKMATE, id="argument:1"), goal="brinkmate", nodes=10_000_000)
    assert untimed(answer.to_dict()) == untimed(row)


def test_there_is_none_within_so_many_plies() -> None:
    sfen = "7nl/7k1/6p2/7Pp/9/9/9/9/9 b GS2r2b3g3s3n3l15p 1"
    many = [{"sfen": sfen, "goal": "brinkmate"}]
    for within, verdict in ((1, "no_brinkmate"), (3, "sound")):
        assert [it.verdict for it in ts.check_many(many, within=within)] == [verdict]
    answer = ts.solve(sfen, goal="brinkmate", within=1)
    assert answer.verdict == "no_brinkmate"
    assert answer.brinkmate is not None and answer.brinkmate.none_within == 1


@pytest.mark.parametrize(
    ("goal", "sfen", "solved", "judged"),
    [
        ("mate", MATE_IN_5, "mate", "sound"),
        ("brinkmate", BRINKMATE, "brinkmate", "sound"),
        ("threatmate", THREATMATE, "threatmate", "threatmate"),
    ],
)
def test_every_goal_is_answered_by_option_and_by_the_text(goal: str, sfen: str, solved: str, judged: str) -> None:
    text = f'{sfen}; goal "{goal}"'
    for answer in (ts.solve(sfen, goal=goal), ts.solve(text)):
        assert (answer.goal, answer.verdict) == (goal, solved)
    for answer in (ts.check(sfen, goal=goal), ts.check(text), *ts.check_many([text])):
        assert (answer.goal, answer.verdict) == (goal, judged)
    old, new = ts.check(sfen, goal=goal), ts.check(text)
    comparison = ts.compare(old, new)
    assert comparison.old is not None and comparison.new is not None
    assert (comparison.old.goal, comparison.new.goal) == (goal, goal)


def test_the_option_decides_against_the_text() -> None:
    text = BRINKMATE + '; goal "brinkmate"'
    answer = ts.check(text, goal="mate")
    assert (answer.goal, answer.verdict) == ("mate", "no_mate")
    comparison = ts.compare(ts.check(text), answer)
    assert ("goal", "brinkmate", "mate") in [(it.key, it.old, it.new) for it in comparison.changed]
    assert not comparison.worse


@pytest.mark.parametrize(("goal", "sfen"), [("brinkmate", BRINKMATE), ("threatmate", THREATMATE)])
def test_only_mates_are_repaired_and_extended(goal: str, sfen: str) -> None:
    problem = ts.Problem(sfen, goal=goal)
    for ask in (ts.repair, ts.extend):
        with pytest.raises(ValueError, match=f"the goal is a {goal}: only problems that end with a mate"):
            ask(problem)
