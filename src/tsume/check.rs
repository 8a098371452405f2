//! Judging a composition: its length and main line, every other check at every turn of the attacker,
//! every other defence that is as good, what is left over, and what the author says.
//!
//! Alternatives are looked at from the end of the line to its beginning, so that what was found out
//! about the end serves the beginning. Each gets few nodes at first and more in every further round,
//! so that a stubborn one does not eat the time of all the others.

use super::author::{self, Author};
use super::composed::{Composed, Reading, exact};
use super::cooks::{self, Alternative, Judged};
use super::equal::{self, Lines, Reply};
use super::futile::Interpositions;
use super::leftover::OldOrder;
use super::line;
use super::rules::{Profile, Severity};
use super::study::{Study, with};
use super::verdict::{Detail, Finding, Judgement, Kind, Length, Unresolved};
use crate::search::forbidden::ForbiddenPositions;
use crate::search::session::Session;
use crate::search::{Answer, Limits, Progress, Solution, Solver};
use crate::shogi::{Hand, Move, Position};

/// What is asked of a composition.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// Which interpositions count as futile.
    pub interpositions: Interpositions,
    /// What the author says.
    pub author: Author,
    /// Search nodes that each alternative may cost; without, as many as the limits of the whole
    /// allow.
    pub nodes_per_alternative: Option<u64>,
    /// What the verdict will be judged by. What it tolerates at its worst is looked at, but not
    /// whatever the cost.
    pub profile: Profile,
}

/// Nodes for each alternative in the first round.
const FIRST_ROUND: u64 = 4_000;

/// How many times as many in the next.
const GROWTH: u64 = 4;

/// Rounds beyond this make no sense: a question that has not ended by then ends for want of memory.
const LAST_ROUND: u64 = 1 << 44;

/// Nodes spent on questions whose answer only changes the name of a flaw or a minor remark.
const SIDE_QUESTION: u64 = 2_000_000;

/// Nodes spent on an alternative that cannot change the verdict any more, …
const SETTLED: u64 = 200_000;

/// … and on one at the last move of an equal variation, of which hardly anybody wants to hear.
const ASIDE: u64 = 10_000;

/// Judges a composition. Black attacks, as for [`Solver::solve`].
///
/// # Panics
/// When the solver was not made with memory for composed lengths
/// ([`SearchConfig::variants`](crate::search::SearchConfig::variants)).
pub fn check(
    solver: &mut Solver,
    position: &Position,
    question: &Question,
    limits: &Limits,
    observer: &mut (dyn FnMut(&Progress) + Send),
) -> Judgement {
    solver.session(position, limits, observer, |session| {
        judge(session, question)
    })
}

fn judge(session: &mut Session<'_>, question: &Question) -> Judgement {
    let (first, first_line) = session.strict(|search| search.find_length(false, 0));
    let mut judgement = Judgement {
        composed: Composed {
            answer: first,
            reading: None,
            strict: Solution {
                answer: first,
                line: first_line,
                stats: session.stats(),
            },
        },
        findings: Vec::new(),
        unresolved: Vec::new(),
        missed: None,
        alternatives: 0,
        turns: 0,
        stopped: None,
    };
    let mut study = Study::new(session, question.interpositions);
    match first {
        Answer::Mate { plies, .. } => {
            let (answer, _) = study.session.variant(&question.interpositions, |search| {
                search.shorten(plies, true, 0)
            });
            judgement.composed.answer = answer;
            match exact(answer) {
                Some(plies) => compose(&mut study, question, plies, &mut judgement),
                None => too_long_for_the_author(question, &mut judgement),
            }
            let least = exact(answer).unwrap_or(0);
            let (strict, line) = study
                .session
                .strict(|search| search.shorten(plies, true, least));
            judgement.composed.strict.answer = strict;
            if !line.is_empty() {
                judgement.composed.strict.line = line;
            }
        }
        Answer::NoMate => judgement.findings.extend(no_mate(&mut study)),
        Answer::Unknown(_) => {}
    }
    judgement.composed.strict.stats = study.session.stats();
    judgement.stopped = study.session.stopped();
    judgement
        .findings
        .sort_by_key(|it| (std::cmp::Reverse(it.severity), it.in_equal_variation, it.ply()));
    judgement
}

