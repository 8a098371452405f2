//! The judgement of a composition in a session.

use crate::attributes;
use crate::event::{Event, Listener};
use crate::finding::rules::{Profile, Severity};
use crate::finding::solution::SolutionPositions;
use crate::finding::verdict::{Detail, Finding, Judgement, Kind, Length};
use crate::judge::author::{self, JudgedLine};
use crate::judge::bounds;
use crate::judge::conclude::{Conclusion, conclude};
use crate::judge::cooks;
use crate::judge::equal::{Lines, Turn};
use crate::judge::rounds::{Asked, Rounds};
use crate::length::composed::{self, exact};
use crate::length::futile::Interpositions;
use crate::length::inquiry::Inquiry;
use crate::length::leftover;
use crate::length::line::{self, Reader};
use crate::length::reading::Reading;
use crate::length::refutation;
use crate::question::Question;
use crate::search::games::squares_between;
use crate::search::session::Session;
use crate::search::{Answer, Stage};
use crate::shogi::{Color, Hand, Move, Position};
use crate::vocabulary::QuestionKind;

/// Nodes spent on a question whose answer changes only the name of a flaw or a minor remark.
const SIDE_QUESTION_NODES: u64 = 2_000_000;

/// Judges a composition without the further questions, the strict length and idle pieces.
pub(crate) fn judge(session: &mut Session<'_>, question: &Question) -> Judgement {
    judge_as(session, Asked::whole(question))
}

/// Judges like [`judge`], but may end at the first proof that the composition is flawed. A verdict other
/// than flawed is that of [`judge`].
pub(crate) fn judge_as(session: &mut Session<'_>, asked: Asked<'_>) -> Judgement {
    let Asked {
        question, listener, ..
    } = asked;
    let (first, first_line) = session.strict(|search| search.find_length(false, 0));
    let mut judgement = Judgement::begin(first, first_line);
    judgement.composed.strict.stats = session.stats();
    let mut inquiry = Inquiry::new(session, question.interpositions);
    match first {
        Answer::Mate { plies, .. } => {
            let line = &judgement.composed.strict.line;
            listener.tell(&Event::FirstMate { plies, line });
            let known = bounds::compare_with_author(&mut inquiry, &question.author, plies);
            let (answer, _) = inquiry.session.variant(&question.interpositions, |search| {
                search.shorten(known.at_most, true, known.at_least)
            });
            judgement.composed.answer = answer;
            if let Some(plies) = exact(answer) {
                inquiry.session.tell(Stage::MainLine(plies));
                listener.tell(&Event::Length(plies));
                judge_mate(&mut inquiry, asked, plies, &mut judgement);
            }
            if judgement.composed.reading.is_none() {
                // No line was judged, so none has been compared with the author's.
                let found = bounds::finding(&mut inquiry, &question.author, answer, known);
                tell_all(listener, &found);
                judgement.findings.extend(found);
            }
        }
        Answer::NoMate => {
            judgement.findings.push(no_mate(&mut inquiry));
            tell_all(listener, &judgement.findings);
        }
        Answer::Unknown(_) => {}
    }
    judgement
}

/// Tells these findings to a listener.
fn tell_all<'f>(listener: Listener<'_>, findings: impl IntoIterator<Item = &'f Finding>) {
    for found in findings {
        listener.tell(&Event::Found(found));
    }
}

/// Tells the findings that were not told during the rounds: the replies of equal lines.
fn tell_others(listener: Listener<'_>, findings: &[Finding], rounds: &Rounds<'_>) {
    let is_told = |it: &&Finding| {
        let same = |found: &Finding| found.before == it.before && found.line == it.line;
        rounds.found.iter().any(|(_, found)| same(found))
    };
    tell_all(listener, findings.iter().filter(|it| !is_told(it)));
}

