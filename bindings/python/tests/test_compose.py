"""Composed problems are those of the command line, come as they are found, and can be ended."""

import signal
import threading
import time
from typing import Any

import pytest
import tsume_shogi as ts
from conftest import COOKED, MATE_IN_5, Command, start

FEW: dict[str, Any] = {"seed": 1, "attempts": 6, "allow": ["plain"], "time": None}


def test_they_are_those_of_the_command(tsume: Command) -> None:
    rows = tsume("compose", "--plies", "3", "--seed", "1", "--attempts", "6", "--allow", "plain", "--format", "jsonl", "-q")
    run = ts.compose(3, **FEW, jobs=2)
    made = list(run)
    assert made
    assert [it.to_dict() for it in made] == rows
    assert run.seed == 1
    for it in made:
        assert (it.verdict, it.plies, it.id.split("-")[0]) == ("sound", 3, "1")
        assert it.rating is not None
        assert it.attributes is not None


def test_wishes_are_those_of_the_command(tsume: Command) -> None:
    options = ["--kinds", "GSNP", "--squares", "1a-5e", "--without", "non_promotions", "--aesthetics", "5"]
    more = ["--on-board", "12", "--diagrams", "100", "--allow", "plain"]
    limits = ["--plies", "3..5", "--number", "2", "--seed", "1", "--attempts", "4", "--format", "jsonl", "-q"]
    rows = tsume("compose", *options, *more, *limits)
    made = ts.compose(
        (3, 5),
        2,
        seed=1,
        attempts=4,
        kinds="GSNP",
        squares=["1a-5e"],
        without=["non_promotions"],
        aesthetics=5,
        on_board=12,
        diagrams=100,
        allow=["plain"],
    )
    assert [it.to_dict() for it in made] == rows


def test_given_problems_are_varied() -> None:
    with ts.compose((3, 5), 1, seed=1, from_=[MATE_IN_5], not_like=[COOKED], attempts=20) as run:
        limits = [it.to_dict()["limits"] for it in run]
    assert all("from=" in it and "not-like=1" in it for it in limits)


def test_it_ends_while_an_attempt_runs() -> None:
    run = ts.compose(31, time=None, diagrams=100_000)
    threading.Timer(0.3, run.close).start()
    began = time.monotonic()
    assert list(run) == []
    assert time.monotonic() - began < 10
    assert list(ts.compose(31, time=0.3, diagrams=100_000)) == []


def test_it_hears_ctrl_c() -> None:
    code = """
import tsume_shogi as ts
print("ready")
try:
    list(ts.compose(31, time=None, diagrams=100_000))
except KeyboardInterrupt:
    print("heard")
"""
    process = start(code)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out.strip()) == (0, "heard"), err


@pytest.mark.parametrize(
    "wrong",
    [
        {"plies": 4},
        {"plies": (7, 3)},
        {"plies": (3, 101)},
        {"number": 0},
        {"on_board": 1},
        {"in_hand": 39},
        {"kinds": "K"},
        {"squares": ["0a"]},
        {"with_": ["beauty"]},
        {"difficulty": (50, 101)},
        {"aesthetics": 101},
        {"rules": "none"},
        {"jobs": 0},
        {"diagrams": 0},
        {"seed": -1},
        {"from_": ["x"]},
    ],
)
def test_wishes_that_cannot_be_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        ts.compose(**wrong)


def test_texts_instead_of_lists_are_refused() -> None:
    texts: list[dict[str, Any]] = [
        {"from_": MATE_IN_5},
        {"not_like": COOKED},
        {"with_": "sacrifices"},
        {"squares": "1a"},
    ]
    for wrong in texts:
        with pytest.raises(TypeError):
            ts.compose(**wrong)
