//! Composed lengths (手数): the shortest attack against the longest defence without futile
//! interpositions, with the main line (本手順), its leftover pieces (駒余り), and further questions
//! about a problem.

use crate::length::explain::{self, BroadAnswer, Explanations};
use crate::length::futile::Interpositions;
use crate::length::line::Reader;
use crate::length::reading::{Reading, plies_left};
use crate::length::refutation::{self, Outcome, Refutation};
use crate::length::variations::{self, Turn};
use crate::problem::Problem;
use crate::question::{Question, Questions};
use crate::search::session::Session;
use crate::search::{
    Answer, Exactness, Limits, Progress, Solution, Solver, Stage, Stats, StopReason, Within,
};
use crate::shogi::Move;

/// The answer to a composed problem.
#[derive(Clone, Debug)]
pub struct Composed {
    /// The answer in composed plies.
    pub answer: Answer,
    /// The main line and its leftover, once the shortest length is proven. `None` if it was not
    /// asked for, or if a limit prevented reading it.
    pub reading: Option<Reading>,
    /// The answer in the strict game, in which every legal interposition counts, with the
    /// statistics of the whole search.
    pub strict: Solution,
    /// The answers to the further questions.
    pub study: Study,
}

impl Composed {
    /// Returns the composed length in plies, if it is proven.
    #[must_use]
    pub fn plies(&self) -> Option<u32> {
        exact(self.answer)
    }

    /// Returns whether the attacker mates.
    #[must_use]
    pub const fn is_mate(&self) -> bool {
        matches!(self.answer, Answer::Mate { .. })
    }

    /// Returns the main line (本手順). If it was not worked out, this is a line of the strict game. It is empty
    /// without a mate.
    #[must_use]
    pub fn line(&self) -> &[Move] {
        let reading = self.reading.as_ref();
        reading.map_or(&self.strict.line, |it| &it.line)
    }

    /// Begins with an answer of the strict game, the line that was found with it, and no statistics.
    pub(crate) fn begin(answer: Answer, line: Vec<Move>) -> Self {
        let stats = Stats::default();
        Self {
            answer,
            reading: None,
            strict: Solution {
                answer,
                line,
                stats,
            },
            study: Study::default(),
        }
    }
}

/// The answers to [`Questions`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Study {
    /// The defender's turns of the main line. `None` if not asked for, or without a main line.
    pub variations: Option<Vec<Turn>>,
    /// Why interpositions in the main line are futile. `None` if not asked for, or without a main line.
    pub explanations: Option<Explanations>,
    /// The outcome of each attempt.
    pub attempts: Vec<Outcome>,
    /// The best defence against the hardest try. `None` if not asked for, if there may be a mate,
    /// or if a limit was reached first.
    pub refutation: Option<Refutation>,
    /// The last limit that was reached.
    pub stopped: Option<StopReason>,
}

impl Study {
    /// Returns whether all questions are answered, so that no limit left anything open.
    #[must_use]
    pub fn is_complete(&self, questions: &Questions) -> bool {
        let has_line = !questions.no_main_line;
        let variations = match &self.variations {
            // Without a question there may still be an answer.
            _ if questions.variations == 0 => true,
            Some(turns) => turns.iter().all(Turn::is_complete),
            None => !has_line,
        };
        let explanations = match &self.explanations {
            Some(found) => found.open.is_empty() && found.broad != BroadAnswer::Unknown,
            None => !questions.explain || !has_line,
        };
        let attempts = self.attempts.len() == questions.attempts.len()
            && self.attempts.iter().all(Outcome::is_complete);
        variations && explanations && attempts
    }
}

/// Solves a problem in composed plies.
///
/// # Panics
/// As [`study`].
pub fn solve(
    solver: &mut Solver,
    problem: &Problem,
    interpositions: Interpositions,
    limits: &Limits,
    observer: &mut (dyn FnMut(&Progress) + Send),
) -> Composed {
    let question = Question {
        interpositions,
        limits: limits.clone(),
        ..Question::default()
    };
    study(solver, problem, &question, observer)
}

/// Solves a problem in composed plies and answers the further questions about it, within the limits of the
/// question.
///
/// A solver that looks for any mate (see [`SearchConfig::shortest`]) answers only in the strict
/// game. [`Interpositions::Off`] without a main line and further questions needs no other game
/// either.
///
/// [`SearchConfig::shortest`]: crate::search::SearchConfig::shortest
pub fn study(
    solver: &mut Solver,
    problem: &Problem,
    question: &Question,
    observer: &mut (dyn FnMut(&Progress) + Send),
) -> Composed {
    let questions = &problem.for_black(question.further.clone());
    let interpositions = question.interpositions;
    problem.session(solver, &question.limits, observer, |session| {
        let strict_only = !session.shortest()
            || interpositions == Interpositions::Off && questions.no_main_line && !questions.any();
        let mut found = if strict_only {
            read_strict(session)
        } else {
            read(session, interpositions, questions)
        };
        if questions.refutation == Some(true) && found.answer == Answer::NoMate {
            found.study.refutation = refutation::of_no_mate(session);
        }
        found.study.stopped = session.stopped();
        found.strict.stats = session.stats();
        found
    })
}

