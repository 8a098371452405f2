//! Judges a composition: its length and main line, every other check at every turn of the attacker,
//! every defence of equal length, the leftover pieces, and the author's line and length.
//!
//! `judging` does this. `rounds` decides what is asked of the search, and in which order. `cooks` and
//! `blemishes` decide what an alternative is.

use crate::event::{Event, Listener};
use crate::finding::verdict::Judgement;
use crate::judge::idle;
use crate::judge::judging::{judge_as, strict_length};
use crate::judge::rounds::Asked;
use crate::judge::shown;
use crate::length::composed::{self, exact};
use crate::length::line::Reader;
use crate::length::refutation::PICTURE_NODES;
use crate::problem::Problem;
pub use crate::question::Question;
use crate::question::Questions;
use crate::rating;
use crate::search::{Progress, Solver};

/// Judges a composition.
pub fn check(
    solver: &mut Solver,
    problem: &Problem,
    question: &Question,
    observer: &mut (dyn FnMut(&Progress) + Send),
) -> Judgement {
    check_and_tell(solver, problem, question, observer, Listener::default())
}

/// Judges a composition like [`check`], and tells the listener what becomes known on the way.
pub fn check_and_tell(
    solver: &mut Solver,
    problem: &Problem,
    question: &Question,
    observer: &mut (dyn FnMut(&Progress) + Send),
    listener: Listener<'_>,
) -> Judgement {
    let question = &problem.for_black(question.clone());
    let hear = |event: &Event<'_>| problem.tell(listener, event);
    let listener = Listener::new(&hear);
    let asked = Asked {
        listener,
        ..Asked::whole(question)
    };
    problem.session(solver, &question.limits, observer, |session| {
        let mut judgement = judge_as(session, asked);
        // The verdict depends on idle pieces; what comes after them only illustrates it.
        idle::look_for(session, question, &mut judgement);
        strict_length(session, &mut judgement);
        if let Some(plies) = exact(judgement.composed.strict.answer) {
            listener.tell(&Event::StrictLength(plies));
        }
        let mut reader = Reader::new(question.interpositions);
        let (found, plies_if_played) = (&judgement.composed, &judgement.plies_if_played);
        judgement.composed.study = composed::answer(
            session,
            &mut reader,
            &question.further,
            found,
            plies_if_played,
        );
        judgement.composed.strict.stats = session.stats();
        judgement.stopped = session.stopped();
        judgement.nodes_per_alternative = question.nodes_per_alternative;
        if judgement.composed.study.variations.is_none() && question.shown_variations > 0 {
            let shown = Questions {
                variations: question.shown_variations,
                ..Questions::default()
            };
            let (found, plies_if_played) = (&judgement.composed, &judgement.plies_if_played);
            let outer = session.narrow(PICTURE_NODES);
            let study = composed::answer(session, &mut reader, &shown, found, plies_if_played);
            session.widen(outer);
            judgement.composed.study.variations = study.variations;
        }
        shown::choose_lines(session, question.interpositions, &mut judgement);
        judgement.sort_findings();
        if question.attributes {
            judgement.rating = rating::of(session.position(), &judgement);
        }
        judgement
    })
}
