//! Judging a composition: its length and main line, every other check at every turn of the attacker,
//! every other defence that is as good, what is left over, and what the author says.
//!
//! What is asked of the search, and in which order, is the business of `rounds`; what an alternative
//! is, that of `cooks` and `blemishes`.

use super::attributes;
use super::author::{self, Author};
use super::bounds;
use super::composed::{self, Composed, Questions, Reading, Study, exact};
use super::conclude::{Conclusion, conclude};
use super::cooks;
use super::equal::Lines;
use super::futile::Interpositions;
use super::idle;
use super::inquiry::{Inquiry, with};
use super::leftover::OldConvention;
use super::line::{self, Reader};
use super::refutation;
use super::rounds::Rounds;
use super::rules::{Profile, Severity};
use super::verdict::{Detail, Finding, Judgement, Kind, Length, OpenQuestion};
use crate::search::games::squares_between;
use crate::search::session::Session;
use crate::search::{Answer, Limits, Progress, Solution, Solver, Stage};
use crate::shogi::{Color, Hand, Move, Position};

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
    /// Whether to look for idle pieces (無駄駒), which costs another judgement for each piece.
    pub idle_pieces: bool,
    /// What the verdict will be judged by. What it tolerates at its worst is looked at, but not
    /// whatever the cost.
    pub profile: Profile,
    /// What else is asked about it, once the main line is known. That there is no mate is a finding,
    /// which has its line without being asked for.
    pub questions: Questions,
}

/// Nodes spent on questions whose answer only changes the name of a flaw or a minor remark.
const SIDE_QUESTION: u64 = 2_000_000;

/// Judges a composition. Black attacks, as for [`Solver::solve`].
pub fn check(
    solver: &mut Solver,
    position: &Position,
    question: &Question,
    limits: &Limits,
    observer: &mut (dyn FnMut(&Progress) + Send),
) -> Judgement {
    solver.make_room_for_variants();
    solver.session(position, limits, observer, |session| {
        let mut judgement = judge(session, question);
        let mut reader = Reader::new(question.interpositions);
        let found = &judgement.composed;
        let lasts = &judgement.lasts;
        judgement.study =
            composed::answer(session, &mut reader, &question.questions, (found, lasts));
        idle::look_for(session, question, &mut judgement);
        strict_length(session, &mut judgement);
        judgement.composed.strict.stats = session.stats();
        judgement.stopped = session.stopped();
        judgement.findings.sort_by_key(|it| {
            let severity = std::cmp::Reverse(it.severity);
            (severity, it.kind, it.in_equal_variation, it.ply())
        });
        judgement
    })
}

/// Everything but what else is asked, the strict length and idle pieces.
pub(super) fn judge(session: &mut Session<'_>, question: &Question) -> Judgement {
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
        missed: Vec::new(),
        idle_together: Vec::new(),
        attributes: Vec::new(),
        study: Study::default(),
        lasts: Vec::new(),
        alternatives: 0,
        turns: 0,
        refuted: Vec::new(),
        stopped: None,
    };
    let mut inquiry = Inquiry::new(session, question.interpositions);
    match first {
        Answer::Mate { plies, .. } => {
            let known = bounds::beside_author(&mut inquiry, &question.author, plies);
            let (answer, _) = inquiry.session.variant(&question.interpositions, |search| {
                search.shorten(known.at_most, true, known.at_least)
            });
            judgement.composed.answer = answer;
            if let Some(plies) = exact(answer) {
                inquiry.session.tell(Stage::MainLine(plies));
                compose(&mut inquiry, question, plies, &mut judgement);
            }
            if judgement.composed.reading.is_none() {
                // No judged line has been compared with the author's.
                let found = bounds::finding(&mut inquiry, &question.author, answer, known);
                judgement.findings.extend(found);
            }
        }
        Answer::NoMate => judgement.findings.push(no_mate(&mut inquiry)),
        Answer::Unknown(_) => {}
    }
    judgement
}

