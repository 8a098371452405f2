//! `Goal=brinkmate`: the shortest brinkmate (必至) as output of the engine.

use super::go_search::{Found, GoSearch, InfoReporter, not_decided};
use crate::composition::brinkmate::{self, Request, Solution, Verdict};
use crate::report::{Lang, Notation, Said, defences_in_words};
use crate::search::{Answer, Exactness, Progress, Solver};
use crate::shogi::Position;

impl GoSearch {
    /// Looks for the shortest brinkmate, or for a plain mate.
    pub(super) fn brinkmate(&self, solver: &mut Solver, signs: &mut InfoReporter<'_>) -> Found {
        let position = Position::new(self.problem.normalised());
        if !self.problem.attacker_to_move() {
            signs.tell(&Said::new(
                "the defender is to move: a brinkmate begins with the attacker's move",
                "玉方の手番になっている：必至は攻方の手から始まる",
            ));
            return Found::Unknown(self.any_reply(&position));
        }
        let request = Request {
            interpositions: self.options.interpositions,
            plies: self.depth.unwrap_or(Request::PLIES),
            ..Request::default()
        };
        let limits = self.limits(0);
        let observer = &mut |progress: &Progress| signs.count(progress);
        let found = brinkmate::solve(solver, &position, &request, &limits, observer);
        self.tell_brinkmate(signs, &found)
    }

    fn tell_brinkmate(&self, signs: &InfoReporter<'_>, found: &Solution) -> Found {
        let stats = signs.in_all(found.stats);
        let line = found.mate.as_ref().map_or(&found.line, |it| &it.line);
        let line = self.given(line);
        let plain = found.mate.as_ref().and_then(|it| match it.answer {
            Answer::Mate { plies, .. } => Some(plies),
            _ => None,
        });
        signs.say(&self.info(stats, None, plain, &line));
        let plies_in_words =
            |plies: u32| format!("{plies} {}", if plies == 1 { "ply" } else { "plies" });
        match found.verdict {
            Verdict::Mate => {
                signs.tell(&Said::new(
                    "a plain mate, which is better than a brinkmate",
                    "必至をかけるまでもなく詰む",
                ));
                if line.is_empty() {
                    return Found::Unknown(None);
                }
                Found::Mate(line)
            }
            Verdict::Brinkmate { plies, exactness } => {
                signs.tell(&match exactness {
                    Exactness::Shortest => Said::new(
                        format!("brinkmate in {plies}, proven shortest"),
                        format!("{plies}手必至、最短（証明済み）"),
                    ),
                    Exactness::AtMost(_) => Said::new(
                        format!("brinkmate in at most {plies}"),
                        format!("{plies}手以内の必至"),
                    ),
                });
                for said in self.defences(found) {
                    signs.tell(&said);
                }
                if line.is_empty() {
                    return Found::Unknown(None);
                }
                Found::Mate(line)
            }
            Verdict::NoBrinkmate { within: None } => {
                signs.tell(&Said::new(
                    "no brinkmate of any length, and no mate, proven",
                    "何手かけても必至はなく、詰みもない（証明済み）",
                ));
                Found::NoMate(None)
            }
            Verdict::NoBrinkmate {
                within: Some(plies),
            } => {
                let within = plies_in_words(plies);
                signs.tell(&Said::new(
                    format!(
                        "no brinkmate within {within}, and no mate, proven; longer brinkmates were \
                         not looked for (see DepthLimit)"
                    ),
                    format!(
                        "{plies}手以内の必至はなく、詰みもない（証明済み、より長い必至は \
                         DepthLimit で探せる）"
                    ),
                ));
                Found::Unknown(None)
            }
            Verdict::Unknown { reason, .. } => {
                signs.tell(&not_decided(reason));
                Found::Unknown(None)
            }
        }
    }

    /// Returns the defences and their mates, a sentence for each group.
    fn defences(&self, found: &Solution) -> Vec<Said> {
        let both = [Lang::English, Lang::Japanese]
            .map(|lang| defences_in_words(&self.problem, found, (lang, Notation::Usi)));
        let [english, japanese] = both;
        // The engine writes ASCII.
        let plain = |text: String| text.replace('…', "...");
        let pairs = english.into_iter().zip(japanese);
        pairs
            .map(|(english, japanese)| Said::new(plain(english), plain(japanese)))
            .collect()
    }
}
