"""The board, the pieces, and the legal moves."""

from collections import namedtuple

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

Position = namedtuple("Position", "board hands")  # 81 bytes; the hands of Black and White, seven numbers each
Move = namedtuple("Move", "origin target promotes dropped")  # no origin for drops; else no kind that is dropped


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


def is_within(hand, other):
    """Says whether a hand has no more of any piece than the other."""
    return all(a <= b for a, b in zip(hand, other))


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
