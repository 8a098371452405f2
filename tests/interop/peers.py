"""Reads every record of ours with programs of PyPI, and has them write the same records.

Usage: peers.py PACKAGE... FOLDER; prints one JSON object for each program and format.
"""

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

*PACKAGES, FOLDER = sys.argv[1:]
FOLDER = Path(FOLDER)
EXTENSIONS = {"csa3": "csa", "judged": "kif"}
WINDOWS = {"kif", "ki2", "judged"}


@dataclass
class Problem:
    """A problem with the position at the end of its line."""

    id: str
    start: str
    moves: list
    final: tuple


def position(sfen):
    """Board, side to move and hands in one order; not the number of the move."""
    board, turn, hands = sfen.removeprefix("sfen ").split()[:3]
    counts = [(piece, int(count or 1)) for count, piece in re.findall(r"(\d*)(\D)", hands)]
    return board, turn, sorted(counts)


def problems(rows, finals):
    """All problems of a run."""
    rows = (FOLDER / rows).read_text("utf-8").splitlines()
    finals = (FOLDER / finals).read_text("utf-8").splitlines()
    for row, end in zip(map(json.loads, rows), finals, strict=True):
        start, _, line = row["sfen"].partition(" moves ")
        yield Problem(row["id"], start, line.split(), position(end))


CLASSICS = list(problems("rows.jsonl", "final.txt"))
JUDGED = list(problems("judged.jsonl", "judged.txt"))


def say(**row):
    print(json.dumps(row, ensure_ascii=False), flush=True)


def reads(program, form, reader):
    """A reader returns the first position and the moves in USI."""
    of = JUDGED if form == "judged" else CLASSICS
    good, why = 0, ""
    for problem in of:
        name = f"{problem.id}.{EXTENSIONS.get(form, form)}"
        path = FOLDER / "ours" / form / name
        try:
            text = path.read_bytes().decode("cp932" if form in WINDOWS else "utf-8")
            found, moves = reader(text)
            assert position(found) == position(problem.start), f"begins with {found}"
            assert moves == problem.moves, f"{moves}, not {problem.moves}"
            good += 1
        except Exception as error:
            why = why or f"{name}: {error!r}"
    say(program=program, format=form, way="reads", good=good, of=len(of), why=why)


def writes(program, form, writer):
    into = FOLDER / "theirs" / program.split("=")[0] / form
    into.mkdir(parents=True)
    why = ""
    for problem in CLASSICS:
        path = into / f"{problem.id}.{EXTENSIONS.get(form, form)}"
        try:
            text = writer(problem, path)
            if text is not None:
                path.write_text(text, "utf-8")
        except Exception as error:
            path.unlink(missing_ok=True)
            why = why or f"{problem.id}: {error!r}"
    say(program=program, format=form, way="writes", why=why)


def python_shogi(program):
    import shogi
    from shogi import CSA, KIF

    def read(parser):
        def one(text):
            game = parser.parse_str(text)[0]
            return game["sfen"], game["moves"]

        return one

    def kif(text):
        # The side to move that it tells is that at the end of the line.
        found, moves = read(KIF.Parser)(text)
        board, turn, *rest = found.split()
        if len(moves) % 2 == 1:
            turn = "w" if turn == "b" else "b"
        return " ".join([board, turn, *rest]), moves

    for form in ("kif", "kifu", "judged"):
        reads(program, form, kif)
    for form in ("csa", "csa3"):
        reads(program, form, read(CSA.Parser))


def cshogi(program):
    import cshogi
    from cshogi import CSA, KIF

    def kif(text):
        game = KIF.Parser.parse_str(text)
        return game.sfen, [cshogi.move_to_usi(it) for it in game.moves]

    def csa(text):
        (game,) = CSA.Parser.parse_str(text)
        return game.sfen, [cshogi.move_to_usi(it) for it in game.moves]

    for form in ("kif", "kifu", "judged"):
        reads(program, form, kif)
    for form in ("csa", "csa3"):
        reads(program, form, csa)

    def play(board, problem, move):
        for usi in problem.moves:
            move(board.move_from_usi(usi))
            board.push_usi(usi)

    def write_kif(problem, path):
        board = cshogi.Board(problem.start)
        exporter = KIF.Exporter()
        exporter.open(str(path))
        exporter.header(["", ""], handicap=board.copy())
        play(board, problem, exporter.move)
        exporter.end("resign")
        exporter.close()

    def write_csa(problem, path):
        board = cshogi.Board(problem.start)
        exporter = CSA.Exporter(str(path))
        exporter.info(init_board=board.copy())
        play(board, problem, exporter.move)
        exporter.endgame("%TORYO")
        exporter.close()

    writes(program, "kifu", write_kif)
    writes(program, "csa", write_csa)


def rsshogi(program):
    from rsshogi.record import Record

    def read(reader):
        def one(text):
            record = reader(text)
            _, found, *rest = record.to_usi_position().split(maxsplit=1)
            found, _, moves = found.partition(" moves ")
            return found, moves.split()

        return one

    for form in ("kif", "kifu", "judged"):
        reads(program, form, read(Record.from_kif_str))
    reads(program, "ki2", read(Record.from_ki2_str))
    for form in ("csa", "csa3"):
        reads(program, form, read(Record.from_csa_str))
    reads(program, "jkf", read(Record.from_jkf_str))

    def write(writer):
        def one(problem, _):
            return writer(Record.from_usi_main_line(problem.start, problem.moves))

        return one

    writes(program, "kifu", write(Record.to_kif))
    writes(program, "ki2", write(Record.to_ki2))
    writes(program, "csa", write(Record.to_csa))
    writes(program, "csa3", write(lambda it: it.to_csa(version="3.0")))
    writes(program, "jkf", write(Record.to_jkf))


PROGRAMS = {"python-shogi": python_shogi, "cshogi": cshogi, "rsshogi": rsshogi}
for package in PACKAGES:
    PROGRAMS[package.split("=")[0]](package)
