//! Judges a problem: at every turn of the main line, which other moves also force a brinkmate
//! (余必至), as short or some plies longer.

use super::answer::{Judgement, Question, Request, Solution, Verdict};
use super::hunt::{Hunt, Node};
use super::solve::{in_session, solved};
use crate::composition::problem::Problem;
use crate::composition::rules::Severity;
use crate::composition::verdict::{Detail, Finding, Kind, Length, Unresolved};
use crate::search::{Answer, Exactness, Limits, Progress, Solver};
use crate::shogi::Move;
use std::cmp::Reverse;

/// Judges a problem. The attacker is to move.
pub fn check(
    solver: &mut Solver,
    problem: &Problem,
    question: &Question,
    limits: &Limits,
    observer: &mut (dyn FnMut(&Progress) + Send),
) -> Judgement {
    let position = problem.position();
    let question = &problem.for_black(question.clone());
    let stated = question.author.length().unwrap_or(0);
    let request = Request {
        plies: question.request.plies.max(stated),
        ..question.request.clone()
    };
    let judged = in_session(solver, &position, false, limits, observer, |session| {
        let author = &question.author.line;
        let (mut solution, hunt) = solved(session, &request, author);
        let (mut findings, mut open) = (Vec::new(), Vec::new());
        let mut stopped = None;
        match (solution.verdict, hunt) {
            (Verdict::Mate, _) => findings.extend(plain_mate(&solution)),
            (Verdict::NoBrinkmate { within }, _) => findings.push(Finding {
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
                findings.extend(compare_with_author(question, &solution, plies));
                let all = (&mut findings, &mut open);
                hunt.others_along(&solution, plies, question.longer, all);
                stopped = hunt.stopped();
            }
            _ => {}
        }
        findings.sort_by_key(|it| (Reverse(it.severity), it.kind, it.ply()));
        solution.stats = session.stats();
        solution.stopped = stopped.or(session.stopped());
        Judgement {
            stopped: solution.stopped,
            solution,
            findings,
            open,
        }
    });
    problem.as_given(judged)
}

fn plain_mate(solution: &Solution) -> Option<Finding> {
    let mate = solution.mate.as_ref()?;
    let length = match mate.answer {
        Answer::Mate {
            plies,
            exactness: Exactness::Shortest,
        } => Some(Length::Exactly(plies)),
        Answer::Mate { plies, .. } => Some(Length::AtMost(plies)),
        _ => None,
    };
    Some(Finding {
        line: mate.line.clone(),
        length,
        ..Finding::new(Kind::PlainMate, &[])
    })
}

/// Compares the author's claims with the answer.
fn compare_with_author(question: &Question, solution: &Solution, plies: u32) -> Option<Finding> {
    let author = &question.author.line;
    let length = Some(Length::Exactly(plies));
    let same = author.iter().zip(&solution.line);
    let same = same.take_while(|(a, b)| a == b).count();
    let detail = if same < author.len().min(solution.line.len()) {
        if same % 2 == 0 {
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
        line: author.get(same..).unwrap_or_default().to_vec(),
        length,
        detail,
        severity,
        ..Finding::new(Kind::AuthorLine, &author[..same])
    })
}

impl Hunt<'_, '_> {
    /// Finds the other moves along the main line that force a brinkmate at most `longer` plies longer
    /// than the rest of the line.
    fn others_along(
        &mut self,
        solution: &Solution,
        plies: u32,
        longer: u32,
        (findings, open): (&mut Vec<Finding>, &mut Vec<Unresolved>),
    ) {
        let mut node = Node::root(self.session.position());
        for (at, &mv) in solution.line.iter().enumerate() {
            if at % 2 == 0 {
                let left = plies.saturating_sub(at as u32);
                let before = &solution.line[..at];
                for other in self.tries(&node) {
                    if other == mv {
                        continue;
                    }
                    let after = node.after(other);
                    let bound = left + longer - 1;
                    match self.in_rounds(|hunt| hunt.defend(&after, bound)) {
                        Some(true) => {
                            findings.push(self.extra(&node, other, before, (left, bound)));
                        }
                        Some(false) => {}
                        None => open.push(Unresolved::extra_brinkmate(before, other)),
                    }
                }
            }
            node = node.after(mv);
        }
    }

    fn extra(
        &mut self,
        node: &Node,
        mv: Move,
        before: &[Move],
        (left, bound): (u32, u32),
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
