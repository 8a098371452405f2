"""Writes what the checker only reads: hands as numbers, moves as in USI, positions as SFENs."""
from board import KIND, SIDE
from formats import SHIFTS

LETTERS = "PLNSGBR"


def sign_of(piece):
    """Returns a piece as in an SFEN, even if there is no such piece."""
    letter = (LETTERS + "K")[KIND[piece]]
    return "+" * ((piece - 1) % 16 > 7) + (letter.lower() if SIDE[piece] else letter)


def hand_number(hand):
    """Returns a hand as a number of the compact format."""
    return sum(count << shift for count, shift in zip(hand, SHIFTS))


def text_of_square(square):
    """Returns a square as in USI."""
    file, rank = divmod(square, 9)
    return f"{file + 1}{'abcdefghi'[rank]}"


def text_of_move(move):
    """Returns a move as in USI."""
    origin = f"{LETTERS[move.dropped]}*" if move.origin is None else text_of_square(move.origin)
    return origin + text_of_square(move.target) + "+" * move.promotes


def text_of_hands(hands):
    """Returns both hands as in an SFEN."""
    text = ""
    for letters, hand in zip((LETTERS, LETTERS.lower()), hands):
        for letter, count in reversed(list(zip(letters, hand))):
            text += f"{count if count > 1 else ''}{letter}" if count else ""
    return text or "-"


def text_of_position(position, turn):
    """Returns an SFEN."""
    ranks = []
    for rank in range(9):
        text, empty = "", 0
        for file in range(8, -1, -1):
            piece = position.board[file * 9 + rank]
            if not piece:
                empty += 1
                continue
            text += f"{empty or ''}{sign_of(piece)}"
            empty = 0
        ranks.append(f"{text}{empty or ''}")
    return f"{'/'.join(ranks)} {'bw'[turn]} {text_of_hands(position.hands)} 1"
