//! Judges a brinkmate problem: which other moves at the turns of the main line also force a brinkmate
//! (余必至) that is at most [`MAX_EXTRA_PLIES`] plies longer, and whether the author's claims are right.

use super::answer::{Solution, Verdict};
use super::hunt::{Hunt, Node, without_lines};
use super::solve::{longest, solve_in};
use crate::Reading;
use crate::finding::rules::Severity;
use crate::finding::verdict::{Detail, Finding, Judgement, Kind, Length, Unresolved};
use crate::length::composed::exact;
use crate::length::line::position_after;
use crate::problem::Problem;
use crate::question::Question;
use crate::search::{Answer, Exactness, Progress, Solver};
use crate::shogi::{Color, Move};

/// The most plies by which another brinkmate may be longer and still be looked for.
const MAX_EXTRA_PLIES: u32 = 2;

/// Judges a brinkmate problem. The attacker is to move.
pub fn check(
    solver: &mut Solver,
    problem: &Problem,
    question: &Question,
    observer: &mut (dyn FnMut(&Progress) + Send),
) -> (Judgement, Solution) {
    let question = &problem.for_black(question.clone());
    let stated = question.author.length().unwrap_or(0);
    let max_plies = longest(question).max(stated);
    let observer = &mut without_lines(observer, true);
    problem.session(solver, &question.limits, observer, |session| {
        let (level, author) = (question.interpositions, &question.author.line);
        let (mut solution, hunt) = solve_in(session, level, max_plies, author, false);
        let mut judgement = Judgement::begin(solution.answer(), solution.line().to_vec());
        let mut stopped = None;
        match (solution.verdict, hunt) {
            (Verdict::Mate, _) => judgement.findings.extend(plain_mate(&solution)),
            (Verdict::NoBrinkmate { within }, _) => judgement.findings.push(Finding {
                detail: within.map_or(Detail::Nothing, Detail::Within),
                ..Finding::new(Kind::NoBrinkmate, &[])
            }),
            (
                Verdict::Brinkmate {
                    plies,
                    exactness: Exactness::Shortest,
                },
                Some(mut hunt),
            ) => {
                let of_author = compare_with_author(question, &solution, plies);
                judgement.findings.extend(of_author);
                hunt.add_extra_brinkmates(&solution, plies, &mut judgement);
                stopped = hunt.stopped();
            }
            (Verdict::Brinkmate { .. } | Verdict::Unknown { .. }, _) => {}
        }
        judgement.sort_findings();
        solution.stats = session.stats();
        solution.stopped = stopped.or(session.stopped());
        judgement.stopped = solution.stopped;
        judgement.composed.strict.stats = solution.stats;
        if exact(solution.answer()).is_some() {
            let line = solution.line().to_vec();
            let leftover = position_after(session.position(), &line).hand(Color::Black);
            judgement.composed.reading = Some(Reading { line, leftover });
        }
        (judgement, solution)
    })
}

fn plain_mate(solution: &Solution) -> Option<Finding> {
    let mate = solution.mate.as_ref()?;
    let length = match mate.answer {
        Answer::Mate {
            plies,
            exactness: Exactness::Shortest,
        } => Some(Length::Exactly(plies)),
        Answer::Mate { plies, .. } => Some(Length::AtMost(plies)),
        Answer::NoMate | Answer::Unknown(_) => None,
    };
    Some(Finding {
        line: mate.line.clone(),
        length,
        ..Finding::new(Kind::PlainMate, &[])
    })
}

/// Compares the author's line and length with the answer, a brinkmate in `plies`. Returns the first claim
/// that is wrong.
fn compare_with_author(question: &Question, solution: &Solution, plies: u32) -> Option<Finding> {
    let author = &question.author.line;
    let length = Some(Length::Exactly(plies));
    let pairs = author.iter().zip(&solution.line);
    let common = pairs.take_while(|(a, b)| a == b).count();
    let detail = if common < author.len().min(solution.line.len()) {
        if common % 2 == 0 {
            Detail::BrinkmateMoveFails
        } else {
            Detail::BrinkmateReplyShort
        }
    } else if question.author.broken {
        Detail::BrinkmateLineBreaks
    } else if !author.is_empty() && author.len() < solution.line.len() {
        Detail::BrinkmateLineStops
    } else if question.author.plies.is_some_and(|it| it != plies) {
        Detail::BrinkmateAuthor(question.author.plies.unwrap_or(plies))
    } else {
        return None;
    };
    let severity = match detail {
        Detail::BrinkmateMoveFails => Severity::Fatal,
        // The line is right as far as it goes.
        Detail::BrinkmateLineStops => Severity::Info,
        _ => Kind::AuthorLine.severity(),
    };
    Some(Finding {
        line: author.get(common..).unwrap_or_default().to_vec(),
        length,
        detail,
        severity,
        ..Finding::new(Kind::AuthorLine, &author[..common])
    })
}

impl Hunt<'_, '_> {
    /// Adds findings for the other moves along the main line that force a brinkmate. It is at most
    /// [`MAX_EXTRA_PLIES`] plies longer than the rest of the line.
    fn add_extra_brinkmates(&mut self, solution: &Solution, plies: u32, judgement: &mut Judgement) {
        let mut node = Node::root(self.session.position());
        for (ply, &mv) in solution.line.iter().enumerate() {
            if ply % 2 == 0 {
                let left = plies.saturating_sub(ply as u32);
                let before = &solution.line[..ply];
                for other in self.tries(&node) {
                    if other == mv {
                        continue;
                    }
                    let after = node.after(other);
                    let bound = left + MAX_EXTRA_PLIES - 1;
                    match self.in_rounds(|hunt| hunt.defend(&after, bound)) {
                        Some(true) => {
                            let found = self.extra_brinkmate(&node, other, before, left, bound);
                            judgement.findings.push(found);
                        }
                        Some(false) => {}
                        None => {
                            let open = Unresolved::extra_brinkmate(before, other);
                            judgement.unresolved.push(open);
                        }
                    }
                }
            }
            node = node.after(mv);
        }
    }

    /// Makes the finding about a move after which the brinkmate takes at most `bound` plies more. `left` are
    /// the plies that the main line has left.
    fn extra_brinkmate(
        &mut self,
        node: &Node,
        mv: Move,
        before: &[Move],
        left: u32,
        bound: u32,
    ) -> Finding {
        let after = node.after(mv);
        let made = before.len() as u32 + 1;
        let exact = self.in_rounds(|hunt| hunt.length(&after, bound));
        let mut line = vec![mv];
        let rest = self.line_after(&after, exact.unwrap_or(bound));
        line.extend(rest.unwrap_or_default());
        Finding {
            line,
            length: Some(match exact {
                Some(length) => Length::Exactly(made + length),
                None => Length::AtMost(made + bound),
            }),
            detail: exact.map_or(Detail::Nothing, |length| Detail::Longer(length + 1 - left)),
            ..Finding::new(Kind::ExtraBrinkmate, before)
        }
    }
}