/// The strict length, which is never less than the composed one.
fn strict_length(session: &mut Session<'_>, judgement: &mut Judgement) {
    let strict = &mut judgement.composed.strict;
    let Answer::Mate { plies, .. } = strict.answer else {
        return;
    };
    let composed = exact(judgement.composed.answer);
    session.tell(composed.map_or(Stage::Length, Stage::StrictLength));
    let least = composed.unwrap_or(0);
    let (answer, line) = session.strict(|search| search.shorten(plies, true, least));
    judgement.composed.answer = composed::bounded_by(judgement.composed.answer, answer);
    let strict = &mut judgement.composed.strict;
    strict.answer = answer;
    if !line.is_empty() {
        strict.line = line;
    }
}

/// Judges a problem that is mate in exactly so many plies.
fn compose(
    inquiry: &mut Inquiry<'_, '_>,
    question: &Question,
    plies: u32,
    judgement: &mut Judgement,
) {
    let Some(mut judged) = author::judged_line(inquiry, &question.author, plies) else {
        judgement.missed.push(OpenQuestion::AuthorLine);
        return;
    };
    if inquiry.root.turn() == Color::White {
        // The defender's first move is part of the problem.
        judged.fixed = judged.moves.len();
    }
    let leftover = inquiry.position(&judged.moves).hand(Color::Black);
    // A line that leaves something is not one of a sound composition; which others are equal does
    // not matter.
    let with_equals = leftover.is_empty();
    let lines = Lines::start(&inquiry.root, &judged, plies, with_equals);
    let mut rounds = Rounds::new(lines, &judged, question);
    rounds.run(inquiry);
    (judgement.alternatives, judgement.turns) = rounds.looked_at();
    let Conclusion {
        line: main,
        findings,
        unresolved,
    } = conclude(inquiry, &rounds);
    judgement.refuted = rounds.refuted;
    (judgement.findings, judgement.unresolved) = (findings, unresolved);
    cooks::excuse_mirror_images(inquiry, &mut judgement.findings);
    judgement.findings.extend(judged.findings.iter().cloned());
    if let Some((before, line)) = &judged.longer {
        let (found, _) = inquiry.within(SIDE_QUESTION, |inquiry| {
            cooks::in_variation(inquiry, before, line)
        });
        judgement.findings.extend(found);
    }

    let is_best = main.len() as u32 == plies && judged.longer.is_none();
    let (old, _) = inquiry.within(SIDE_QUESTION, |inquiry| {
        left_over(inquiry, &main, leftover, is_best)
    });
    let mut without_leftover = None;
    if let Some(finding) = old {
        without_leftover = match (finding.kind, finding.length) {
            (Kind::LongerVariation, Some(Length::Exactly(plies))) => Some(plies),
            _ => None,
        };
        if matches!(finding.detail, Detail::LeavesPerhapsLonger(_)) {
            judgement.missed.push(OpenQuestion::Leftover);
        }
        judgement.findings.push(finding);
    }
    if judged.fixed < main.len() && judged.findings.is_empty() {
        let found = author::by_length(&question.author, &main, without_leftover);
        judgement.findings.extend(found);
    }
    if question.interpositions == Interpositions::Standard {
        let (grey, _) = inquiry.within(SIDE_QUESTION, |inquiry| {
            grey(inquiry, &main, plies, is_best)
        });
        match grey {
            Some(finding) => judgement.findings.extend(finding),
            None => judgement.missed.push(OpenQuestion::GreyInterpositions),
        }
    }
    let reading = Reading {
        line: main,
        leftover,
    };
    judgement.attributes = attributes::of(&inquiry.root, &reading, &judgement.findings);
    judgement.lasts.clone_from(&judged.lasts);
    judgement.composed.reading = Some(reading);
}

/// There is no mate: the best defence against the most stubborn try.
fn no_mate(inquiry: &mut Inquiry<'_, '_>) -> Finding {
    let refutation = inquiry.session.strict(refutation::of_no_mate);
    let line = refutation.map_or(Vec::new(), |it| {
        until_it_repeats(inquiry.root.clone(), it.line)
    });
    Finding {
        line,
        ..Finding::new(Kind::NoMate, &[])
    }
}

/// A line as far as every position in it is a new one: a move that comes back to one of them can be
/// played no more than said.
fn until_it_repeats(mut position: Position, mut line: Vec<Move>) -> Vec<Move> {
    let mut seen = vec![line::name(&position)];
    let repeated = line.iter().position(|&mv| {
        position.make(mv);
        let name = line::name(&position);
        let known = seen.contains(&name);
        seen.push(name);
        known
    });
    line.truncate(repeated.unwrap_or(line.len()));
    line
}

