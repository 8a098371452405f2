//! Certificates of the composed game: which entries prove a length in which futile interpositions
//! do not count. What is needed follows [`crate::certificate`], position by position; what is true
//! is for the search to say, from its tables or by searching again.

use super::futile::{Allowance, Capture, Interpositions, captures_of};
use crate::certificate::{ComposedEntry, Entry, Placement};
use crate::search::Uncertified;
use crate::search::variant::{Search, Within, squares_between};
use crate::shogi::{Color, Hand, Move, PieceKind, Position, Setup};
use rustc_hash::{FxHashMap, FxHashSet};
use std::num::NonZeroU16;

/// The game that is certified.
pub(super) const GAME: Interpositions = Interpositions::Standard;

/// What tells a position of the composed game apart: its board, and both hands.
type Name = (u64, Hand, Hand);

fn name(position: &Position) -> Name {
    let hand = |color| position.hand(color);
    (position.key(), hand(Color::Black), hand(Color::White))
}

/// A certificate in the making.
pub(super) struct Making {
    pub(super) composed: Vec<ComposedEntry>,
    /// Mates of the strict game that are made use of, with their lengths.
    pub(super) strict: Vec<(Position, u32)>,
    /// Of each board, the mates of the strict game on it: the hands that are enough, and lengths.
    strict_of: FxHashMap<u64, Vec<(Hand, u32)>>,
    /// Of each position, the mates promised, and within how many plies there is none.
    promised: FxHashMap<Name, [Vec<u32>; 2]>,
    /// What the entry in hand claims: only claims of fewer plies may prove it.
    limit: u32,
    /// The entries that promise mates.
    mates: Vec<bool>,
    /// What has been promised about positions of the defender for the entry in hand.
    mated: FxHashSet<(Name, u32)>,
    lasting: FxHashSet<(Name, u32)>,
    /// How many entries there may be.
    most: usize,
    /// How many pieces of each kind there are in the problem.
    pieces: [u32; 7],
}

type Done = Result<(), Uncertified>;

/// The replies at a position of the defender.
struct Replies {
    /// Those that are no interpositions, then those on each square, nearest to the king first.
    groups: Vec<Vec<Move>>,
}

impl Replies {
    fn new(position: &Position) -> Self {
        let squares = squares_between(position);
        let king = position.king(Color::White);
        let mut groups = vec![Vec::new(); 1 + squares.len()];
        for mv in position.evasions() {
            let at = match squares.iter().position(|&square| square == mv.to()) {
                Some(at) if mv.from() != king => at + 1,
                _ => 0,
            };
            groups[at].push(mv);
        }
        Self { groups }
    }

    fn all(&self) -> usize {
        self.groups.len() - 1
    }
}

/// What has to be shown so that a capture does not make an interposition futile.
#[derive(Clone, Copy)]
enum Plan {
    /// The position after it lasts so many plies.
    Lasts(Capture, u32),
    /// The position after it lasts so many plies, and Lₖ₋₁ is two fewer at most.
    Compare(Capture, u32),
    /// Lₖ₋₁ is not 0.
    BeforeLasts,
}

impl Making {
    pub(super) fn new(root: &Position, most: usize) -> Self {
        let setup = root.to_setup();
        Self {
            composed: Vec::new(),
            strict: Vec::new(),
            strict_of: FxHashMap::default(),
            promised: FxHashMap::default(),
            limit: u32::MAX,
            mates: Vec::new(),
            mated: FxHashSet::default(),
            lasting: FxHashSet::default(),
            most,
            pieces: PieceKind::HAND.map(|kind| setup.count(kind)),
        }
    }

