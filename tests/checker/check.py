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

from board import REACH, Position, checkers, is_within, king_of, legal, legal_checks, replies
from formats import (BRINKMATE, CLAIMS, COMPOSED_MATE, DAMAGE, MATE, NO_BRINKMATE, certificates_in, text_of_move,
                     text_of_position)


class Rejected(Exception):
    """Says why a certificate proves nothing, at which position, and who is to move there."""


# ---- The strict game ---------------------------------------------------------------------------------

class StrictEntries:
    """Holds entries of the strict game by their boards, to find those that cover a position."""

    def __init__(self, entries, attacker):
        self.attacker, self.by_board = attacker, defaultdict(list)
        for position, plies, *_ in entries:
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


def prove_strict(certificate, table):
    """Rejects mates if a reply leads to none two plies shorter, no-mates if no reply leads to such a one."""
    attacker = certificate.attacker
    for entry in certificate.entries:
        if not certificate.is_no_mate:
            for _, after in replies(after_check(entry, attacker), 1 - attacker):
                if table.mate(after) > entry.plies - 2:
                    raise Rejected("a reply leads to no shorter mate", after, attacker)
            continue
        for _, checked in legal_checks(entry.position, attacker):
            if not any(table.no_mate(after) >= entry.plies - 2 for _, after in replies(checked, 1 - attacker)):
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
        for position, plies, move, _ in entries:
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
            between = REACH[position.board[givers[0]]][givers[0]][king][::-1]
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


def prove_composed(certificate, strict):
    """Rejects entries of the composed game unless they follow from marked ones and those with fewer plies.

    Robust ones count at once for those after them with as many plies. They rest on robust ones only, and
    marked ones on all that are marked.
    """
    attacker = certificate.attacker
    robust = Lengths(attacker, strict)
    lengths = Lengths(attacker, strict, robust)
    marked = [entry for entry in certificate.composed if entry.robust]
    robust.add(marked)
    for entry in marked:
        if entry.move:
            raise Rejected("a mate that is marked as robust", entry.position, attacker)
        if checked := too_soon(robust, entry):
            raise Rejected("a check may mate too soon for a robust entry", checked, 1 - attacker)
    rest = [entry for entry in certificate.composed if not entry.robust]
    for plies in sorted({entry.plies for entry in rest}):
        level = [entry for entry in rest if entry.plies == plies]
        for entry in level:
            if entry.move:
                if lengths.bounds(checked := after_check(entry, attacker))[1] > plies - 1:
                    raise Rejected("a reply may last too long", checked, 1 - attacker)
            elif not too_soon(robust, entry):
                robust.add([entry])
                lengths.known.clear()
            elif checked := too_soon(lengths, entry):
                raise Rejected("a check may mate too soon", checked, 1 - attacker)
        lengths.add(level)
    return lengths


def too_soon(lengths, entry):
    """Returns a position after a check that may mate within the plies of a no-mate, None without one."""
    afters = (checked for _, checked in legal_checks(entry.position, lengths.attacker))
    return next((checked for checked in afters if lengths.bounds(checked)[0] < entry.plies), None)


# ---- Brinkmates --------------------------------------------------------------------------------------