/// Looks for a mate within a number of plies: composed plies, or strict ones with
/// [`Interpositions::Off`].
///
/// No mate means none within these plies; there may be a longer one. The line is one of the strict game,
/// and empty in any other.
pub fn mate_within(
    solver: &mut Solver,
    problem: &Problem,
    interpositions: Interpositions,
    plies: u32,
    limits: &Limits,
    observer: &mut (dyn FnMut(&Progress) + Send),
) -> Solution {
    // A mate takes an odd number of plies with the attacker to move, an even one otherwise.
    let is_even = plies.is_multiple_of(2);
    let most = plies.checked_sub(u32::from(is_even == problem.attacker_to_move()));
    problem.session(solver, limits, observer, |session| {
        let found = match (most, interpositions) {
            // Not even one ply.
            (None, _) => Some(Within::No),
            (Some(most), Interpositions::Off) => session.strict(|search| search.mate_within(most)),
            (Some(most), _) => session.variant(&interpositions, |search| search.mate_within(most)),
        };
        let mut line = None;
        let answer = match found {
            Some(Within::Mate(plies)) => {
                if interpositions == Interpositions::Off {
                    line = session.strict(|search| search.line(plies, false));
                }
                Answer::Mate {
                    plies,
                    exactness: Exactness::AtMost(None),
                }
            }
            Some(Within::No) => Answer::NoMate,
            None => Answer::Unknown(session.stopped().unwrap_or(StopReason::Memory)),
        };
        Solution {
            answer,
            line: line.unwrap_or_default(),
            stats: session.stats(),
        }
    })
}

/// Solves the position of a session in the strict game.
fn read_strict(session: &mut Session<'_>) -> Composed {
    let shortest = session.shortest();
    let (answer, line) = session.strict(|search| search.find_length(shortest, 0));
    Composed::begin(answer, line)
}

/// Solves the position of a session. Any strict mate comes first, because it fills the tables with
/// strict facts. Then come the composed length with its main line, the further questions, and finally the
/// strict length, which is never shorter.
pub(crate) fn read(
    session: &mut Session<'_>,
    interpositions: Interpositions,
    questions: &Questions,
) -> Composed {
    let (first, line) = session.strict(|search| search.find_length(false, 0));
    let mut reader = Reader::new(interpositions);
    let mut found = Composed::begin(first, line);
    if let Answer::Mate { plies, .. } = first {
        (found.answer, found.reading) = session.variant(&interpositions, |search| {
            let (answer, _) = search.shorten(plies, true, 0);
            let composed = exact(answer);
            search.tell(composed.map_or(Stage::Length, Stage::MainLine));
            let reading = match composed {
                Some(plies) if !questions.no_main_line => reader.read(search, plies),
                Some(_) | None => None,
            };
            (answer, reading)
        });
    }
    let moves = found.reading.as_ref().map_or(0, |it| it.line.len());
    let plies_if_played = plies_left(moves);
    found.study = answer(session, &mut reader, questions, &found, &plies_if_played);
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
    found
}

/// Improves an answer in composed plies that is only a bound by the strict answer: the composed length
/// never exceeds the strict length.
pub(crate) const fn bounded_by(composed: Answer, strict: Answer) -> Answer {
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

/// Answers the further questions about the position of a session: variations and explanations of
/// its main line, if there is one, and the outcomes of attempts. `plies_if_played` has for each move of the
/// line the composed length in plies if it is played, counted from before it.
pub(crate) fn answer(
    session: &mut Session<'_>,
    reader: &mut Reader,
    questions: &Questions,
    found: &Composed,
    plies_if_played: &[u32],
) -> Study {
    let mut study = Study::default();
    let interpositions = reader.interpositions;
    // The outcomes of attempts are answers of their own, so they come before what illustrates the answer.
    for attempt in &questions.attempts {
        let outcome = refutation::judge(session, reader, attempt);
        study.attempts.push(outcome);
    }
    if let Some(main) = &found.reading
        && (questions.variations > 0 || questions.explain)
    {
        session.variant(&interpositions, |search| {
            if questions.variations > 0 {
                let depth = questions.variations;
                let turns = variations::of_line(search, reader, main, plies_if_played, depth);
                study.variations = Some(turns);
            }
            if questions.explain {
                study.explanations = Some(explain::main_line(search, reader, &main.line));
            }
        });
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

/// Works out the answer with the grey classes futile as well. `at_most` is a strict length, which bounds it.
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

/// Returns the length, if it is proven to be the shortest.
pub(crate) fn exact(answer: Answer) -> Option<u32> {
    match answer {
        Answer::Mate {
            plies,
            exactness: Exactness::Shortest,
        } => Some(plies),
        _ => None,
    }
}
