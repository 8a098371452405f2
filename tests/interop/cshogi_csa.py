"""Reads every CSA with cshogi and compares the final position, which python-shogi works out."""

import sys
from pathlib import Path

import cshogi
from cshogi import CSA

from common import final, problems, same

folder = Path(sys.argv[1])
compared = moves = 0
for problem in problems(folder):
    path = folder / "csa" / f"{problem.id}.csa"
    (game,) = CSA.Parser.parse_str(path.read_text("utf-8"))
    line = [cshogi.move_to_usi(move) for move in game.moves]
    same(path, final(game.sfen, line), problem)
    compared += 1
    moves += len(line)
print(f"interop: cshogi agrees on {compared} records, {moves} moves")
