#!/usr/bin/env python3
"""Checks certificates of tsume shogi by the rules of the game and the page on certificates alone.

Usage: python3 check.py FILE...   (or - for standard input)

Prints a line for each certificate: id, claim, plies, lines, and whether it is proven.
Exits with 0 if all are proven, 1 if one is rejected or a file is damaged, 2 for wrong usage.
"""
import json
import re
import sys
from collections import defaultdict
from math import inf
from typing import NamedTuple

# ---- The board ---------------------------------------------------------------------------------------
# Squares are 9 * file + rank, both from 0: 1a is 0, 1b is 1, 9i is 80. Black moves towards rank 0.
# Pieces are 0 for none, else 1 + the kind, + 8 if promoted, + 16 if White's.
LETTERS, RANKS = "PLNSGBRK", "abcdefghi"
PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK, KING = range(8)
BLACK, WHITE = range(2)
FULL_SET, NOTHING = (18, 4, 4, 4, 4, 2, 2), (0,) * 7
ALL_SQUARES = frozenset(range(81))
ZONES = frozenset(s for s in range(81) if s % 9 < 3), frozenset(s for s in range(81) if s % 9 > 5)

DIAGONAL, STRAIGHT = [(-1, -1), (-1, 1), (1, -1), (1, 1)], [(0, -1), (0, 1), (-1, 0), (1, 0)]
LIKE_GOLD = [(-1, -1), (1, -1), *STRAIGHT]
# For each kind, and 8 more for promoted: steps and slides of Black, as (file, rank).
STEPS = {PAWN: [(0, -1)], KNIGHT: [(-1, -2), (1, -2)], SILVER: [(0, -1), *DIAGONAL], GOLD: LIKE_GOLD,
         KING: DIAGONAL + STRAIGHT, PAWN + 8: LIKE_GOLD, LANCE + 8: LIKE_GOLD, KNIGHT + 8: LIKE_GOLD,
         SILVER + 8: LIKE_GOLD, BISHOP + 8: STRAIGHT, ROOK + 8: DIAGONAL}
SLIDES = {LANCE: [(0, -1)], BISHOP: DIAGONAL, ROOK: STRAIGHT, BISHOP + 8: DIAGONAL, ROOK + 8: STRAIGHT}
PIECES = [1 + kind + 16 * side for side in (BLACK, WHITE) for kind in STEPS.keys() | SLIDES.keys()]


class Position(NamedTuple):
    """Holds a board of 81 bytes and the hands of Black and White, seven numbers each."""
    board: bytes
    hands: tuple


class Move(NamedTuple):
    """Holds a move; `dropped` is the kind of a dropped piece, whose origin is None."""
    origin: int | None
    target: int
    promotes: bool
    dropped: int | None


def owner(piece):
    """Says whose piece it is."""
    return (piece - 1) >> 4


def unpromoted(piece):
    """Returns the kind of a piece without its promotion."""
    return (piece - 1) & 7


def reach_of(piece, square):
    """Returns the squares that a piece moves to, each with those between, nearest to the piece first."""
    kind, forward, reach = (piece - 1) & 15, -1 if owner(piece) else 1, {}
    for directions, furthest in ((STEPS.get(kind, ()), 1), (SLIDES.get(kind, ()), 8)):
        for file_step, rank_step in directions:
            path = []
            for n in range(1, furthest + 1):
                file, rank = square // 9 + n * file_step, square % 9 + n * rank_step * forward
                if not (0 <= file < 9 and 0 <= rank < 9):
                    break
                reach[9 * file + rank] = tuple(path)
                path.append(9 * file + rank)
    return reach


REACH = {piece: [reach_of(piece, square) for square in range(81)] for piece in PIECES}
# For each piece and square: the squares from which it reaches the square. Then the same for any piece.
ORIGINS = {p: [[s for s in range(81) if t in REACH[p][s]] for t in range(81)] for p in PIECES}
RELATED = [sorted({s for p in PIECES for s in ORIGINS[p][t]}) for t in range(81)]


