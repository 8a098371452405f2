//! Lower bounds: no mates within some plies, and interpositions that count.

use super::{
    Allowance, Capture, CertificateBuilder, Done, captures, contradiction, length_after,
    length_before, limit_reached, name, replies_of, within,
};
use crate::search::Search;
use crate::search::Uncertified;
use crate::search::games::squares_between;
use crate::shogi::{Hand, Move};

/// A source of answers about no-mates.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// The facts in the tables.
    Known,
    /// The facts in the tables, and claims that rest on conditions.
    Suggested,
    /// A search.
    Searched,
}

/// A no-mate within at most this many plies is searched, whatever the source, because this is quick.
const QUICK_PLIES: u32 = 3;

/// The claims that keep a capture from making an interposition futile.
#[derive(Clone, Copy)]
enum Plan {
    /// The position after the capture lasts this many plies.
    ReplyLength(Capture, u32),
    /// The position after the capture lasts this many plies, and Lₖ₋₁ is at least two fewer.
    Compare(Capture, u32),
    /// Lₖ₋₁ is not 0.
    BeforeLasts,
}

/// A reply that may last long enough.
struct Candidate {
    mv: Move,
    /// The number of its square as an interposition, from 1; 0 if it is none.
    k: usize,
    /// The captures that may prove it futile, and how long each has to last at least.
    captures: Vec<(Capture, u32)>,
}

impl CertificateBuilder {
    /// Adds an entry for an attacker's turn that is not a mate within `plies`.
    pub(super) fn no_mate(
        &mut self,
        search: &mut Search<'_, '_>,
        vanished: Hand,
        plies: u32,
    ) -> Done {
        // Lengths are odd.
        let plies = plies.div_ceil(2) * 2;
        let Some(plies) = plies.checked_sub(1) else {
            return Ok(());
        };
        if !self.has_no_mate(search, plies) {
            if !self.is_found(search, plies)? {
                return Err(contradiction(search));
            }
            self.add(search, vanished, false, plies)?;
        }
        let support = (self.promises).find_no_mate(search.position(), plies, self.limit);
        if let Some(mut support) = support {
            support.by_hands |= self.attacker_keeps;
            self.promises.rest_on(support);
        }
        Ok(())
    }

    /// Returns whether there is no mate within `plies`, as far as claims on conditions are trusted.
    fn is_found(&self, search: &mut Search<'_, '_>, plies: u32) -> Result<bool, Uncertified> {
        for &source in self.tables() {
            if is_no_mate(search, plies, source)? {
                return Ok(true);
            }
        }
        is_no_mate(search, plies, Source::Searched)
    }

