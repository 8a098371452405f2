//! The search for one `go`: the question to the solver, the output during the search, and the
//! answer.

use super::options::{Options, PostSearch};
use super::output::AnswerGate;
use crate::composition::{Problem, composed};
use crate::notation::usi;
use crate::said;
use crate::search::{Answer, Limits, Progress, Solver, Stats};
use crate::shogi::{Move, Position};
use crate::vocabulary::{Goal, Interpositions};
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

/// Writes `info` lines while a search runs.
pub(super) struct InfoReporter<'a> {
    hunt: &'a GoSearch,
    pub(super) gate: &'a AnswerGate,
    last: Duration,
    mate_at_most: Option<u32>,
    /// The line of the strict game that was found.
    pub(super) line: Vec<Move>,
    /// The highest share in use of any table: there are several, and each reports its own.
    hashfull: u32,
    /// The nodes of earlier searches.
    pub(super) before: u64,
}

impl InfoReporter<'_> {
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
        let mut reporter = InfoReporter {
            hunt: self,
            gate,
            last: Duration::ZERO,
            mate_at_most: None,
            line: Vec::new(),
            hashfull: 0,
            before: 0,
        };
        if let (Goal::Mate, Some(plies)) = (self.options.goal, self.depth)
            && let Some(found) = self.within(plies, solver, &mut reporter)
        {
            return found;
        }
        self.answer(solver, &mut reporter)
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
        reporter: &mut InfoReporter<'_>,
    ) -> Option<Found> {
        let first = self.options.post_search == PostSearch::First;
        // Any mate is one of the strict game.
        let level = if first {
            Interpositions::Off
        } else {
            self.options.interpositions
        };
        solver.ask_for_shortest(!first);
        let observer = &mut |progress: &Progress| reporter.hear(progress);
        let (problem, limits) = (&self.problem, self.limits(0));
        let found = composed::mate_within(solver, problem, level, plies, &limits, observer);
        let (line, stats) = (found.line, reporter.in_all(found.stats));
        reporter.before = stats.nodes;
        let (mate, said, answer) = match found.answer {
            Answer::Mate { plies, .. } if first && !line.is_empty() => (
                Some(plies),
                both!("mate in at most {plies}", "{plies}手以内で詰み"),
                Found::Mate(line.clone()),
            ),
            Answer::Mate { .. } => return None,
            Answer::NoMate => {
                let plies = said::plies(plies);
                let said = both!(
                    [plies],
                    "no mate within {plies}; longer mates were not looked for",
                    "{plies}以内の詰みはない（より長い詰みは探していない）"
                );
                (None, said, Found::Unknown(self.any_reply()))
            }
            Answer::Unknown(_) => {
                let said = both!("not decided within the limits", "制限のため不明");
                (None, said, Found::Unknown(self.any_reply()))
            }
        };
        let gate = reporter.gate;
        gate.say(&self.info(stats, None, mate, &line));
        gate.tell(&said);
        Some(answer)
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