    /// Begins with the current position: mate within so many plies, or none within them.
    pub(super) fn promise(
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

    /// Proves what has been promised.
    pub(super) fn finish(&mut self, search: &mut Search<'_, '_>) -> Done {
        let mut at = 0;
        while at < self.composed.len() {
            if search.is_stopped() {
                return Err(limit(search));
            }
            let ComposedEntry { entry, vanished } = self.composed[at];
            let (position, plies) = (self.position(&entry, vanished), plies_of(&entry));
            let is_mate = self.mates[at];
            self.limit = plies;
            self.mated.clear();
            self.lasting.clear();
            let mv = search.at(&position, vanished.total(), |search| {
                if is_mate {
                    let mv = mating_check(search, plies)?;
                    search.after(mv, |search| self.all_mated(search, vanished, plies - 1))?;
                    return Ok(Some(mv));
                }
                for mv in search.position().checks() {
                    search.after(mv, |search| self.lasts(search, vanished, plies + 1))?;
                }
                Ok(None)
            })?;
            self.composed[at].entry.mv = mv;
            at += 1;
        }
        // Neighbours differ in few squares, so that a file of them is small.
        self.composed.sort_unstable_by_key(|it| {
            let hands = (it.entry.hand.bits(), it.vanished.bits());
            (it.entry.board, hands, it.entry.plies, it.entry.mv.is_some())
        });
        Ok(())
    }

    /// The position of an entry: what is nowhere else is in the defender's hand.
    fn position(&self, entry: &Entry, vanished: Hand) -> Position {
        let mut setup = Setup {
            board: entry.board.board(),
            hands: [entry.hand, Hand::EMPTY],
            turn: Color::Black,
        };
        for kind in PieceKind::HAND {
            let rest = self.pieces[kind.index()] - setup.count(kind) - vanished.count(kind);
            setup.hands[1] = setup.hands[1].with(kind, rest);
        }
        Position::new(&setup)
    }

    fn add(
        &mut self,
        search: &mut Search<'_, '_>,
        vanished: Hand,
        is_mate: bool,
        plies: u32,
    ) -> Done {
        if self.composed.len() + self.strict.len() >= self.most {
            return Err(Uncertified::Limit(crate::search::StopReason::Memory));
        }
        let position = search.position();
        self.promised.entry(name(position)).or_default()[usize::from(is_mate)].push(plies);
        self.mates.push(is_mate);
        let entry = Entry {
            board: Placement::new(&position.to_setup().board),
            hand: position.hand(Color::Black),
            plies: NonZeroU16::new(plies as u16),
            mv: None,
        };
        self.composed.push(ComposedEntry { entry, vanished });
        Ok(())
    }

    /// Whether it is promised that the attacker's turn at hand is mate within so many plies.
    fn has_mate(&self, position: &Position, plies: u32) -> bool {
        let hand = position.hand(Color::Black);
        let strict = self.strict_of.get(&position.key());
        (strict.into_iter().flatten()).any(|&(own, len)| len <= plies && hand.dominates(own))
            || self.has_promised(position, true, |own| own <= plies)
    }

    fn has_no_mate(&self, position: &Position, plies: u32) -> bool {
        plies == 0 || self.has_promised(position, false, |own| own >= plies)
    }

    fn has_promised(
        &self,
        position: &Position,
        is_mate: bool,
        is_enough: impl Fn(u32) -> bool,
    ) -> bool {
        let promised = self.promised.get(&name(position));
        promised.is_some_and(|it| {
            let mut plies = it[usize::from(is_mate)].iter();
            plies.any(|&own| own < self.limit && is_enough(own))
        })
    }

    /// An entry for an attacker's turn that is mate within so many plies.
    fn mate(&mut self, search: &mut Search<'_, '_>, vanished: Hand, plies: u32) -> Done {
        if self.has_mate(search.position(), plies) {
            return Ok(());
        }
        if let Some((len, hand)) = search.known_strict_mate(plies) {
            let entry = Entry {
                board: Placement::new(&search.position().to_setup().board),
                hand,
                plies: None,
                mv: None,
            };
            let key = search.position().key();
            self.strict_of.entry(key).or_default().push((hand, len));
            self.strict.push((self.position(&entry, Hand::EMPTY), len));
            return Ok(());
        }
        match within(search, plies)? {
            Within::Mate(len) => self.add(search, vanished, true, len),
            Within::No => Err(contradiction(search)),
        }
    }

    /// An entry for an attacker's turn that is no mate within so many plies.
    fn no_mate(&mut self, search: &mut Search<'_, '_>, vanished: Hand, plies: u32) -> Done {
        // Lengths are odd.
        let plies = plies.div_ceil(2) * 2;
        let Some(plies) = plies.checked_sub(1) else {
            return Ok(());
        };
        if self.has_no_mate(search.position(), plies) {
            return Ok(());
        }
        match within(search, plies)? {
            Within::No => self.add(search, vanished, false, plies),
            Within::Mate(_) => Err(contradiction(search)),
        }
    }

    /// Entries for the replies at a defender's turn that is mate within so many plies.
    fn all_mated(&mut self, search: &mut Search<'_, '_>, vanished: Hand, plies: u32) -> Done {
        if !self.mated.insert((name(search.position()), plies)) {
            return Ok(());
        }
        let replies = Replies::new(search.position());
        self.mated_up_to(search, vanished, (&replies, replies.all()), plies)
    }

    /// The same for a length with interpositions on the first `nearest` squares only.
    fn mated_up_to(
        &mut self,
        search: &mut Search<'_, '_>,
        vanished: Hand,
        (replies, nearest): (&Replies, usize),
        plies: u32,
    ) -> Done {
        for (k, group) in replies.groups.iter().enumerate().take(nearest + 1) {
            for &mv in group {
                let in_time = plies >= 2
                    && search.after(mv, |search| {
                        Ok(self.has_mate(search.position(), plies - 1)
                            || !within(search, plies - 1)?.is_no())
                    })?;
                if in_time {
                    search.after(mv, |search| self.mate(search, vanished, plies - 1))?;
                } else if k == 0 {
                    return Err(contradiction(search));
                } else {
                    self.futile(search, vanished, (replies, k, mv), plies)?;
                }
            }
        }
        Ok(())
    }

    /// Entries that show an interposition on the `k`-th square to be futile, where Lₖ₋₁ is at most
    /// so many plies.
    fn futile(
        &mut self,
        search: &mut Search<'_, '_>,
        vanished: Hand,
        (replies, k, mv): (&Replies, usize, Move),
        plies: u32,
    ) -> Done {
        let captures = captures(search, mv);
        let mut before = None;
        for at_once in [true, false] {
            for &(capture, allowance) in &captures {
                if at_once && length_after(search, mv, capture, 0)?.is_no() {
                    continue;
                }
                if at_once && allowance == Allowance::AsLong {
                    return self.after_capture(
                        search,
                        vanished,
                        (mv, capture),
                        |it, search, own| it.all_mated(search, own, 0),
                    );
                }
                let before = match before {
                    Some(before) => before,
                    None => *before.insert(length_before(search, k, plies)?),
                };
                if at_once {
                    if before == 0 {
                        self.mated_up_to(search, vanished, (replies, k - 1), 0)?;
                        return self.after_capture(
                            search,
                            vanished,
                            (mv, capture),
                            |it, search, own| it.all_mated(search, own, 0),
                        );
                    }
                } else if allowance == Allowance::AsLong
                    && let Within::Mate(len) = length_after(search, mv, capture, before)?
                {
                    self.lasts_up_to(search, vanished, (replies, k - 1), len)?;
                    return self.after_capture(
                        search,
                        vanished,
                        (mv, capture),
                        |it, search, own| it.all_mated(search, own, len),
                    );
                }
            }
        }
        Err(contradiction(search))
    }

    /// Does something after an interposition and its capture, with the piece out of the game.
    fn after_capture(
        &mut self,
        search: &mut Search<'_, '_>,
        vanished: Hand,
        (mv, capture): (Move, Capture),
        work: impl FnOnce(&mut Self, &mut Search<'_, '_>, Hand) -> Done,
    ) -> Done {
        search.after(mv, |search| {
            search.after(capture.mv, |search| {
                search.without(capture.taken, |search| {
                    work(self, search, vanished.add(capture.taken))
                })
            })
        })
    }

    /// Entries that show a defender's turn to last so many plies at least.
    fn lasts(&mut self, search: &mut Search<'_, '_>, vanished: Hand, plies: u32) -> Done {
        if !self.lasting.insert((name(search.position()), plies)) {
            return Ok(());
        }
        let replies = Replies::new(search.position());
        self.lasts_up_to(search, vanished, (&replies, replies.all()), plies)
    }

    /// The same for the length with interpositions on the first `nearest` squares only.
    fn lasts_up_to(
        &mut self,
        search: &mut Search<'_, '_>,
        vanished: Hand,
        (replies, nearest): (&Replies, usize),
        plies: u32,
    ) -> Done {
        if plies == 0 {
            return Ok(());
        }
        // A reply is enough after which there is no mate within so many plies: lengths are even
        // here, and odd after it.
        let left = plies.saturating_sub(3);
        let (first, between) = replies.groups.split_at(1);
        let first = &first[0];
        for cost in [Cost::Nothing, Cost::Look, Cost::Search] {
            for &mv in first {
                let holds = search.after(mv, |search| self.holds(search, left, cost))?;
                if holds {
                    return search.after(mv, |search| self.no_mate(search, vanished, left));
                }
            }
        }
        for (group, k) in between.iter().zip(1..=nearest) {
            for &mv in group {
                if search.after(mv, |search| self.holds(search, left, Cost::Search))?
                    && let Some(plans) = effective(search, (k, mv), plies)?
                {
                    for plan in plans {
                        self.carry_out(search, vanished, (replies, k, mv), plan)?;
                    }
                    return search.after(mv, |search| self.no_mate(search, vanished, left));
                }
            }
        }
        Err(contradiction(search))
    }

    /// Whether there is no mate within so many plies, as far as that is seen at such a cost.
    fn holds(
        &self,
        search: &mut Search<'_, '_>,
        plies: u32,
        cost: Cost,
    ) -> Result<bool, Uncertified> {
        let within = match cost {
            Cost::Nothing => return Ok(self.has_no_mate(search.position(), plies)),
            Cost::Look => search.known_within(plies),
            Cost::Search if plies == 0 => return Ok(true),
            Cost::Search => Some(within(search, plies)?),
        };
        Ok(within.is_some_and(Within::is_no))
    }

    fn carry_out(
        &mut self,
        search: &mut Search<'_, '_>,
        vanished: Hand,
        (replies, k, mv): (&Replies, usize, Move),
        plan: Plan,
    ) -> Done {
        let (capture, length) = match plan {
            Plan::BeforeLasts => return self.lasts_up_to(search, vanished, (replies, k - 1), 2),
            Plan::Lasts(capture, length) => (capture, length),
            Plan::Compare(capture, length) => {
                self.mated_up_to(search, vanished, (replies, k - 1), length - 2)?;
                (capture, length)
            }
        };
        self.after_capture(search, vanished, (mv, capture), |it, search, own| {
            it.lasts(search, own, length)
        })
    }
}

/// What may be spent on a question.
#[derive(Clone, Copy)]
enum Cost {
    Nothing,
    Look,
    Search,
}

/// What shows that an interposition on the `k`-th square counts, as far as lengths up to so many
/// plies go; `None` if it does not.
fn effective(
    search: &mut Search<'_, '_>,
    (k, mv): (usize, Move),
    plies: u32,
) -> Result<Option<Vec<Plan>>, Uncertified> {
    let mut plans = Vec::new();
    let mut before = None;
    for (capture, allowance) in captures(search, mv) {
        let by_checker = allowance == Allowance::AsLong;
        let most = if by_checker {
            plies.saturating_sub(2)
        } else {
            0
        };
        if length_after(search, mv, capture, most)?.is_no() {
            let length = if by_checker { plies } else { 2 };
            plans.push(Plan::Lasts(capture, length));
            continue;
        }
        let length = search
            .after(mv, |search| {
                search.after(capture.mv, |search| {
                    search.without(capture.taken, |search| search.shortest_mate(most))
                })
            })
            .ok_or_else(|| limit(search))?;
        let before = match before {
            Some(before) => before,
            None => *before.insert(length_before(search, k, plies)?),
        };
        if by_checker && before < length {
            plans.push(Plan::Compare(capture, length));
        } else if !by_checker && before > 0 {
            plans.push(Plan::BeforeLasts);
        } else {
            return Ok(None);
        }
    }
    Ok(Some(plans))
}

/// The captures that may show an interposition to be futile.
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
    super::futile::length_after(search, mv, capture, most).ok_or_else(|| limit(search))
}

