//! Composed lengths (手数): shortest attack against longest defence with futile interpositions set
//! aside, the main line (本手順), what it leaves in hand (駒余り), and what else may be asked about
//! a problem.

use super::author::counted_down;
use super::explain::{self, BroadAnswer, Explanations};
use super::futile::Interpositions;
use super::line::Reader;
use super::refutation::{self, Attempt, Outcome, Refutation};
use super::variations::{self, Turn};
use crate::search::session::Session;
use crate::search::{Answer, Exactness, Limits, Progress, Solution, Solver, Stage, StopReason};
use crate::shogi::{Hand, Move, Position};

/// The answer to a composed problem.
#[derive(Clone, Debug)]
pub struct Composed {
    /// The answer in composed plies.
    pub answer: Answer,
    /// The main line and what it leaves over, once the shortest length is proven, unless it was not
    /// asked for or a limit prevented reading it.
    pub reading: Option<Reading>,
    /// The answer in the strict game, where every legal interposition counts, and all it cost.
    pub strict: Solution,
}

/// A main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The moves, as many as the composed length, futile interpositions left out.
    pub line: Vec<Move>,
    /// What the attacker holds at the mate.
    pub leftover: Hand,
}

/// What is asked beside answer, length and main line, and what of them is not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Questions {
    /// How many levels deep the variations are wanted; 0 for none.
    pub variations: u32,
    /// Whether interpositions on the main line are to be explained.
    pub explain: bool,
    /// Moves to be tried.
    pub attempt: Option<Attempt>,
    /// Whether the best defence is to be shown where there is no mate.
    pub refutation: bool,
    /// Whether the composed length is enough: the strict one stays a bound.
    pub composed_only: bool,
    /// Whether no main line is read: then variations and explanations, which belong to one, are not
    /// told either. Among all lines of the shortest length it is one particular line, and to read it
    /// can cost more than to prove the length.
    pub no_main_line: bool,
}

impl Questions {
    /// Whether anything is asked that composed lengths answer.
    #[must_use]
    pub const fn any(&self) -> bool {
        self.variations > 0 || self.explain || self.attempt.is_some()
    }
}

/// The answers to [`Questions`].
#[derive(Clone, Debug, Default)]
pub struct Study {
    /// The defender's turns of the main line; `None` when not asked for, and without a main line.
    pub variations: Option<Vec<Turn>>,
    /// `None` when not asked for, and without a main line.
    pub explanations: Option<Explanations>,
    /// What the attempt leads to; `None` when not asked for.
    pub attempt: Option<Outcome>,
    /// The best defence against the most stubborn try; `None` when not asked for, where there may be
    /// a mate, and when a limit was hit first.
    pub refutation: Option<Refutation>,
    /// The limit that was hit at last.
    pub stopped: Option<StopReason>,
}

impl Study {
    /// Whether everything that was asked is answered: no limit left anything open.
    #[must_use]
    pub fn is_complete(&self, questions: &Questions) -> bool {
        let has_line = !questions.no_main_line;
        let variations = match &self.variations {
            // Some are told without being asked for.
            _ if questions.variations == 0 => true,
            Some(turns) => turns.iter().all(Turn::is_complete),
            None => !has_line,
        };
        let explanations = match &self.explanations {
            Some(found) => found.open.is_empty() && found.broad != BroadAnswer::Unknown,
            None => !questions.explain || !has_line,
        };
        let attempt = match &self.attempt {
            Some(outcome) => outcome.is_complete(),
            None => questions.attempt.is_none(),
        };
        variations && explanations && attempt
    }
}

/// Solves a position in composed plies. Black attacks, as for [`Solver::solve`].
///
/// # Panics
/// As [`study`].
pub fn solve(
    solver: &mut Solver,
    position: &Position,
    interpositions: Interpositions,
    limits: &Limits,
    observer: &mut (dyn FnMut(&Progress) + Send),
) -> Composed {
    let questions = Questions::default();
    study(
        solver,
        position,
        interpositions,
        &questions,
        limits,
        observer,
    )
    .0
}

/// Solves a position in composed plies and answers more questions about it, within the same limits.
///
/// A solver that was asked for any mate ([`SearchConfig::shortest`]) answers in the strict game
/// alone, and so does one without memory for composed lengths at [`Interpositions::Off`] if nothing
/// more is asked.
///
/// [`SearchConfig::shortest`]: crate::search::SearchConfig::shortest
pub fn study(
    solver: &mut Solver,
    position: &Position,
    interpositions: Interpositions,
    questions: &Questions,
    limits: &Limits,
    observer: &mut (dyn FnMut(&Progress) + Send),
) -> (Composed, Study) {
    if solver.asks_for_shortest() && (interpositions != Interpositions::Off || questions.any()) {
        solver.make_room_for_variants();
    }
    solver.session(position, limits, observer, |session| {
        let strict_only = !session.shortest()
            || interpositions == Interpositions::Off && !session.has_variants() && !questions.any();
        let (composed, mut study) = if strict_only {
            (read_strict(session), Study::default())
        } else {
            read(session, interpositions, questions)
        };
        if questions.refutation && composed.answer == Answer::NoMate {
            study.refutation = session.strict(refutation::of_no_mate);
        }
        study.stopped = session.stopped();
        let stats = session.stats();
        let strict = Solution {
            stats,
            ..composed.strict
        };
        (Composed { strict, ..composed }, study)
    })
}