    /// Returns the sources that take no search, one after another.
    fn tables(&self) -> &'static [Source] {
        if self.trusting {
            &[Source::Known, Source::Suggested]
        } else {
            &[Source::Known]
        }
    }

    fn has_no_mate(&self, search: &Search<'_, '_>, plies: u32) -> bool {
        let promises = &self.promises;
        plies == 0 || (promises.find_no_mate(search.position(), plies, self.limit)).is_some()
    }

    /// Adds entries that prove that a defender's turn lasts at least `plies`.
    pub(super) fn lasts(
        &mut self,
        search: &mut Search<'_, '_>,
        vanished: Hand,
        plies: u32,
    ) -> Done {
        if !(self.lasting).insert((name(search.position()), plies, self.attacker_keeps)) {
            return Ok(());
        }
        let replies = replies_of(search.position());
        self.lasts_among(search, vanished, &replies, plies)
    }

    /// Adds the same entries for a turn at which the defender has only these groups of replies.
    pub(super) fn lasts_among(
        &mut self,
        search: &mut Search<'_, '_>,
        vanished: Hand,
        replies: &[Vec<Move>],
        plies: u32,
    ) -> Done {
        if plies == 0 {
            return Ok(());
        }
        let left = left_after(plies);
        let candidates = candidates(search, replies, plies);
        for it in &candidates {
            if self.is_covered(search, it, left) {
                return self.rest_on(search, vanished, it, left);
            }
        }
        let mut likely: Vec<_> = candidates.iter().collect();
        likely.sort_by_cached_key(|it| {
            // Each capture and each check takes a proof of its own, of the same length.
            let checks = search.after(it.mv, |search| search.position().checks().len());
            (it.captures.len(), checks, it.k)
        });
        let are_all = replies.len() == 1 + squares_between(search.position()).len();
        if let Some(it) = self.find_reply(search, &likely, plies, are_all)? {
            return self.rest_on(search, vanished, it, left);
        }
        // Only a comparison with Lₖ₋₁ is left, which is known to be shorter than `plies`.
        for it in candidates.iter().filter(|it| it.k > 0) {
            let lasts = search.after(it.mv, |search| is_no_mate(search, left, Source::Searched))?;
            if lasts && let Some(plans) = plans_of_effective(search, it.k, it.mv, plies)? {
                self.compares = true;
                for plan in plans {
                    self.carry_out(search, vanished, &replies[..it.k], it.mv, plan)?;
                }
                return search.after(it.mv, |search| self.no_mate(search, vanished, left));
            }
        }
        Err(contradiction(search))
    }

    /// Returns the first reply found that lasts long enough without a comparison. With `all`, the replies
    /// are all those of the position.
    fn find_reply<'c>(
        &self,
        search: &mut Search<'_, '_>,
        likely: &[&'c Candidate],
        plies: u32,
        all: bool,
    ) -> Result<Option<&'c Candidate>, Uncertified> {
        let left = left_after(plies);
        let found = first_that_holds(search, likely, left, self.tables())?;
        if found.is_some() || likely.is_empty() {
            return Ok(found);
        }
        if all {
            // Even if the answer is known, the answers for the replies may be lost. Searching one reply after
            // another would be slower: the first may not even hold.
            let within = search
                .search_again(plies - 2)
                .ok_or_else(|| limit_reached(search))?;
            if !within.is_no() {
                return Err(contradiction(search));
            }
            let found = first_that_holds(search, likely, left, self.tables())?;
            if found.is_some() {
                return Ok(found);
            }
        }
        first_that_holds(search, likely, left, &[Source::Searched])
    }

    /// Returns whether the promises prove that a reply lasts long enough.
    fn is_covered(&self, search: &mut Search<'_, '_>, reply: &Candidate, left: u32) -> bool {
        search.after(reply.mv, |search| {
            self.has_no_mate(search, left)
                && reply.captures.iter().all(|&(capture, length)| {
                    after_capture(search, capture, |search| self.is_defence(search, length))
                })
        })
    }

    /// Returns whether the promises prove that a defender's turn lasts `plies`.
    fn is_defence(&self, search: &mut Search<'_, '_>, plies: u32) -> bool {
        let candidates = candidates(search, &replies_of(search.position()), plies);
        let left = left_after(plies);
        candidates
            .iter()
            .any(|it| self.is_covered(search, it, left))
    }

    /// Adds entries for a reply and for the captures that may prove it futile.
    fn rest_on(
        &mut self,
        search: &mut Search<'_, '_>,
        vanished: Hand,
        reply: &Candidate,
        left: u32,
    ) -> Done {
        for &(capture, length) in &reply.captures {
            // A defence that lasts although the attacker keeps the piece lasts without it too. Its entries are
            // of use elsewhere.
            let line = [reply.mv, capture.mv];
            if self.may_keep && search.after_line(&line, |search| known_to_last(search, length))? {
                let outer = std::mem::replace(&mut self.attacker_keeps, true);
                let done = search.after_line(&line, |search| self.lasts(search, vanished, length));
                self.attacker_keeps = outer;
                done?;
                continue;
            }
            let mv = reply.mv;
            self.after_capture(search, vanished, mv, capture, |this, search, vanished| {
                this.lasts(search, vanished, length)
            })?;
        }
        search.after(reply.mv, |search| self.no_mate(search, vanished, left))
    }

    /// Adds the entries that a plan needs. `nearer` has the replies that decide Lₖ₋₁.
    fn carry_out(
        &mut self,
        search: &mut Search<'_, '_>,
        vanished: Hand,
        nearer: &[Vec<Move>],
        mv: Move,
        plan: Plan,
    ) -> Done {
        let (capture, length) = match plan {
            Plan::BeforeLasts => return self.lasts_among(search, vanished, nearer, 2),
            Plan::ReplyLength(capture, length) => (capture, length),
            Plan::Compare(capture, length) => {
                self.mated_among(search, vanished, nearer, length - 2)?;
                (capture, length)
            }
        };
        self.after_capture(search, vanished, mv, capture, |this, search, vanished| {
            this.lasts(search, vanished, length)
        })
    }
}

