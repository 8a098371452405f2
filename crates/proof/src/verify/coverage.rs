//! The positions that the entries of the strict game cover.
//!
//! Entries are found by their boards. Most boards have few entries, which a look-up goes through one by
//! one. A file may, however, have any number of entries on one board, and as many look-ups of them. Such
//! a board gets a table with an answer for every hand that the problem has pieces for.

use super::packed::Packed;
use crate::certificate::{Certificate, Entry, Placement};
use crate::shogi::{Hand, PieceKind};
use std::collections::HashMap;

/// The end of the chain of entries with one board.
const END: u32 = u32::MAX;
/// The number of the first table. Smaller numbers are indices of entries.
const FIRST_TABLE: u32 = 1 << 31;
/// The most entries in a chain. A board with more of them gets a table.
const CHAIN_MAX: u32 = 256;

/// The entries of a certificate by their boards.
pub(super) struct Coverage<'a> {
    certificate: &'a Certificate,
    /// The index of the last entry of each board, or the number of its table.
    newest: HashMap<&'a Placement, u32>,
    /// For each entry the one before it on the same board.
    older: Vec<u32>,
    tables: Vec<Table>,
}

impl<'a> Coverage<'a> {
    /// Groups the entries of a certificate by board. `pieces` has the number of pieces of each kind in
    /// the problem.
    pub fn new(certificate: &'a Certificate, pieces: [u32; 7]) -> Self {
        Self::with_chains(certificate, pieces, CHAIN_MAX)
    }

    /// Groups the entries. Boards with more than `chain_max` of them get a table.
    fn with_chains(certificate: &'a Certificate, pieces: [u32; 7], chain_max: u32) -> Self {
        // A problem with more pieces than a set is rejected only later, and must not make the tables
        // larger.
        let pieces = std::array::from_fn(|kind| pieces[kind].min(PieceKind::SET[kind].into()));
        // A hostile file may have boards with equal hashes. The hasher of the standard library is safe
        // against this.
        let mut boards = HashMap::new();
        let mut older = Vec::with_capacity(certificate.entries.len());
        for (entry, index) in certificate.entries.iter().zip(0..FIRST_TABLE) {
            let (newest, count) = boards.entry(&entry.board).or_insert((END, 0_u32));
            older.push(*newest);
            (*newest, *count) = (index, *count + 1);
        }
        let mut coverage = Self {
            certificate,
            newest: HashMap::with_capacity(boards.len()),
            older,
            tables: Vec::new(),
        };
        let is_mate = certificate.claim.has_mates();
        for (board, (mut newest, count)) in boards {
            if count > chain_max {
                let table = Table::new(coverage.chain(newest), pieces, is_mate);
                newest = FIRST_TABLE + coverage.tables.len() as u32;
                coverage.tables.push(table);
            }
            coverage.newest.insert(board, newest);
        }
        coverage
    }

    /// Returns the entries of one board, the newest first.
    fn chain(&self, newest: u32) -> impl Iterator<Item = &'a Entry> {
        let entries = &self.certificate.entries;
        let mut next = newest as usize;
        std::iter::from_fn(move || {
            let entry = entries.get(next)?;
            next = self.older.get(next).copied().unwrap_or(END) as usize;
            Some(entry)
        })
    }

    /// Returns whether an entry covers a position with the attacker to move, for `plies` (`None`:
    /// without a limit).
    pub fn covers(&self, position: Packed<'_>, plies: Option<u32>) -> bool {
        let is_mate = self.certificate.claim.has_mates();
        if plies == Some(0) {
            return !is_mate;
        }
        let hand = position.board.hand(self.certificate.attacker);
        let newest = self.newest.get(&position.placement).copied();
        let newest = newest.unwrap_or(END);
        if newest != END && newest >= FIRST_TABLE {
            return self.tables[(newest - FIRST_TABLE) as usize].covers(hand, plies);
        }
        self.chain(newest).any(|entry| {
            if is_mate {
                is_in_time(length(entry), plies) && hand.dominates(entry.hand)
            } else {
                lasts(length(entry), plies) && entry.hand.dominates(hand)
            }
        })
    }
}

/// Returns the plies of an entry; the largest number if it has none.
fn length(entry: &Entry) -> u32 {
    entry.plies.map_or(u32::MAX, |plies| plies.get().into())
}

/// Returns whether "no mate within `length` plies" implies "no mate within `plies`".
fn lasts(length: u32, plies: Option<u32>) -> bool {
    length >= plies.unwrap_or(u32::MAX)
}

/// Returns whether a mate of this length is a mate within `plies`. Without a limit it never is.
fn is_in_time(length: u32, plies: Option<u32>) -> bool {
    length != u32::MAX && plies.is_some_and(|most| length <= most)
}

/// The answers of the entries of one board for every hand of the attacker.
struct Table {
    is_mate: bool,
    /// For each kind, one more than the number of pieces in the problem.
    sizes: [usize; 7],
    /// For each hand the fewest plies of the mates that cover it, or the most plies of the no-mates. If
    /// no entry covers the hand, it is the largest number, or 0.
    best: Vec<u32>,
}

