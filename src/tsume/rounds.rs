//! Which question comes when: all other checks and all other replies of the main line and its equals,
//! round by round.
//!
//! Alternatives are looked at from the end of the line to its beginning, so that what was found out
//! about the end serves the beginning. Each gets few nodes at first and more in every further round,
//! so that a stubborn one does not eat the time of all the others; and what cannot change the verdict
//! any more gets no more than a fair try.

use super::check::Question;
use super::cooks::{Alternative, Judged};
use super::equal::{self, Lines, Reply};
use super::inquiry::Inquiry;
use super::rules::Severity;
use super::verdict::{Finding, Unresolved};
use crate::search::Stage;
use crate::search::forbidden::ForbiddenPositions;
use crate::shogi::Move;
use std::sync::atomic::{AtomicBool, Ordering};

/// Nodes for each alternative in the first round.
const FIRST_ROUND: u64 = 4_000;

/// How many times as many in the next.
const GROWTH: u64 = 4;

/// Rounds beyond this make no sense: a question that has not ended by then ends for want of memory.
const LAST_ROUND: u64 = 1 << 44;

/// Nodes spent on an alternative that cannot change the verdict any more, …
const SETTLED: u64 = 200_000;

/// … and on one at the last move of an equal variation, of which hardly anybody wants to hear.
const ASIDE: u64 = 10_000;

/// What is still to be decided, round by round.
pub(super) struct Rounds<'q> {
    lines: Lines,
    /// Turns whose alternatives are listed.
    listed: usize,
    alternatives: Vec<Open<Alternative>>,
    replies: Vec<Open<Reply>>,
    pub(super) findings: Vec<Finding>,
    looked_at: usize,
    /// Checks that do not mate, with what leads there.
    pub(super) refuted: Vec<(Vec<Move>, Move)>,
    main: &'q [Move],
    question: &'q Question,
}

/// An open question.
struct Open<T> {
    about: T,
    /// The severest thing it can come to.
    worst: Severity,
    /// Nodes spent on it.
    spent: u64,
}

impl<'q> Rounds<'q> {
    pub(super) fn new(lines: Lines, main: &'q [Move], question: &'q Question) -> Self {
        Self {
            lines,
            listed: 0,
            alternatives: Vec::new(),
            replies: Vec::new(),
            findings: Vec::new(),
            looked_at: 0,
            refuted: Vec::new(),
            main,
            question,
        }
    }

    const fn plies(&self) -> u32 {
        self.main.len() as u32
    }

    /// How many other checks were looked at, and at how many turns.
    pub(super) fn looked_at(&self) -> (usize, usize) {
        (self.looked_at, self.lines.turns.len())
    }

    /// Decides as much as the limits allow. What they do not allow at all is listed as unresolved.
    pub(super) fn run(&mut self, inquiry: &mut Inquiry<'_, '_>) {
        let mut budget = FIRST_ROUND;
        loop {
            self.replies(inquiry, budget);
            self.alternatives(inquiry, budget);
            let settled = self.is_settled();
            let more = |spent, worst, equal| spent < self.most(worst, equal, settled);
            let open = self
                .replies
                .iter()
                .any(|it| more(it.spent, it.worst, false))
                || (self.alternatives.iter())
                    .any(|it| more(it.spent, it.worst, it.about.turn.equal));
            budget *= GROWTH;
            if !open || budget >= LAST_ROUND || inquiry.session.stopped().is_some() {
                break;
            }
        }
        inquiry.session.tell(Stage::MainLine(self.plies()));
    }

    /// Whether a defect is proven, so that the verdict cannot change any more.
    fn is_settled(&self) -> bool {
        let profile = self.question.profile;
        self.findings.iter().any(|it| profile.fails(it.severity))
    }

    /// Nodes that an open question is worth.
    fn most(&self, worst: Severity, equal: bool, settled: bool) -> u64 {
        let profile = self.question.profile;
        let most = match profile.fails(worst) {
            true if settled => SETTLED,
            true => u64::MAX,
            false if equal => ASIDE,
            false => SETTLED,
        };
        most.min(self.question.nodes_per_alternative.unwrap_or(u64::MAX))
    }

