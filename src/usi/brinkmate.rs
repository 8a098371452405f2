//! `Goal=brinkmate` and `Goal=threatmate`: the shortest brinkmate (必至), and whether a position is a
//! threatmate (詰めろ), as output of the engine.

use super::engine::failed;
use super::go_search::{Found, GoSearch, InfoReporter, not_decided};
use super::options::PostSearch;
use crate::composition::brinkmate::{Outcome, Solution, State, Threat, Verdict};
use crate::judge::{Question, Task};
use crate::report::{BrinkAnswer, Lang, Said, defences_in_words, ending_in_words, threat_in_words};
use crate::search::{Answer, Exactness, Solver};
use crate::shogi::{Move, Position};

impl GoSearch {
    /// Answers about another goal than a mate, and judges a brinkmate problem if that is wanted.
    pub(super) fn other_goal(&self, solver: &mut Solver, signs: &mut InfoReporter<'_>) -> Found {
        let task = match self.options.post_search {
            PostSearch::Check => Task::Check(super::judge::CHECKS),
            PostSearch::First | PostSearch::Shortest => Task::Solve,
        };
        let question = Question {
            within: self.depth,
            ..task.into()
        };
        let limits = self.limits(0);
        let entry = self.ask(solver, question, &limits, &mut |it| signs.count(it));
        let found = match &entry.brinkmate {
            Some(answer @ BrinkAnswer::Problem(it)) => self.tell_brinkmate(signs, it, answer),
            Some(answer @ BrinkAnswer::Position(it)) => self.tell_threat(signs, it, answer),
            None => {
                let error = entry.row.error.as_ref().map(|error| error.message.clone());
                signs.tell(&error.unwrap_or_else(|| failed("")));
                let position = Position::new(self.problem.normalised());
                Found::Unknown(self.any_reply(&position))
            }
        };
        if entry.judgement.is_some() {
            self.tell_judgement(signs, &entry.row);
        }
        found
    }

    fn tell_brinkmate(
        &self,
        signs: &InfoReporter<'_>,
        found: &Solution,
        answer: &BrinkAnswer,
    ) -> Found {
        let stats = signs.in_all(found.stats);
        let line = self.given(BrinkAnswer::line(found));
        let plain = found.mate.as_ref().and_then(|it| match it.answer {
            Answer::Mate { plies, .. } => Some(plies),
            _ => None,
        });
        signs.say(&self.info(stats, None, plain, &line));
        let plies_in_words =
            |plies: u32| format!("{plies} {}", if plies == 1 { "ply" } else { "plies" });
        match found.verdict {
            Verdict::Mate => {
                signs.tell(&both!(
                    "a plain mate, which is better than a brinkmate",
                    "必至をかけるまでもなく詰む"
                ));
                of_line(line)
            }
            Verdict::Brinkmate { plies, exactness } => {
                signs.tell(&match exactness {
                    Exactness::Shortest => both!(
                        "brinkmate in {plies}, proven shortest",
                        "{plies}手必至、最短（証明済み）"
                    ),
                    Exactness::AtMost(_) => {
                        both!("brinkmate in at most {plies}", "{plies}手以内の必至")
                    }
                });
                tell_all(signs, |lang| {
                    defences_in_words(&self.problem, answer, (lang, super::notation(lang)))
                });
                of_line(line)
            }
            Verdict::NoBrinkmate { within: None } => {
                signs.tell(&both!(
                    "no brinkmate of any length, and no mate, proven",
                    "何手かけても必至はなく、詰みもない（証明済み）"
                ));
                Found::NoMate(None)
            }
            Verdict::NoBrinkmate {
                within: Some(plies),
            } => {
                let within = plies_in_words(plies);
                signs.tell(&both!(
                    "no brinkmate within {within}, and no mate, proven; longer brinkmates were \
                         not looked for (see DepthLimit)",
                    "{plies}手以内の必至はなく、詰みもない（証明済み、より長い必至は \
                         DepthLimit で探せる）"
                ));
                Found::Unknown(None)
            }
            Verdict::Unknown { reason, .. } => {
                signs.tell(&not_decided(reason));
                Found::Unknown(None)
            }
        }
    }

    /// Tells whether the position is a threatmate or a brinkmate. In a brinkmate the answer is a defence with
    /// the mate after it, otherwise a defence that holds.
    fn tell_threat(&self, signs: &InfoReporter<'_>, found: &Threat, answer: &BrinkAnswer) -> Found {
        let with = |is: fn(&Outcome) -> bool| found.defences.iter().find(|it| is(&it.outcome));
        let mated = with(|it| matches!(it, Outcome::Mated(_)));
        let mated: Vec<Move> = match mated.map(|it| (it.mv, &it.outcome)) {
            Some((mv, Outcome::Mated(line))) => [&[mv], &line[..]].concat(),
            _ => Vec::new(),
        };
        let is_lost = matches!(found.state, State::Brinkmate | State::Mate);
        let line = if is_lost {
            self.given(&mated)
        } else {
            Vec::new()
        };
        signs.say(&self.info(signs.in_all(found.stats), None, None, &line));
        if let State::Unknown(reason) = found.state {
            signs.tell(&not_decided(reason));
        } else {
            signs.tell(&Said::new(
                threat_in_words(found, Lang::English),
                threat_in_words(found, Lang::Japanese),
            ));
        }
        tell_all(signs, |lang| {
            ending_in_words(&self.problem, answer, (lang, super::notation(lang)))
        });
        if is_lost {
            return of_line(line);
        }
        let holding = with(|it| *it == Outcome::Holds).or_else(|| with(|_| true));
        let holding = holding.map(|it| self.problem.to_given(it.mv));
        match found.state {
            State::Unknown(_) => Found::Unknown(holding),
            _ => Found::NoMate(holding),
        }
    }
}

/// Tells sentences that are as many in both languages.
fn tell_all(signs: &InfoReporter<'_>, words: impl Fn(Lang) -> Vec<String>) {
    // The engine writes ASCII.
    let english = words(Lang::English).into_iter();
    let english = english.map(|it| it.replace('…', "..."));
    for (english, japanese) in english.zip(words(Lang::Japanese)) {
        signs.tell(&Said::new(english, japanese));
    }
}

/// Returns the answer with this line. Without one there is nothing to play.
fn of_line(line: Vec<Move>) -> Found {
    if line.is_empty() {
        Found::Unknown(None)
    } else {
        Found::Mate(line)
    }
}
