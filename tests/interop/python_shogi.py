"""Reads every KIF with python-shogi and compares the final position.

Its reader of CSA is left out: it forgets pieces in hand.
"""

import json
import sys
from pathlib import Path

import shogi
from shogi import KIF

folder = Path(sys.argv[1])
rows = [json.loads(line) for line in (folder / "rows.jsonl").read_text("utf-8").splitlines()]
finals = (folder / "final.txt").read_text("utf-8").splitlines()

compared = moves = 0
for row, final in zip(rows, finals):
    for name, encoding in (("kif", "cp932"), ("kifu", "utf-8")):
        path = folder / name / f"{row['id']}.{name}"
        text = path.read_text(encoding)
        # It takes diagrams, but not the handicap その他 that goes with them.
        game = KIF.Parser.parse_str(text.replace("手合割：その他\n", ""))[0]
        # The side to move it tells is that at the end of the line.
        board, _, *rest = game["sfen"].split()
        position = shogi.Board(" ".join([board, row["sfen"].split()[1], *rest]))
        for move in game["moves"]:
            position.push_usi(move)
        found = position.sfen().split()[:3]
        expected = shogi.Board(final).sfen().split()[:3]
        assert found == expected, f"{path}: {found}, not {expected}"
        compared += 1
        moves += len(game["moves"])
print(f"interop: python-shogi agrees on {compared} records, {moves} moves")
