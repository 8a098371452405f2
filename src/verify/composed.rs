//! Checking what a certificate says about the composed game, in which futile interpositions (無駄合)
//! do not count. The argument is in [`crate::certificate`]; the functions here are named after the
//! bounds of lengths that it speaks of.

use super::board::Board;
use super::checker::{Checker, Reason, Rejection, packed};
use super::geometry::between;
use super::rules;
use crate::certificate::{Certificate, ComposedEntry, Placement};
use crate::shogi::{Hand, Move, Setup, Square};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::collections::HashMap;

/// Positions of the defender looked at, for the certificate as a whole …
const STEPS: u64 = 500_000;

/// … and for each entry besides. A few are usual; only long chains of interpositions take more.
const STEPS_PER_ENTRY: u64 = 500;

/// The end of a chain.
const END: u32 = u32::MAX;

/// The board of an entry, the attacker's hand, and what is out of the game.
type Key = (Placement, Hand, Hand);

/// What there is no mate within, and with which hands: the attacker's, the defender's.
type Robust = (Hand, Hand, u32);

/// The entries of the composed game.
pub(super) struct Game<'a> {
    certificate: &'a Certificate,
    /// Its mates of the strict game.
    strict: &'a Checker<'a>,
    /// The last entry of each position.
    newest: HashMap<Key, u32>,
    /// For each entry the one before it of the same position.
    older: Vec<u32>,
    /// Of each board, the entries found to be robust so far.
    robust: HashMap<Placement, Vec<Robust>>,
    steps: u64,
}

impl<'a> Game<'a> {
    pub(super) fn new(certificate: &'a Certificate, strict: &'a Checker<'a>) -> Self {
        let mut newest = HashMap::new();
        let mut older = Vec::with_capacity(certificate.composed.len());
        for (it, at) in certificate.composed.iter().zip(0..END) {
            let key = (it.entry.board, it.entry.hand, it.vanished);
            older.push(newest.insert(key, at).unwrap_or(END));
        }
        let entries = certificate.composed.len() as u64;
        Self {
            certificate,
            strict,
            newest,
            older,
            robust: HashMap::new(),
            steps: STEPS + STEPS_PER_ENTRY * entries,
        }
    }

    /// The entries about a position of the attacker: whether each is a mate, and its plies.
    fn about(
        &self,
        (board, placement): (&Board, Placement),
        vanished: Hand,
    ) -> impl Iterator<Item = (bool, u32)> {
        let hand = board.hand(self.certificate.attacker);
        let key = (placement, hand, vanished);
        let mut at = self.newest.get(&key).copied().unwrap_or(END);
        std::iter::from_fn(move || {
            let entry = &self.certificate.composed.get(at as usize)?.entry;
            at = self.older.get(at as usize).copied().unwrap_or(END);
            let plies = entry.plies.map_or(0, |plies| plies.get().into());
            Some((entry.mv.is_some(), plies))
        })
    }

    /// What robust entries say of a position of the attacker: a bound within which there is no mate.
    fn robust_bound(&self, (board, placement): (&Board, Placement)) -> Option<u32> {
        let attacker = self.certificate.attacker;
        let entries = self.robust.get(&placement)?;
        let covers = |&&(hand, other, _): &&Robust| {
            hand.dominates(board.hand(attacker)) && board.hand(!attacker).dominates(other)
        };
        entries
            .iter()
            .filter(covers)
            .map(|&(.., plies)| plies)
            .max()
    }

    fn add_robust(&mut self, board: &Board, plies: u32) {
        let attacker = self.certificate.attacker;
        let new = (board.hand(attacker), board.hand(!attacker), plies);
        let covers = |one: &Robust, other: &Robust| {
            one.0.dominates(other.0) && other.1.dominates(one.1) && one.2 >= other.2
        };
        let known = (self.robust.entry(Placement::new(board.cells()))).or_default();
        if !known.iter().any(|old| covers(old, &new)) {
            known.retain(|old| !covers(&new, old));
            known.push(new);
        }
    }

    /// Checks the entries, those of few plies first: others may rest on their being robust.
    pub(super) fn entries(&mut self) -> Result<(), Rejection> {
        let entries = &self.certificate.composed;
        let mut order: Vec<&ComposedEntry> = entries.iter().collect();
        order.sort_by_key(|it| it.entry.plies);
        order.into_iter().try_for_each(|it| self.entry(it))
    }

