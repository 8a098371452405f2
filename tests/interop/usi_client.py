"""Asks an engine for the mates of fifty problems, through cshogi, and replays what it answers.

Each answer of the strict game has to be legal, check move by move, and end in mate by cshogi's rules. Of
the first steps, and of problems of the classics that are solved in no time, the composed length has to
be the one the file gives, too. Usage: usi_client.py ENGINE FOLDER
"""

import sys
from pathlib import Path

import cshogi
from cshogi.usi import Engine, InfoListener
from usi_problems import problems

MS = 120_000


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

    listener = InfoListener()
    asked = lengths = moves = 0
    for name, sfen, plies in problems(folder):
        engine.position(sfen="sfen " + sfen)
        engine.setoption("Interpositions", "off")
        engine.setoption("PostSearch", "first")
        line = engine.go_mate(MS).split()
        assert len(line) % 2 == 1, f"{name}: {line}"
        assert not list(replay(sfen, line).legal_moves), f"{name}: {line} does not mate"
        asked += 1
        moves += len(line)
        # Whoever asks for a move gets the first one of a mate.
        best, _ = engine.go(btime=0, wtime=0, byoyomi=MS, listener=listener.listen())
        assert best == listener.pv[0] and listener.score > 0, f"{name}: {best}"
        if plies is None:
            continue

        engine.setoption("Interpositions", "standard")
        engine.setoption("PostSearch", "shortest")
        line = engine.go_mate(MS).split()
        assert len(line) == plies, f"{name}: {len(line)} plies, not {plies}: {line}"
        replay(sfen, line)
        lengths += 1
        # A defender to move has the longest defence against the first move.
        if plies > 1:
            engine.position(line[:1], "sfen " + sfen)
            rest = engine.go_mate(MS).split()
            assert len(rest) == plies - 1, f"{name}: {rest} after {line[0]}"
            replay(sfen, line[:1] + rest)
    engine.position(sfen="sfen 4k4/9/9/9/9/9/9/9/9 b P 1")
    assert engine.go_mate(MS) == "nomate"
    engine.quit()
    assert (asked, lengths) == (50, 21), f"{asked} problems were found, {lengths} with lengths"
    print(f"interop: cshogi agrees on {asked} mates, {moves} moves, and on {lengths} lengths")


main(sys.argv[1], Path(sys.argv[2]))