/// Works out the strict length, which is never less than the composed length.
pub(crate) fn strict_length(session: &mut Session<'_>, judgement: &mut Judgement) {
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

/// Judges a problem that is mate in exactly `plies`.
fn judge_mate(
    inquiry: &mut Inquiry<'_, '_>,
    asked: Asked<'_>,
    plies: u32,
    judgement: &mut Judgement,
) {
    let Asked {
        question,
        haste,
        listener,
    } = asked;
    let Some(mut judged) = author::judged_line(inquiry, &question.author, plies) else {
        return;
    };
    if inquiry.root.turn() == Color::White {
        // The defender's first move is part of the problem.
        judged.fixed = judged.moves.len();
    }
    let leftover = inquiry.position(&judged.moves).hand(Color::Black);
    if haste.ends_at_flaw
        && let Some(flaws) = flaws_of_line(question.rules, &judged, leftover)
    {
        judgement.findings = flaws;
        return;
    }
    let moves = &judged.moves;
    listener.tell(&Event::Line { moves, leftover });
    tell_all(listener, &judged.findings);
    // A line with leftover pieces is not that of a sound composition, so its equal lines do not matter.
    let with_equals = leftover.is_empty();
    let lines = Lines::start(&inquiry.root, &judged, plies, with_equals);
    let rounds = Rounds::new(lines, &judged, asked);
    judge_in_rounds(inquiry, asked, &judged, rounds, judgement);
}

/// Judges the other checks and replies of the judged line, until nothing is open or a limit is reached.
fn judge_in_rounds(
    inquiry: &mut Inquiry<'_, '_>,
    asked: Asked<'_>,
    judged: &JudgedLine,
    mut rounds: Rounds<'_>,
    judgement: &mut Judgement,
) {
    let Asked {
        question, listener, ..
    } = asked;
    let leftover = inquiry.position(&judged.moves).hand(Color::Black);
    let mut about_the_whole = Vec::new();
    loop {
        rounds.run(inquiry);
        (judgement.alternatives, judgement.turns) = rounds.looked_at();
        let Conclusion {
            line: main,
            findings,
            unresolved,
        } = conclude(inquiry, &rounds);
        let is_flawed = |it: &Finding| question.rules.fails(it.severity);
        let ends = asked.haste.ends_at_flaw && findings.iter().any(is_flawed);
        let earlier = std::mem::take(&mut judgement.findings);
        let new: Vec<Finding> = findings
            .iter()
            .filter(|it| !earlier.contains(it))
            .cloned()
            .collect();
        tell_others(listener, &new, &rounds);
        judgement.refuted.clone_from(&rounds.refuted);
        if main != judged.moves {
            let moves = &main;
            listener.tell(&Event::Line { moves, leftover });
        }
        (judgement.findings, judgement.unresolved) = (findings, unresolved);
        if ends {
            return;
        }
        judgement.findings.extend(judged.findings.iter().cloned());
        let reading = Reading {
            line: main,
            leftover,
        };
        let known = (judgement.composed.reading.as_ref()).filter(|it| it.line == reading.line);
        if known.is_none() {
            judgement.open_questions.clear();
            about_the_whole =
                about_the_line(inquiry, question, listener, judged, &reading, judgement);
        }
        judgement.findings.extend(about_the_whole.iter().cloned());
        judgement.attributes = attributes::of(&inquiry.root, &reading, &judgement.findings);
        judgement
            .plies_if_played
            .clone_from(&judged.plies_if_played);
        let turns = &rounds.lines.turns;
        judgement.solution = Some(SolutionPositions::of_turns(
            &inquiry.root,
            turns.iter().map(Turn::before_and_move),
        ));
        judgement.composed.reading = Some(reading);
        if question.nodes_per_alternative != Some(u64::MAX)
            || inquiry.session.stopped().is_some()
            || !rounds.spend_the_rest()
        {
            break;
        }
        // The next rounds may take all nodes that are left, so the strict length comes before them.
        strict_length(inquiry.session, judgement);
    }
}

/// Returns the findings with which the judged line is flawed before other checks are looked at.
fn flaws_of_line(rules: Profile, judged: &JudgedLine, leftover: Hand) -> Option<Vec<Finding>> {
    if !leftover.is_empty() && rules.fails(Kind::LastMoveLeftover.severity()) {
        // Every cause of the leftover is fatal then.
        return Some(vec![Finding {
            line: judged.moves.clone(),
            detail: Detail::Leaves(leftover),
            ..Finding::new(Kind::Leftover, &[])
        }]);
    }
    let is_flawed = judged.findings.iter().any(|it| rules.fails(it.severity));
    is_flawed.then(|| judged.findings.clone())
}

/// Answers the questions about the judged line that other checks do not touch: cooks of a longer
/// variation, leftover pieces, the author's length, and grey interpositions.
fn about_the_line(
    inquiry: &mut Inquiry<'_, '_>,
    question: &Question,
    listener: Listener<'_>,
    judged: &JudgedLine,
    reading: &Reading,
    judgement: &mut Judgement,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    let Some(plies) = exact(judgement.composed.answer) else {
        return findings;
    };
    let main = &reading.line;
    let nodes = (question.nodes_per_alternative)
        .map_or(SIDE_QUESTION_NODES, |given| given.max(SIDE_QUESTION_NODES));
    let mut report = |found: Vec<Finding>| {
        tell_all(listener, &found);
        findings.extend(found);
    };
    if let Some((before, line)) = &judged.longer {
        let (found, _) =
            inquiry.within(nodes, |inquiry| cooks::in_variation(inquiry, before, line));
        report(found);
    }

    let is_best = main.len() as u32 == plies && judged.longer.is_none();
    let (about_leftover, _) = inquiry.within(nodes, |inquiry| {
        leftover::finding(inquiry, reading, judged.fixed, is_best)
    });
    let mut without_leftover = None;
    if let Some(finding) = about_leftover {
        without_leftover = match (finding.kind, finding.length) {
            (Kind::LongerVariation, Some(Length::Exactly(plies))) => Some(plies),
            _ => None,
        };
        if matches!(finding.detail, Detail::LeavesPerhapsLonger(_)) {
            judgement.open_questions.push(QuestionKind::Leftover.into());
        }
        report(vec![finding]);
    }
    if judged.fixed < main.len()
        && judged
            .findings
            .iter()
            .all(|it| it.severity == Severity::Info)
    {
        match author::by_length(inquiry, &question.author, main, without_leftover) {
            Some(found) => report(found),
            None => judgement
                .open_questions
                .push(QuestionKind::StatedLength.into()),
        }
    }
    if question.interpositions == Interpositions::Standard {
        let (found, _) = inquiry.within(nodes, |inquiry| {
            if_grey_is_futile(inquiry, main, plies, is_best)
        });
        match found {
            Some(found) => report(found),
            None => judgement
                .open_questions
                .push(QuestionKind::GreyInterpositions.into()),
        }
    }
    findings
}

/// Returns the finding that there is no mate, with the best defence against the hardest try.
fn no_mate(inquiry: &mut Inquiry<'_, '_>) -> Finding {
    let refutation = refutation::of_no_mate(inquiry.session);
    let line = refutation.map_or(Vec::new(), |it| until_it_repeats(&inquiry.root, it.line));
    Finding {
        line,
        ..Finding::new(Kind::NoMate, &[])
    }
}

/// Cuts a line before the first position that comes back.
fn until_it_repeats(root: &Position, mut line: Vec<Move>) -> Vec<Move> {
    if let Some((_, again)) = line::first_repetition(root, &line) {
        line.truncate(again - 1);
    }
    line
}

/// Returns the finding if the answer is another one with all grey interpositions futile: another length
/// or leftover, or only another main line. `None` if a limit was reached.
fn if_grey_is_futile(
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
    let ply = match (same, is_best) {
        (true, true) => first_grey(inquiry, main)?,
        (true, false) => main.len(),
        (false, _) => 0,
    };
    if ply == main.len() {
        return Some(Vec::new());
    }
    Some(vec![Finding {
        severity: if same {
            Severity::Info
        } else {
            Kind::GreyInterposition.severity()
        },
        line: if same {
            main[ply..].to_vec()
        } else {
            reading.line
        },
        length: Some(Length::Exactly(length)),
        detail: if same {
            Detail::GreyButTheSame
        } else {
            Detail::IfGreyIsFutile(length, left)
        },
        ..Finding::new(Kind::GreyInterposition, &main[..ply])
    }])
}

/// Returns where a line has its first interposition that is not best play once grey ones are
/// futile, or its end if there is none.
fn first_grey(inquiry: &mut Inquiry<'_, '_>, main: &[Move]) -> Option<usize> {
    let broad = Interpositions::Broad;
    for (ply, &mv) in main.iter().enumerate() {
        let position = inquiry.position(&main[..ply]);
        let is_interposition = position.turn() == Color::White
            && mv.is_drop()
            && squares_between(&position).contains(&mv.to());
        if !is_interposition {
            continue;
        }
        let left = (main.len() - ply) as u32;
        let counts = inquiry.session.variant(&broad, |search| {
            search.after_line(&main[..ply], |search| broad.is_optimal(search, mv, left))
        })?;
        if !counts {
            return Some(ply);
        }
    }
    Some(main.len())
}
