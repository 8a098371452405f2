//! The search for one `go`: the question to the solver, the output during the search, and the
//! answer.

use super::options::{Options, PostSearch};
use super::output::AnswerGate;
use crate::composition::{Problem, Questions, composed};
use crate::notation::{japanese, sfen, usi};
use crate::question::Question;
use crate::said::Said;
use crate::search::{Answer, Exactness, Limits, Progress, Solver, Stats, StopReason};
use crate::shogi::{Hand, Move, Position};
use crate::vocabulary::Goal;
use std::time::{Duration, Instant};

/// The question of one `go`.
pub struct GoSearch {
    /// The position, and who attacks.
    pub problem: Problem,
    /// The options at the beginning of the search.
    pub options: Options,
    /// Whether a mate is asked for, or a move.
    pub mate: bool,
    /// The plies of the longest mate to look for.
    pub depth: Option<u32>,
    /// The limits of the search.
    pub limits: Limits,
    /// The beginning of the search.
    pub since: Instant,
}

/// The result of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Found {
    /// A mate, and its line.
    Mate(Vec<Move>),
    /// The king is mated already.
    Mated,
    /// There is no mate; with the defender to move, a move that escapes.
    NoMate(Option<Move>),
    /// Nothing is proven; with the defender to move, any legal move.
    Unknown(Option<Move>),
}

impl Found {
    /// Returns the answer to `go mate`, or to any other `go`.
    #[must_use]
    pub fn answer(&self, mate: bool) -> String {
        match (self, mate) {
            (Self::Mate(line), true) => format!("checkmate {}", usi::write_line(line)),
            (Self::Mated, true) => "checkmate notimplemented".to_owned(),
            (Self::NoMate(_), true) => "checkmate nomate".to_owned(),
            (Self::Unknown(_), true) => "checkmate timeout".to_owned(),
            (_, false) => match self.first() {
                Some(mv) => format!("bestmove {}", usi::write_move(mv)),
                None => "bestmove resign".to_owned(),
            },
        }
    }

    fn first(&self) -> Option<Move> {
        match self {
            Self::Mate(line) => line.first().copied(),
            Self::NoMate(mv) | Self::Unknown(mv) => *mv,
            Self::Mated => None,
        }
    }
}

/// The answer to the question for a mate.
pub(super) struct MateAnswer {
    /// The composed length, or that there is no mate.
    pub answer: Answer,
    /// The main line, if it was worked out.
    pub line: Option<Vec<Move>>,
    /// The attacker's hand at the end of the main line.
    pub leftover: Option<Hand>,
    /// The strict length, if it is proven.
    pub strict: Option<u32>,
    /// A line of the strict game.
    pub strict_line: Vec<Move>,
    /// The statistics of the search.
    pub stats: Stats,
}

/// Writes `info` lines while a search runs.
pub(super) struct InfoReporter<'a> {
    hunt: &'a GoSearch,
    gate: &'a AnswerGate,
    last: Duration,
    mate_at_most: Option<u32>,
    line: Vec<Move>,
    /// The highest share in use of any table: there are several, and each reports its own.
    hashfull: u32,
    /// The nodes of earlier searches.
    pub(super) before: u64,
}

