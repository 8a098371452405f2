"""Checks certificates of tsume shogi solutions. The exit status is 0 if all are proven, 1 if one is not or a
file is damaged, 2 for misuse."""
import argparse
from collections import defaultdict
from functools import cache
from math import inf
from operator import attrgetter, ge, le

from board import DEAD, KING, PAWN, SQUARES, Position, legal_checks, legal_moves
from formats import DAMAGE, certificates_in, demand

ALL_PIECES = 18, 4, 4, 4, 4, 2, 2

class Rejected(Exception):
    """A certificate does not prove its claim."""

class Game:
    """What entries say of lengths in the strict or composed game. Robust bounds rest on no upper ones."""

    def __init__(self, attacker, composed=False, robust=False):
        self.attacker, self.defender, self.composed, self.robust = attacker, 1 - attacker, composed, robust
        self.entries = defaultdict(list)  # by the board that they cover, or the position
        self.limit = inf  # entries that cover a position only are of use if they claim fewer plies
        self.bounds_in_check = cache(self.bounds_in_check)  # until it uses other entries

    def use(self, entries, others=True):
        """Uses entries from now on; they cover other positions on the same board, or only their own."""
        for entry in entries:
            self.entries[entry.position.board if others else entry.position].append(entry)
        self.bounds_in_check.cache_clear()

    def prove_together(self, entries):
        """Proves entries that may all rest on each other."""
        self.use(entries)
        demand(all(map(self.proves, entries)), "an entry is not proven", Rejected)

    def proves(self, entry):
        checks = legal_checks(entry.position, self.attacker, (entry.move.target,) if entry.move else SQUARES)
        if entry.move:
            after = dict(checks).get(entry.move)
            return after and self.bounds_in_check(after)[1] < entry.length
        return all(self.bounds_in_check(after)[0] >= entry.length - 1 for _, after in checks)

    def no_better(self, one, other):
        """Returns whether one position is no better for the attacker than another on the same board."""
        return (all(map(le, one.hands[self.attacker], other.hands[self.attacker]))
                and all(map(ge, one.hands[self.defender], other.hands[self.defender])))

    def bounds(self, position):
        """Returns the bounds of the length of a position with the attacker to move."""
        lower, upper = 1, inf
        own = [entry for entry in self.entries.get(position, []) if entry.plies < self.limit]
        for entry in self.entries.get(position.board, []) + own:
            if entry.move and self.no_better(entry.position, position):
                upper = min(upper, entry.length)
            elif not entry.move and self.no_better(position, entry.position):
                lower = max(lower, entry.length)
        return lower, upper

    def bounds_in_check(self, position):
        """Returns the bounds of the length of a position of the defender, who is in check."""
        checker, between = next(iter(position.checkers(self.defender).items()))
        replies = [[] for _ in range(len(between) + 1)]  # those that do not interpose, then by square
        for move, after in legal_moves(position, self.defender):
            interposes = self.composed and move.target in between
            replies[between.index(move.target) + 1 if interposes else 0].append((move, after))
        lower, upper = 0, inf if self.robust else 0
        for index, group in enumerate(replies):
            nearer = lower, upper  # the bounds without interpositions on this square and those beyond
            for move, after in group:
                least, most = (bound + 1 for bound in self.bounds(after))
                if index > 0 and (least > lower or most > upper):
                    least, most = self.worth(after, move.target, checker, *nearer, least, most)
                lower, upper = max(lower, least), max(upper, most)
        return lower, upper

    def worth(self, position, square, checker, lower, upper, least, most):
        """Returns what an interposition is worth at least and at most, given this if it is not futile."""
        for move, after in legal_checks(position, self.attacker, (square,)):
            shortest, longest = self.bounds_in_check(Position(after.board, position.hands))
            if move.origin == checker:
                most = 0 if longest <= lower else most
                least = min(least, shortest) if shortest <= upper else least
            elif [*after.checkers(self.defender)] == [square]:
                most = 0 if longest == upper == 0 else most
                least = 0 if shortest == lower == 0 else least
        return least, most

    def holds(self, denies, plies, position, turn):
        """Returns whether it follows that a position is a mate within some plies, or that it is none."""
        if plies == 0 and turn == self.attacker or turn == self.defender and not position.checkers(turn):
            return False
        lower, upper = self.bounds(position) if turn == self.attacker else self.bounds_in_check(position)
        return lower >= (inf if plies is None else plies + 1) if denies else upper <= plies

