"""Compares check.py with `tsume verify` on certificates of all claims and on damaged ones.

Usage: python3 run.py TSUME DIRECTORY [MUTANTS [SEED]]   (the program; a directory for files)

All originals have to be proven by both. A mutant has to be proven by both or by neither.
"""
import copy
import json
import os
import random
import re
import subprocess
import sys
import time
from collections import Counter
from itertools import chain
from pathlib import Path

import zstandard

import check
import formats
import writing
from board import PIECES, Position, legal_checks

ROOT = Path(__file__).resolve().parents[2]
LARGEST_MUTANT, LARGEST_NO_BRINKMATE = 60, 400  # entries
BATCH = 200  # files of one `tsume verify`


# Random positions of which the certificates need no-mates that are not robust, which is rare.
NOT_ROBUST = """
9/3s1B2k/8n/5g2B/9/9/9/9/3g5 b 2N2r2g3sn4l18p 1
9/8k/9/5R2B/8R/9/9/1L7/9 b SLb4g18p 1
n8/6g2/9/7B1/1l7/8k/5R3/3N3Ll/8G b r2g4sl 1
5n1s1/2B5k/9/6+L2/9/3+L5/9/9/4+R4 b 2Gr 1
3R4g/9/8k/P7B/8l/9/6L+S1/9/3s5 b SLr3gs4n 1
9/9/2N4B1/7S1/+n8/9/R6RB/8g/8k b NLP17p 1
9/9/9/8g/9/9/4L4/1R3B3/4+L3k b RSNb3g3s3n2l18p 1
5k1s1/9/2p4G1/9/3l3B1/9/9/1p2R2L1/9 b 3s 1
9/9/5L3/6R1B/8k/6B1n/7Lp/9/9 b r4g4s3n2l17p 1
3gk4/R1L1+p4/9/4N4/4g4/9/5L3/9/9 b 2BLr4s3n 1
5g2k/6Bsl/5R3/9/9/9/n8/9/9 b rb3g3s3n3l18p 1
""".split("\n")[1:-1]

# Positions for claims about brinkmates: of one ply and of three, none, none because of an interposition that
# can be captured, and with the defender to move. Hands are complete.
BRINKMATES = """
8k/9/9/9/7N1/9/9/9/9 b GP 1
7nl/7k1/6p2/7Pp/9/9/9/9/9 b GS 1
4k4/9/3+S5/4P4/9/9/9/9/9 b 2S 1
8k/9/9/9/7N1/9/9/9/K8 b GPg 1
6G2/8k/6pp1/9/9/9/9/9/9 b GLs 1
9/7pk/9/6+P2/9/9/9/9/9 b GLp 1
k8/9/9/9/9/9/9/9/8L b - 1
k8/9/9/9/9/9/9/9/8R b - 1
kn7/1p7/9/9/9/9/9/9/9 b Lp 1
kn7/1p7/9/9/9/9/9/9/8K b Lp 1
kn7/1p7/9/9/9/9/9/9/8L b p 1
8k/9/7G1/4B4/9/9/9/9/9 w G 1
8k/9/9/7S1/9/9/9/9/9 w G 1
8k/9/7G1/9/9/9/9/9/9 w - 1
8k/9/7S1/9/9/9/9/9/9 w Gp 1
5+B1nl/6S1k/6pp1/8p/9/9/9/9/9 w Gg 1
""".split("\n")[1:-1]
KINDS = "entries", "composed", "brinkmates"
# One of so many problems and mutants is tried, or all with TSUME_WHOLE_TABLES.
SHARE = 1 if "TSUME_WHOLE_TABLES" in os.environ else 3


