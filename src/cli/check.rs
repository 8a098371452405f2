//! `tsume check`: judges a composition.

use super::author;
use super::diagnostics::Complaint;
use super::plan::{Checks, Proofs};
use super::proofs::ProofFailure;
use super::read::{ParsedProblem, warnings};
use super::solve::{failed, leftover, row_stats, strict_at_most};
use super::soundness;
use crate::composition::check::{Question, check};
use crate::composition::verdict::{self, Kind, Length};
use crate::composition::{Author, Interpositions, Problem, Questions};
use crate::notation::sfen;
use crate::notation::usi;
use crate::report::{Entry, Finding, Row, RowError, Said};
use crate::search::{Limits, Progress, Solver};
use crate::shogi::{Color, Move, Position, Setup};
use crate::verify::{Level, Outcome, Reference, replay};
use std::time::Instant;

/// What a problem is judged with.
pub(super) struct JudgeContext<'a> {
    pub solver: &'a mut Solver,
    pub limits: &'a Limits,
    pub interpositions: Interpositions,
    /// Whether to tell what the search did.
    pub stats: bool,
    pub observer: &'a mut (dyn FnMut(&Progress) + Send),
}

/// Judges one problem, and answers what else is asked about it. What is odd about its record comes with it, for somebody to say.
pub(super) fn entry(
    bench: &mut JudgeContext<'_>,
    given: &ParsedProblem,
    checks: Checks,
    asked: Questions,
) -> (Entry, Vec<Complaint>) {
    let ParsedProblem { id, problem, .. } = given;
    if !problem.attacker_to_move() {
        return no_composition(given);
    }
    let profile = checks.profile;
    let (author, complaints) = claims(given);
    let interpositions = bench.interpositions;
    let question = Question {
        interpositions,
        author,
        nodes_per_alternative: checks.nodes_per_alternative,
        idle_pieces: checks.idle_pieces,
        profile,
        // Some formats tell variations without being asked to.
        questions: Questions {
            variations: asked.variations.max(checks.variations),
            ..asked.clone()
        },
    };
    let position = Position::new(problem.normalised());
    let started = Instant::now();
    let (solver, limits) = (&mut *bench.solver, bench.limits);
    let mut judgement = check(solver, &position, &question, limits, bench.observer);
    let elapsed = started.elapsed();
    for finding in &judgement.findings {
        if let Err(reason) = stands(problem, finding, interpositions) {
            let message = Said::new(
                format!("the proof of a defect does not stand ({reason}): please report this"),
                format!("不完全の証明が成り立たない（{reason}）：報告してほしい"),
            );
            return (failed_in(given, "internal", message), complaints);
        }
    }

    let found = &judgement.composed;
    let (line, left) = match &found.reading {
        Some(reading) => (&reading.line, Some(reading.leftover)),
        None => (&found.strict.line, leftover(problem, &found.strict)),
    };
    let is_main_line = found.reading.is_some();
    let line: Vec<Move> = line.iter().map(|&mv| problem.to_given(mv)).collect();
    let sfen = sfen::write(problem.setup());
    let mut row = Row::of_composed(id.clone(), sfen, interpositions, found, elapsed);
    row.solution = line.iter().map(|&mv| usi::write_move(mv)).collect();
    row.leftover = left.map(sfen::write_hand);
    row.quote(problem, &question.author);
    row.notes = problem.notes().iter().map(Finding::from).collect();
    row.add_study(problem, found, &judgement.study, &asked);
    if !is_main_line && !line.is_empty() {
        row.notes.push(Finding::line_of_the_strict_game(&row));
    } else if is_main_line && row.has_line_of_other_length() {
        row.notes.push(Finding::line_of_the_author(&row));
    }
    row.notes.extend(complaints.iter().map(Complaint::note));
    row.judge(problem, &judgement, profile, interpositions);
    if checks.attributes && is_main_line {
        row.attributes = Some(judgement.attributes.iter().map(|&it| it.into()).collect());
    }
    row.hand_through(given.fields.as_ref().map(|it| &it.others));
    row.stats = bench.stats.then(|| row_stats(found));
    let strict_at_most = strict_at_most(found.strict.answer);
    let study = std::mem::take(&mut judgement.study);
    let entry = Entry {
        row,
        line,
        leftover: left.filter(|_| is_main_line),
        strict_at_most,
        problem: Some(problem.clone()),
        source_record: Some(given.source_record.clone()),
        judgement: Some((judgement, profile)),
        questions: asked,
        study,
        elapsed,
    };
    (entry, complaints)
}

/// A composition begins with the attacker: the defects of what comes after a first move say nothing
/// about it, and neither does their absence.
fn no_composition(given: &ParsedProblem) -> (Entry, Vec<Complaint>) {
    let message = Said::new(
        "the defender is to move: a composition begins with the attacker's move",
        "玉方の手番になっている：作品は攻方の手から始まる",
    );
    // Records of other kinds have no such word.
    let turn = given.record.spans.turn.clone();
    let is_turn =
        |it: &std::ops::Range<usize>| matches!(given.text.get(it.clone()), Some("b" | "w"));
    let span = Some(turn).filter(is_turn);
    let mut entry = failed_in(given, "illegal", message.clone());
    entry.row.error = Some(RowError::new("illegal", message.clone(), span.clone()));
    let complaint = Complaint {
        harmless: false,
        message,
        span,
        help: Some(Said::new(
            "`tsume solve` tells how long the defender lasts",
            "tsume solve なら、玉方が何手逃れられるか分かる",
        )),
    };
    (entry, vec![complaint])
}

