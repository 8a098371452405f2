//! Answers about brinkmates (必至) and threats (詰めろ).

use super::certificates::{Certifier, ProofFailure, Statement};
use super::complaint::Complaint;
use super::entry::{failed_in, quote, row_stats, wrong_turn};
use super::evidence::stands;
use super::intake::ParsedProblem;
use super::settings::JudgeContext;
use super::witness::{Witness, confirm};
use crate::certificate::Claim;
use crate::composition::brinkmate::{self, Question, Request, Solution, State, Verdict as Found};
use crate::composition::certify::composed_claims;
use crate::composition::verdict::Kind;
use crate::composition::{Author, Goal, Interpositions};
use crate::notation::sfen;
use crate::question::Task;
use crate::report::{BrinkAnswer, Certified, ErrorKind, Row, Said};
use crate::search::SharedLimits;
use crate::shogi::Hand;
use std::io;
use std::time::Instant;

/// Answers one problem whose goal is not a mate. Also returns complaints about its record.
pub(super) fn row(
    context: &mut JudgeContext<'_>,
    parsed: &ParsedProblem,
) -> (Row, Vec<Complaint>, Option<BrinkAnswer>) {
    let asked = context.question;
    let is_judged = asked.task == Task::Check;
    let begins = parsed.goal == Goal::Threatmate;
    if parsed.problem.attacker_to_move() == begins {
        let (row, complaints) = wrong_side(parsed);
        return (row, complaints, None);
    }
    let (author, mut complaints) = parsed.author();
    let started = Instant::now();
    let problem = &parsed.problem;
    let (solver, limits) = (&mut *context.solver, &context.question.limits);
    let observer = &mut *context.observer;
    let request = request(asked.interpositions, &author, asked.within);
    let (found, mut judged) = if begins {
        let found = brinkmate::threat(solver, problem, limits, observer);
        (BrinkAnswer::Position(Box::new(found)), None)
    } else if is_judged {
        let question = Question {
            request,
            author: author.clone(),
            ..Question::default()
        };
        let judged = brinkmate::check(solver, problem, &question, limits, observer);
        let found = judged.solution.clone();
        (BrinkAnswer::Problem(Box::new(found)), Some(judged))
    } else {
        let found = brinkmate::solve(solver, problem, &request, limits, observer);
        (BrinkAnswer::Problem(Box::new(found)), None)
    };
    let confirmed = match &mut judged {
        Some(judged) => evidence(context, parsed, judged),
        None => Ok(()),
    };
    let elapsed = started.elapsed();
    if let Err(reason) = confirmed {
        let message = both!(
            "the proof of a defect fails ({reason}): please report this",
            "不完全の証明が成り立たない（{reason}）：報告してほしい"
        );
        complaints.push(Complaint::of_bug(message.clone()));
        let row = failed_in(parsed, ErrorKind::Internal, message);
        return (row, complaints, None);
    }
    let mut row = answered(context, parsed, &found, elapsed);
    row.quote(&author);
    if !is_judged {
        row.author_line = None;
        row.author_line_broken = false;
    }
    row.notes.extend(complaints.iter().map(Complaint::note));
    if let Some(judged) = judged {
        row.judge_brinkmate(problem, &judged, asked.rules, asked.interpositions);
    }
    (row, complaints, Some(found))
}

/// Certifies an answer of [`row`], if asked to. An answer that cannot be proven is withdrawn with a
/// complaint.
///
/// # Errors
/// If a certificate cannot be written.
pub(super) fn certify(
    context: &mut JudgeContext<'_>,
    parsed: &ParsedProblem,
    found: &BrinkAnswer,
    certifier: &mut Certifier<'_>,
    row: &mut Row,
) -> io::Result<Option<Complaint>> {
    let claims = claims(found, context.question.interpositions);
    let open = not_certified(found, row.is_judged());
    let statements: Vec<Statement> = claims.into_iter().map(|it| (Vec::new(), it)).collect();
    let named = (&*parsed.id, &parsed.problem);
    let (solver, limits) = (&mut *context.solver, &context.question.limits);
    match certifier.prove(solver, named, &statements, limits, context.observer)? {
        Ok(certificates) => {
            let missing = certificates.iter().filter(|it| it.positions.is_none());
            let missing = missing.map(Certified::said);
            row.not_certified = Some(missing.chain(open).collect());
            row.certificates = Some(certificates);
            Ok(None)
        }
        Err(ProofFailure(message)) => {
            *row = failed_in(parsed, ErrorKind::Internal, message.clone());
            Ok(Some(Complaint::of_bug(message)))
        }
    }
}

