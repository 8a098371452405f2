//! The order of questions: all other checks and all other replies of the main line and its equals,
//! round by round.
//!
//! Alternatives are looked at from the end of the line to its beginning, so that results about the
//! end can be used for the beginning. Each alternative gets few nodes at first and more in every
//! further round, so that a hard one does not take the time of the others. Alternatives that cannot
//! change the verdict any more get a fixed number of nodes, unless a number was given.

use crate::event::{Event, Listener};
use crate::finding::rules::{Grade, Severity};
use crate::finding::solution::SolutionPositions;
use crate::finding::verdict::{Finding, Kind};
use crate::judge::author::JudgedLine;
use crate::judge::choice::{Choice, Cost, cost_of, cost_of_open, sum};
use crate::judge::cooks::{Alternative, Judged};
use crate::judge::equal::{self, Lines, Reply, Turn};
use crate::length::inquiry::Inquiry;
use crate::length::line;
use crate::length::line::Name;
use crate::question::Question;
use crate::search::{Stage, StopReason};
use crate::shogi::{Move, Position};
use rustc_hash::FxHashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Nodes for each alternative in the first round.
const FIRST_ROUND: u64 = 4_000;

/// The factor by which the nodes grow from round to round.
const GROWTH: u64 = 4;

/// A check that can only be a blemish gets the nodes of a round divided by this.
const BLEMISH_DIVISOR: u64 = 16;

/// Nodes of the last possible round: a question that is still open then ends for lack of memory.
const LAST_ROUND: u64 = 1 << 44;

/// Nodes for an alternative that cannot change the verdict any more.
const SETTLED_NODES: u64 = 200_000;

/// Nodes for an alternative that can be no blemish, such as one at the last move of an equal variation.
const MINOR_NODES: u64 = 10_000;

/// The ways in which a judgement may be cut short. By default it is complete.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Haste<'a> {
    /// Whether the first proof that the composition is flawed ends the work: nothing that would be
    /// found later makes it less than flawed.
    pub(crate) ends_at_flaw: bool,
    /// Checks that are likely to mate, the likeliest first, each with the moves before it. They are
    /// looked at before all others.
    pub(crate) suspects: &'a [(Vec<Move>, Move)],
}

/// A question about a composition, how far the work goes, and who is told about it on the way.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'q> {
    pub(crate) question: &'q Question,
    pub(crate) haste: Haste<'q>,
    pub(crate) listener: Listener<'q>,
}

impl<'q> Asked<'q> {
    /// Asks for the whole judgement, without events on the way.
    pub(crate) fn whole(question: &'q Question) -> Self {
        Self {
            question,
            haste: Haste::default(),
            listener: Listener::default(),
        }
    }
}

/// The open questions, round by round.
pub(crate) struct Rounds<'q> {
    pub(crate) lines: Lines,
    /// The number of turns whose alternatives are listed.
    listed: usize,
    pub(crate) alternatives: Vec<Open<Alternative>>,
    pub(crate) replies: Vec<Open<Reply>>,
    /// The findings, each with the index of its turn.
    pub(crate) found: Vec<(usize, Finding)>,
    /// The number of alternatives listed so far.
    looked_at: usize,
    /// Checks that do not mate, each with the moves before it.
    pub(crate) refuted: Vec<(Vec<Move>, Move)>,
    pub(crate) judged: &'q JudgedLine,
    asked: Asked<'q>,
    stakes: Stakes,
    /// Whether the rest of the limits is spent on what is open, although the verdict is settled.
    spends_the_rest: bool,
}

/// An open question.
pub(crate) struct Open<T> {
    pub(crate) about: T,
    /// The index of the attacker's turn that it belongs to.
    pub(crate) turn: usize,
    /// Nodes spent on it.
    spent: u64,
}

/// The effect of the findings so far on the verdict. It decides which open questions still matter.
#[derive(Debug, Default)]
struct Stakes {
    /// Whether every line has a fatal finding, so that the verdict cannot change any more.
    is_settled: bool,
    /// Whether a blemish is proven wherever the judged line runs.
    has_blemish: bool,
    /// For each turn, whether it is on a line without a fatal finding so far.
    clean: Vec<bool>,
}