/// What a record says of the solution, as far as it can be played; and what is odd about it.
pub(super) fn claims(given: &ParsedProblem) -> (Author, Vec<Complaint>) {
    let (record, problem) = (&given.record, &given.problem);
    let (expected, mut complaints) = warnings(record, problem, given.fields.as_ref());
    let (author, warning) = author::of(record, &given.text, problem, expected);
    complaints.extend(warning);
    (author, complaints)
}

/// The row of a problem in which the program failed.
pub(super) fn failed_in(given: &ParsedProblem, kind: &'static str, message: Said) -> Entry {
    let mut entry = failed(given.id.clone(), RowError::new(kind, message, None));
    entry.row.sfen = Some(sfen::write(given.problem.setup()));
    let fields = given.fields.as_ref();
    entry.row.hand_through(fields.map(|it| &it.others));
    entry
}

/// Certifies a judged composition, if that is wanted. An answer that cannot be proven is withdrawn: that
/// is for somebody to say, too.
///
/// # Errors
/// When a certificate cannot be written.
pub(super) fn certify(
    bench: &mut JudgeContext<'_>,
    given: &ParsedProblem,
    proofs: &mut Proofs,
    entry: &mut Entry,
) -> anyhow::Result<Option<Complaint>> {
    let Some((judgement, _)) = entry.judgement.as_ref().filter(|_| proofs.are_wanted()) else {
        return Ok(None);
    };
    let (solver, limits) = (&mut *bench.solver, bench.limits);
    let (problem, level) = (&given.problem, bench.interpositions);
    let about = (judgement, level);
    let case = soundness::case(solver, problem, about, limits, bench.observer);
    let named = (&*given.id, problem);
    match proofs.prove(solver, named, &case.statements, limits, bench.observer)? {
        Ok(certificates) => {
            let open = case.not_certified(judgement, level, &certificates);
            entry.row.not_certified = Some(open);
            entry.row.certificates = Some(certificates);
            Ok(None)
        }
        Err(ProofFailure(message)) => {
            *entry = failed_in(given, "internal", message.clone());
            Ok(Some(Complaint::of_bug(message)))
        }
    }
}

/// Whether the independent witness agrees that the line of a finding can be played, and ends in mate
/// after as many plies as it is said to.
fn stands(
    problem: &Problem,
    finding: &verdict::Finding,
    interpositions: Interpositions,
) -> Result<(), String> {
    let setup = problem.normalised();
    let Some((&first, rest)) = finding.line.split_first() else {
        return Ok(());
    };
    // A mate that comes back to where the line was before, as that of a detour does, is a mate, and
    // so is one whose first move does. What leads up to the move, the move, and what follows may
    // each repeat nothing, but one may another.
    let play = |from: &Setup, line: &[Move]| {
        replay(from, Color::Black, line).map_err(|error| format!("{:?}: {error}", finding.kind))
    };
    play(setup, &finding.before)?;
    let turn = after(setup, &finding.before);
    play(&turn, &[first])?;
    let start = after(&turn, &[first]);
    let end = play(&start, rest)?;
    if let Some(back) = &finding.back {
        play(setup, &back.solution)?;
        let (here, there) = (after(&start, rest), after(setup, &back.solution));
        return is_back(&here, &there)
            .then_some(())
            .ok_or_else(|| format!("{:?}: it is not back in the solution", finding.kind));
    }
    let plies = (finding.before.len() + finding.line.len()) as u32;
    let right = match finding.length {
        None => return Ok(()),
        Some(Length::Exactly(length)) => length == plies,
        Some(Length::AtMost(length)) => length >= plies,
    };
    if !right {
        return Err(format!("{plies} plies"));
    }
    let level = match interpositions {
        _ if finding.kind == Kind::GreyInterposition => Level::Broad,
        Interpositions::Off => Level::Off,
        Interpositions::Terminal => Level::Terminal,
        Interpositions::Standard => Level::Standard,
        Interpositions::Broad => Level::Broad,
    };
    if end.mate {
        return Ok(());
    }
    let mut witness = Reference::new(&after(&start, rest), Color::Black, level)
        .map_err(|error| error.to_string())?;
    match witness.mate_within(0) {
        Outcome::Mate(0) => Ok(()),
        _ => Err("no mate at the end".to_owned()),
    }
}

/// Whether a diagram is one of the solution again: the same board and side to move, and the attacker
/// holds at least as much.
fn is_back(here: &Setup, there: &Setup) -> bool {
    let hand = |setup: &Setup| setup.hands[Color::Black.index()];
    here.board == there.board && here.turn == there.turn && hand(here).dominates(hand(there))
}

/// The diagram after a line.
fn after(setup: &Setup, line: &[Move]) -> Setup {
    let mut setup = setup.clone();
    for &mv in line {
        let played = setup.play(mv);
        debug_assert!(played, "the line was replayed");
    }
    setup
}
