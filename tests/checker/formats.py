"""Certificates, and how to read them in both formats."""

import json
import re
from collections import namedtuple
from math import inf

from board import (BLACK, FULL_SET, KING, LETTERS, NOTHING, PAWN, RANKS, REACH, WHITE, Move, Position, checkers,
                   is_within, unpromoted)

CLAIMS = ["mate_within", "no_mate", "no_mate_within", "composed_mate_within", "no_composed_mate_within",
          "brinkmate_within", "no_brinkmate_within"]
MATE, NO_MATE, NO_MATE_WITHIN, COMPOSED_MATE, NO_COMPOSED_MATE, BRINKMATE, NO_BRINKMATE = range(7)

# The attacker is to move. Without limit the plies are infinite. Mates have a move.
Entry = namedtuple("Entry", "position plies move robust")


class Damaged(Exception):
    """Says why a file is not in the format."""

DAMAGE = Damaged, OSError, ValueError, RecursionError  # a ValueError comes from JSON or UTF-8


def require(condition, reason):
    """Calls a file damaged unless a condition holds."""
    if not condition:
        raise Damaged(reason)


def count_of(board):
    """Counts the pieces on a board, kings left out."""
    kinds = [unpromoted(piece) for piece in board if piece]
    return tuple(kinds.count(kind) for kind in range(7))


class Certificate:
    """Holds a problem, a claim about it, and the entries that prove it, of both games."""

    def __init__(self, name, claim, plies, lines, attacker, turn, start):
        """Calls the file damaged if the problem is impossible."""
        self.id, self.claim, self.plies, self.lines = name, claim, plies, lines
        self.attacker, self.turn, self.start = attacker, turn, start
        self.entries, self.composed, self.brinkmates = [], [], []
        self.is_no_mate = claim in (NO_MATE, NO_MATE_WITHIN, NO_BRINKMATE)
        self.is_composed = claim in (COMPOSED_MATE, NO_COMPOSED_MATE)
        self.is_brinkmate = claim in (BRINKMATE, NO_BRINKMATE)
        self.kinds = ["entries"] + ["composed"] * self.is_composed + ["brinkmates"] * self.is_brinkmate
        self.pieces = tuple(map(sum, zip(count_of(start.board), *start.hands)))
        require(is_within(self.pieces, FULL_SET), "more pieces than there are")
        require(len(name.encode()) <= 4096, "too long an id")
        require(plies == inf if claim == NO_MATE else 0 <= plies < 1 << 32, "plies do not fit the claim")
        for side in (BLACK, WHITE):
            kings = start.board.count(1 + KING + 16 * side)
            require(kings == 1 or side == attacker and kings == 0, "wrong number of kings")
        self.require_possible(start.board, turn)

    def require_possible(self, board, turn):
        """Calls the file damaged if a board breaks the rules, or has other kings than the problem."""
        require(all(not p or p in REACH and REACH[p][s] for s, p in enumerate(board)), "impossible pieces")
        for side in (BLACK, WHITE):
            pawn, king = 1 + PAWN + 16 * side, 1 + KING + 16 * side
            require(all(board[f:f + 9].count(pawn) < 2 for f in range(0, 81, 9)), "two pawns on a file")
            require(board.count(king) == self.start.board.count(king), "other kings")
        require(not checkers(board, 1 - turn), "the side that has moved is in check")

    def add(self, kind, board, hand, plies, vanished, move, robust=False):
        """Adds an entry; the defender holds what is nowhere else."""
        is_strict = kind == "entries"
        require(0 < plies < 1 << 16 or plies == inf and self.is_no_mate and is_strict, "wrong plies")
        places = zip(self.pieces, count_of(board), hand, vanished)
        other = tuple(all_of - on_board - held - gone for all_of, on_board, held, gone in places)
        require(min(other) >= 0, "too many pieces")
        self.require_possible(board, self.attacker)
        hands = (hand, other) if self.attacker == BLACK else (other, hand)
        getattr(self, kind).append(Entry(Position(board, hands), plies, move, robust))


# ---- The compact format ------------------------------------------------------------------------------
HAND_BITS = [(0, 5), (6, 3), (10, 3), (14, 3), (18, 3), (22, 2), (25, 2)]  # first bit, how many bits


def unpack(data):
    """Unpacks Zstandard frames."""
    try:
        from compression.zstd import ZstdDecompressor as decompressor, ZstdError
    except ImportError:
        import zstandard
        decompressor, ZstdError = zstandard.ZstdDecompressor().decompressobj, zstandard.ZstdError
    require(data[:1] == b"\x28", "not a file of certificates")
    unpacked = b""
    while data:
        frame = decompressor()
        try:
            unpacked += frame.decompress(data)
        except ZstdError as error:
            raise Damaged(str(error))
        require(frame.eof, "an incomplete Zstandard frame")
        data = frame.unused_data
    return unpacked