    /// Looks for equal variations, and for further ones in those.
    fn replies(&mut self, inquiry: &mut Inquiry<'_, '_>, budget: u64) {
        let mut open = std::mem::take(&mut self.replies);
        loop {
            open.extend(self.lines.replies.drain(..).map(|about| Open {
                worst: about.worst(),
                about,
                spent: 0,
            }));
            open.sort_by_key(|it| it.about.plies);
            let mut news = false;
            for mut it in std::mem::take(&mut open) {
                let most = self.most(it.worst, false, self.is_settled());
                let allowed = budget.min(most.saturating_sub(it.spent));
                if allowed == 0 || inquiry.session.stopped().is_some() {
                    self.replies.push(it);
                    continue;
                }
                let (found, cost) =
                    inquiry.within(allowed, |inquiry| equal::line_of(inquiry, &it.about));
                it.spent += cost.max(1);
                match found {
                    None => self.replies.push(it),
                    Some(line) if line.is_empty() => {}
                    Some(line) => {
                        let reply = &it.about;
                        if !equal::is_mirror(inquiry, reply) {
                            let mut whole = reply.before.clone();
                            whole.extend(&line);
                            let from = reply.before.len() + 1;
                            self.lines.add(&inquiry.root, &whole, from, true);
                            news = true;
                        }
                        self.findings.extend(equal::finding(inquiry, reply, line));
                    }
                }
            }
            if !news {
                return;
            }
        }
    }

    fn list_alternatives(&mut self, inquiry: &Inquiry<'_, '_>) {
        for turn in &self.lines.turns[self.listed..] {
            for mv in inquiry.moves(&turn.before) {
                let is_authors = self
                    .question
                    .author
                    .line
                    .strip_prefix(&turn.before[..])
                    .is_some_and(|rest| rest.first() == Some(&mv));
                if mv != turn.rest[0] && !is_authors {
                    let about = Alternative::new(turn, mv);
                    self.alternatives.push(Open {
                        worst: about.worst(),
                        about,
                        spent: 0,
                    });
                    self.looked_at += 1;
                }
            }
        }
        self.listed = self.lines.turns.len();
        self.alternatives
            .sort_by_key(|it| (it.about.turn.equal, it.about.turn.rest.len()));
    }

    fn alternatives(&mut self, inquiry: &mut Inquiry<'_, '_>, budget: u64) {
        self.list_alternatives(inquiry);
        let all = self.replies.is_empty().then(|| {
            let mut all = ForbiddenPositions::default();
            for turn in &self.lines.turns {
                all.add(&inquiry.position(&turn.before));
            }
            all
        });
        let tasks = std::mem::take(&mut self.alternatives);
        // What is proven by one thread spares the others work at once.
        let settled = AtomicBool::new(self.is_settled());
        let decided = self.looked_at - tasks.len();
        inquiry.session.tell(Stage::OtherChecks {
            plies: self.plies(),
            decided,
            all: self.looked_at,
        });
        let work = |inquiry: &mut Inquiry<'_, '_>, mut it: Open<Alternative>| {
            let equal = it.about.turn.equal;
            let most = self.most(it.worst, equal, settled.load(Ordering::Relaxed));
            let allowed = budget.min(most.saturating_sub(it.spent));
            if allowed == 0 || inquiry.session.stopped().is_some() {
                return (it, None);
            }
            let (judged, cost) = inquiry.within(allowed, |inquiry| {
                it.about.judge(inquiry, all.as_ref(), allowed)
            });
            it.spent += cost.max(1);
            if let Some(Judged::Found(finding)) = &judged
                && self.question.profile.fails(finding.severity)
            {
                settled.store(true, Ordering::Relaxed);
            }
            (it, judged)
        };
        for (it, judged) in inquiry.side_by_side(tasks, work) {
            match judged {
                None => self.alternatives.push(it),
                Some(Judged::Refuted) => {
                    self.refuted.push((it.about.turn.before, it.about.mv));
                }
                Some(Judged::Found(finding)) => self.findings.push(finding),
            }
        }
    }

    pub(super) fn unresolved(&self) -> Vec<Unresolved> {
        let replies = self.replies.iter().map(|it| Unresolved {
            before: it.about.before.clone(),
            mv: it.about.mv,
            mates: false,
            worst: it.worst,
        });
        let alternatives = self.alternatives.iter().map(|it| Unresolved {
            before: it.about.turn.before.clone(),
            mv: it.about.mv,
            mates: it.about.mates(),
            worst: it.worst,
        });
        let mut open: Vec<_> = replies.chain(alternatives).collect();
        open.sort_by_key(|it| (!self.main.starts_with(&it.before), it.before.len()));
        open
    }
}