class Brinkmates:
    """Judges positions by entries about brinkmates and the strict entries beside them."""

    def __init__(self, certificate, strict):
        """Rejects entries of the wrong kind."""
        self.attacker, self.strict, self.is_none = certificate.attacker, strict, certificate.claim == NO_BRINKMATE
        self.plies = {}
        for entry in certificate.brinkmates:
            if entry.plies % 2 == 0 or (entry.move is None) != self.is_none:
                raise Rejected("an entry that is about something else", entry.position, self.attacker)
            known, best = self.plies.get(entry.position, entry.plies), max if self.is_none else min
            self.plies[entry.position] = best(known, entry.plies)

    def is_mate(self, position):
        """Says whether there is a mate, of any length, with the attacker to move."""
        return self.strict.mate(position) < inf

    def is_no_mate(self, position):
        """Says whether there is no mate at all, with the attacker to move."""
        return self.strict.no_mate(position) == inf

    def prove(self, certificate):
        """Rejects the entries unless they follow from those with fewer plies."""
        for position, plies, move, _ in certificate.brinkmates:
            moves = replies(position, self.attacker)  # all legal moves
            if self.is_none:
                for _, after in moves:
                    if not self.has_defence(after, plies):
                        raise Rejected("a move has no defence that holds", after, 1 - self.attacker)
            else:
                after = next((after for other, after in moves if other == move), None)
                if after is None:
                    raise Rejected("the move is illegal", position, self.attacker)
                self.require_forced(after, plies - 1)

    def require_forced(self, position, plies):
        """Rejects a position of the defender that is no brinkmate within so many plies."""
        defender = 1 - self.attacker
        if not checkers(position.board, defender) and not self.is_mate(position):  # the same after a pass
            raise Rejected("a pass leads to no mate", position, defender)
        for _, after in replies(position, defender):
            if not self.is_mate(after) and self.plies.get(after, inf) > plies - 1:
                raise Rejected("a reply leads to no mate and no shorter brinkmate", after, self.attacker)

    def has_defence(self, position, plies):
        """Says whether a move of the attacker, which is made, leads to no brinkmate within so many plies."""
        defender, between, givers = 1 - self.attacker, (), checkers(position.board, 1 - self.attacker)
        if not givers and self.is_no_mate(position):  # the same after a pass
            return True
        if len(givers) == 1:
            between = REACH[position.board[givers[0]]][givers[0]][king_of(position.board, defender)]
        for move, after in replies(position, defender):
            if plies == 1:
                holds = self.is_no_mate(after) or after in self.plies
            else:
                holds = self.plies.get(after, 0) >= plies - 2
            if holds and plies > 1 and move.target in between:  # it may be futile
                captured = self.captures(after, givers[0], move.target)
                holds = all(self.has_defence(position, plies) for position in captured)
            if holds:
                return True
        return False

    def captures(self, position, origin, target):
        """Yields the positions after captures of an interposed piece by the checking piece, with check."""
        for move, after in legal(position, self.attacker, {target}, lambda piece: ()):
            if move.origin == origin and move.target == target and checkers(after.board, 1 - self.attacker):
                yield after

    def proves(self, claim, plies, position, turn):
        """Says whether a claim about a position is proven, with an even number of plies if the defender is to move."""
        if plies % 2 != (turn == self.attacker):
            return False
        if turn == self.attacker:
            none, some = self.plies.get(position, 0), self.plies.get(position, inf)
            return some <= plies if claim == BRINKMATE else none >= plies
        if claim == NO_BRINKMATE:
            return plies == 0 and self.has_defence(position, 1)
        self.require_forced(position, plies)
        return True


# ---- Claims ------------------------------------------------------------------------------------------

def check(certificate):
    """Rejects a certificate unless it proves its claim."""
    claim, limit = certificate.claim, certificate.plies
    roots = list(positions_of_claim(certificate))
    strict = StrictEntries(certificate.entries, certificate.attacker)
    prove_strict(certificate, strict)
    lengths = prove_composed(certificate, strict)
    brinkmates = Brinkmates(certificate, strict)
    brinkmates.prove(certificate)
    for position, turn in roots:
        if limit == 0 and turn == certificate.attacker and claim not in (MATE, COMPOSED_MATE, BRINKMATE):
            raise Rejected("the claim is true of every position", position, turn)
        if certificate.is_composed:
            low, high = (lengths.bounds(position) if turn != certificate.attacker
                         else (lengths.lower(position), lengths.upper(position)))
            proven = high <= limit if claim == COMPOSED_MATE else low > limit
        elif certificate.is_brinkmate:
            proven = brinkmates.proves(claim, limit, position, turn)
        elif turn == certificate.attacker:
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
        if turn != certificate.attacker:
            in_check = bool(checkers(position.board, turn))
            if in_check == certificate.is_brinkmate and (not in_check or certificate.plies == 0):
                raise Rejected(f"the defender is to move and {'' if in_check else 'not '}in check", position, turn)
        yield position, turn


# ---- The command -------------------------------------------------------------------------------------

def check_file(name):
    """Prints a line for each certificate of a file; returns the exit status."""
    status = 0
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
                status = 1
    except DAMAGE as error:
        print(f"{name}: damaged: {error}")
        status = 2 if isinstance(error, OSError) else 1
    return status


if __name__ == "__main__":
    if len(sys.argv) < 2 or any(re.match("-.", name) for name in sys.argv[1:]):
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(max([check_file(name) for name in sys.argv[1:]]))