    /// Checks the claim about one position, when the entries are.
    pub(super) fn claim(&mut self, board: &Board) -> Result<(), Reason> {
        let claim = self.certificate.claim;
        let (attacker, plies) = (self.certificate.attacker, claim.plies().unwrap_or(0));
        let mut look = Look::new(self, u32::MAX, Basis::Everything);
        if board.turn() == attacker {
            let is_covered = if claim.is_mate() {
                look.is_mate_within(board, Hand::EMPTY, plies)
            } else {
                look.least_of_attack(board, Hand::EMPTY, u32::MAX) > plies
            };
            return is_covered.then_some(()).ok_or(Reason::RootNotCovered);
        }
        if !board.in_check(!attacker) {
            return Err(Reason::NotInCheck);
        }
        if claim.is_mate() {
            look.mated(board.clone(), Hand::EMPTY, None, plies)
        } else {
            look.delayed(board.clone(), Hand::EMPTY, None, plies)
        }
    }

    fn entry(&mut self, it: &ComposedEntry) -> Result<(), Rejection> {
        let attacker = self.certificate.attacker;
        let mut setup = Setup {
            board: it.entry.board.board(),
            hands: [Hand::EMPTY; 2],
            turn: attacker,
        };
        setup.hands[attacker.index()] = it.entry.hand;
        self.proof(it, &mut setup).map_err(|reason| Rejection {
            position: Box::new(setup),
            reason,
        })
    }

    fn proof(&mut self, it: &ComposedEntry, setup: &mut Setup) -> Result<(), Reason> {
        let board = self.strict.complete(setup, it.vanished)?;
        let plies = it.entry.plies.ok_or(Reason::NoLength)?;
        let plies = u32::from(plies.get());
        let Some(mv) = it.entry.mv else {
            match self.no_mate(&board, it.vanished, plies, Basis::Robust) {
                Ok(()) => self.add_robust(&board, plies),
                Err(Reason::TooInvolved) => return Err(Reason::TooInvolved),
                Err(_) => self.no_mate(&board, it.vanished, plies, Basis::Everything)?,
            }
            return Ok(());
        };
        let attacker = self.certificate.attacker;
        let after = rules::play_legal(&board, mv).ok_or(Reason::Illegal(mv))?;
        if !after.in_check(!attacker) {
            return Err(Reason::NotCheck(mv));
        }
        let mut look = Look::new(self, plies, Basis::Everything);
        look.mated(after, it.vanished, Some(mv), plies - 1)
    }

    /// Whether every check is shown to leave the defender so long.
    fn no_mate(
        &mut self,
        board: &Board,
        vanished: Hand,
        plies: u32,
        basis: Basis,
    ) -> Result<(), Reason> {
        let mut look = Look::new(self, plies, basis);
        for (mv, after) in rules::checks(board) {
            look.delayed(after, vanished, Some(mv), plies - 1)?;
        }
        Ok(())
    }
}

/// A position of the defender, who is in check.
struct Defence {
    board: Board,
    vanished: Hand,
    /// What gives check, and the squares between it and the king, nearest to the king first.
    checker: Option<Square>,
    squares: &'static [Square],
    king: Option<Square>,
    replies: OnceCell<Vec<Vec<Board>>>,
}

impl Defence {
    fn new(board: Board, vanished: Hand) -> Self {
        let defender = board.turn();
        let king = board.king(defender);
        let checker = king.and_then(|king| board.only_attacker(king, !defender));
        let squares = (king.zip(checker)).map_or(&[][..], |(king, checker)| between(king, checker));
        Self {
            board,
            vanished,
            checker,
            squares,
            king,
            replies: OnceCell::new(),
        }
    }

    /// On which of the squares a reply is an interposition, from 1; 0 if it is none.
    fn square_of(&self, mv: Move) -> usize {
        match self.squares.iter().position(|&square| square == mv.to()) {
            Some(at) if mv.from() != self.king => at + 1,
            _ => 0,
        }
    }

