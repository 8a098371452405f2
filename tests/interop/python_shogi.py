"""Reads every record with python-shogi and compares the final position."""

import json
import sys
from collections import Counter
from pathlib import Path

import shogi
from shogi import CSA, KIF

folder = Path(sys.argv[1])
rows = [json.loads(line) for line in (folder / "rows.jsonl").read_text("utf-8").splitlines()]
finals = (folder / "final.txt").read_text("utf-8").splitlines()


def records():
    for row, final in zip(rows, finals):
        for name, encoding, parser in (
            ("kif", "cp932", KIF.Parser),
            ("kifu", "utf-8", KIF.Parser),
            ("csa", "utf-8", CSA.Parser),
        ):
            path = folder / name / f"{row['id']}.{name}"
            yield path, path.read_text(encoding), parser, row["sfen"], final


compared = moves = 0
for path, text, parser, first, final in records():
    # Its reader of KIF takes diagrams, but not the handicap その他 that goes with them.
    games = parser.parse_str(text.replace("手合割：その他\n", ""))
    assert len(games) == 1, path
    game = games[0]
    # The side to move it tells of KIF is that at the end of the line.
    assert game["sfen"].split()[0] == first.split()[0], f"{path}: {game['sfen']}, not {first}"
    board = shogi.Board(first)
    if parser is CSA.Parser:
        # What it makes an SFEN of forgets some of the hands it has read.
        diagram = [line for line in text.splitlines() if line.startswith("P")]
        hands = CSA.Parser.parse_position(diagram)["pieces_in_hand"]
        assert [+Counter(hand) for hand in hands] == [+Counter(hand) for hand in board.pieces_in_hand], path
    else:
        assert board.pieces_in_hand == shogi.Board(game["sfen"]).pieces_in_hand, path
    for move in game["moves"]:
        board.push_usi(move)
    found = board.sfen().split()[:3]
    assert found == final.split()[:3], f"{path}: {found}, not {final}"
    compared += 1
    moves += len(game["moves"])
print(f"interop: python-shogi agrees on {compared} records, {moves} moves")