impl InfoReporter<'_> {
    pub(super) fn say(&self, line: &str) {
        self.gate.say(line);
    }

    pub(super) fn tell(&self, text: &Said) {
        self.gate.tell(text);
    }

    /// Returns the statistics of all searches, given those of the current one.
    pub(super) fn in_all(&self, stats: Stats) -> Stats {
        Stats {
            nodes: stats.nodes + self.before,
            hashfull: stats.hashfull.max(self.hashfull),
            ..stats
        }
    }

    /// Hears of a search whose mates are not the answer: only how far it is.
    pub(super) fn count(&mut self, progress: &Progress) {
        self.hashfull = self.hashfull.max(progress.stats.hashfull);
        let elapsed = self.hunt.since.elapsed();
        if elapsed >= self.last + self.hunt.options.pv_interval {
            self.last = elapsed;
            let stats = self.in_all(progress.stats);
            self.gate.say(&self.hunt.info(stats, None, None, &[]));
        }
    }

    pub(super) fn hear(&mut self, progress: &Progress) {
        // A proven bound holds, whatever is asked next.
        let known = self.mate_at_most.into_iter().chain(progress.bound());
        self.mate_at_most = known.min();
        self.hashfull = self.hashfull.max(progress.stats.hashfull);
        if !progress.line.is_empty() && progress.line != self.line {
            self.line.clone_from(&progress.line);
            let found = Found::Mate(self.line.clone());
            self.gate.keep(found.answer(self.hunt.mate));
        }
        let elapsed = self.hunt.since.elapsed();
        if elapsed < self.last + self.hunt.options.pv_interval {
            return;
        }
        self.last = elapsed;
        let stats = self.in_all(progress.stats);
        // Before the first mate there is no score, and the line is only being looked at.
        let line = match self.mate_at_most {
            None => &progress.path[..],
            // A line of the strict game may be longer than the mate that is known by now.
            Some(plies) if self.line.len() > plies as usize => &[][..],
            Some(_) => &self.line,
        };
        self.gate
            .say(&self.hunt.info(stats, None, self.mate_at_most, line));
    }
}

impl GoSearch {
    /// Searches, and writes what is found on the way.
    pub fn run(&self, solver: &mut Solver, gate: &AnswerGate) -> Found {
        if self.is_over() {
            gate.tell(&both!(
                "the king is mated already: there is no move",
                "すでに詰んでいて、指す手がない"
            ));
            return Found::Mated;
        }
        let first = self.options.post_search == PostSearch::First;
        solver.ask_for_shortest(!first || self.options.goal != Goal::Mate);
        let mut signs = InfoReporter {
            hunt: self,
            gate,
            last: Duration::ZERO,
            mate_at_most: None,
            line: Vec::new(),
            hashfull: 0,
            before: 0,
        };
        if self.options.goal != Goal::Mate {
            return self.other_goal(solver, &mut signs);
        }
        if let Some(plies) = self.depth
            && let Some(found) = self.within(plies, solver, &mut signs)
        {
            return found;
        }
        match self.options.post_search {
            PostSearch::Check if self.problem.attacker_to_move() => self.check(solver, &mut signs),
            PostSearch::Check => {
                gate.tell(&both!(
                    "the defender is to move: no composition begins like this, so there is \
                     nothing to judge",
                    "玉方の手番で始まる作品はないので、検討はしない"
                ));
                self.solve(solver, &mut signs)
            }
            PostSearch::First | PostSearch::Shortest => self.solve(solver, &mut signs),
        }
    }

    /// Returns whether the king is mated already, so that nothing is searched.
    pub fn is_over(&self) -> bool {
        let position = Position::new(self.problem.setup());
        let is_mated = position.in_check(position.turn()) && !position.has_evasion();
        !self.problem.attacker_to_move() && is_mated
    }

    /// Looks for a mate within a limit of plies. `None` if there is one, and more is wanted.
    fn within(
        &self,
        plies: u32,
        solver: &mut Solver,
        signs: &mut InfoReporter<'_>,
    ) -> Option<Found> {
        let first = self.options.post_search == PostSearch::First;
        let level = match self.options.post_search {
            // Any mate is one of the strict game.
            PostSearch::First => crate::composition::Interpositions::Off,
            _ => self.options.interpositions,
        };
        let observer = &mut |progress: &Progress| signs.hear(progress);
        let (problem, limits) = (&self.problem, self.limits(0));
        let found = composed::mate_within(solver, problem, level, plies, &limits, observer);
        let (line, stats) = (found.line, signs.in_all(found.stats));
        let gate = signs.gate;
        signs.before = stats.nodes;
        let open = || Found::Unknown(self.any_reply());
        match found.answer {
            Answer::Mate { plies, .. } if first && !line.is_empty() => {
                gate.say(&self.info(stats, None, Some(plies), &line));
                gate.tell(&bound(plies));
                Some(Found::Mate(line))
            }
            Answer::Mate { .. } => None,
            Answer::NoMate => {
                gate.say(&self.info(stats, None, None, &[]));
                let unit = if plies == 1 { "ply" } else { "plies" };
                gate.tell(&both!(
                    "no mate within {plies} {unit}; longer mates were not looked for",
                    "{plies}手以内の詰みはない（より長い詰みは探していない）"
                ));
                Some(open())
            }
            Answer::Unknown(reason) => {
                gate.say(&self.info(stats, None, None, &[]));
                gate.tell(&not_decided(reason));
                Some(open())
            }
        }
    }