/// Returns the claims of an answer that have certificates.
fn claims(found: &BrinkAnswer, level: Interpositions) -> Vec<Claim> {
    match found {
        BrinkAnswer::Position(it) => brinkmate::claim_of_state(it).into_iter().collect(),
        BrinkAnswer::Problem(it) => match &it.mate {
            Some(mate) if level == Interpositions::Standard => composed_claims(mate.answer),
            Some(_) => Vec::new(),
            None => brinkmate::claims(it),
        },
    }
}

/// Returns what else an answer rests on, beside its certificates.
fn not_certified(found: &BrinkAnswer, is_judged: bool) -> Vec<Said> {
    let mut open = Vec::new();
    match found {
        BrinkAnswer::Position(it) if it.state == State::Brinkmate => {}
        BrinkAnswer::Position(_) => open.push(both!(
            "the mate after a pass, and which defences hold",
            "放置した場合の詰みと、どの受けが成立するか"
        )),
        BrinkAnswer::Problem(it) if it.mate.is_none() && it.first_moves.len() > 1 => {
            open.push(both!("the other first moves", "ほかの初手で必至になること"));
        }
        BrinkAnswer::Problem(it) if it.verdict == (Found::NoBrinkmate { within: None }) => {
            open.push(both!(
                "that there is no longer brinkmate either",
                "それより長い必至もないこと"
            ));
        }
        BrinkAnswer::Problem(_) => {}
    }
    if is_judged {
        open.push(both!(
            "whether other moves force a brinkmate",
            "余必至の有無"
        ));
    }
    open
}

/// Returns what is looked for. A length in the record is looked for, however long it is.
fn request(interpositions: Interpositions, author: &Author, within: Option<u32>) -> Request {
    Request {
        interpositions,
        plies: within.unwrap_or(author.plies.unwrap_or(0).max(Request::PLIES)),
        ..Request::default()
    }
}

/// Has the independent checker replay the line of a plain mate, and confirm other brinkmates. What it does
/// not confirm within the limits, which hold anew, is an open move from then on.
fn evidence(
    context: &mut JudgeContext<'_>,
    parsed: &ParsedProblem,
    judged: &mut brinkmate::Judgement,
) -> Result<(), String> {
    let mates = judged.findings.iter();
    let mut mates = mates.filter(|it| it.kind == Kind::PlainMate);
    mates.try_for_each(|it| stands(&parsed.problem, it, context.question.interpositions))?;
    let mut witness = Witness {
        solver: &mut *context.solver,
        problem: &parsed.problem,
        limits: &SharedLimits::begin(&context.question.limits),
        observer: &mut *context.observer,
    };
    confirm(judged, |it| witness.word(it))
}

/// Returns the row of an answer, without the parts from a judgement or from the author.
fn answered(
    context: &JudgeContext<'_>,
    parsed: &ParsedProblem,
    found: &BrinkAnswer,
    elapsed: std::time::Duration,
) -> Row {
    let problem = &parsed.problem;
    let sfen = sfen::write(problem.setup());
    let id = parsed.id.clone();
    let mut row = Row::of_brinkmate(id, sfen, context.question.interpositions, found, elapsed);
    let left = found.solution().and_then(|it| leftover(parsed, it));
    row.leftover = left.map(sfen::write_hand);
    row.stats = context.question.stats.then(|| row_stats(found.stats()));
    quote(&mut row, parsed);
    row
}

/// Returns the attacker's hand at the end of a plain mate. After a brinkmate nothing is over yet.
fn leftover(parsed: &ParsedProblem, found: &Solution) -> Option<Hand> {
    let mate = found
        .mate
        .as_ref()
        .filter(|_| found.verdict == Found::Mate)?;
    (!mate.line.is_empty()).then(|| parsed.problem.hand_after(&mate.line))
}

/// Returns the answer to a problem that begins with the other side than its goal asks for.
fn wrong_side(parsed: &ParsedProblem) -> (Row, Vec<Complaint>) {
    let (message, help) = if parsed.goal == Goal::Threatmate {
        (
            both!(
                "the attacker is to move: a threat is one against a defender to move",
                "攻方の手番になっている：詰めろは玉方の手番で問う"
            ),
            both!(
                "`--goal brinkmate` looks for a brinkmate that the attacker can force",
                "攻方の手番からの必至は --goal brinkmate で探せる"
            ),
        )
    } else {
        (
            both!(
                "the defender is to move: a brinkmate problem begins with the attacker's move",
                "玉方の手番になっている：必至問題は攻方の手から始まる"
            ),
            both!(
                "`--goal threatmate` tells whether the position is a brinkmate",
                "この局面が必至かどうかは --goal threatmate で分かる"
            ),
        )
    };
    wrong_turn(parsed, message, Some(help))
}