/// Lₖ₋₁, of which at most so many plies are known.
fn length_before(search: &mut Search<'_, '_>, k: usize, plies: u32) -> Result<u32, Uncertified> {
    let before = GAME.length_before(search, k as u8, plies);
    before.ok_or_else(|| limit(search))
}

fn within(search: &mut Search<'_, '_>, plies: u32) -> Result<Within, Uncertified> {
    search.mate_within(plies).ok_or_else(|| limit(search))
}

/// The check that mates within so many plies.
fn mating_check(search: &mut Search<'_, '_>, plies: u32) -> Result<Move, Uncertified> {
    let checks = search.position().checks();
    for &mv in &checks {
        let known = search.after(mv, |search| search.known_within(plies - 1));
        if matches!(known, Some(Within::Mate(_))) {
            return Ok(mv);
        }
    }
    for mv in checks {
        if !search
            .after(mv, |search| within(search, plies - 1))?
            .is_no()
        {
            return Ok(mv);
        }
    }
    Err(contradiction(search))
}

fn plies_of(entry: &Entry) -> u32 {
    entry.plies.map_or(0, |plies| plies.get().into())
}

fn limit(search: &mut Search<'_, '_>) -> Uncertified {
    let reason = search.stop_reason();
    Uncertified::Limit(reason.unwrap_or(crate::search::StopReason::Memory))
}

fn contradiction(search: &Search<'_, '_>) -> Uncertified {
    Uncertified::Contradiction(Box::new(search.position().to_setup()))
}