/// What the judged line leaves over, if it does. If it is one of best play, a longer variation may be
/// to blame.
fn left_over(
    inquiry: &mut Inquiry<'_, '_>,
    main: &[Move],
    leftover: Hand,
    is_best: bool,
) -> Option<Finding> {
    if leftover.is_empty() {
        return None;
    }
    let plies = main.len() as u32;
    let mut finding = Finding {
        line: main.to_vec(),
        length: Some(Length::Exactly(plies)),
        detail: Detail::Leaves(leftover),
        ..Finding::new(Kind::Leftover, &[])
    };
    if !is_best {
        return Some(finding);
    }
    let interpositions = inquiry.interpositions;
    let empty = inquiry.session.variant(&interpositions, |search| {
        OldConvention::beside(main, search.position().clone()).line(search, interpositions, plies)
    });
    match empty {
        Some(line) if line.is_empty() => {
            if let Some(last) = last_move_that_leaves_nothing(inquiry, main) {
                finding.detail = Detail::LeavesButFor(leftover, last);
            }
        }
        Some(line) => {
            let common = line.iter().zip(main).take_while(|(a, b)| a == b).count();
            finding.kind = Kind::LongerVariation;
            finding.severity = Kind::LongerVariation.severity();
            finding.length = Some(Length::Exactly(line.len() as u32));
            finding.before = line[..common].to_vec();
            finding.line = line[common..].to_vec();
        }
        None => {
            finding.severity = Kind::LongerVariation.severity();
            finding.detail = Detail::LeavesPerhapsLonger(leftover);
        }
    }
    Some(finding)
}

/// A move that mates at the end of a line in place of its last one and leaves nothing.
fn last_move_that_leaves_nothing(inquiry: &Inquiry<'_, '_>, line: &[Move]) -> Option<Move> {
    let (_, before) = line.split_last()?;
    inquiry.moves(before).into_iter().find(|&mv| {
        let position = inquiry.position(&with(before, mv));
        position.hand(Color::Black).is_empty() && !position.has_evasion()
    })
}

/// What is to be said if all grey interpositions count as futile: another length or leftover, or
/// just another main line.
fn grey(
    inquiry: &mut Inquiry<'_, '_>,
    main: &[Move],
    plies: u32,
    is_best: bool,
) -> Option<Vec<Finding>> {
    let broad = Interpositions::Broad;
    // The author's line may leave less than the attacker could.
    let leftover = inquiry.leftover(&[], plies)?;
    let reading = inquiry.session.variant(&broad, |search| {
        let (answer, _) = search.shorten(plies, true, 0);
        Reader::new(broad).read(search, exact(answer)?)
    })?;
    let (length, left) = (reading.line.len() as u32, reading.leftover);
    let same = length == plies && left.is_empty() == leftover.is_empty();
    let at = match (same, is_best) {
        (true, true) => first_grey(inquiry, main)?,
        (true, false) => main.len(),
        (false, _) => 0,
    };
    if at == main.len() {
        return Some(Vec::new());
    }
    Some(vec![Finding {
        severity: if same {
            Severity::Info
        } else {
            Kind::GreyInterposition.severity()
        },
        line: if same {
            main[at..].to_vec()
        } else {
            reading.line
        },
        length: Some(Length::Exactly(length)),
        detail: if same {
            Detail::GreyButTheSame
        } else {
            Detail::IfGreyIsFutile(length, left)
        },
        ..Finding::new(Kind::GreyInterposition, &main[..at])
    }])
}

/// Where a line has its first interposition that is no best play once grey ones are futile, or its
/// end if it has none.
fn first_grey(inquiry: &mut Inquiry<'_, '_>, main: &[Move]) -> Option<usize> {
    let broad = Interpositions::Broad;
    for (at, &mv) in main.iter().enumerate() {
        let position = inquiry.position(&main[..at]);
        let between = position.turn() == Color::White
            && mv.is_drop()
            && squares_between(&position).contains(&mv.to());
        if !between {
            continue;
        }
        let left = (main.len() - at) as u32;
        let counts = inquiry.session.variant(&broad, |search| {
            search.along(&main[..at], |search| {
                line::is_optimal(search, broad, mv, left, false)
            })
        })?;
        if !counts {
            return Some(at);
        }
    }
    Some(main.len())
}