class Compact:
    """Reads certificates from unpacked bytes."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def bytes(self, count):
        """Reads a number of bytes."""
        require(self.at + count <= len(self.data), "an incomplete file")
        self.at += count
        return self.data[self.at - count:self.at]

    def byte(self, below):
        """Reads a byte that has to be smaller than a number."""
        value = self.bytes(1)[0]
        require(value < below, f"unknown byte {value}")
        return value

    def number(self):
        """Reads a number in base 128, of at most 32 bits."""
        value = shift = 0
        while (byte := self.byte(256)) > 127:
            value, shift = value | (byte & 127) << shift, shift + 7
        value |= byte << shift
        require((byte or not shift) and value < 1 << 32, "a number with too many bytes")
        return value

    def certificates(self):
        """Yields all certificates."""
        require(self.bytes(12) == b"tsume proof\1", "not a file of certificates of this version")
        while self.byte(2):
            yield self.certificate()
        require(self.at == len(self.data), "bytes after the end")

    def certificate(self):
        """Reads a certificate."""
        name, claim, plies = self.bytes(self.number()).decode(), self.byte(8 + len(CLAIMS)), self.number()
        has_lines, claim = claim > 7, claim & 7
        lines = [[self.move() for _ in range(self.number())] for _ in range(self.number() if has_lines else 0)]
        require(claim < len(CLAIMS) and has_lines == bool(lines), "unknown claim, or no lines")
        attacker, turn, board = self.byte(2), self.byte(2), self.bytes(81)
        start = Position(board, (tuple(self.bytes(7)), tuple(self.bytes(7))))
        plies = inf if claim == NO_MATE and plies == 0 else plies
        certificate = Certificate(name, claim, plies, lines, attacker, turn, start)
        board, hand = bytearray(board), hand_number(start.hands[attacker])
        for kind in certificate.kinds:
            while changes := self.number():
                for _ in range(changes - 1):
                    square = self.byte(81)
                    board[square] = self.byte(256)
                hand ^= self.number()
                plies = self.number() or inf
                vanished = hand_of(self.number()) if kind == "composed" else NOTHING
                has_move = kind != "entries" or not certificate.is_no_mate
                robust = kind == "composed" and self.data[self.at:self.at + 1] == b"\xfe"
                self.at += robust
                move = self.move(or_none=kind != "entries") if has_move and not robust else None
                certificate.add(kind, bytes(board), hand_of(hand), plies, vanished, move, robust)
        return certificate

    def move(self, or_none=False):
        """Reads a move, or perhaps the byte that stands for none."""
        first = self.byte(256)
        if first == 255 and or_none:
            return None
        target = self.byte(81)
        if 81 <= first < 88:
            return Move(None, target, False, first - 81)
        require(first & 127 < 81, "unknown origin")
        return Move(first & 127, target, first >= 128, None)


def hand_number(hand):
    """Packs a hand into a number."""
    return sum(count << first for count, (first, _) in zip(hand, HAND_BITS))


def hand_of(number):
    """Unpacks a hand from a number."""
    hand = tuple(number >> first & (1 << bits) - 1 for first, bits in HAND_BITS)
    require(hand_number(hand) == number, "unknown bits in a hand")
    return hand


# ---- The readable format -----------------------------------------------------------------------------

def unique(pairs):
    """Builds a JSON object whose fields are all different."""
    require(len(dict(pairs)) == len(pairs), "a field that is there twice")
    return dict(pairs)


def fields(row, optional=(), **kinds):
    """Calls a file damaged unless an object has these fields, of these types; `plies` may be null."""
    require(type(row) is dict and row.keys() <= kinds.keys(), "unknown fields")
    require(row.keys() | set(optional) == kinds.keys(), "missing fields")
    require(all(type(value) is kinds[name] or value is None and name == "plies" for name, value in row.items()),
            "fields of a wrong type")


def read_row(line):
    """Reads a certificate from a line."""
    row = json.loads(line, object_pairs_hook=unique)
    fields(row, ("lines", "composed", "brinkmates"), format=str, version=int, id=str, sfen=str, attacker=str,
           claim=str, plies=int, lines=list, entries=list, composed=list, brinkmates=list)
    require((row["format"], row["version"]) == ("tsume proof", 1), "unknown format")
    require(row["attacker"] in ("black", "white") and row["claim"] in CLAIMS, "unknown attacker or claim")
    attacker, (start, turn) = int(row["attacker"] == "white"), read_sfen(row["sfen"])
    require(all(type(line) is list for line in row.get("lines", [])), "a line that is no list")
    lines = [[read_move(move) for move in line] for line in row.get("lines", [])]
    certificate = Certificate(row["id"], CLAIMS.index(row["claim"]), plies_of(row), lines, attacker, turn, start)
    kinds = row.keys() & {"entries", "composed", "brinkmates"}
    require(kinds <= set(certificate.kinds), "entries of the wrong game")
    for kind in certificate.kinds:
        extra = {"move": str, "vanished": str, "robust": bool} if kind == "composed" else {"move": str}
        if kind == "entries" and certificate.is_no_mate:
            extra = {}
        for entry in row.get(kind, []):
            fields(entry, () if kind == "entries" else extra, sfen=str, plies=int, **extra)
            (board, hands), side = read_sfen(entry["sfen"])
            vanished, other = read_hands(entry.get("vanished", "-"))
            require(side == attacker and not any(hands[1 - attacker] + other), "not of the attacker")
            move = read_move(entry["move"]) if "move" in entry else None
            robust = entry.get("robust", False)
            certificate.add(kind, board, hands[attacker], plies_of(entry), vanished, move, robust)
    return certificate


def plies_of(row):
    """Returns the plies of an object, infinite without limit."""
    return inf if row["plies"] is None else row["plies"]


def read_sfen(text):
    """Reads a position and the side to move."""
    match = re.fullmatch(r"((?:[1-9]|\+?[PLNSGBRKplnsgbrk]|/)+) ([bw]) (\S+) [0-9]+", text)
    require(match, "not an SFEN")
    ranks = [re.findall(r"\+?\D", re.sub(r"\d", lambda n: "." * int(n[0]), rank)) for rank in match[1].split("/")]
    require([len(rank) for rank in ranks] == [9] * 9, "not nine ranks and files")
    board = bytes(0 if text == "." else 1 + LETTERS.index(text[-1].upper()) + 8 * len(text[:-1])
                  + 16 * text.islower() for file in zip(*map(reversed, ranks)) for text in file)
    return Position(board, read_hands(match[3])), "bw".index(match[2])


def read_hands(text):
    """Reads the hands of Black and White."""
    require(re.fullmatch(r"-|(([2-9]|1[0-8])?[PLNSGBRplnsgbr])+", text), "not a hand")
    hands = unique([(letter, int(count or 1)) for count, letter in re.findall(r"(\d*)(\w)", text)])
    return tuple(tuple(hands.get(letter, 0) for letter in letters[:7]) for letters in (LETTERS, LETTERS.lower()))


def read_move(text):
    """Reads a move in USI."""
    match = re.fullmatch(r"(?:([1-9][a-i])|([PLNSGBR])\*)([1-9][a-i])(\+?)", text if type(text) is str else "")
    require(match and not (match[2] and match[4]), "not a move")
    origin, target = [9 * int(s[0]) - 9 + RANKS.index(s[1]) if s else None for s in (match[1], match[3])]
    return Move(origin, target, bool(match[4]), LETTERS.index(match[2]) if match[2] else None)


# ---- Files -------------------------------------------------------------------------------------------

def certificates_in(data):
    """Yields the certificates of a file, which may be in either format."""
    if data[:1] != b"{":
        yield from Compact(unpack(data)).certificates()
        return
    *lines, last = data.decode().rstrip().split("\n")
    yield from map(read_row, lines)
    end = json.loads(last, object_pairs_hook=unique)
    fields(end, format=str, version=int, certificates=int)
    require(end == {"format": "tsume proof", "version": 1, "certificates": len(lines)}, "no such last line")


def text_of_move(move):
    """Writes a move in USI."""
    first, last = [f"{s // 9 + 1}{RANKS[s % 9]}" for s in (move.origin or 0, move.target)]
    return (first if move.dropped is None else LETTERS[move.dropped] + "*") + last + "+" * move.promotes


def text_of_position(position, side):
    """Writes a position as an SFEN with both hands."""
    texts = ["1"] + [plus + letter for letters in (LETTERS, LETTERS.lower()) for plus in ("", "+")
                     for letter in letters]
    rows = ["".join(texts[piece] for piece in position.board[rank::9][::-1]) for rank in range(9)]
    board = re.sub("1+", lambda ones: str(len(ones[0])), "/".join(rows))
    hands = "".join(f"{count if count > 1 else ''}{letter}" for letters, hand in
                    zip((LETTERS, LETTERS.lower()), position.hands) for letter, count in zip(letters, hand) if count)
    return f"{board} {'bw'[side]} {hands or '-'} 1"
