"""Reads every KIF with python-shogi and compares the final position.

Its reader of CSA is left out, since it forgets pieces in hand.
"""

import sys
from pathlib import Path

import shogi
from shogi import KIF

from common import final, problems, same

folder = Path(sys.argv[1])
compared = moves = 0
for problem in problems(folder):
    for name, encoding in (("kif", "cp932"), ("kifu", "utf-8")):
        path = folder / name / f"{problem.id}.{name}"
        text = path.read_text(encoding)
        # It takes diagrams, but not the handicap その他 that goes with them.
        game = KIF.Parser.parse_str(text.replace("手合割：その他\n", ""))[0]
        # The side to move it tells is that at the end of the line.
        board, _, *rest = game["sfen"].split()
        start = " ".join([board, problem.turn, *rest])
        same(path, final(start, game["moves"]), problem)
        compared += 1
        moves += len(game["moves"])
print(f"interop: python-shogi agrees on {compared} records, {moves} moves")
