//! Certificates of the composed game: the entries that prove a length without futile
//! interpositions. [`crate::certificate`] says which entries are needed for each position. The
//! search finds out what is true, from its tables or by searching again.
//!
//! Some no-mates of the search hold only on a condition about its path. They are trusted, because robust
//! no-mates (see `promises`) may rest on each other, whatever their plies. If such an entry turns out
//! to be a mate after all, the tables then have this fact, and the certificate is made once more.

mod lower;
mod promises;
mod upper;

use self::promises::{Promises, plies_of};
use crate::certificate::ComposedEntry;
use crate::length::futile::{Allowance, Capture, Interpositions, by_square, captures_of};
use crate::length::line::{Name, name};
use crate::length::proof::position_of;
use crate::search::Uncertified;
use crate::search::{Search, Within};
use crate::shogi::{Color, Hand, Key, Move, Position, Setup};
use rustc_hash::{FxHashMap, FxHashSet};

/// The game of these certificates.
pub(crate) const GAME: Interpositions = Interpositions::Standard;

/// A certificate in the making.
pub(crate) struct CertificateBuilder {
    promises: Promises,
    /// The mates of the strict game that are used, with their lengths.
    pub(crate) strict: Vec<(Position, u32)>,
    /// For each board, the mates of the strict game on it: a hand that is enough, and the length.
    strict_of: FxHashMap<Key, Vec<(Hand, u32)>>,
    /// Claims that may prove the current entry have fewer plies than this, unless they are robust.
    limit: u32,
    /// Whether the proof of the current entry uses mates.
    compares: bool,
    /// The defender's turns that the current entry promises to be mated within some plies.
    mated: FxHashSet<(Name, u32)>,
    /// The defender's turns that it promises to last some plies, each with `attacker_keeps`.
    lasting: FxHashSet<(Name, u32, bool)>,
    /// Whether the attacker keeps a captured piece in what is promised now. Then it also covers positions in
    /// which he holds less.
    attacker_keeps: bool,
    /// Whether the proof of the current entry may use such promises, because it is to be robust.
    may_keep: bool,
    /// Whether claims that rest on conditions are used.
    trusting: bool,
    /// The memory allowed, in bytes.
    bytes: usize,
    /// The diagram of the problem.
    problem: Setup,
}

type Done = Result<(), Uncertified>;

/// Returns the replies at a position of the defender, divided by squares of interpositions.
fn replies_of(position: &Position) -> Vec<Vec<Move>> {
    by_square(position, position.evasions())
}

impl CertificateBuilder {
    pub(crate) fn new(root: &Position, bytes: usize, trusting: bool) -> Self {
        Self {
            promises: Promises::default(),
            strict: Vec::new(),
            strict_of: FxHashMap::default(),
            limit: u32::MAX,
            compares: false,
            mated: FxHashSet::default(),
            lasting: FxHashSet::default(),
            attacker_keeps: false,
            may_keep: false,
            trusting,
            bytes,
            problem: root.to_setup(),
        }
    }

    /// Begins with the claim about the current position: a mate within `plies`, or none.
    pub(crate) fn promise(
        &mut self,
        search: &mut Search<'_, '_>,
        is_mate: bool,
        plies: u32,
    ) -> Done {
        match (search.position().turn(), is_mate) {
            (Color::Black, true) => self.mate(search, Hand::EMPTY, plies),
            (Color::Black, false) => self.no_mate(search, Hand::EMPTY, plies),
            (Color::White, true) => self.all_mated(search, Hand::EMPTY, plies),
            (Color::White, false) => self.lasts(search, Hand::EMPTY, plies / 2 * 2 + 2),
        }
    }

    /// Proves the promises and returns all entries. `None` if a no-mate was trusted wrongly; the tables then
    /// have the mate.
    pub(crate) fn finish(
        &mut self,
        search: &mut Search<'_, '_>,
    ) -> Result<Option<Vec<ComposedEntry>>, Uncertified> {
        // The longest lengths come first: what is promised early covers most of what comes later.
        let mut proven = 0;
        loop {
            let promised = self.promises.entries.len();
            let mut open: Vec<_> = (proven..promised).collect();
            if open.is_empty() {
                open = self.promises.take_fallen();
            }
            if open.is_empty() {
                break;
            }
            proven = promised;
            for index in open {
                match self.prove(search, index) {
                    Err(Uncertified::Contradiction(_)) if self.is_wrong(search, index)? => {
                        return Ok(None);
                    }
                    done => done?,
                }
            }
        }
        let mut entries = std::mem::take(&mut self.promises).into_needed();
        // Neighbours then differ in few squares, which makes the file small.
        entries.sort_unstable_by_key(|it| {
            let hands = (it.entry.hand.bits(), it.vanished.bits());
            (it.entry.board, hands, it.entry.plies, it.entry.mv.is_some())
        });
        Ok(Some(entries))
    }

