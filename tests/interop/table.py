"""Compares the counts of a run with the table of the manual.

Usage: table.py FOLDER MANUAL; SNAPSHOTS=overwrite in the environment writes the rows anew.
"""

import json
import os
import sys
from pathlib import Path

FOLDER, MANUAL = map(Path, sys.argv[1:])
# The columns of the table: what is read, and what is written by the other program.
COLUMNS = [
    (("kif", "kifu"), "kifu"),
    (("judged",), None),
    (("ki2",), "ki2"),
    (("csa",), "csa"),
    (("csa3",), "csa3"),
    (("jkf",), "jkf"),
]


def position(sfen):
    return sfen.removeprefix("sfen ").split()[:3]


def problems(rows, finals):
    """The number of moves and the final position by the name of the problem."""
    found = {}
    rows, finals = rows.read_text("utf-8").splitlines(), finals.read_text("utf-8").splitlines()
    for row, final in zip(map(json.loads, rows), finals):
        moves = row["sfen"].partition(" moves ")[2].split()
        name = row["id"].rsplit("/", 1)[-1].rsplit(".", 1)[0]
        found[name] = (len(moves), position(final))
    return found


expected = problems(FOLDER / "rows.jsonl", FOLDER / "final.txt")
reads, writes, whys = {}, {}, []
for line in (FOLDER / "results.jsonl").read_text("utf-8").splitlines():
    row = json.loads(line)
    program, form = row["program"], row["format"]
    if row["why"]:
        whys.append(f"{program} {row['way']} {form}: {row['why'][:300]}")
    if row["way"] == "reads":
        reads.setdefault(program, {})[form] = row["good"], row["of"]
        continue
    base = FOLDER / "theirs" / program.replace("==", "@").split("@")[0] / form
    found = problems(Path(f"{base}.jsonl"), Path(f"{base}.final"))
    good = [name for name, it in expected.items() if found.get(name) == it]
    written = len(list(base.iterdir()))
    writes.setdefault(program, {})[form] = len(good), written
    if len(good) < written:
        bad = next(it.stem for it in base.iterdir() if it.stem not in good)
        errors = Path(f"{base}.errors").read_text("utf-8")[:600]
        whys.append(f"{program} writes {form}: {bad}: {found.get(bad)}, not {expected.get(bad)}\n{errors}")


def share(count):
    good, of = count
    return str(good) if good == of else f"{good} of {of}"


def cell(program, formats, written):
    read = [reads.get(program, {}).get(it) for it in formats]
    if None in read:
        read = "–"
    else:
        read = share((min(it[0] for it in read), read[0][1]))
    theirs = writes.get(program, {}).get(written)
    return f"{read} · {share(theirs) if theirs else '–'}" if written else read


manual = MANUAL.read_text("utf-8").splitlines()
wrong = []
for program in reads:
    name = program.replace("==", " ").replace("@", " ")
    row = f"| {name} | " + " | ".join(cell(program, *it) for it in COLUMNS) + " |"
    at = next((at for at, it in enumerate(manual) if it.startswith(f"| {name} |")), None)
    print(f"interop: {row}")
    if at is None or manual[at] != row:
        wrong.append(row)
        if at is not None:
            manual[at] = row
for why in whys:
    print(f"interop: {why}")
if wrong and os.environ.get("SNAPSHOTS") == "overwrite":
    MANUAL.write_text("\n".join(manual) + "\n", "utf-8")
elif wrong:
    sys.exit(f"interop: {MANUAL} has other rows than\n" + "\n".join(wrong))
