//! Idle pieces (無駄駒): pieces on the board without which nothing changes.
//!
//! A piece is idle if the composition has the same length, main line and findings when the defender
//! holds the piece instead. A piece that moves in the main line is not idle, nor is one without
//! which the diagram is no legal problem.

use crate::finding::rules::Grade;
use crate::finding::verdict::{Detail, Finding, Judgement, Kind, Length, OpenQuestion};
use crate::judge::judging::judge;
use crate::question::Question;
use crate::search::session::Session;
use crate::search::{Answer, Stage};
use crate::shogi::{Color, PieceKind, Position, Square};
use crate::vocabulary::QuestionKind;

/// Adds a finding for every idle piece, and the squares of those that can be removed together, if the question
/// asks for idle pieces.
pub(crate) fn look_for(session: &mut Session<'_>, question: &Question, judgement: &mut Judgement) {
    let Some(reading) = judgement.composed.reading.clone() else {
        return;
    };
    if !question.idle_pieces {
        return;
    }
    let with_line = Question {
        author: crate::Author {
            line: reading.line.clone(),
            ..crate::Author::default()
        },
        idle_pieces: false,
        ..question.clone()
    };
    let whole = session.position().clone();
    let mut idle = Vec::new();
    let moved = |square| reading.line.iter().any(|mv| mv.from() == Some(square));
    let without_one: Vec<_> = Square::all()
        .filter(|&square| !moved(square))
        .filter_map(|square| Some((square, without(&whole, &[square])?)))
        .collect();
    let all = without_one.len();
    for (looked_at, (square, position)) in without_one.into_iter().enumerate() {
        session.tell(Stage::IdlePieces {
            plies: reading.line.len() as u32,
            looked_at,
            all,
        });
        let other = session.at_position(&position, |session| judge(session, &with_line));
        let is_cut_off = session.stopped().is_some();
        match is_same(judgement, &other, is_cut_off, question) {
            Some(true) => idle.push(square),
            Some(false) => {}
            None => judgement.open_questions.push(OpenQuestion {
                kind: QuestionKind::IdlePiece,
                square: Some(square),
            }),
        }
    }
    judgement.idle_together = removable_together(session, &with_line, judgement, &idle);
    judgement
        .findings
        .extend(idle.into_iter().map(|square| Finding {
            length: Some(Length::Exactly(reading.line.len() as u32)),
            detail: Detail::On(square),
            ..Finding::new(Kind::IdlePiece, &[])
        }));
}

/// Returns the idle pieces that can be removed together: one after another, as long as nothing
/// changes.
fn removable_together(
    session: &mut Session<'_>,
    question: &Question,
    judgement: &Judgement,
    idle: &[Square],
) -> Vec<Square> {
    let whole = session.position().clone();
    let mut gone: Vec<Square> = idle.iter().take(1).copied().collect();
    for &square in idle.iter().skip(1) {
        gone.push(square);
        let same = without(&whole, &gone).is_some_and(|position| {
            let other = session.at_position(&position, |session| judge(session, question));
            let is_cut_off = session.stopped().is_some();
            is_same(judgement, &other, is_cut_off, question) == Some(true)
        });
        if !same {
            gone.pop();
        }
    }
    if gone.len() < 2 { Vec::new() } else { gone }
}

/// Returns the position with the defender holding the pieces on these squares. `None` for a king,
/// an empty square, or if a king would come into check.
fn without(position: &Position, squares: &[Square]) -> Option<Position> {
    let mut setup = position.to_setup();
    for &square in squares {
        let piece = position.piece_at(square)?;
        if piece.kind() == PieceKind::King {
            return None;
        }
        setup.board[square.index()] = None;
        let hand = &mut setup.hands[Color::White.index()];
        *hand = hand.add(piece.kind().unpromote());
    }
    let without = Position::new(&setup);
    let same_checks = Color::ALL
        .into_iter()
        .all(|color| without.in_check(color) == position.in_check(color));
    same_checks.then_some(without)
}

/// Returns whether two judgements are the same. `None` if this was not worked out: `is_cut_off`
/// says that a limit may have kept findings out of the second one.
fn is_same(
    ours: &Judgement,
    theirs: &Judgement,
    is_cut_off: bool,
    question: &Question,
) -> Option<bool> {
    let (Some(our_line), Some(their_line)) = (&ours.composed.reading, &theirs.composed.reading)
    else {
        // Another length or no mate is a difference; a bound is not.
        return match theirs.composed.answer {
            Answer::NoMate => Some(false),
            Answer::Mate { .. } | Answer::Unknown(_) => None,
        };
    };
    if our_line != their_line {
        return Some(false);
    }
    let compared_findings = |judgement: &Judgement| {
        // The author's claims are about the whole problem.
        let about_play = |it: &&Finding| !matches!(it.kind, Kind::AuthorLine | Kind::EarlyMate);
        judgement
            .findings
            .iter()
            .filter(about_play)
            .filter(|it| {
                question.rules.grade(it.severity) >= Grade::Blemish || !it.in_equal_variation
            })
            .map(|it| (it.kind, it.before.clone(), it.line.first().copied()))
            .collect::<Vec<_>>()
    };
    let is_open = |judgement: &Judgement| {
        let is_other = |it: &OpenQuestion| it.kind != QuestionKind::IdlePiece;
        judgement.unresolved(question.rules).next().is_some()
            || judgement
                .open_questions(question.rules)
                .any(|it| is_other(&it))
    };
    let (we_may_lack, they_may_lack) = (is_open(ours), is_cut_off || is_open(theirs));
    let (ours, theirs) = (compared_findings(ours), compared_findings(theirs));
    // The number counts, too, because several findings may be of one kind and about one move.
    let lacks = |one: &[_], other: &[_]| {
        one.len() < other.len() || other.iter().any(|it| !one.contains(it))
    };
    let (we_lack, they_lack) = (lacks(&ours, &theirs), lacks(&theirs, &ours));
    // A finding that one lacks is a difference only if nothing is left to be found.
    if we_lack && !we_may_lack || they_lack && !they_may_lack {
        return Some(false);
    }
    (!we_lack && !they_lack && !we_may_lack && !they_may_lack).then_some(true)
}