class Brinkmates(Game):
    """What entries say of brinkmates, in the strict game."""

    def prove_brinkmates(self, entries):
        """Proves entries; each covers only its own position."""
        self.plies = {}
        for position, plies, _, move, _ in entries:
            self.plies[position] = (min if move else max)(plies, self.plies.get(position, plies))
        for position, plies, _, move, _ in entries:
            moves = dict(legal_moves(position, self.attacker))
            proven = (move in moves and self.forces(moves[move], plies) if move
                      else all(self.refutes(after, plies) for after in moves.values()))
            demand(proven, "an entry about brinkmates is not proven", Rejected)

    def forces(self, position, plies):
        """Returns whether the defender is lost after the move of an entry with so many plies."""
        threat = position.checkers(self.defender) or self.bounds(position)[1] < inf
        return threat and all(self.bounds(after)[1] < inf or self.plies.get(after, inf) <= plies - 2
                              for _, after in legal_moves(position, self.defender))

    def refutes(self, position, plies):
        """Returns whether the defender is safe after a move in an entry with so many plies."""
        checkers = position.checkers(self.defender)
        if not checkers and self.bounds(position)[0] == inf:
            return True
        for move, after in legal_moves(position, self.defender):
            safe = self.plies.get(after, 0) >= max(1, plies - 2)
            if plies == 1 and (safe or self.bounds(after)[0] == inf):
                return True
            if safe and all(self.refutes(taken, plies)
                            for capture, taken in legal_checks(after, self.attacker, (move.target,))
                            if move.target in checkers.get(capture.origin, ())):
                return True
        return False

    def holds(self, denies, plies, position, turn):
        if turn == self.attacker:
            known = self.plies.get(position, -inf if denies else inf)
            return plies % 2 and (known >= plies if denies else known <= plies)
        if plies % 2 or denies and plies or plies == 0 and position.checkers(turn):
            return False
        return (self.refutes if denies else self.forces)(position, plies + 1)

def composed_game(attacker, strict, composed):
    """Proves the entries of the composed game, given strict mates, and returns the game."""
    robust, game = Game(attacker, composed=True, robust=True), Game(attacker, composed=True)
    marked = [entry for entry in composed if entry.marked]
    robust.prove_together(marked)
    game.use(strict + marked)
    for entry in sorted((entry for entry in composed if not entry.marked), key=attrgetter("plies")):
        game.limit = entry.plies
        is_robust = not entry.move and robust.proves(entry)
        demand(is_robust or game.proves(entry), "an entry of the composed game is not proven", Rejected)
        game.use([entry], others=is_robust)
        robust.use([entry] if is_robust else [])
    game.limit = inf
    return game

def has_kings(attacker, position, turn):
    """Returns whether the kings can be as they are. The attacker need not have one."""
    kings = [position.board.count(KING + 16 * side) for side in (attacker, 1 - attacker)]
    return kings in ([0, 1], [1, 1]) and not position.checkers(1 - turn)

def has_board(board, pieces):
    pawns = [board[file:file + 9].count(pawn) for file in range(0, 81, 9) for pawn in (PAWN, PAWN + 16)]
    stuck = any(piece and square in DEAD[piece] for square, piece in enumerate(board))
    return max(pawns) < 2 and not stuck and all(map(le, pieces, ALL_PIECES))

def check(certificate):
    """Raises Rejected unless a certificate proves its claim."""
    attacker, problem, entries = certificate.attacker, certificate.problem, certificate.entries
    demand(has_board(problem.board, certificate.pieces), "an impossible problem", Rejected)
    positions = [(entry.position, attacker) for kind in entries.values() for entry in kind]
    positions.append((problem, certificate.turn))
    demand(all(has_kings(attacker, *pair) for pair in positions), "impossible kings", Rejected)
    game = Brinkmates(attacker) if "brinkmates" in entries else Game(attacker)
    game.prove_together(entries["entries"])
    if "brinkmates" in entries:
        game.prove_brinkmates(entries["brinkmates"])
    if "composed" in entries:
        game = composed_game(attacker, entries["entries"], entries["composed"])
    for line in certificate.lines:
        position, turn = problem, certificate.turn
        for move in line:
            position = dict(legal_moves(position, turn, (move.target,))).get(move)
            demand(position, "an illegal move", Rejected)
            turn = 1 - turn
        demand(game.holds(certificate.denies, certificate.plies, position, turn), "claim unproven", Rejected)

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=argparse.FileType("rb"), help="- is the standard input")
    status = 0
    for file in parser.parse_args().files:
        try:
            for certificate in certificates_in(file.read()):
                check(certificate)
                print(f"{file.name}: {certificate.name!r}: {certificate.claim} {certificate.plies}: proven")
        except (Rejected, *DAMAGE) as error:
            print(f"{file.name}: NOT PROVEN from here on: {error}")
            status = 1
    raise SystemExit(status)