impl<'q> Rounds<'q> {
    pub(crate) fn new(lines: Lines, judged: &'q JudgedLine, asked: Asked<'q>) -> Self {
        let grades = judged.findings.iter();
        let mut grades = grades.map(|it| asked.question.rules.grade(it.severity));
        let is_settled = grades.clone().any(|it| it == Grade::Fatal);
        let has_blemish = grades.any(|it| it == Grade::Blemish);
        Self {
            stakes: Stakes {
                is_settled,
                has_blemish,
                clean: vec![true; lines.turns.len()],
            },
            lines,
            listed: 0,
            alternatives: Vec::new(),
            replies: Vec::new(),
            found: Vec::new(),
            looked_at: 0,
            refuted: Vec::new(),
            judged,
            asked,
            spends_the_rest: false,
        }
    }

    /// Allows the next rounds to spend the rest of the limits on all open questions, whatever the verdict.
    /// Returns whether there are any.
    pub(crate) fn spend_the_rest(&mut self) -> bool {
        self.spends_the_rest = true;
        self.is_any_left()
    }

    /// Returns whether an open question may still have nodes.
    fn is_any_left(&self) -> bool {
        (self.replies.iter()).any(|it| it.spent < self.reply_limit(&it.about))
            || (self.alternatives.iter())
                .any(|it| it.spent < self.check_limit(it, self.stakes.is_settled))
    }

    const fn plies(&self) -> u32 {
        self.judged.moves.len() as u32
    }

    /// Returns whether a finding of this severity makes the composition unsound.
    pub(crate) fn fails(&self, severity: Severity) -> bool {
        self.asked.question.rules.fails(severity)
    }

    /// Returns how many other checks were looked at, and at how many turns.
    pub(crate) fn looked_at(&self) -> (usize, usize) {
        (self.looked_at, self.lines.turns.len())
    }

    /// Decides as much as the limits allow. The rest stays in `alternatives` and `replies`.
    pub(crate) fn run(&mut self, inquiry: &mut Inquiry<'_, '_>) {
        let mut budget = FIRST_ROUND;
        loop {
            self.search_replies(inquiry, budget);
            self.list_alternatives(inquiry);
            self.update_stakes(&inquiry.root);
            self.judge_alternatives(inquiry, budget);
            self.update_stakes(&inquiry.root);
            let is_any_left = self.is_any_left();
            budget *= GROWTH;
            if self.asked.haste.ends_at_flaw && self.stakes.is_settled {
                break;
            }
            if !is_any_left || inquiry.session.stopped().is_some() {
                break;
            }
            if budget >= LAST_ROUND {
                inquiry.session.end(StopReason::Memory);
                break;
            }
        }
        inquiry.session.tell(Stage::MainLine(self.plies()));
    }

    /// Returns the cost of the findings at each turn.
    fn costs(&self) -> Vec<Cost> {
        let rules = self.asked.question.rules;
        let mut costs = vec![Cost::default(); self.lines.turns.len()];
        for (turn, found) in &self.found {
            costs[*turn] = sum(costs[*turn], cost_of(found.severity, rules));
        }
        for it in &self.alternatives {
            costs[it.turn] = sum(costs[it.turn], cost_of_open(it.about.worst(), rules));
        }
        costs
    }