def king_of(board, side):
    """Returns the square of a king, -1 without one."""
    return board.find(1 + KING + 16 * side)


def attacks(board, square, target):
    """Says whether the piece on a square reaches another."""
    between = REACH[board[square]][square].get(target)
    return between is not None and not any(board[s] for s in between)


def checkers(board, side):
    """Returns the squares of the pieces that give check to the king of `side`, if it has one."""
    king = king_of(board, side)
    squares = RELATED[king] if king >= 0 else ()
    return [s for s in squares if board[s] and owner(board[s]) != side and attacks(board, s, king)]


def with_more(hand, kind, more):
    """Returns a hand with more (or fewer) pieces of a kind."""
    return hand[:kind] + (hand[kind] + more,) + hand[kind + 1:]


def play(position, move, side):
    """Returns the position after a move of `side`."""
    board, hands = bytearray(position.board), list(position.hands)
    if move.origin is None:
        board[move.target] = 1 + move.dropped + 16 * side
        hands[side] = with_more(hands[side], move.dropped, -1)
    else:
        if board[move.target]:
            hands[side] = with_more(hands[side], unpromoted(board[move.target]), 1)
        board[move.target] = board[move.origin] + 8 * move.promotes
        board[move.origin] = 0
    return Position(bytes(board), tuple(hands))


