"""Positions of shogi and their legal moves.

A board is 81 bytes, the squares 1a, 1b … 9i: 0, or 1 + the kind of the piece + 8 if promoted + 16 for White.
The kinds are P L N S G B R K. A side is 0 for Black or 1 for White; who is to move is told separately.
"""
from collections import defaultdict, namedtuple
from functools import lru_cache
from itertools import product

PAWN, KING = 1, 8  # Black's; White's are 16 more
# Steps to other files and ranks. Black goes forward to smaller ranks.
FORWARD, STRAIGHT = [(0, -1)], [(0, -1), (-1, 0), (1, 0), (0, 1)]
JUMPS, DIAGONAL = [(-1, -2), (1, -2)], [(-1, -1), (1, -1), (-1, 1), (1, 1)]
GOLD = STRAIGHT + DIAGONAL[:2]
# Of Black's pieces: where they go one step, and where as far as they can.
GAITS = {1: (FORWARD, []), 2: ([], FORWARD), 3: (JUMPS, []), 4: (FORWARD + DIAGONAL, []), 5: (GOLD, []),
         6: ([], DIAGONAL), 7: ([], STRAIGHT), 8: (STRAIGHT + DIAGONAL, []), 9: (GOLD, []), 10: (GOLD, []),
         11: (GOLD, []), 12: (GOLD, []), 14: (STRAIGHT, DIAGONAL), 15: (DIAGONAL, STRAIGHT)}
PIECES = [black + white for white in (0, 16) for black in GAITS]
PROMOTING = [piece for piece in PIECES if (piece - 1) % 16 < 8 and piece + 8 in PIECES]
SIDE, KIND = [int(piece > 16) for piece in range(33)], [(piece - 1) % 8 for piece in range(33)]
SQUARES = range(81)
# Of each piece and square: the squares where it goes on an empty board, by direction, the nearest first.
RAYS = defaultdict(list)
# Of each square: from where which pieces attack it, and the squares between, the nearest first.
ATTACKS = [defaultdict(dict) for square in SQUARES]
for piece, origin in product(PIECES, SQUARES):
    (file, rank), forward = divmod(origin, 9), -1 if SIDE[piece] else 1
    for steps, directions in zip((1, 8), GAITS[piece - 16 * SIDE[piece]]):
        for right, back in directions:
            ray = [(file + right * step, rank + back * forward * step) for step in range(1, steps + 1)]
            ray = [x * 9 + y for x, y in ray if x in range(9) and y in range(9)]
            RAYS[piece, origin].append(ray)
            for index, target in enumerate(ray):
                ATTACKS[target][origin][piece] = ray[:index][::-1]
# Where a piece could never move again, and where a side's pieces promote.
DEAD = {piece: {square for square in SQUARES if not any(RAYS[piece, square])} for piece in PIECES}
ZONES = [{square for square in SQUARES if square % 9 in ranks} for ranks in ((0, 1, 2), (6, 7, 8))]
# A move of a piece from its origin, or the drop of a kind; the other one is None.
Move = namedtuple("Move", "origin target promotes dropped", defaults=(False, None))

class Position(namedtuple("Position", "board hands")):
    """A board and both hands: how many of P L N S G B R each side holds."""

    def checkers(self, side):
        """Maps where a piece gives check to a side to the squares between, the nearest to the king first."""
        found, king = {}, self.board.find(KING + 16 * side)
        for origin, pieces in ATTACKS[king].items() if king >= 0 else ():
            piece = self.board[origin]
            if piece in pieces and SIDE[piece] != side and not any(self.board[at] for at in pieces[piece]):
                found[origin] = pieces[piece]
        return found

    def after(self, side, move):
        board, hands, changes = bytearray(self.board), list(self.hands), [0] * 8
        if move.origin is None:
            board[move.target] = 1 + move.dropped + 16 * side
            changes[move.dropped] = -1
        else:
            changes[KIND[board[move.target]]] = 1  # an empty square counts as a king, and is in no hand
            board[move.target] = board[move.origin] + 8 * move.promotes
            board[move.origin] = 0
        hands[side] = tuple(count + change for count, change in zip(hands[side], changes))
        return Position(bytes(board), tuple(hands))

    def moves(self, side, goals, king_goals):
        """Yields the moves to some squares, perhaps to others for the king, that are legal but for checks."""
        for origin, piece in enumerate(self.board):
            for ray in RAYS[piece, origin] if piece and SIDE[piece] == side else ():
                for target in ray:
                    taken = self.board[target]
                    if taken and SIDE[taken] == side:
                        break
                    if target in (king_goals if KIND[piece] == KIND[KING] else goals):
                        if target not in DEAD[piece]:
                            yield Move(origin, target)
                        if (origin in ZONES[side] or target in ZONES[side]) and piece in PROMOTING:
                            yield Move(origin, target, True)
                    if taken:
                        break
        for kind in range(7):
            piece = 1 + kind + 16 * side
            for target in goals if self.hands[side][kind] > 0 else ():
                file = self.board[target // 9 * 9:][:9] if kind == KIND[PAWN] else ()
                if not self.board[target] and target not in DEAD[piece] and piece not in file:
                    yield Move(None, target, dropped=kind)

@lru_cache(1 << 14)
def legal_moves(position, side, to=SQUARES):
    """Returns the legal moves of a side to some squares, and the positions after them."""
    goals, checkers, legal = to, position.checkers(side), []
    if checkers:
        (origin, between), *others = checkers.items()
        goals = () if others else {origin, *between}.intersection(to)
    for move in position.moves(side, goals, to):
        after = position.after(side, move)
        checks_by_pawn = move.dropped == KIND[PAWN] and after.checkers(1 - side)
        if not after.checkers(side) and not (checks_by_pawn and not legal_moves(after, 1 - side)):
            legal.append((move, after))
    return legal

def legal_checks(position, side, to=SQUARES):
    """Returns the legal checks of a side to some squares, and the positions after them."""
    return [(move, after) for move, after in legal_moves(position, side, to) if after.checkers(1 - side)]