/// Judges a problem that is mate in exactly so many plies.
fn compose(
    study: &mut Study<'_, '_>,
    question: &Question,
    plies: u32,
    judgement: &mut Judgement,
) {
    let Some(main) = author::main_line(study, &question.author, plies) else {
        return;
    };
    let leftover = study
        .position(&main)
        .hand(crate::shogi::Color::Black);
    let mut lines = Lines::default();
    lines.add(&study.root, &main, 0, false);
    if !leftover.is_empty() {
        // The line is not one of a sound composition; which others are equal does not matter.
        lines.replies.clear();
    }
    let mut rounds = Rounds::new(lines, &main, question);
    rounds.run(study);
    judgement.alternatives = rounds.looked_at;
    judgement.turns = rounds.lines.turns.len();
    judgement.unresolved = rounds.unresolved();
    judgement.findings = rounds.findings;
    cooks::excuse_mirror_images(study, &mut judgement.findings);

    let (old, _) = study.within(SIDE_QUESTION, |study| left_over(study, &main, leftover));
    let mut without_leftover = None;
    if let Some(finding) = old {
        without_leftover = match (finding.kind, finding.length) {
            (Kind::LongerVariation, Some(Length::Exactly(plies))) => Some(plies),
            _ => None,
        };
        if matches!(finding.detail, Detail::LeavesPerhapsLonger(_)) {
            judgement.missed = Some(Severity::Fatal);
        }
        judgement.findings.push(finding);
    }
    match author::findings(study, &question.author, &main, without_leftover) {
        Some(findings) => judgement.findings.extend(findings),
        None => judgement.missed = Some(Severity::Fatal),
    }
    if question.interpositions == Interpositions::Standard {
        let (grey, _) = study.within(SIDE_QUESTION, |study| grey(study, plies, leftover));
        match grey {
            Some(finding) => judgement.findings.extend(finding),
            None => judgement.missed = judgement.missed.max(Some(Severity::Minor)),
        }
    }
    judgement.composed.reading = Some(Reading {
        line: main,
        leftover,
    });
}