def candidates(position, side, targets, drop_squares):
    """Yields moves of `side`, even if they leave its king in check, or mate by a dropped pawn.

    Pieces but the king move to `targets` only. `drop_squares` has the squares for each dropped piece.
    """
    board = position.board
    for origin, piece in enumerate(board):
        if not piece or owner(piece) != side:
            continue
        kind = (piece - 1) & 15
        for target, between in REACH[piece][origin].items():
            if target not in targets and kind != KING:
                continue
            if board[target] and owner(board[target]) == side or any(board[s] for s in between):
                continue
            in_zone = origin in ZONES[side] or target in ZONES[side]
            if in_zone and kind in (PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK):
                yield Move(origin, target, True, None)
            if REACH[piece][target]:  # else it would never move again
                yield Move(origin, target, False, None)
    for kind in range(7):
        piece = 1 + kind + 16 * side
        for target in drop_squares(piece) if position.hands[side][kind] else ():
            double_pawn = kind == PAWN and piece in board[target // 9 * 9:target // 9 * 9 + 9]
            if not board[target] and not double_pawn and REACH[piece][target]:
                yield Move(None, target, False, kind)


def legal(position, side, targets, drop_squares):
    """Yields the legal moves among the candidates, each with the position after it."""
    for move in candidates(position, side, targets, drop_squares):
        after = play(position, move, side)
        if checkers(after.board, side):
            continue
        pawn_check = move.dropped == PAWN and checkers(after.board, 1 - side)
        if not pawn_check or any(replies(after, 1 - side)):  # a dropped pawn may not mate
            yield move, after


def replies(position, side):
    """Yields all legal moves of `side`, each with the position after it."""
    givers, targets = checkers(position.board, side), ALL_SQUARES
    if len(givers) == 1:  # capture it or interpose, or move the king
        between = REACH[position.board[givers[0]]][givers[0]][king_of(position.board, side)]
        targets = {givers[0], *between}
    elif givers:  # only the king can move
        targets = ()
    return legal(position, side, targets, lambda piece: targets)


def legal_checks(position, side):
    """Yields the legal checks of `side`, each with the position after it."""
    king = king_of(position.board, 1 - side)
    for move, after in legal(position, side, ALL_SQUARES, lambda piece: ORIGINS[piece][king]):
        if checkers(after.board, 1 - side):
            yield move, after


def is_within(hand, other):
    """Says whether a hand has no more of any piece than the other."""
    return all(a <= b for a, b in zip(hand, other))


# ---- Certificates ------------------------------------------------------------------------------------
CLAIMS = ["mate_within", "no_mate", "no_mate_within", "composed_mate_within", "no_composed_mate_within"]
MATE, NO_MATE, NO_MATE_WITHIN, COMPOSED_MATE, NO_COMPOSED_MATE = range(5)


class Damaged(Exception):
    """Says why a file is not in the format."""


class Rejected(Exception):
    """Says why a certificate proves nothing, at which position, and who is to move there."""


DAMAGE = Damaged, OSError, UnicodeError, json.JSONDecodeError, RecursionError


class Entry(NamedTuple):
    """Holds a position of the attacker and its claim: mate by `move`, or no mate if that is None."""
    position: Position
    plies: float  # infinite without limit
    move: Move | None


class Certificate:
    """Holds a problem, a claim about it, and the entries that prove it, of both games."""

    def __init__(self, name, claim, plies, lines, attacker, turn, start):
        """Calls the file damaged if the problem is impossible."""
        self.id, self.claim, self.plies, self.lines = name, claim, plies, lines
        self.attacker, self.turn, self.start = attacker, turn, start
        self.entries, self.composed = [], []
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

    def add(self, board, hand, plies, vanished, move, composed):
        """Adds an entry; the defender holds what is nowhere else."""
        require(0 < plies < 1 << 16 or plies == inf and self.claim in (NO_MATE, NO_MATE_WITHIN), "wrong plies")
        places = zip(self.pieces, count_of(board), hand, vanished)
        other = tuple(all_of - on_board - held - gone for all_of, on_board, held, gone in places)
        require(min(other) >= 0, "too many pieces")
        self.require_possible(board, self.attacker)
        hands = (hand, other) if self.attacker == BLACK else (other, hand)
        (self.composed if composed else self.entries).append(Entry(Position(board, hands), plies, move))


def require(condition, reason):
    """Calls a file damaged unless a condition holds."""
    if not condition:
        raise Damaged(reason)


def count_of(board):
    """Counts the pieces on a board, kings left out."""
    kinds = [unpromoted(piece) for piece in board if piece]
    return tuple(kinds.count(kind) for kind in range(7))


# ---- The strict game ---------------------------------------------------------------------------------
class StrictEntries:
    """Holds entries of the strict game by their boards, to find those that cover a position."""

    def __init__(self, entries, attacker):
        self.attacker, self.by_board = attacker, defaultdict(list)
        for position, plies, _ in entries:
            self.by_board[position.board].append((position.hands[attacker], plies))

    def mate(self, position):
        """Returns the least plies of a mate: the attacker holds as much as in the entry, or more."""
        hand, claims = position.hands[self.attacker], self.by_board.get(position.board, ())
        return min((plies for other, plies in claims if is_within(other, hand)), default=inf)

    def no_mate(self, position):
        """Returns the most plies without mate: the attacker holds as much as in the entry, or less."""
        hand, claims = position.hands[self.attacker], self.by_board.get(position.board, ())
        return max((plies for other, plies in claims if is_within(hand, other)), default=0)


def after_check(entry, attacker):
    """Returns the position after the move of a mate."""
    for move, after in legal_checks(entry.position, attacker):
        if move == entry.move:
            return after
    raise Rejected("the move is no legal check", entry.position, attacker)


def prove_mates(entries, table, attacker):
    """Rejects mates of the strict game unless every reply leads to one at least two plies shorter."""
    for entry in entries:
        for _, after in replies(after_check(entry, attacker), 1 - attacker):
            if table.mate(after) > entry.plies - 2:
                raise Rejected("a reply leads to no shorter mate", after, attacker)


def prove_no_mates(entries, table, attacker):
    """Rejects no-mates unless every check has a reply to one that is at most two plies shorter."""
    for entry in entries:
        for _, checked in legal_checks(entry.position, attacker):
            answers = replies(checked, 1 - attacker)
            if not any(table.no_mate(after) >= entry.plies - 2 for _, after in answers):
                raise Rejected("a check has no reply that lasts", checked, 1 - attacker)


# ---- The composed game -------------------------------------------------------------------------------
class Lengths:
    """Bounds lengths of the composed game by the entries proven so far.

    All lengths are odd with the attacker to move, even with the defender to move.
    """

    def __init__(self, attacker, strict, robust=None):
        """Starts without entries. Without `robust` it has robust ones only, and no upper bounds."""
        self.attacker, self.strict, self.robust = attacker, strict, robust
        self.mates, self.no_mates, self.by_board, self.known = {}, {}, defaultdict(list), {}

    def add(self, entries):
        """Adds proven entries."""
        self.known.clear()
        for position, plies, move in entries:
            if move is None:
                self.no_mates[position] = max(plies, self.no_mates.get(position, 0))
                self.by_board[position.board].append((position.hands, plies))
            else:
                self.mates[position] = min(plies, self.mates.get(position, inf))

    def no_mate(self, position):
        """Returns the most plies without mate: of the very position, or robust and covering it."""
        if self.robust:
            return max(self.no_mates.get(position, 0), self.robust.no_mate(position))
        mine, other = position.hands[self.attacker], position.hands[1 - self.attacker]
        claims = self.by_board.get(position.board, ())
        return max((plies for hands, plies in claims if is_within(mine, hands[self.attacker])
                    and is_within(hands[1 - self.attacker], other)), default=0)

    def lower(self, position):
        """Returns a lower bound with the attacker to move: odd, and more than is excluded."""
        plies = self.no_mate(position)
        return plies + 1 + plies % 2

    def upper(self, position):
        """Returns an upper bound with the attacker to move."""
        return min(self.mates.get(position, inf), self.strict.mate(position)) if self.robust else inf

    def bounds(self, position):
        """Returns a lower and an upper bound with the defender to move and in check."""
        if position not in self.known:
            self.known[position] = self.find_bounds(position)
        return self.known[position]

    def find_bounds(self, position):
        """Goes from L0 to the length, square by square from the king to the checking piece."""
        givers, between = checkers(position.board, 1 - self.attacker), ()
        if len(givers) == 1:
            king = king_of(position.board, 1 - self.attacker)
            between = tuple(reversed(REACH[position.board[givers[0]]][givers[0]][king]))
        interpositions = {square: [] for square in between}
        low, high = 0, 0 if self.robust else inf
        for move, after in replies(position, 1 - self.attacker):
            if move.target in interpositions:
                interpositions[move.target].append(after)
            else:
                low, high = max(low, 1 + self.lower(after)), max(high, 1 + self.upper(after))
        for square in between:
            before = low, high
            for after in interpositions[square]:
                lower, upper = 1 + self.lower(after), 1 + self.upper(after)
                if lower <= low and upper <= high:
                    continue  # changes nothing, whether it is futile or not
                if_futile = self.bound_if_futile(after, square, givers[0], before)
                if if_futile is not None:
                    low, high = max(low, min(lower, if_futile)), max(high, upper)
        return low, high

    def bound_if_futile(self, after, square, giver, before):
        """Returns None for a futile interposition, else a lower bound of Lk if it may be futile.

        The bound is infinite if it is proven not to be futile. `before` are the bounds of Lk-1.
        """
        bound, hands = inf, list(after.hands)
        for move, (board, taken) in legal(after, self.attacker, {square}, lambda piece: ()):
            givers = checkers(board, 1 - self.attacker)
            if move.target != square or giver != move.origin and givers != [square] or not givers:
                continue
            hands[1 - self.attacker] = taken[1 - self.attacker]
            low, high = self.bounds(Position(board, tuple(hands)))  # the captured piece is out of the game
            if move.origin == giver:
                is_futile, may_be_futile = high <= before[0], low <= before[1]
            else:
                is_futile, may_be_futile = high == before[1] == 0, low == before[0] == 0
            if is_futile:
                return None
            if may_be_futile:
                bound = min(bound, low)
        return bound


def prove_composed(entries, strict, attacker):
    """Rejects entries of the composed game unless they follow from those with fewer plies.

    Robust ones count at once for those after them with as many plies. They rest on robust ones only.
    """
    robust = Lengths(attacker, strict)
    lengths = Lengths(attacker, strict, robust)
    for plies in sorted({entry.plies for entry in entries}):
        level = [entry for entry in entries if entry.plies == plies]
        for entry in level:
            if entry.move:
                if lengths.bounds(checked := after_check(entry, attacker))[1] > plies - 1:
                    raise Rejected("a reply may last too long", checked, 1 - attacker)
            elif not too_soon(robust, entry, attacker):
                robust.add([entry])
                lengths.known.clear()
            elif checked := too_soon(lengths, entry, attacker):
                raise Rejected("a check may mate too soon", checked, 1 - attacker)
        lengths.add(level)
    return lengths


def too_soon(lengths, entry, attacker):
    """Returns a position after a check that may mate within the plies of a no-mate, None without one."""
    afters = (checked for _, checked in legal_checks(entry.position, attacker))
    return next((checked for checked in afters if lengths.bounds(checked)[0] < entry.plies), None)


# ---- Claims ------------------------------------------------------------------------------------------
def check(certificate):
    """Rejects a certificate unless it proves its claim."""
    claim, attacker, limit = certificate.claim, certificate.attacker, certificate.plies
    roots = list(positions_of_claim(certificate))
    strict = StrictEntries(certificate.entries, attacker)
    prove = prove_no_mates if claim in (NO_MATE, NO_MATE_WITHIN) else prove_mates
    prove(certificate.entries, strict, attacker)
    lengths = prove_composed(certificate.composed, strict, attacker)
    for position, turn in roots:
        if claim in (COMPOSED_MATE, NO_COMPOSED_MATE):
            low, high = (lengths.bounds(position) if turn != attacker
                         else (lengths.lower(position), lengths.upper(position)))
            proven = high <= limit if claim == COMPOSED_MATE else low > limit
        elif turn == attacker:
            proven = strict.mate(position) <= limit if claim == MATE else strict.no_mate(position) >= limit
        else:
            answers = [after for _, after in replies(position, turn)]
            proven = (all(strict.mate(after) <= limit - 1 for after in answers) if claim == MATE
                      else any(strict.no_mate(after) >= limit - 1 for after in answers))
        if not proven:
            raise Rejected("the entries do not prove the claim", position, turn)


def positions_of_claim(certificate):
    """Yields the positions that the claim is about, and who is to move."""
    for line in certificate.lines or [[]]:
        position, turn = certificate.start, certificate.turn
        for move in line:
            after = next((after for other, after in replies(position, turn) if other == move), None)
            if after is None:
                raise Rejected("a move of a line is illegal", position, turn)
            position, turn = after, 1 - turn
        if turn != certificate.attacker and not checkers(position.board, turn):
            raise Rejected("the defender is to move and not in check", position, turn)
        yield position, turn


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
    unpacked = []
    while data:
        frame = decompressor()
        try:
            unpacked.append(frame.decompress(data))
        except ZstdError as error:
            raise Damaged(str(error))
        require(frame.eof, "an incomplete Zstandard frame")
        data = frame.unused_data
    return b"".join(unpacked)


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
        """Reads a number in base 128."""
        value = shift = 0
        while True:
            byte = self.byte(256)
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                require((byte or shift == 7) and value < 1 << 32, "a number with too many bytes")
                return value

    def certificates(self):
        """Yields all certificates."""
        require(self.bytes(12) == b"tsume proof\1", "not a file of certificates of this version")
        while self.byte(2):
            yield self.certificate()
        require(self.at == len(self.data), "bytes after the end")

    def certificate(self):
        """Reads a certificate."""
        name, claim, plies = self.bytes(self.number()).decode(), self.byte(13), self.number()
        lines = [[self.move() for _ in range(self.number())] for _ in range(self.number())] if claim > 7 else []
        require((claim & 7) < len(CLAIMS) and (lines or claim < 8), "unknown claim, or no lines")
        claim &= 7
        attacker, turn = self.byte(2), self.byte(2)
        start = Position(self.bytes(81), (tuple(self.bytes(7)), tuple(self.bytes(7))))
        certificate = Certificate(name, claim, plies or inf if claim == NO_MATE else plies, lines, attacker, turn, start)
        board, hand = bytearray(start.board), hand_number(start.hands[attacker])
        for composed in (False, True)[:1 + (claim in (COMPOSED_MATE, NO_COMPOSED_MATE))]:
            while changes := self.number():
                for _ in range(changes - 1):
                    square = self.byte(81)
                    board[square] = self.byte(256)
                hand ^= self.number()
                plies = self.number() or inf
                vanished = hand_of(self.number()) if composed else NOTHING
                move = None if claim in (NO_MATE, NO_MATE_WITHIN) else self.move(composed)
                certificate.add(bytes(board), hand_of(hand), plies, vanished, move, composed)
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


def fields(row, kinds, optional=()):
    """Calls a file damaged unless an object has exactly these fields, of these types."""
    require(type(row) is dict and row.keys() <= kinds.keys(), "unknown fields")
    require(all(name in row or name in optional for name in kinds), "missing fields")
    require(all(type(row[name]) in (kinds[name], type(None)) for name in row), "fields of a wrong type")
    require(all(row[name] is not None or name == "plies" for name in row), "null")


def read_row(line):
    """Reads a certificate from a line."""
    row = json.loads(line, object_pairs_hook=unique)
    fields(row, {"format": str, "version": int, "id": str, "sfen": str, "attacker": str, "claim": str,
                 "plies": int, "lines": list, "entries": list, "composed": list}, ["lines", "composed"])
    require((row["format"], row["version"]) == ("tsume proof", 1), "unknown format")
    require(row["attacker"] in ("black", "white") and row["claim"] in CLAIMS, "unknown attacker or claim")
    claim, attacker = CLAIMS.index(row["claim"]), int(row["attacker"] == "white")
    start, turn = read_sfen(row["sfen"])
    require(all(type(line) is list for line in row.get("lines", [])), "a line that is no list")
    lines = [[read_move(move) for move in line] for line in row.get("lines", [])]
    certificate = Certificate(row["id"], claim, plies_of(row), lines, attacker, turn, start)
    require("composed" not in row or claim in (COMPOSED_MATE, NO_COMPOSED_MATE), "entries of the wrong game")
    for composed, entries in ((False, row["entries"]), (True, row.get("composed", []))):
        has_move = [] if claim in (NO_MATE, NO_MATE_WITHIN) else ["move"]
        kinds = ["sfen", "plies", *has_move, *(["vanished"] if composed else [])]
        for entry in entries:
            fields(entry, {name: int if name == "plies" else str for name in kinds}, kinds[2:] if composed else ())
            (board, hands), side = read_sfen(entry["sfen"])
            vanished, other = read_hands(entry.get("vanished", "-"))
            require(side == attacker and not any(hands[1 - attacker] + other), "not of the attacker")
            move = read_move(entry["move"]) if "move" in entry else None
            certificate.add(board, hands[attacker], plies_of(entry), vanished, move, composed)
    return certificate


def plies_of(row):
    """Returns the plies of an object, infinite without limit."""
    return inf if row["plies"] is None else row["plies"]


def read_sfen(text):
    """Reads a position and the side to move."""
    match = re.fullmatch(r"((?:[1-9]|\+?[PLNSGBRKplnsgbrk]|/)+) ([bw]) (\S+) \d+", text)
    require(match, "not an SFEN")
    ranks = [re.findall(r"\+?\D", re.sub(r"\d", lambda n: "." * int(n[0]), rank)) for rank in match[1].split("/")]
    require([len(rank) for rank in ranks] == [9] * 9, "not nine ranks and files")
    board = bytes(0 if text == "." else 1 + LETTERS.index(text[-1].upper()) + 8 * len(text[:-1])
                  + 16 * text.islower() for file in zip(*map(reversed, ranks)) for text in file)
    return Position(board, read_hands(match[3])), "bw".index(match[2])


def read_hands(text):
    """Reads the hands of Black and White."""
    require(re.fullmatch(r"-|(([2-9]|1[0-8])?[PLNSGBRplnsgbr])+", text), "not a hand")
    counts = [(letter, int(count or 1)) for count, letter in re.findall(r"(\d*)(\w)", text)]
    hands = unique(counts)
    return tuple(tuple(hands.get(letter, 0) for letter in letters[:7]) for letters in (LETTERS, LETTERS.lower()))


def read_move(text):
    """Reads a move in USI."""
    require(type(text) is str, "a move that is no text")
    match = re.fullmatch(r"(?:([1-9][a-i])|([PLNSGBR])\*)([1-9][a-i])(\+?)", text)
    require(match and not (match[2] and match[4]), "not a move")
    origin, target = [9 * int(s[0]) - 9 + RANKS.index(s[1]) if s else None for s in (match[1], match[3])]
    return Move(origin, target, bool(match[4]), LETTERS.index(match[2]) if match[2] else None)


# ---- The command -------------------------------------------------------------------------------------
def text_of_move(move):
    """Writes a move in USI."""
    first, last = [f"{s // 9 + 1}{RANKS[s % 9]}" for s in (move.origin or 0, move.target)]
    return (first if move.dropped is None else LETTERS[move.dropped] + "*") + last + "+" * move.promotes


def text_of_position(position, side):
    """Writes a position as an SFEN with both hands."""
    texts = [("+" if p & 8 else "") + (LETTERS + LETTERS.lower())[(p & 7) + (p >> 4 << 3)]
             for p in range(32)]
    rows = ["".join(texts[p - 1] if p else "1" for p in reversed(position.board[r::9])) for r in range(9)]
    rows = [re.sub("1+", lambda ones: str(len(ones[0])), row) for row in rows]
    hands = "".join(f"{count if count > 1 else ''}{letter}" for letters, hand in
                    zip((LETTERS, LETTERS.lower()), position.hands) for letter, count in zip(letters, hand) if count)
    return f"{'/'.join(rows)} {'bw'[side]} {hands or '-'} 1"


def certificates_in(data):
    """Yields the certificates of a file, which may be in either format."""
    if data[:1] != b"{":
        yield from Compact(unpack(data)).certificates()
    else:
        yield from map(read_row, data.decode().removesuffix("\n").split("\n"))


def check_file(name):
    """Prints a line for each certificate of a file; says whether all are proven."""
    proven = True
    try:
        for certificate in certificates_in(sys.stdin.buffer.read() if name == "-" else open(name, "rb").read()):
            lines = ",".join(" ".join(map(text_of_move, line)) for line in certificate.lines)
            claim = json.dumps(certificate.id), CLAIMS[certificate.claim], certificate.plies, f"[{lines}]"
            try:
                check(certificate)
                print(*claim, "proven")
            except Rejected as error:
                reason, position, side = error.args
                print(*claim, "rejected:", reason, text_of_position(position, side))
                proven = False
    except DAMAGE as error:
        print(f"{name}: damaged: {error}")
        proven = False
    return proven


if __name__ == "__main__":
    if len(sys.argv) < 2 or any(re.match("-.", name) for name in sys.argv[1:]):
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(int(not all([check_file(name) for name in sys.argv[1:]])))