    /// The positions after the replies that are no interpositions, and after the interpositions on
    /// each of the squares.
    fn replies(&self) -> &[Vec<Board>] {
        self.replies.get_or_init(|| {
            let mut replies = vec![Vec::new(); 1 + self.squares.len()];
            for (mv, after) in rules::legal_moves(&self.board) {
                replies[self.square_of(mv)].push(after);
            }
            replies
        })
    }
}

/// A check that takes an interposed piece and may show that it was futile.
struct Capture {
    /// The position after it, with the piece out of the game.
    after: Defence,
    /// Whether the piece that gave check has taken. Otherwise another has, which alone gives check.
    by_checker: bool,
}

/// What a proof may rest on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Basis {
    /// Robust entries alone: what follows is robust as well.
    Robust,
    Everything,
}

/// Looks at one entry, with the help of entries that claim fewer plies than `limit`.
struct Look<'g, 'a> {
    game: &'g mut Game<'a>,
    limit: u32,
    basis: Basis,
    /// Positions of the defender that are mate within so many plies, or not shown to be.
    mates: FxHashMap<(Board, u32), bool>,
    /// Lower bounds of their lengths, with what was asked for.
    least: FxHashMap<Board, (u32, u32)>,
}

impl<'g, 'a> Look<'g, 'a> {
    fn new(game: &'g mut Game<'a>, limit: u32, basis: Basis) -> Self {
        Self {
            game,
            limit,
            basis,
            mates: FxHashMap::default(),
            least: FxHashMap::default(),
        }
    }

    fn mated(
        &mut self,
        board: Board,
        vanished: Hand,
        check: Option<Move>,
        plies: u32,
    ) -> Result<(), Reason> {
        if self.is_mated(&Defence::new(board, vanished), plies)? {
            Ok(())
        } else {
            Err(Reason::NotMated { check, plies })
        }
    }

    fn delayed(
        &mut self,
        board: Board,
        vanished: Hand,
        check: Option<Move>,
        plies: u32,
    ) -> Result<(), Reason> {
        let least = self.least(&Defence::new(board, vanished), plies.saturating_add(1))?;
        if least > plies {
            Ok(())
        } else {
            Err(Reason::NotDelayed { check, plies })
        }
    }

    fn step(&mut self) -> Result<(), Reason> {
        self.game.steps = self.game.steps.checked_sub(1).ok_or(Reason::TooInvolved)?;
        Ok(())
    }

    /// Whether an entry says that a position of the attacker is mate within so many plies.
    fn is_mate_within(&self, board: &Board, vanished: Hand, plies: u32) -> bool {
        let at = packed(board);
        self.game.strict.covers(at, Some(plies))
            || (self.game.about(at, vanished))
                .any(|(is_mate, within)| is_mate && within < self.limit && within <= plies)
    }

    /// A lower bound of the length of a position of the attacker, which is odd. One of `enough` is.
    fn least_of_attack(&self, board: &Board, vanished: Hand, enough: u32) -> u32 {
        let length = |within: u32| (within + 1) | 1;
        let at = packed(board);
        // Those found so far claim no more plies than the entry at hand.
        let robust = self.game.robust_bound(at).map_or(1, length);
        if robust >= enough || self.basis == Basis::Robust {
            return robust;
        }
        let about = self.game.about(at, vanished);
        let lengths = about
            .filter(|&(is_mate, within)| !is_mate && within < self.limit)
            .map(|(_, within)| length(within));
        lengths.max().unwrap_or(1).max(robust)
    }

    /// Whether a position of the defender is shown to be mate within so many plies.
    fn is_mated(&mut self, at: &Defence, plies: u32) -> Result<bool, Reason> {
        let key = (at.board.clone(), plies);
        if let Some(&known) = self.mates.get(&key) {
            return Ok(known);
        }
        self.step()?;
        let mated = self.is_mated_up_to(at, at.squares.len(), plies)?;
        self.mates.insert(key, mated);
        Ok(mated)
    }