def problems():
    """Returns the SFENs of problems: shipped ones and some of each table."""
    rows = list(NOT_ROBUST)
    for line in (ROOT / "problems/first-steps.sfen").read_text().splitlines():
        if line and line[0] != "#":
            rows.append(line.split(";")[0])
    tables = {"short_composed": 30, "short_game": 10, "reference": 20, "cooked": 8, "double_king": 12,
              "uchifuzume": 3, "nomate": 4, "loops": 6, "classes": 10}
    for table, count in tables.items():
        count = (count + SHARE - 1) // SHARE
        lines = (ROOT / f"tests/data/{table}.tsv").read_text().splitlines()
        column = lines[0].split("\t").index("sfen")
        step = max(1, (len(lines) - 1) // count)
        rows += [line.split("\t")[column] for line in lines[1::step]]
    return rows


def run(tsume, *arguments):
    """Runs the program; unsolved and flawed problems are no failures here."""
    done = subprocess.run([tsume, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode not in (0, 1, 3):
        raise SystemExit(f"{arguments}: exit status {done.returncode}\n{done.stderr}")
    return done.stdout


def make(tsume, directory):
    """Makes certificates in both formats; returns the files."""
    source = directory / "problems.sfen"
    source.write_text("".join(f"{row}\n" for row in problems()))
    files = []
    for command, nodes in (("solve", "20k"), ("check", "3k")):
        for kind in ("json", "proof"):
            file = directory / f"{command}.{kind}"
            run(tsume, command, "-q", "--nodes", nodes, "--proof", file, source)
            files.append(file)
    source = directory / "brinkmates.sfen"
    goals = [(row, "brinkmate" if " b " in row else "threatmate") for row in BRINKMATES]
    source.write_text("".join(f'{row}; goal "{goal}";\n' for row, goal in goals))
    for kind in ("json", "proof"):
        file = directory / f"brinkmates.{kind}"
        options = "-q", "--within", 3, "--defender-hand", "given", "--nodes", "2M"
        run(tsume, "solve", *options, "--proof", file, source)
        files.append(file)
    return files


def verify(tsume, files):
    """Returns the verdicts of `tsume verify` for each file: proven or not."""
    verdicts = {str(file): [] for file in files}
    for start in range(0, len(files), BATCH):
        for line in run(tsume, "verify", "--format", "jsonl", *files[start:start + BATCH]).splitlines():
            row = json.loads(line)
            verdicts[row["file"]].append(row["verdict"])
    return verdicts


def own_verdicts(data):
    """Returns the verdicts of check.py, and the reason if it calls the file damaged."""
    verdicts, reason = [], None
    try:
        for certificate in formats.certificates_in(data):
            try:
                check.check(certificate)
                verdicts.append("proven")
            except check.Rejected:
                verdicts.append("rejected")
    except formats.DAMAGE as error:
        verdicts.append("error")
        reason = str(error)
    return verdicts, reason


# ---- Writing -----------------------------------------------------------------------------------------


def number(value):
    """Writes a number in base 128."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes([value])


def move_bytes(text):
    """Writes a move; rubbish becomes other rubbish."""
    try:
        move = formats.read_move(text)
    except formats.Damaged:
        return b"\xfe\x00"
    first = 81 + move.dropped if move.origin is None else move.origin + 128 * move.promotes
    return bytes([first, move.target])


def compact(row, rng):
    """Writes a certificate in the compact format, unpacked; None if it has no such form."""
    try:
        (board, hands), turn = formats.read_sfen(row["sfen"])
        claim, attacker = formats.CLAIMS.index(row["claim"]), int(row["attacker"] == "white")
        name = row["id"].encode()
        out = b"tsume proof\1\1" + number(len(name)) + name
        out += bytes([claim + 8 * ("lines" in row)]) + number(row["plies"] or 0)
        if "lines" in row:
            out += number(len(row["lines"]))
            for line in row["lines"]:
                out += number(len(line)) + b"".join(map(move_bytes, line))
        out += bytes([attacker, turn]) + board + bytes(hands[0]) + bytes(hands[1])
        last, held = board, writing.hand_number(hands[attacker])
        for kind in KINDS[:1] + KINDS[1:2] * (claim in (3, 4)) + KINDS[2:] * (claim > 4):
            for entry in row.get(kind, []):
                (board, hands), _ = formats.read_sfen(entry["sfen"])
                changed = [s for s in range(81) if board[s] != last[s]]
                rng.shuffle(changed)
                out += number(1 + len(changed)) + bytes(b for s in changed for b in (s, board[s]))
                hand = writing.hand_number(hands[attacker])
                out += number(hand ^ held) + number(entry["plies"] or 0)
                last, held = board, hand
                if kind == "composed":
                    # In upper case, whoever attacks.
                    vanished, _ = formats.read_hands(entry.get("vanished", "-"))
                    out += number(writing.hand_number(vanished))
                if "robust" in entry and ("move" in entry or entry["robust"] is not True):
                    return None
                if kind != "entries" or claim in (0, 3, 4, 5):
                    none = b"\xfe" if "robust" in entry else b"\xff"
                    out += move_bytes(entry["move"]) if "move" in entry else none
            out += b"\0"
        return out + b"\0"
    except (KeyError, TypeError, ValueError, AttributeError, formats.Damaged):
        return None


def turned(row):
    """Turns a certificate by 180 degrees, so that the other side attacks."""
    def turn_sfen(text):
        board, turn, hands, ply = text.split(" ")
        board = "".join(reversed(re.findall(r"\+?\w|/", board)))
        return " ".join([board.swapcase(), "bw"[turn == "b"], hands.swapcase(), ply])

    def turn_move(text):
        numbers = text.translate(str.maketrans("123456789abcdefghi", "987654321ihgfedcba"))
        return text[:2] + numbers[2:] if "*" in text else numbers

    def turn_entry(entry):
        changes = {"sfen": turn_sfen, "move": turn_move}
        return {name: changes.get(name, lambda value: value)(value) for name, value in entry.items()}

    attacker = {"black": "white", "white": "black"}[row["attacker"]]
    row = {**row, "sfen": turn_sfen(row["sfen"]), "attacker": attacker}
    for name in KINDS:
        if name in row:
            row[name] = [turn_entry(entry) for entry in row[name]]
    if "lines" in row:
        row["lines"] = [[turn_move(move) for move in line] for line in row["lines"]]
    return row


def after_checks(row):
    """Makes a claim of the composed game, or that there is a brinkmate, one about the positions after moves."""
    start, turn = formats.read_sfen(row["sfen"])
    checks = [[writing.text_of_move(move)] for move, _ in legal_checks(start, turn)]
    if row["claim"] == "no_composed_mate_within":
        return {**row, "lines": checks} if checks else None
    if row["claim"] == "no_brinkmate_within" or formats.read_sfen(row["sfen"])[1] != "bw".index(row["attacker"][0]):
        return None
    entries = row["brinkmates"] if "brinkmates" in row else row["entries"] + row.get("composed", [])
    for entry in entries:
        if formats.read_sfen(entry["sfen"])[0].board == start.board and entry["plies"] == row["plies"]:
            return {**row, "lines": [[entry["move"]]], "plies": row["plies"] - 1}
    return None


def end(count):
    """Returns the last line of a readable file with so many certificates."""
    return json.dumps({"format": "tsume proof", "version": 1, "certificates": count}) + "\n"


def derive(originals, directory):
    """Makes certificates that the program does not; returns the files and what is in them."""
    composed = [row for row in originals if "composed" in row["claim"] and "lines" not in row]
    brinkmates = [row for row in originals if "brinkmate" in row["claim"]]
    rows = [row for row in map(after_checks, composed[::8] + brinkmates) if row]
    rows += [turned(row) for row in rows[::4] + originals[::20] + brinkmates[::5]]
    files = [directory / "derived.json"]
    files[0].write_text("".join(f"{json.dumps(row)}\n" for row in rows) + end(len(rows)))
    rng, packer = random.Random(0), zstandard.ZstdCompressor()
    for index, row in enumerate(rows[::3]):
        files.append(directory / f"derived-{index}.proof")
        files[-1].write_bytes(packer.compress(compact(row, rng)))
    return files, rows


# ---- Mutants -----------------------------------------------------------------------------------------


def sfen(board, hands, turn):
    """Writes an SFEN."""
    return writing.text_of_position(Position(bytes(board), hands), turn)


def change_position(text, rng):
    """Changes the board or a hand of an SFEN, or who is to move."""
    (board, hands), turn = formats.read_sfen(text)
    board, hands, what = bytearray(board), [list(hand) for hand in hands], rng.randrange(8)
    pieces = [square for square in range(81) if board[square]]
    if what < 3:
        hand, kind = rng.choice(hands), rng.randrange(7)
        hand[kind] = max(0, hand[kind] + rng.choice((-1, 1, 1)))
    elif what == 3:
        mine, other, kind = *rng.sample(hands, 2), rng.randrange(7)
        if mine[kind]:
            mine[kind], other[kind] = mine[kind] - 1, other[kind] + 1
    elif what == 4:
        board[rng.choice(pieces)] = 0
    elif what == 5:
        board[rng.randrange(81)] = rng.choice(PIECES)
    elif what == 6:
        square, target = rng.choice(pieces), rng.randrange(81)
        board[square], board[target] = board[target], board[square]
    else:
        turn = rng.choice((turn, 1 - turn))
        board[rng.choice(pieces)] ^= rng.choice((8, 16))
    return sfen(board, tuple(map(tuple, hands)), turn)


def other_move(text, position, rng):
    """Returns another move: most often a legal check of the position."""
    (board, hands), turn = formats.read_sfen(position)
    moves = [writing.text_of_move(move) for move, _ in legal_checks(Position(board, hands), turn)]
    return rng.choice(moves + [text.rstrip("+"), text.rstrip("+") + "+", text[2:4] + text[:2], "K*5e", "1a1a"])


def change_plies(plies, rng):
    """Returns other plies."""
    values = [1, 3, None, 0, 2 ** 32 - 1, 2 ** 16 - 1, -1] if plies is None or not rng.randrange(10) else []
    return rng.choice(values or [plies - 2, plies - 1, plies + 1, plies + 2])


def change_entry(row, rng):
    """Changes, drops, doubles or moves an entry."""
    name = rng.choice([name for name in KINDS if row.get(name)] or ["entries"])
    name = "brinkmates" if row.get("brinkmates") and rng.randrange(2) else name
    entries, what = row[name], rng.randrange(14)
    if not entries:
        entries.append({"sfen": row["sfen"], "plies": row["plies"]})
        return
    at = rng.randrange(len(entries))
    entry = entries[at]
    if what < 2:
        entry["plies"] = change_plies(entry["plies"], rng)
    elif what == 2:
        del entries[at]
    elif what == 3 and "move" in entry:
        entry["move"] = other_move(entry["move"], entry["sfen"], rng)
    elif what in (4, 5):
        entry["sfen"] = change_position(entry["sfen"], rng)
    elif what == 6:
        hand = re.findall(r"\w", entry.get("vanished", ""))[1:] + rng.choice(([], [rng.choice("PLNSGBR")]))
        entry["vanished"] = "".join(sorted(set(hand))) or "-"
        if hand == []:
            del entry["vanished"]
    elif what == 7:
        entries.insert(rng.randrange(len(entries) + 1), copy.deepcopy(entry))
    elif what == 8:
        rng.shuffle(entries)
    elif what == 9:
        extra = copy.deepcopy(entry)
        extra["plies"] = change_plies(extra["plies"], rng)
        entries.append(extra)
    elif what == 10 and row["claim"] in formats.CLAIMS[3:]:
        second = "composed" if "composed" in row["claim"] else "brinkmates"
        to = second if name == "entries" else "entries"
        row.setdefault(to, []).append(entries.pop(at))
        if not entries and name != "entries":
            del row[name]
    elif what > 11 and row["claim"] in formats.CLAIMS[3:]:
        for changed in rng.choice(([entry], entries)):
            if "robust" not in changed:
                changed["robust"] = True
            elif what == 12:
                del changed["robust"]
            else:
                changed["robust"] = rng.choice((True, True, False, 1))
    elif "move" in entry:
        del entry["move"]
    else:
        entry["move"] = "G*5b"


def change_claim(row, rng):
    """Changes the claim, the lines, or the problem."""
    what = rng.randrange(8)
    if what < 3:
        row["plies"] = change_plies(row["plies"], rng)
    elif what == 3:
        row["claim"] = rng.choice(formats.CLAIMS)
        row["plies"] = None if row["claim"] == "no_mate" else row["plies"] or 1
        for second in KINDS[1:]:
            if second.rstrip("s") not in row["claim"]:
                row.pop(second, None)
    elif what == 4:
        row["sfen"] = change_position(row["sfen"], rng)
    elif what == 5:
        row["attacker"] = rng.choice(("white", "black"))
    elif "lines" not in row:
        row["lines"] = [[other_move("1b1a", row["sfen"], rng)]]
    else:
        line = rng.choice(row["lines"])
        at = rng.randrange(len(line))
        if what == 6:
            del line[rng.choice((at, -1)):]
        else:
            line[at] = other_move(line[at], row["sfen"], rng)
        if not line and rng.randrange(2):
            row["lines"].remove(line)


def change_cover(row, rng):
    """Takes pieces from a side's hand in some entries, so that they cover others than before."""
    entries = row.get("composed") or row.get(rng.choice(KINDS[::2])) or row["entries"]
    kind, gives = rng.choice("PLNSGBR"), rng.choice(("vanished", "vanished", "hand", "both"))
    for entry in entries if rng.randrange(3) else rng.sample(entries, min(len(entries), 3)):
        board, turn, hand, ply = entry["sfen"].split(" ")
        letter = kind if row["attacker"] == "black" else kind.lower()
        if gives != "hand" and row.get("composed"):
            entry["vanished"] = with_piece(entry.get("vanished", "-"), letter)
        if gives != "vanished":
            entry["sfen"] = " ".join([board, turn, with_piece(hand, letter), ply])


def with_piece(hand, letter):
    """Adds a piece to a hand as in an SFEN."""
    hands = [list(counts) for counts in formats.read_hands(hand)]
    hands[letter.islower()]["PLNSGBR".index(letter.upper())] += 1
    return sfen(bytes(81), hands, 0).split(" ")[2]


def change_endless(row, rng):
    """Makes a proof that there is no mate at all one of the composed game, with marks for all, some or none."""
    plies, marks = rng.choice((1, 2, 3, 3, 5, 5, 9)), rng.choice((0, 0, 1, 9, 10, 10))
    for entry in row["entries"]:
        entry["plies"] = rng.choice((plies, plies, plies, plies + 2)) if plies > 3 else plies
        if rng.randrange(10) < marks:
            entry["robust"] = True
    row.update(claim="no_composed_mate_within", plies=plies, entries=[], composed=row["entries"])


def change_all(row, rng):
    """Changes all plies, perhaps differently for the claim, for mates and for no-mates."""
    for name in KINDS:
        by_mate = rng.choice((0, 0, -2, -1, 1, 2)), rng.choice((0, -2, -1, 1, 2, 2, 4))
        for entry in row.get(name, []):
            if entry["plies"] is not None and rng.randrange(8):
                entry["plies"] = max(1, entry["plies"] + by_mate["move" not in entry])
    if row["plies"] is not None:
        row["plies"] = max(0, row["plies"] + rng.choice((-2, -1, 0, 1, 2)))


def change_text(text, rng):
    """Changes a character of a line of JSON, or a word."""
    if rng.randrange(2):
        at = rng.randrange(len(text))
        return text[:at] + rng.choice("0123456789abcdeKkPpgGRr+-*/ \"{}[],:\\n\0é") + text[at + rng.randrange(2):]
    changes = [('"version":1', '"version":2'), ('"version":1', '"version":1.0'), ("tsume proof", "tsume"),
               ('"id":', '"id":"","id":'), ('"plies":', '"plies":1,"plies":'), ('"entries":[', '"entries":[{},'),
               ('"plies":', '"other":'), ('"attacker":"black"', '"attacker":"b"'), ('"move":"', '"move":" '),
               ('"plies":1', '"plies":true'), ('"plies":1', '"plies":1e0'), ('"plies":3', '"plies":"3"'),
               (" 1\"", " 2\""), ("{", "{ "), (",", " ,\t"), ('"id":"', '"id":"\\u3042\\ud83d\\ude00'),
               ('"id":"', '"id":"\\ud83d'), ('"entries":', '"comment":null,"entries":')]
    return text.replace(*rng.choice(changes), 1)


def change_bytes(data, rng):
    """Changes a byte, cuts the end off, or appends something."""
    data, at, what = bytearray(data), rng.randrange(len(data)), rng.randrange(6)
    if what < 3:
        data[at] = rng.choice((rng.randrange(256), data[at] ^ 1 << rng.randrange(8)))
    elif what == 3:
        del data[at]
    elif what == 4:
        data.insert(at, rng.choice((0, 1, 255, 128)))
    else:
        data = rng.choice((data[:at], data + b"\0", data + data))
    return bytes(data)


def mutants(originals, count, seed):
    """Yields what was changed, and the bytes of a file with one certificate."""
    rng = random.Random(seed)
    packer = zstandard.ZstdCompressor(level=3)
    largest = {"no_brinkmate_within": LARGEST_NO_BRINKMATE}
    small = [row for row in originals
             if sum(len(row.get(kind, [])) for kind in KINDS) <= largest.get(row["claim"], LARGEST_MUTANT)]
    claims = {claim: [row for row in small if row["claim"] == claim] for claim in formats.CLAIMS}
    rare = [row for row in small if row["sfen"] in NOT_ROBUST and row["claim"] == "no_composed_mate_within"]
    while count:
        row = rng.choice(claims[rng.choice(formats.CLAIMS)] if rng.randrange(4) else rare)
        row = copy.deepcopy(row)
        what = rng.choice(("entry", "entry", "entry", "claim", "claim", "both", "all", "cover", "two", "endless",
                           "text", "unpacked", "packed", "none"))
        if what == "endless":
            row = copy.deepcopy(rng.choice(claims["no_mate"]))
        try:
            for change in {"entry": [change_entry], "claim": [change_claim], "all": [change_all],
                           "endless": [change_endless],
                           "cover": [change_cover], "two": [change_cover, rng.choice((change_claim, change_all))],
                           "both": [change_claim, change_entry, change_entry]}.get(what, []):
                change(row, rng)
        except formats.Damaged:
            continue
        text = json.dumps(row, separators=(",", ":"), ensure_ascii=False)
        if what == "text":
            data = change_text(text, rng).encode(errors="surrogatepass") + b"\n" + end(1).encode()
        elif rng.randrange(2) or what in ("unpacked", "packed"):
            data = compact(row, rng)
            if data is None:
                continue
            data = change_bytes(data, rng) if what == "unpacked" else data
            if rng.randrange(20) == 0:
                at = rng.randrange(len(data))
                data = packer.compress(data[:at]) + packer.compress(data[at:])
            else:
                data = packer.compress(data)
            data = change_bytes(data, rng) if what == "packed" else data
        else:
            data = f"{text}\n{end(rng.choice((1, 1, 1, 1, 1, 1, 1, 1, 0, 2)))}".encode()
            data = data[:len(data) - rng.choice((0, 0, 0, 0, 0, 0, 1, 2, 20, 80))]
        count -= 1
        yield what, data


def drops(originals):
    """Yields certificates without one of their entries: each of small ones, those about brinkmates of all."""
    packer, rng = zstandard.ZstdCompressor(level=3), random.Random(0)
    for row in originals:
        small = sum(len(row.get(kind, [])) for kind in KINDS) <= LARGEST_MUTANT
        for kind in KINDS if small and row["claim"] in ("composed_mate_within", "brinkmate_within") else KINDS[2:]:
            for at in range(len(row.get(kind, []))):
                entries = row[kind][:at] + row[kind][at + 1:]
                yield "drop", packer.compress(compact({**row, kind: entries}, rng))


# ---- Comparing ---------------------------------------------------------------------------------------


# Where check.py is stricter: neither soundness nor what `tsume` writes depends on it.
STRICTER = {"not an SFEN", "not a hand", "no lines"}


def compare(tsume, files, name):
    """Compares the verdicts about files; returns those of check.py and the files that differ."""
    theirs, ours, stricter, differ = verify(tsume, files), Counter(), Counter(), []
    for file in files:
        own, reason = own_verdicts(file.read_bytes())
        ours.update(own)
        if (set(own) == {"proven"}) == (set(theirs[str(file)]) == {"proven"}):
            continue
        if reason in STRICTER:
            stricter[reason] += 1
            continue
        print(f"{name}: {file}: check.py {own[-3:]} {reason}, tsume verify {theirs[str(file)][-3:]}")
        differ.append(file)
    if stricter:
        print(f"check.py is stricter: {dict(stricter)}")
    return ours, differ


def statuses(file):
    """Returns whether the command check.py has the right exit statuses: for a good file, a cut one, and misuse."""
    def status(*arguments, **options):
        command = [sys.executable, Path(check.__file__), *arguments]
        return subprocess.run(command, capture_output=True, **options).returncode

    data = file.read_bytes()
    found = [status(file), status("-", input=data), status("-", input=data[:-1]), status(), status("--all", file)]
    print(f"exit statuses of check.py {found}")
    return found == [0, 0, 1, 2, 2]


def main(tsume, directory, count=2500 // SHARE, seed=1):
    """Compares the verdicts about originals and mutants; returns the exit status."""
    began, directory = time.time(), Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    files = make(tsume, directory)
    files_of = {file.name: file for file in files}
    lines = [line for file in files if file.suffix == ".json" for line in file.open()]
    originals = [row for row in map(json.loads, lines) if "claim" in row]
    more, derived = derive(originals, directory)
    ours, differ = compare(tsume, files + more, "original")
    originals += derived
    claims = Counter(row["claim"] + " after lines" * ("lines" in row) for row in originals)
    print(f"{ours.total()} certificates: {dict(ours)}; in the readable format {dict(claims)}")
    print(f"{time.time() - began:.0f} s")

    files, kinds = [], Counter()
    for index, (what, data) in enumerate(chain(mutants(originals, int(count), int(seed)), drops(originals))):
        files.append(directory / f"mutant-{index}-{what}")
        files[-1].write_bytes(data)
        kinds[what] += 1
    verdicts, bad = compare(tsume, files, "mutant")
    print(f"{len(files)} mutants {dict(kinds)}: {dict(verdicts)}, {len(bad)} differences")
    print(f"{time.time() - began:.0f} s")
    right = statuses(next(file for name, file in files_of.items() if name.startswith("solve.") and not name.endswith(".json")))
    return int(bool(not right or differ or bad or set(ours) != {"proven"} or ours.total() < 200))


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4, 5):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