    /// Calls `work` with the choice among the lines by the findings so far.
    pub(crate) fn choice<T>(&self, root: &Position, work: impl FnOnce(&mut Choice<'_>) -> T) -> T {
        let costs = self.costs();
        let open = self.replies.iter().map(|it| name_of_turn(root, &it.about));
        let open: FxHashSet<Name> = open.collect();
        work(&mut Choice::new(
            root,
            &self.lines,
            self.judged,
            &costs,
            open,
        ))
    }

    /// Works out the stakes from the findings so far.
    fn update_stakes(&mut self, root: &Position) {
        let profile = self.asked.question.rules;
        let (settled, clean) = self.choice(root, |it| (it.is_settled(), it.clean_turns()));
        self.stakes.is_settled |= settled;
        self.stakes.clean = clean;
        // Even if the finding turns out to be in an equal line only, it is a blemish.
        self.stakes.has_blemish |= self.found.iter().any(|(_, it)| {
            let in_equal = match it.kind {
                kind if kind.is_cook() => Kind::EqualVariationCook.severity(),
                _ => it.severity,
            };
            profile.grade(in_equal) >= Grade::Blemish
        });
    }

    /// Returns the most nodes for an open question whose worst answer has this severity.
    fn node_limit(&self, worst: Severity, is_settled: bool) -> u64 {
        let given = match self.asked.question.nodes_per_alternative {
            // The rest of the limits is spent in the end.
            Some(u64::MAX) if !self.spends_the_rest => None,
            given => given,
        };
        let grade = self.asked.question.rules.grade(worst);
        let is_open = match grade {
            Grade::Fatal => !is_settled,
            Grade::Blemish => !is_settled && !self.stakes.has_blemish,
            Grade::Remark | Grade::Minor => return MINOR_NODES.min(given.unwrap_or(MINOR_NODES)),
        };
        given.unwrap_or(if is_open { u64::MAX } else { SETTLED_NODES })
    }

    /// Returns the most nodes for an open question that is reported only if the rules make this severity a
    /// blemish.
    fn limit_if_reported(&self, worst: Severity) -> u64 {
        let limit = self.node_limit(Severity::Fatal, true);
        let is_reported = self.asked.question.rules.grade(worst) >= Grade::Blemish;
        if is_reported {
            limit
        } else {
            limit.min(SETTLED_NODES)
        }
    }

    fn reply_limit(&self, reply: &Reply) -> u64 {
        // Until all equal lines are known, the kind of a check is not known, and an equal line may
        // be the judged one.
        let worst = match reply.worst() {
            Severity::Heavy => Severity::Fatal,
            // After such a reply there is no room for a cook.
            worst => return self.limit_if_reported(worst),
        };
        self.node_limit(worst, self.stakes.is_settled)
    }

    /// Returns the nodes of a round for another check. One that can only be a blemish gets fewer than one
    /// that can be fatal: a fatal finding decides the verdict, whatever the blemishes are.
    fn share_of_round(&self, it: &Open<Alternative>, budget: u64) -> u64 {
        let is_clean = self.stakes.clean.get(it.turn).is_none_or(|&clean| clean);
        let is_fatal = self.asked.question.rules.fails(it.about.worst());
        if is_fatal && is_clean && !it.about.turn.is_equal {
            budget
        } else {
            budget / BLEMISH_DIVISOR
        }
    }

    fn check_limit(&self, it: &Open<Alternative>, is_settled: bool) -> u64 {
        let worst = it.about.worst();
        let is_equal = it.about.turn.is_equal;
        let is_clean = self.stakes.clean.get(it.turn).is_none_or(|&clean| clean);
        let worst = match worst {
            Severity::Grave | Severity::Fatal if !is_clean => Kind::EqualVariationCook.severity(),
            Severity::Minor if !is_equal => return self.limit_if_reported(worst),
            worst => worst,
        };
        self.node_limit(worst, is_settled)
    }

    /// Looks for equal variations, and for further ones in these.
    fn search_replies(&mut self, inquiry: &mut Inquiry<'_, '_>, budget: u64) {
        let mut open = std::mem::take(&mut self.replies);
        loop {
            let new: Vec<Reply> = self.lines.replies.drain(..).collect();
            open.extend(new.into_iter().map(|about| {
                let turn = self.turn_before(&inquiry.root, &about);
                Open {
                    about,
                    turn,
                    spent: 0,
                }
            }));
            open.sort_by_key(|it| it.about.plies);
            let mut has_new_turns = false;
            for mut it in std::mem::take(&mut open) {
                let limit = self.reply_limit(&it.about);
                let allowed = budget.min(limit.saturating_sub(it.spent));
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
                        has_new_turns |= self.lines.add_branch(&inquiry.root, &it.about, line);
                    }
                }
            }
            if !has_new_turns {
                return;
            }
        }
    }

    /// Returns the index of the attacker's turn before a reply; 0 if the problem begins with the reply.
    fn turn_before(&self, root: &Position, reply: &Reply) -> usize {
        let Some((_, before)) = reply.before.split_last() else {
            return 0;
        };
        let position = line::position_after(root, before);
        let known = self.lines.turn_index.get(&line::name(&position));
        known.copied().unwrap_or_default()
    }

    fn list_alternatives(&mut self, inquiry: &Inquiry<'_, '_>) {
        for (index, turn) in self.lines.turns.iter().enumerate().skip(self.listed) {
            for mv in inquiry.moves(&turn.before) {
                // The author's move is no alternative, even if another one is judged. An early mate is
                // reported already.
                let is_authors = self
                    .asked
                    .question
                    .author
                    .line
                    .strip_prefix(&turn.before[..])
                    .is_some_and(|rest| rest.first() == Some(&mv));
                let is_reported = self.judged.findings.iter().any(|it| {
                    it.kind == Kind::EarlyMate
                        && it.before == turn.before
                        && it.line.first() == Some(&mv)
                });
                if mv != turn.rest[0] && !is_authors && !is_reported {
                    self.alternatives.push(Open {
                        about: Alternative::new(turn, mv),
                        turn: index,
                        spent: 0,
                    });
                    self.looked_at += 1;
                }
            }
        }
        self.listed = self.lines.turns.len();
        let suspects = self.asked.haste.suspects;
        self.alternatives.sort_by_cached_key(|it| {
            let turn = &it.about.turn;
            let mut suspects_moves = suspects.iter();
            let suspect = suspects_moves
                .position(|(before, mv)| *mv == it.about.mv && *before == turn.before);
            (
                suspect.unwrap_or(suspects.len()),
                turn.is_equal,
                turn.rest.len(),
            )
        });
    }

    /// Judges the open alternatives with the nodes of a round.
    fn judge_alternatives(&mut self, inquiry: &mut Inquiry<'_, '_>, budget: u64) {
        // Until all replies are decided, more positions may belong to the solution.
        let solution = (self.replies.is_empty()).then(|| {
            SolutionPositions::of_turns(
                &inquiry.root,
                self.lines.turns.iter().map(Turn::before_and_move),
            )
        });
        let tasks = std::mem::take(&mut self.alternatives);
        // Proofs of one thread save work for the others at once.
        let settled = AtomicBool::new(self.stakes.is_settled);
        let decided = self.looked_at - tasks.len();
        let (listener, all) = (self.asked.listener, self.looked_at);
        inquiry.session.tell(Stage::OtherChecks {
            plies: self.plies(),
            decided,
            all,
        });
        let tell_checks = |decided: usize| listener.tell(&Event::Checks { decided, all });
        tell_checks(decided);
        let decided = AtomicUsize::new(decided);
        let has_choice = (self.lines.branches.values()).any(|branches| branches.len() > 1)
            || !self.replies.is_empty();
        let is_fixed = self.judged.fixed == self.judged.moves.len() || !has_choice;
        let work = |inquiry: &mut Inquiry<'_, '_>, mut task: Open<Alternative>| {
            let limit = self.check_limit(&task, settled.load(Ordering::Relaxed));
            let share = self.share_of_round(&task, budget);
            let allowed = share.min(limit.saturating_sub(task.spent));
            let is_over = self.asked.haste.ends_at_flaw && settled.load(Ordering::Relaxed);
            if allowed == 0 || is_over || inquiry.session.stopped().is_some() {
                return (task, None);
            }
            let (judged, cost) = inquiry.within(allowed, |inquiry| {
                task.about.judge(inquiry, solution.as_ref(), allowed)
            });
            task.spent += cost.max(1);
            if let Some(Judged::Found(finding)) = &judged
                && is_fixed
                && !task.about.turn.is_equal
                && self.asked.question.rules.fails(finding.severity)
            {
                settled.store(true, Ordering::Relaxed);
            }
            if let Some(Judged::Found(finding)) = &judged {
                listener.tell(&Event::Found(finding));
            }
            if judged.is_some() {
                tell_checks(decided.fetch_add(1, Ordering::Relaxed) + 1);
            }
            (task, judged)
        };
        for (task, judged) in inquiry.side_by_side(tasks, work) {
            match judged {
                None => self.alternatives.push(task),
                Some(Judged::Refuted) => {
                    self.refuted.push((task.about.turn.before, task.about.mv));
                }
                Some(Judged::Found(finding)) => self.found.push((task.turn, finding)),
            }
        }
    }
}

/// Returns the identity of the position in which the defender chooses this reply.
fn name_of_turn(root: &Position, reply: &Reply) -> Name {
    line::name(&line::position_after(root, &reply.before))
}