    /// Finds the mate, and its length if it is wanted.
    fn solve(&self, solver: &mut Solver, signs: &mut InfoReporter<'_>) -> Found {
        let question = Question {
            interpositions: self.options.interpositions,
            further: Questions {
                refutation: !self.problem.attacker_to_move(),
                ..Questions::default()
            },
            limits: self.limits(signs.before),
            ..Question::default()
        };
        let observer = &mut |progress: &Progress| signs.hear(progress);
        let found = composed::study(solver, &self.problem, &question, observer);
        let reading = found.reading.as_ref();
        let known = MateAnswer {
            answer: found.answer,
            line: reading.map(|it| it.line.clone()),
            leftover: reading.map(|it| it.leftover),
            strict: match found.strict.answer {
                Answer::Mate {
                    plies,
                    exactness: Exactness::Shortest,
                } => Some(plies),
                _ => None,
            },
            strict_line: found.strict.line,
            stats: found.strict.stats,
        };
        let escape = found
            .study
            .refutation
            .and_then(|it| it.line.first().copied());
        self.report(signs, &known, escape)
    }

    /// Writes what was found, and makes it an answer.
    pub(super) fn report(
        &self,
        signs: &InfoReporter<'_>,
        found: &MateAnswer,
        escape: Option<Move>,
    ) -> Found {
        let gate = signs.gate;
        let stats = signs.in_all(found.stats);
        match found.answer {
            Answer::Mate { plies, exactness } => {
                // If all replies are futile, the defender has a line only in the strict game. It is
                // the longest defence, and a move has to be answered.
                let is_futile = found.line.as_ref().is_some_and(Vec::is_empty);
                let line = match &found.line {
                    Some(line) if !is_futile => line.clone(),
                    _ if found.strict_line.is_empty() => signs.line.clone(),
                    _ => found.strict_line.clone(),
                };
                let is_judged = self.options.post_search == PostSearch::Check
                    && self.problem.attacker_to_move();
                let several = is_judged.then_some(1);
                let shown = if is_futile { line.len() as u32 } else { plies };
                gate.say(&self.info(stats, several, Some(shown), &line));
                for text in of_mate(plies, exactness, found) {
                    gate.tell(&text);
                }
                if line.len() > shown as usize {
                    let longer = line.len();
                    gate.tell(&both!(
                        "the line has {longer} plies, because futile interpositions count in it",
                        "示した手順は無駄合も数えるため{longer}手"
                    ));
                }
                if is_futile && !line.is_empty() {
                    gate.tell(&both!(
                        "every reply is a futile interposition: the line is the longest when \
                         these count",
                        "どの応手も無駄合：示した手順は無駄合も数えた最長のもの"
                    ));
                }
                if line.is_empty() {
                    gate.tell(&both!(
                        "a mate is proven, but a limit was reached before its line could be read",
                        "詰むことは証明したが、制限のため手順を読み出せなかった"
                    ));
                    return Found::Unknown(self.any_reply());
                }
                Found::Mate(line)
            }
            Answer::NoMate => {
                gate.say(&self.info(stats, None, None, &[]));
                gate.tell(&both!("no mate, proven", "不詰（証明済み）"));
                Found::NoMate(escape.or_else(|| self.any_reply()))
            }
            Answer::Unknown(reason) => {
                gate.say(&self.info(stats, None, None, &[]));
                gate.tell(&not_decided(reason));
                Found::Unknown(self.any_reply())
            }
        }
    }

    /// Returns a reply, if the defender is to move. A defender who is not known to be mated does
    /// not resign.
    pub(super) fn any_reply(&self) -> Option<Move> {
        let is_asked = !self.problem.attacker_to_move();
        let replies = is_asked.then(|| self.problem.moves_after(self.options.goal, &[]));
        replies??.first().copied()
    }