/// Returns the plies within which there must be no mate after a reply, so that it lasts `plies`.
/// Lengths are even before the reply, and odd after it.
fn left_after(plies: u32) -> u32 {
    plies.saturating_sub(3)
}

/// Returns these replies, each with the captures that have to last long enough if it is to last `plies`.
fn candidates(search: &Search<'_, '_>, replies: &[Vec<Move>], plies: u32) -> Vec<Candidate> {
    let groups = replies.iter().enumerate();
    let all = groups.flat_map(|(k, group)| group.iter().map(move |&mv| (k, mv)));
    let length = |allowance| match allowance {
        Allowance::AsLong => plies,
        Allowance::AtOnce | Allowance::Nothing => 2,
    };
    all.map(|(k, mv)| Candidate {
        mv,
        k,
        captures: if k == 0 {
            Vec::new()
        } else {
            let captures = captures(search, mv).into_iter();
            (captures.map(|(capture, allowance)| (capture, length(allowance)))).collect()
        },
    })
    .collect()
}

/// Calls a function after the capture of a piece just interposed, with the piece out of the game.
fn after_capture<T>(
    search: &mut Search<'_, '_>,
    capture: Capture,
    ask: impl FnOnce(&mut Search<'_, '_>) -> T,
) -> T {
    search.after(capture.mv, |search| {
        search.without_piece(capture.taken, ask)
    })
}

/// Returns whether it is known without a search that a defender's turn lasts at least `plies`.
fn known_to_last(search: &mut Search<'_, '_>, plies: u32) -> Result<bool, Uncertified> {
    for it in candidates(search, &replies_of(search.position()), plies) {
        if holds(search, &it, left_after(plies), Source::Known)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns whether there is no mate within `plies`, as far as this source tells.
fn is_no_mate(
    search: &mut Search<'_, '_>,
    plies: u32,
    source: Source,
) -> Result<bool, Uncertified> {
    if plies == 0 {
        return Ok(true);
    }
    if source == Source::Searched || plies <= QUICK_PLIES {
        return Ok(within(search, plies)?.is_no());
    }
    Ok(match search.known_within(plies) {
        Some(known) => known.is_no(),
        None => source == Source::Suggested && search.suggests_no_mate(plies),
    })
}

/// Returns whether a reply lasts long enough, and so do all captures that may prove it futile, as far as this
/// source tells.
fn holds(
    search: &mut Search<'_, '_>,
    reply: &Candidate,
    left: u32,
    source: Source,
) -> Result<bool, Uncertified> {
    search.after(reply.mv, |search| {
        if !is_no_mate(search, left, source)? {
            return Ok(false);
        }
        for &(capture, length) in &reply.captures {
            let lasts = after_capture(search, capture, |search| match length.checked_sub(2) {
                Some(0) => Ok(within(search, 0)?.is_no()),
                Some(most) => is_no_mate(search, most, source),
                None => Ok(true),
            })?;
            if !lasts {
                return Ok(false);
            }
        }
        Ok(true)
    })
}

/// Returns the first reply that lasts long enough, by the first of these sources that knows of one.
fn first_that_holds<'c>(
    search: &mut Search<'_, '_>,
    replies: &[&'c Candidate],
    left: u32,
    sources: &[Source],
) -> Result<Option<&'c Candidate>, Uncertified> {
    for &source in sources {
        for &it in replies {
            if holds(search, it, left, source)? {
                return Ok(Some(it));
            }
        }
    }
    Ok(None)
}

/// Returns the plans that prove that an interposition on the `k`-th square counts, for lengths up to
/// `plies`. `None` if it does not count.
fn plans_of_effective(
    search: &mut Search<'_, '_>,
    k: usize,
    mv: Move,
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
            plans.push(Plan::ReplyLength(capture, length));
            continue;
        }
        let length = search
            .after(mv, |search| {
                search.after(capture.mv, |search| {
                    search.without_piece(capture.taken, |search| search.shortest_mate(most))
                })
            })
            .ok_or_else(|| limit_reached(search))?;
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