    /// Whether the length with interpositions on the first `nearest` squares only is shown to be at
    /// most `plies`.
    fn is_mated_up_to(&mut self, at: &Defence, nearest: usize, plies: u32) -> Result<bool, Reason> {
        for (k, replies) in at.replies().iter().enumerate().take(nearest + 1) {
            for after in replies {
                // A reply takes a ply, and so does a mate at least.
                let in_time = plies >= 2 && self.is_mate_within(after, at.vanished, plies - 1);
                if !in_time && (k == 0 || !self.is_futile(at, k, after)?) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The captures that may show an interposition on the `k`-th square to be futile.
    fn captures(&mut self, at: &Defence, k: usize, after: &Board) -> Result<Vec<Capture>, Reason> {
        let square = at.squares[k - 1];
        let Some(interposed) = after.piece(square) else {
            return Ok(Vec::new());
        };
        let (attacker, kind) = (after.turn(), interposed.kind().unpromote());
        let mut captures = Vec::new();
        for (mv, taken) in rules::checks(after) {
            let by_checker = mv.from() == at.checker;
            let alone = || {
                let king = taken.king(!attacker);
                king.is_some_and(|king| taken.only_attacker(king, attacker) == Some(square))
            };
            if mv.to() == square && (by_checker || alone()) {
                self.step()?;
                let board = taken.without(attacker, kind);
                captures.push(Capture {
                    after: Defence::new(board, at.vanished.add(kind)),
                    by_checker,
                });
            }
        }
        Ok(captures)
    }

    /// Whether an interposition on the `k`-th square, which leads to `after`, is shown to be futile.
    fn is_futile(&mut self, at: &Defence, k: usize, after: &Board) -> Result<bool, Reason> {
        for Capture { after, by_checker } in self.captures(at, k, after)? {
            if self.is_mated(&after, 0)? && (by_checker || self.is_mated_up_to(at, k - 1, 0)?) {
                return Ok(true);
            }
            if by_checker {
                let before = self.least_up_to(at, k - 1, u32::MAX)?;
                if before > 0 && self.is_mated(&after, before)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// A lower bound of the length of a position of the defender. One of `enough` is.
    fn least(&mut self, at: &Defence, enough: u32) -> Result<u32, Reason> {
        if let Some(&(known, asked)) = self.least.get(&at.board)
            && (known >= enough || asked >= enough)
        {
            return Ok(known);
        }
        self.step()?;
        let least = self.least_up_to(at, at.squares.len(), enough)?;
        self.least.insert(at.board.clone(), (least, enough));
        Ok(least)
    }

    /// The same with interpositions on the first `nearest` squares only.
    fn least_up_to(&mut self, at: &Defence, nearest: usize, enough: u32) -> Result<u32, Reason> {
        // Mostly one reply that is no interposition is enough.
        let lasts =
            |after: &Board| self.least_of_attack(after, at.vanished, enough - 1) >= enough - 1;
        if enough > 0 && rules::any_legal(&at.board, |mv| at.square_of(mv) == 0, lasts) {
            return Ok(enough);
        }
        let mut least = 0;
        for (k, replies) in at.replies().iter().enumerate().take(nearest + 1) {
            let before = least;
            for after in replies {
                if least >= enough {
                    return Ok(least);
                }
                let counted = 1 + self.least_of_attack(after, at.vanished, enough);
                if counted <= least {
                    continue;
                }
                let shown = if k == 0 {
                    counted
                } else {
                    self.counts_for(at, k, after, (before, counted))?
                };
                least = least.max(shown);
            }
        }
        Ok(least)
    }

    /// What an interposition on the `k`-th square shows about the length, where Lₖ₋₁ is at least
    /// `before`: if it is effective, the length is at least `counted`.
    fn counts_for(
        &mut self,
        at: &Defence,
        k: usize,
        after: &Board,
        (before, counted): (u32, u32),
    ) -> Result<u32, Reason> {
        let mut least = counted;
        for Capture { after, by_checker } in self.captures(at, k, after)? {
            if !by_checker && before > 0 {
                continue;
            }
            let length = self.least(&after, if by_checker { u32::MAX } else { 1 })?;
            let is_effective = if by_checker {
                length > 0
                    && self.basis == Basis::Everything
                    && self.is_mated_up_to(at, k - 1, length - 1)?
            } else {
                length > 0
            };
            if !is_effective {
                // Were it futile, Lₖ₋₁ would be no less than this.
                least = least.min(length);
            }
        }
        Ok(least)
    }
}
