"""Reads certificates in the compact and in the readable format, and refuses whatever these do not allow."""
import io
import json
import re
from collections import namedtuple
from operator import sub, xor

import zstandard

from board import KIND, PIECES, SIDE, SQUARES, Move, Position

CLAIMS = ["mate_within", "no_mate", "no_mate_within", "composed_mate_within", "no_composed_mate_within",
          "brinkmate_within", "no_brinkmate_within"]
NO_HAND, ROBUST, NO_MOVE = (0,) * 7, 254, 255
SHIFTS = 0, 6, 10, 14, 18, 22, 25, 28  # of the kinds in a hand as a number
NAMES = [file + rank for file in "123456789" for rank in "abcdefghi"]
PIECE_OF = {"+" * ((piece - 1) % 16 > 7) + ("PLNSGBRK", "plnsgbrk")[SIDE[piece]][KIND[piece]]: piece
            for piece in PIECES}
CONTENTS = {0, *PIECES}
# The types of the values in the readable format.
TYPES = {key: types for keys, *types in (
    ("format id sfen attacker claim move vanished", str), ("version certificates", int), ("robust", bool),
    ("lines entries composed brinkmates", list), ("plies", int, type(None))) for key in keys.split()}
# A position with the attacker to move, and its length: at most this if there is a move, else at least.
Entry = namedtuple("Entry", "position plies length move marked")
DAMAGE = ValueError, LookupError, TypeError, RecursionError, zstandard.ZstdError

class Damaged(ValueError):
    """A file is not as its format demands."""

def demand(condition, reason, error=Damaged):
    if not condition:
        raise error(reason)

def pieces(board, *hands):
    """Returns how many pieces of each kind there are, without kings."""
    placed = [KIND[piece] for piece in board if piece]
    return [placed.count(kind) + sum(held) for kind, held in enumerate(zip(*hands))]

class Certificate:
    """A problem, a claim about it, and the entries of each kind: strict, composed, about brinkmates."""

    def __init__(self, name, problem, turn, attacker, claim, plies, lines):
        demand(claim in CLAIMS, "an unknown claim")
        demand((plies is None) == (claim == "no_mate") and 0 <= (plies or 0) < 1 << 32, "impossible plies")
        demand(lines != [], "no lines")
        self.name, self.problem, self.turn, self.attacker = name.decode(), problem, turn, attacker
        self.claim, self.plies, self.lines = claim, plies, lines or [[]]
        self.denies = claim.startswith("no_")
        self.has_mates = "composed" in claim or not self.denies
        kinds = ["entries"] + ["composed"] * ("composed" in claim) + ["brinkmates"] * ("brinkmate" in claim)
        self.entries = {kind: [] for kind in kinds}
        self.pieces = pieces(problem.board, *problem.hands)

    def add(self, kind, board, hand, plies, move, vanished=NO_HAND, marked=False):
        """Adds an entry, in which the defender holds the pieces that are left."""
        left = tuple(map(sub, self.pieces, pieces(board, hand, vanished)))
        demand(min(left) >= 0, "more pieces than in the problem")
        demand(kind == "composed" or self.has_mates == (move is not None), "an entry for another claim")
        demand(plies is not None or kind == "entries" and not move, "a length without limit")
        demand(plies is None or 0 < plies < 1 << 16, "impossible plies")
        demand(kind != "brinkmates" or plies % 2, "even plies to a brinkmate")
        demand(not marked or kind == "composed" and not move, "an entry that cannot be robust")
        length = plies if move else float("inf") if plies is None else plies + 1
        length += kind == "composed" and not move and plies % 2  # lengths are odd
        position = Position(board, (left, hand) if self.attacker else (hand, left))
        self.entries[kind].append(Entry(position, plies, length, move, marked))

class Compact(io.BytesIO):
    """Reads certificates from unpacked bytes. Behind the end, a byte is an IndexError."""

    def byte(self, allowed=range(256)):
        byte = self.read(1)[0]
        demand(byte in allowed, "an impossible byte")
        return byte

    def number(self):
        number = 0
        for shift in range(0, 35, 7):
            byte = self.byte()
            number += (byte & 127) << shift
            if byte < 128:
                return number
        raise Damaged("too large a number")

    def hand(self):
        number = self.number()
        demand(number < 1 << SHIFTS[-1], "not a hand")
        return tuple(number % (1 << end) >> start for start, end in zip(SHIFTS, SHIFTS[1:]))

    def move(self, first):
        demand(first in range(88) or first - 128 in SQUARES, "not a move")
        target, is_drop = self.byte(SQUARES), 81 <= first < 88
        return Move(None, target, dropped=first - 81) if is_drop else Move(first % 128, target, first > 127)

    def certificates(self):
        demand(self.read(12) == b"tsume proof\1", "another format")
        while self.byte({0, 1}):
            yield self.certificate()
        demand(not self.read(), "something behind the end")

    def certificate(self):
        name, code, plies, lines = self.read(self.number()), self.byte(range(16)), self.number(), None
        demand(len(name) <= 4096, "too long an id")
        claim = CLAIMS[code % 8]
        if code > 7:
            lines = [[self.move(self.byte()) for _ in range(self.number())] for _ in range(self.number())]
        attacker, turn, board = self.byte({0, 1}), self.byte({0, 1}), bytes(map(self.byte, [CONTENTS] * 81))
        problem = Position(board, (tuple(self.read(7)), tuple(self.read(7))))
        plies = None if claim == "no_mate" and plies == 0 else plies
        certificate = Certificate(name, problem, turn, attacker, claim, plies, lines)
        board, hand = bytearray(board), problem.hands[attacker]
        for kind in certificate.entries:
            while changes := self.number():
                for _ in range(changes - 1):
                    square = self.byte(SQUARES)
                    board[square] = self.byte(CONTENTS)
                hand, plies = tuple(map(xor, hand, self.hand())), self.number() or None
                vanished = self.hand() if kind == "composed" else NO_HAND
                first = self.byte() if certificate.has_mates or kind == "brinkmates" else NO_MOVE
                move = None if first in (ROBUST, NO_MOVE) else self.move(first)
                certificate.add(kind, bytes(board), hand, plies, move, vanished, first == ROBUST)
        return certificate

