//! `Goal=brinkmate` and `Goal=threatmate`: the shortest brinkmate (必至), and whether a position is a
//! threatmate (詰めろ), as output of the engine.

use super::engine::failed;
use super::go_search::{Found, GoSearch, InfoReporter, not_decided};
use super::judge::{moves, stats};
use super::options::PostSearch;
use crate::answer::Row;
use crate::judge::Task;
use crate::notation::usi;
use crate::report::{defences_in_words, ending_in_words, threat_in_words};
use crate::said::Said;
use crate::search::{Solver, StopReason};
use crate::shogi::Move;
use crate::vocabulary::Lang;
use crate::vocabulary::{Goal, Limit, Verdict};

impl GoSearch {
    /// Answers about another goal than a mate, and judges a brinkmate problem if that is wanted.
    pub(super) fn other_goal(&self, solver: &mut Solver, signs: &mut InfoReporter<'_>) -> Found {
        let task = match self.options.post_search {
            PostSearch::Check => Task::Check,
            PostSearch::First | PostSearch::Shortest => Task::Solve,
        };
        let row = self.ask(solver, task, self.limits(0), &mut |it| signs.count(it));
        let found = match row.goal {
            _ if row.error.is_some() => {
                let error = row.error.as_ref().map(|error| error.message.clone());
                signs.tell(&error.unwrap_or_else(|| failed("")));
                Found::Unknown(self.any_reply())
            }
            Goal::Threatmate => self.tell_threat(signs, &row),
            _ => self.tell_brinkmate(signs, &row),
        };
        if row.is_judged() {
            self.tell_judgement(signs, &row);
        }
        found
    }

    fn tell_brinkmate(&self, signs: &InfoReporter<'_>, row: &Row) -> Found {
        let line = moves(&row.solution);
        let is_mate = row.is_plain_mate();
        let plain = row.plies.or(row.plies_at_most).filter(|_| is_mate);
        signs.say(&self.info(signs.in_all(stats(row)), None, plain, &line));
        let plies_in_words =
            |plies: u32| format!("{plies} {}", if plies == 1 { "ply" } else { "plies" });
        if is_mate {
            signs.tell(&both!(
                "a plain mate, which is better than a brinkmate",
                "必至をかけるまでもなく詰む"
            ));
            return of_line(line);
        }
        if let Some(plies) = row.plies.or(row.plies_at_most) {
            signs.tell(&if row.plies.is_some() {
                both!(
                    "brinkmate in {plies}, proven shortest",
                    "{plies}手必至、最短（証明済み）"
                )
            } else {
                both!("brinkmate in at most {plies}", "{plies}手以内の必至")
            });
            tell_all(signs, |lang| {
                defences_in_words(row, lang, super::notation(lang))
            });
            return of_line(line);
        }
        let within = row.brinkmate.as_ref().and_then(|it| it.none_within);
        match (row.verdict, within) {
            (Verdict::NoBrinkmate, None) => {
                signs.tell(&both!(
                    "no brinkmate of any length, and no mate, proven",
                    "何手かけても必至はなく、詰みもない（証明済み）"
                ));
                Found::NoMate(None)
            }
            (Verdict::NoBrinkmate, Some(plies)) => {
                let within = plies_in_words(plies);
                signs.tell(&both!(
                    "no brinkmate within {within}, and no mate, proven; longer brinkmates were \
                         not looked for (see DepthLimit)",
                    "{plies}手以内の必至はなく、詰みもない（証明済み、より長い必至は \
                         DepthLimit で探せる）"
                ));
                Found::Unknown(None)
            }
            _ => {
                signs.tell(&not_decided(reason(row)));
                Found::Unknown(None)
            }
        }
    }

    /// Tells whether the position is a threatmate or a brinkmate. In a brinkmate the answer is a defence with
    /// the mate after it, otherwise a defence that holds.
    fn tell_threat(&self, signs: &InfoReporter<'_>, row: &Row) -> Found {
        let defences = row.brinkmate.as_ref().map_or(&[][..], |it| &it.defences);
        let is_lost = matches!(row.verdict, Verdict::Brinkmate | Verdict::Mate);
        let mated = defences.iter().find(|it| it.mated == Some(true));
        let line = match mated.filter(|_| is_lost) {
            Some(it) => moves(&[std::slice::from_ref(&it.mv), &it.line[..]].concat()),
            None => Vec::new(),
        };
        signs.say(&self.info(signs.in_all(stats(row)), None, None, &line));
        if row.verdict == Verdict::Unknown {
            signs.tell(&not_decided(reason(row)));
        } else {
            signs.tell(&Said::new(
                threat_in_words(row, Lang::English),
                threat_in_words(row, Lang::Japanese),
            ));
        }
        tell_all(signs, |lang| {
            ending_in_words(row, lang, super::notation(lang))
        });
        if is_lost {
            return of_line(line);
        }
        let holding = defences.iter().find(|it| it.mated == Some(false));
        let holding = holding.or_else(|| defences.first());
        let holding = holding.and_then(|it| usi::parse_move(&it.mv).ok());
        match row.verdict {
            Verdict::Unknown => Found::Unknown(holding),
            _ => Found::NoMate(holding),
        }
    }
}

/// Returns the limit that left an answer open.
fn reason(row: &Row) -> StopReason {
    let known = row.limit.and_then(Limit::stop_reason);
    known.unwrap_or(StopReason::Nodes)
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