    /// Returns whether the no-mate of an entry was trusted and is wrong.
    fn is_wrong(&self, search: &mut Search<'_, '_>, index: usize) -> Result<bool, Uncertified> {
        if !self.trusting || self.promises.is_mate(index) {
            return Ok(false);
        }
        let (position, vanished) = self.position_at(index);
        let plies = plies_of(&self.promises.entries[index].entry);
        let found =
            search.at_position(&position, vanished.total(), |search| within(search, plies))?;
        Ok(!found.is_no())
    }

    /// Returns the position of an entry, and the pieces out of the game.
    fn position_at(&self, index: usize) -> (Position, Hand) {
        let ComposedEntry {
            entry, vanished, ..
        } = self.promises.entries[index];
        (position_of(&self.problem, &entry, vanished), vanished)
    }

    /// Proves an entry, and promises the entries that its proof needs.
    fn prove(&mut self, search: &mut Search<'_, '_>, index: usize) -> Done {
        if search.is_stopped() {
            return Err(limit_reached(search));
        }
        let (position, vanished) = self.position_at(index);
        let plies = plies_of(&self.promises.entries[index].entry);
        let is_mate = self.promises.is_mate(index);
        self.limit = plies;
        self.compares = is_mate;
        self.may_keep = self.promises.is_robust(index);
        self.mated.clear();
        self.lasting.clear();
        self.promises.begin(index);
        let mv = search.at_position(&position, vanished.total(), |search| {
            if is_mate {
                let mv = upper::mating_check(search, plies)?;
                search.after(mv, |search| self.all_mated(search, vanished, plies - 1))?;
                return Ok(Some(mv));
            }
            for mv in search.position().checks() {
                search.after(mv, |search| self.lasts(search, vanished, plies + 1))?;
            }
            Ok(None)
        })?;
        self.promises.end(index, self.compares);
        self.promises.entries[index].entry.mv = mv;
        Ok(())
    }

    /// Adds an entry about the current position, to be proven later.
    fn add(
        &mut self,
        search: &mut Search<'_, '_>,
        vanished: Hand,
        is_mate: bool,
        plies: u32,
    ) -> Done {
        let strict = self.strict.len() * size_of::<(Position, u32)>();
        if self.promises.bytes() + strict >= self.bytes || self.promises.is_full() {
            return Err(Uncertified::Limit(crate::search::StopReason::Memory));
        }
        (self.promises).add(search.position(), vanished, is_mate, plies);
        Ok(())
    }

    /// Calls a function after an interposition and its capture, with the piece out of the game.
    fn after_capture(
        &mut self,
        search: &mut Search<'_, '_>,
        vanished: Hand,
        mv: Move,
        capture: Capture,
        work: impl FnOnce(&mut Self, &mut Search<'_, '_>, Hand) -> Done,
    ) -> Done {
        search.after(mv, |search| {
            search.after(capture.mv, |search| {
                search.without_piece(capture.taken, |search| {
                    work(self, search, vanished.add(capture.taken))
                })
            })
        })
    }
}

/// Returns the captures that may prove an interposition futile.
fn captures(search: &Search<'_, '_>, mv: Move) -> Vec<(Capture, Allowance)> {
    let captures = captures_of(search.position(), mv).into_iter();
    let captures = captures.map(|capture| (capture, GAME.allowance(capture)));
    captures
        .filter(|&(_, allowance)| allowance != Allowance::Nothing)
        .collect()
}

fn length_after(
    search: &mut Search<'_, '_>,
    mv: Move,
    capture: Capture,
    most: u32,
) -> Result<Within, Uncertified> {
    crate::length::futile::length_after(search, mv, capture, most)
        .ok_or_else(|| limit_reached(search))
}

/// Returns Lₖ₋₁ (see [`futile`](crate::length::futile)), which is at most `plies`.
fn length_before(search: &mut Search<'_, '_>, k: usize, plies: u32) -> Result<u32, Uncertified> {
    let before = GAME.length_before(search, k as u8, plies);
    before.ok_or_else(|| limit_reached(search))
}

fn within(search: &mut Search<'_, '_>, plies: u32) -> Result<Within, Uncertified> {
    search
        .mate_within(plies)
        .ok_or_else(|| limit_reached(search))
}

fn limit_reached(search: &mut Search<'_, '_>) -> Uncertified {
    let reason = search.stop_reason();
    Uncertified::Limit(reason.unwrap_or(crate::search::StopReason::Memory))
}

fn contradiction(search: &Search<'_, '_>) -> Uncertified {
    Uncertified::Contradiction(Box::new(search.position().to_setup()))
}