def unique(pairs):
    demand(len(dict(pairs)) == len(pairs), "a key twice")
    return dict(pairs)

def demand_keys(value, needed, optional=""):
    """Refuses what is not an object with all keys that it needs, perhaps others, and the right values."""
    needed, allowed = {*needed.split()}, {*needed.split(), *optional.split()}
    demand(type(value) is dict and needed <= {*value} <= allowed, "not an object with the right keys")
    demand(all(type(value[key]) in TYPES[key] for key in value), "a value of the wrong type")

def unpacked(data):
    while data:
        frame = zstandard.ZstdDecompressor(max_window_size=8 << 20).decompressobj()
        yield frame.decompress(data)
        demand(frame.eof, "cut short")
        data = frame.unused_data

def certificates_in(data):
    """Yields the certificates in a file of either format."""
    if data[:1] != b"{":
        yield from Compact(b"".join(unpacked(data))).certificates()
        return
    lines = data.decode().split("\n")
    for count, line in enumerate(lines):
        row = json.loads(line, object_pairs_hook=unique)
        demand(row["format"] == "tsume proof" and row["version"] == 1, "another format")
        if "certificates" in row:
            demand_keys(row, "format version certificates")
            demand(row["certificates"] == count, "another number of certificates")
            demand(not any(lines[count + 1:]), "something behind the end")
            return
        yield readable_certificate(row)
    raise Damaged("cut short")

def readable_certificate(row):
    demand_keys(row, "format version id sfen attacker claim plies entries", "lines composed brinkmates")
    demand(all(type(line) is list for line in row.get("lines", [])), "not a line")
    lines = [[read_move(move) for move in line] for line in row["lines"]] if "lines" in row else None
    attacker, (problem, turn) = ["black", "white"].index(row["attacker"]), read_sfen(row["sfen"])
    certificate = Certificate(row["id"].encode(), problem, turn, attacker, row["claim"], row["plies"], lines)
    demand({"composed", "brinkmates"} & {*row} <= {*certificate.entries}, "entries for another claim")
    for kind in certificate.entries:
        for entry in row.get(kind, []):
            demand_keys(entry, "sfen plies", "move vanished robust" if kind == "composed" else "move")
            (board, hands), turn = read_sfen(entry["sfen"])
            vanished, low = read_hands(entry.get("vanished", "-"))
            demand(turn == attacker and hands[1 - turn] == low == NO_HAND, "a hand of the wrong side")
            move = read_move(entry["move"]) if "move" in entry else None
            marked = entry.get("robust", False)
            certificate.add(kind, board, hands[turn], entry["plies"], move, vanished, marked)
    return certificate

def read_sfen(text):
    """Returns a position and who is to move."""
    match = re.fullmatch(r"((?:\+?[PLNSBRplnsbr]|[GKgk1-9]|/)+) ([bw]) ([^ ]+) [1-9][0-9]*", text)
    demand(match, "not an SFEN")
    board = "".join("." * int(sign) if sign.isdecimal() else sign for sign in match[1])
    ranks = [re.findall(r"\+?.", rank) for rank in board.split("/")]
    demand([len(rank) for rank in ranks] == [9] * 9, "not an SFEN")
    board = bytes(PIECE_OF.get(ranks[rank][8 - file], 0) for file in range(9) for rank in range(9))
    return Position(board, read_hands(match[3])), int(match[2] == "w")

def read_hands(text):
    demand(re.fullmatch("-|(?:(?:[2-9]|1[0-8])?[PLNSGBRplnsgbr])+", text), "not a hand")
    found = re.findall("([0-9]*)([A-Za-z])", text)
    counts = {sign: int(count or 1) for count, sign in found}
    demand(len(counts) == len(found), "not a hand")
    return tuple(tuple(counts.get(sign, 0) for sign in signs) for signs in ("PLNSGBR", "plnsgbr"))

def read_move(text):
    match = re.fullmatch(r"([1-9][a-i])([1-9][a-i])(\+?)|([PLNSGBR])\*([1-9][a-i])", text)
    demand(match, "not a move")
    if match[4]:
        return Move(None, NAMES.index(match[5]), dropped=KIND[PIECE_OF[match[4]]])
    return Move(NAMES.index(match[1]), NAMES.index(match[2]), match[3] == "+")