impl Table {
    fn new<'e>(entries: impl Iterator<Item = &'e Entry>, pieces: [u32; 7], is_mate: bool) -> Self {
        let sizes = pieces.map(|count| count as usize + 1);
        let nothing = if is_mate { u32::MAX } else { 0 };
        let mut table = Self {
            is_mate,
            sizes,
            best: vec![nothing; sizes.iter().product()],
        };
        for entry in entries {
            // An entry whose hand has more pieces than the problem is refused elsewhere.
            if let Some(index) = table.index(entry.hand) {
                table.improve(index, length(entry));
            }
        }
        // A mate is also one with a piece more, and a no-mate with a piece less. One kind after another,
        // each hand takes over what holds for the hand next to it.
        let mut step = 1;
        for size in sizes {
            let count = |index: usize| index / step % size;
            if is_mate {
                for index in 0..table.best.len() {
                    if count(index) > 0 {
                        table.improve(index, table.best[index - step]);
                    }
                }
            } else {
                for index in (0..table.best.len()).rev() {
                    if count(index) + 1 < size {
                        table.improve(index, table.best[index + step]);
                    }
                }
            }
            step *= size;
        }
        table
    }

    /// Replaces the answer of a hand by `plies` if that claims more.
    fn improve(&mut self, index: usize, plies: u32) {
        let best = &mut self.best[index];
        *best = if self.is_mate {
            plies.min(*best)
        } else {
            plies.max(*best)
        };
    }

    /// Returns the index of a hand; `None` if it has more pieces than the problem.
    fn index(&self, hand: Hand) -> Option<usize> {
        let (mut index, mut step) = (0, 1);
        for (kind, size) in PieceKind::HAND.into_iter().zip(self.sizes) {
            let count = hand.count(kind) as usize;
            if count >= size {
                return None;
            }
            index += count * step;
            step *= size;
        }
        Some(index)
    }

    fn covers(&self, hand: Hand, plies: Option<u32>) -> bool {
        let best = self.index(hand).map(|index| self.best[index]);
        best.is_some_and(|best| {
            if self.is_mate {
                is_in_time(best, plies)
            } else {
                lasts(best, plies)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Board;
    use super::*;
    use crate::certificate::Claim;
    use crate::notation::sfen;
    use crate::shogi::Color;
    use std::num::NonZeroU16;

    /// The hand with this number, of three pawns, two lances and a rook.
    fn hand(number: u32) -> Hand {
        let counts = [number % 4, number / 4 % 3, 0, 0, 0, 0, number / 12 % 2];
        Hand::from_counts(counts.map(|count| count as u8))
    }

    #[test]
    fn a_table_covers_what_the_entries_cover() {
        let setup = sfen::parse("4k4/9/9/9/9/9/9/9/9 b R2L3P 1").unwrap().setup;
        let pieces = PieceKind::HAND.map(|kind| setup.count(kind));
        let mut random = 1_u32;
        let mut next = move |below: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) % below
        };
        let (mut covered, mut uncovered) = (0, 0);
        for round in 0..60 {
            let claim = [Claim::MateWithin(9), Claim::NoMate][round % 2];
            let mut entry = || Entry {
                board: Placement::new(&setup.board),
                hand: hand(next(24)),
                plies: NonZeroU16::new(next(7) as u16 * 2 + u16::from(claim.is_mate())),
                mv: None,
            };
            let entries = (0..=round / 6).map(|_| entry()).collect();
            let certificate = Certificate {
                id: String::new(),
                setup: setup.clone(),
                attacker: Color::Black,
                lines: Vec::new(),
                claim,
                entries,
                composed: Vec::new(),
                brinkmates: Vec::new(),
            };
            let chains = Coverage::with_chains(&certificate, pieces, u32::MAX);
            let tables = Coverage::with_chains(&certificate, pieces, 0);
            assert_eq!((chains.tables.len(), tables.tables.len()), (0, 1));
            for number in 0..24 {
                let mut setup = setup.clone();
                setup.hands[0] = hand(number);
                let board = Board::new(&setup).unwrap();
                let position = Packed::new(&board);
                for plies in (0..16).map(Some).chain([None]) {
                    let is_covered = chains.covers(position, plies);
                    assert_eq!(
                        tables.covers(position, plies),
                        is_covered,
                        "{number} {plies:?} {claim:?}"
                    );
                    if is_covered {
                        covered += 1;
                    } else {
                        uncovered += 1;
                    }
                }
            }
        }
        assert!(covered > 1000 && uncovered > 1000, "{covered} {uncovered}");
    }

    #[test]
    fn no_table_grows_with_pieces_that_no_set_has() {
        let setup = sfen::parse("4k4/9/9/9/9/9/9/9/9 b 2P 1").unwrap().setup;
        let entry = Entry {
            board: Placement::new(&setup.board),
            hand: Hand::EMPTY,
            plies: None,
            mv: None,
        };
        let certificate = Certificate {
            id: String::new(),
            setup,
            attacker: Color::Black,
            lines: Vec::new(),
            claim: Claim::NoMate,
            entries: vec![entry; CHAIN_MAX as usize + 1],
            composed: Vec::new(),
            brinkmates: Vec::new(),
        };
        let coverage = Coverage::new(&certificate, [40; 7]);
        assert_eq!(coverage.tables[0].best.len(), 19 * 5 * 5 * 5 * 5 * 3 * 3);
    }
}