    /// Returns the answer while nothing is known.
    #[must_use]
    pub fn nothing(&self) -> String {
        Found::Unknown(self.any_reply()).answer(self.mate)
    }

    /// Returns the rest of the limits.
    pub(super) fn limits(&self, nodes: u64) -> Limits {
        let elapsed = self.since.elapsed();
        Limits {
            nodes: self.limits.nodes.map(|limit| limit.saturating_sub(nodes)),
            time: self.limits.time.map(|limit| limit.saturating_sub(elapsed)),
            stop: self.limits.stop.clone(),
        }
    }

    /// Returns a line of `info`. The side to be mated has a negative score.
    pub(super) fn info(
        &self,
        stats: Stats,
        number: Option<usize>,
        mate: Option<u32>,
        line: &[Move],
    ) -> String {
        let elapsed = self.since.elapsed().as_millis().max(1);
        let nps = u128::from(stats.nodes) * 1000 / elapsed;
        let depth = mate.unwrap_or(stats.depth);
        let seldepth = stats.depth.max(depth);
        let (nodes, hashfull) = (stats.nodes, stats.hashfull);
        let multipv = number.map_or(String::new(), |it| format!(" multipv {it}"));
        let sign = if self.problem.attacker_to_move() {
            ""
        } else {
            "-"
        };
        let score = mate.map_or(String::new(), |plies| format!(" score mate {sign}{plies}"));
        let pv = match line {
            [] => String::new(),
            line => format!(" pv {}", usi::write_line(line)),
        };
        format!(
            "info depth {depth} seldepth {seldepth} time {elapsed} nodes {nodes} nps {nps} \
             hashfull {hashfull}{multipv}{score}{pv}"
        )
    }
}

/// Returns a limit in words.
const fn limit(reason: StopReason) -> [&'static str; 2] {
    match reason {
        StopReason::Time => ["time was up", "時間切れ"],
        StopReason::Nodes => ["the limit of nodes was reached", "ノード数の上限に達した"],
        StopReason::Memory => ["the table was too small", "置換表が足りない"],
        StopReason::Interrupt => ["stopped", "停止"],
    }
}

pub(super) fn not_decided(reason: StopReason) -> Said {
    let [english, japanese] = limit(reason);
    both!("not decided: {english}", "詰むかどうか不明：{japanese}")
}

/// Returns a mate in words of which only a bound is known.
fn bound(plies: u32) -> Said {
    both!("mate in at most {plies}", "{plies}手以内で詰み")
}

/// Returns a mate in words.
fn of_mate(plies: u32, exactness: Exactness, found: &MateAnswer) -> Vec<Said> {
    let length = match exactness {
        Exactness::Shortest => both!(
            "mate in {plies}, proven shortest",
            "{plies}手で詰み、最短（証明済み）"
        ),
        Exactness::AtMost(None) => bound(plies),
        Exactness::AtMost(Some(reason)) => {
            let [english, japanese] = limit(reason);
            bound(plies).map(|lang, bound| {
                both!(
                    lang,
                    "{bound}; a shorter mate is not ruled out: {english}",
                    "{bound}（より短い詰みの有無は不明：{japanese}）"
                )
            })
        }
    };
    let leftover = found.leftover.map(|hand| {
        if hand == Hand::EMPTY {
            [", nothing left over".to_owned(), "、駒余らず".to_owned()]
        } else {
            let (english, japanese) = (sfen::write_hand(hand), japanese::hand(hand));
            [
                format!(", left over: {english}"),
                format!("、駒余り {japanese}"),
            ]
        }
    });
    let leftover = leftover.unwrap_or_default();
    let mut sentences = vec![length.map(|lang, text| text + lang.of([&leftover[0], &leftover[1]]))];
    if let Some(strict) = found.strict.filter(|&it| it != plies) {
        sentences.push(both!(
            "mate in {strict} with futile interpositions counted",
            "無駄合も数えると{strict}手"
        ));
    }
    sentences
}