/// What is still to be decided, round by round.
struct Rounds<'q> {
    lines: Lines,
    /// Turns whose alternatives are listed.
    listed: usize,
    alternatives: Vec<Open<Alternative>>,
    replies: Vec<Open<Reply>>,
    findings: Vec<Finding>,
    looked_at: usize,
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
    fn new(lines: Lines, main: &'q [Move], question: &'q Question) -> Self {
        Self {
            lines,
            listed: 0,
            alternatives: Vec::new(),
            replies: Vec::new(),
            findings: Vec::new(),
            looked_at: 0,
            main,
            question,
        }
    }

    /// Decides as much as the limits allow.
    fn run(&mut self, study: &mut Study<'_, '_>) {
        let mut budget = FIRST_ROUND;
        while budget < LAST_ROUND && study.session.stopped().is_none() {
            self.replies(study, budget);
            self.alternatives(study, budget);
            let more = |spent, worst, equal| spent < self.most(worst, equal);
            let open = self.replies.iter().any(|it| more(it.spent, it.worst, false))
                || (self.alternatives.iter())
                    .any(|it| more(it.spent, it.worst, it.about.turn.equal));
            if !open {
                return;
            }
            budget *= GROWTH;
        }
    }

    /// Nodes that an open question is worth.
    fn most(&self, worst: Severity, equal: bool) -> u64 {
        let profile = self.question.profile;
        let settled = self.findings.iter().any(|it| profile.fails(it.severity));
        let most = match profile.fails(worst) {
            true if settled => SETTLED,
            true => u64::MAX,
            false if equal => ASIDE,
            false => SETTLED,
        };
        most.min(self.question.nodes_per_alternative.unwrap_or(u64::MAX))
    }

    /// Looks for equal variations, and for further ones in those.
    fn replies(&mut self, study: &mut Study<'_, '_>, budget: u64) {
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
                let most = self.most(it.worst, false);
                let allowed = budget.min(most.saturating_sub(it.spent));
                if allowed == 0 || study.session.stopped().is_some() {
                    self.replies.push(it);
                    continue;
                }
                let (found, cost) =
                    study.within(allowed, |study| equal::line_of(study, &it.about));
                it.spent += cost.max(1);
                match found {
                    None => self.replies.push(it),
                    Some(None) => {}
                    Some(Some(line)) => {
                        let reply = &it.about;
                        if !equal::is_mirror(study, reply) {
                            let mut whole = reply.before.clone();
                            whole.extend(&line);
                            let from = reply.before.len() + 1;
                            self.lines.add(&study.root, &whole, from, true);
                            news = true;
                        }
                        self.findings.extend(equal::finding(study, reply, line));
                    }
                }
            }
            if !news {
                return;
            }
        }
    }

    fn list_alternatives(&mut self, study: &Study<'_, '_>) {
        for turn in &self.lines.turns[self.listed..] {
            for mv in study.moves(&turn.before) {
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

    fn alternatives(&mut self, study: &mut Study<'_, '_>, budget: u64) {
        self.list_alternatives(study);
        let all = self.replies.is_empty().then(|| {
            let mut all = ForbiddenPositions::default();
            for turn in &self.lines.turns {
                all.add(&study.position(&turn.before));
            }
            all
        });
        for mut it in std::mem::take(&mut self.alternatives) {
            let most = self.most(it.worst, it.about.turn.equal);
            let allowed = budget.min(most.saturating_sub(it.spent));
            if allowed == 0 || study.session.stopped().is_some() {
                self.alternatives.push(it);
                continue;
            }
            let (judged, cost) = study.within(allowed, |study| {
                it.about.judge(study, all.as_ref(), allowed)
            });
            it.spent += cost.max(1);
            match judged {
                None => self.alternatives.push(it),
                Some(Judged::Refuted) => {}
                Some(Judged::Found(finding)) => self.findings.push(finding),
            }
        }
    }

    fn unresolved(&self) -> Vec<Unresolved> {
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

/// There is no mate: some check, and a reply to it after which there is none.
fn no_mate(study: &mut Study<'_, '_>) -> Option<Finding> {
    let mut line: Vec<Move> = Vec::new();
    for _ in 0..2 {
        for mv in study.moves(&line) {
            if study.mate(&with(&line, mv)).is_some_and(|it| it.is_no()) {
                line.push(mv);
                break;
            }
        }
    }
    Some(Finding {
        kind: Kind::NoMate,
        severity: Kind::NoMate.severity(),
        before: Vec::new(),
        line,
        length: None,
        in_equal_variation: false,
        detail: Detail::Nothing,
    })
}

/// The length is only bounded, but the author needs more plies than that.
fn too_long_for_the_author(question: &Question, judgement: &mut Judgement) {
    let Answer::Mate { plies, .. } = judgement.composed.answer else {
        return;
    };
    let strict = &judgement.composed.strict;
    let proven = strict.line.len() as u32;
    if let Some(told) = question.author.length().filter(|&told| told > plies.max(proven))
        && proven > 0
    {
        judgement.findings.push(Finding {
            kind: Kind::EarlyMate,
            severity: Severity::Fatal,
            before: Vec::new(),
            line: strict.line.clone(),
            length: Some(Length::AtMost(plies.max(proven))),
            in_equal_variation: false,
            detail: Detail::Author(told),
        });
    }
}

/// What the main line leaves over, if it does.
fn left_over(study: &mut Study<'_, '_>, main: &[Move], leftover: Hand) -> Option<Finding> {
    if leftover.is_empty() {
        return None;
    }
    let plies = main.len() as u32;
    let mut finding = Finding {
        kind: Kind::Leftover,
        severity: Severity::Fatal,
        before: Vec::new(),
        line: main.to_vec(),
        length: Some(Length::Exactly(plies)),
        in_equal_variation: false,
        detail: Detail::Leaves(leftover),
    };
    let interpositions = study.interpositions;
    let empty = study.session.variant(&interpositions, |search| {
        OldOrder::default().line(search, interpositions, plies)
    });
    match empty {
        Some(None) => {}
        Some(Some(line)) => {
            let common = line.iter().zip(main).take_while(|(a, b)| a == b).count();
            finding.kind = Kind::LongerVariation;
            finding.severity = Kind::LongerVariation.severity();
            finding.length = Some(Length::Exactly(line.len() as u32));
            finding.before = line[..common].to_vec();
            finding.line = line[common..].to_vec();
        }
        None => {
            finding.severity = Severity::Heavy;
            finding.detail = Detail::LeavesPerhapsLonger(leftover);
        }
    }
    Some(finding)
}

/// Whether length or leftover are others when all grey interpositions count as futile.
fn grey(study: &mut Study<'_, '_>, plies: u32, leftover: Hand) -> Option<Option<Finding>> {
    let broad = Interpositions::Broad;
    let reading = study.session.variant(&broad, |search| {
        let (answer, _) = search.shorten(plies, true, 0);
        line::read(search, broad, exact(answer)?)
    })?;
    let (length, left) = (reading.line.len() as u32, reading.leftover);
    let same = length == plies && left.is_empty() == leftover.is_empty();
    Some((!same).then(|| Finding {
        kind: Kind::GreyInterposition,
        severity: Severity::Minor,
        before: Vec::new(),
        line: reading.line,
        length: Some(Length::Exactly(length)),
        in_equal_variation: false,
        detail: Detail::IfGreyIsFutile(length, left),
    }))
}