/// Solves the position of a session in the strict game.
fn read_strict(session: &mut Session<'_>) -> Composed {
    let shortest = session.shortest();
    let (answer, line) = session.strict(|search| search.find_length(shortest, 0));
    let stats = session.stats();
    Composed {
        answer,
        reading: None,
        strict: Solution {
            answer,
            line,
            stats,
        },
    }
}

/// Solves the position of a session: any strict mate first, for the tables full of strict facts;
/// then the composed length and its main line, and what else is asked; then the strict length, which
/// is never the shorter.
fn read(
    session: &mut Session<'_>,
    interpositions: Interpositions,
    questions: &Questions,
) -> (Composed, Study) {
    let (first, line) = session.strict(|search| search.find_length(false, 0));
    let mut reader = Reader::new(interpositions);
    let mut found = Composed {
        answer: first,
        reading: None,
        strict: Solution {
            answer: first,
            line,
            stats: session.stats(),
        },
    };
    if let Answer::Mate { plies, .. } = first {
        (found.answer, found.reading) = session.variant(&interpositions, |search| {
            let (answer, _) = search.shorten(plies, true, 0);
            let composed = exact(answer);
            search.tell(composed.map_or(Stage::Length, Stage::MainLine));
            let reading = composed
                .filter(|_| !questions.no_main_line)
                .and_then(|plies| reader.read(search, plies));
            (answer, reading)
        });
    }
    let lasts = found.reading.as_ref().map_or(0, |it| it.line.len());
    let lasts = counted_down(lasts);
    let study = answer(session, &mut reader, questions, (&found, &lasts));
    if let Answer::Mate { plies, .. } = first {
        let least = exact(found.answer).unwrap_or(0);
        let shortest = !questions.composed_only;
        if shortest && least > 0 {
            session.tell(Stage::StrictLength(least));
        }
        let (strict, line) = session.strict(|search| search.shorten(plies, shortest, least));
        found.answer = bounded_by(found.answer, strict);
        found.strict.answer = strict;
        if !line.is_empty() {
            found.strict.line = line;
        }
    }
    found.strict.stats = session.stats();
    (found, study)
}

/// An answer in composed plies that is only a bound, with one that may be better: no composed length
/// exceeds the strict one.
pub(super) const fn bounded_by(composed: Answer, strict: Answer) -> Answer {
    match (composed, strict) {
        (
            Answer::Mate {
                plies,
                exactness: Exactness::AtMost(reason),
            },
            Answer::Mate { plies: strict, .. },
        ) if strict < plies => Answer::Mate {
            plies: strict,
            exactness: Exactness::AtMost(reason),
        },
        _ => composed,
    }
}

/// Answers what else is asked about the position of a session: variations and explanations of its main
/// line, if there is one, and what an attempt leads to. For each move of that line there is the composed
/// length from before it, if it is played.
pub(super) fn answer(
    session: &mut Session<'_>,
    reader: &mut Reader,
    questions: &Questions,
    (found, lasts): (&Composed, &[u32]),
) -> Study {
    let mut study = Study::default();
    let interpositions = reader.interpositions;
    if let Some(main) = &found.reading
        && (questions.variations > 0 || questions.explain)
    {
        session.variant(&interpositions, |search| {
            if questions.variations > 0 {
                let depth = questions.variations;
                let turns = variations::of_line(search, reader, (main, lasts), depth);
                study.variations = Some(turns);
            }
            if questions.explain {
                study.explanations = Some(explain::main_line(search, reader, &main.line));
            }
        });
    }
    if let Some(attempt) = &questions.attempt {
        study.attempt = Some(refutation::judge(session, reader, attempt));
    }
    if let Some(explanations) = &mut study.explanations
        && interpositions == Interpositions::Standard
        && let Answer::Mate { plies, .. } = found.strict.answer
    {
        explanations.broad = broad_answer(session, plies);
    }
    study.stopped = session.stopped();
    study
}

/// The answer when the grey classes are futile as well. A strict bound holds there, too.
fn broad_answer(session: &mut Session<'_>, at_most: u32) -> BroadAnswer {
    let mut reader = Reader::new(Interpositions::Broad);
    let found = session.variant(&Interpositions::Broad, |search| {
        let plies = search.shortest_mate(at_most)?;
        reader.read(search, plies)
    });
    match found {
        Some(Reading { line, leftover }) => BroadAnswer::Known {
            plies: line.len() as u32,
            leftover,
        },
        None => BroadAnswer::Unknown,
    }
}

/// The length, if it is proven to be the shortest.
pub(super) fn exact(answer: Answer) -> Option<u32> {
    match answer {
        Answer::Mate {
            plies,
            exactness: Exactness::Shortest,
        } => Some(plies),
        _ => None,
    }
}
