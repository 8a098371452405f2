"""Asks an engine for the mates of fifty problems, through cshogi, and replays what it answers.

Each problem is asked twice: in the strict game, where the answer has to be legal, check move by move
and end in mate by cshogi's rules; and with futile interpositions set aside, where its length has to be
the one the file gives. Usage: usi_client.py ENGINE FOLDER
"""

import re
import sys
from pathlib import Path

import cshogi
from cshogi.usi import Engine, InfoListener

# Problems of the classics whose recorded length is proven in little time.
CLASSICS = {
    "zuko": "@ZUKO@",
    "muso": "@MUSO@",
}
# A check each, and no mate: the problems of the books that have one are too large for a quick test.
MS = 120_000


def problems(folder):
    """Id, SFEN and length of each problem."""
    wanted = {f"{book}{n:0>3}" for book, list in CLASSICS.items() for n in list.split()}
    for path in ["first-steps.sfen", "classics/zuko.sfen", "classics/muso.sfen"]:
        for line in (folder / path).read_text("utf-8").splitlines():
            found = re.match(r'([^#;]+); id "([^"]+)"; (?:plies|recorded) (\d+)', line)
            if found and (path == "first-steps.sfen" or found[2] in wanted):
                yield found[2], found[1].strip(), int(found[3])


def replay(sfen, line):
    """The board after a line in which every other move gives check, by cshogi's rules."""
    board = cshogi.Board(sfen)
    for ply, text in enumerate(line):
        move = board.move_from_usi(text)
        assert board.is_legal(move), f"{text} at ply {ply + 1} is not legal"
        board.push(move)
        assert ply % 2 or board.is_check(), f"{text} at ply {ply + 1} gives no check"
    return board


def main(path, folder):
    engine = Engine(path)
    assert engine.name.startswith("tsume "), engine.name
    options = engine.usi()
    assert any(line.startswith("option name USI_Hash ") for line in options)
    engine.setoption("USI_Hash", 64)
    engine.isready()
    engine.usinewgame()

    asked = moves = 0
    for name, sfen, plies in problems(folder):
        engine.position(sfen="sfen " + sfen)
        engine.setoption("Interpositions", "off")
        engine.setoption("PostSearch", "first")
        strict = engine.go_mate(MS).split()
        assert len(strict) % 2 == 1, f"{name}: {strict}"
        board = replay(sfen, strict)
        assert not list(board.legal_moves), f"{name}: {strict} does not mate"

        engine.setoption("Interpositions", "standard")
        engine.setoption("PostSearch", "shortest")
        listener = InfoListener()
        line = engine.go_mate(MS, listener.listen()).split()
        assert len(line) == plies, f"{name}: {len(line)} plies, not {plies}: {line}"
        replay(sfen, line)

        # The longest defence against the first move, of a defender to move.
        if plies > 1:
            engine.position(line[:1], "sfen " + sfen)
            rest = engine.go_mate(MS).split()
            assert len(rest) == plies - 1, f"{name}: {rest} after {line[0]}"
            replay_after = cshogi.Board(sfen)
            for text in line[:1] + rest:
                move = replay_after.move_from_usi(text)
                assert replay_after.is_legal(move), f"{name}: {text}"
                replay_after.push(move)
        # Whoever asks for a move gets the first one of a mate.
        engine.position(sfen="sfen " + sfen)
        engine.setoption("PostSearch", "first")
        best, _ = engine.go(btime=0, wtime=0, byoyomi=MS, listener=listener.listen())
        assert best == listener.pv[0] and listener.score > 0, f"{name}: {best}"
        asked += 1
        moves += len(strict) + len(line)
    engine.position(sfen="sfen 4k4/9/9/9/9/9/9/9/9 b P 1")
    assert engine.go_mate(MS) == "nomate"
    engine.quit()
    assert asked == 50, f"{asked} problems were found"
    print(f"interop: cshogi agrees on {asked} problems, {moves} moves")


main(sys.argv[1], Path(sys.argv[2]))
