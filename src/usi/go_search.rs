//! The search for one `go`: its limits, the `info` lines during it, and the words of its answer.

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
    /// Whether a mate is asked for (`go mate`), or a move.
    pub mate: bool,
    /// The plies of the longest mate to look for.
    pub depth: Option<u32>,
    /// The limits of the search.
    pub limits: Limits,
    /// The beginning of the search.
    pub started: Instant,
}

/// The result of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GoOutcome {
    /// A mate, and its line.
    Mate(Vec<Move>),
    /// The king is mated already.
    Mated,
    /// There is no mate; with the defender to move, a move that escapes.
    NoMate(Option<Move>),
    /// Nothing is proven; with the defender to move, any legal move.
    Unknown(Option<Move>),
}

impl GoOutcome {
    /// Returns the answer to `go mate`, or to any other `go`.
    #[must_use]
    pub fn answer(&self, mate: bool) -> String {
        match (self, mate) {
            (Self::Mate(line), true) => format!("checkmate {}", usi::write_line(line)),
            (Self::Mated, true) => "checkmate notimplemented".to_owned(),
            (Self::NoMate(_), true) => "checkmate nomate".to_owned(),
            (Self::Unknown(_), true) => "checkmate timeout".to_owned(),
            (_, false) => match self.first_move() {
                Some(mv) => format!("bestmove {}", usi::write_move(mv)),
                None => "bestmove resign".to_owned(),
            },
        }
    }

    fn first_move(&self) -> Option<Move> {
        match self {
            Self::Mate(line) => line.first().copied(),
            Self::NoMate(mv) | Self::Unknown(mv) => *mv,
            Self::Mated => None,
        }
    }
}

/// Writes `info` lines while a search runs.
pub(super) struct InfoReporter<'a> {
    search: &'a GoSearch,
    pub(super) gate: &'a AnswerGate,
    /// The time of the last `info` line, since the beginning of the search.
    last_written: Duration,
    mate_at_most: Option<u32>,
    /// The line of the strict game that was found. Every interposition counts in it.
    pub(super) line: Vec<Move>,
    /// The highest share of a table in use so far, in permille. Each of several tables reports its own.
    hashfull: u32,
    /// The nodes of the searches before the current one.
    pub(super) earlier_nodes: u64,
}

impl InfoReporter<'_> {
    /// Returns the statistics of all searches so far. `stats` are those of the current one.
    pub(super) fn total(&self, stats: Stats) -> Stats {
        Stats {
            nodes: stats.nodes + self.earlier_nodes,
            hashfull: stats.hashfull.max(self.hashfull),
            ..stats
        }
    }

    /// Reports the nodes and depth of a search whose mates are not the answer.
    pub(super) fn report_stats(&mut self, progress: &Progress) {
        self.hashfull = self.hashfull.max(progress.stats.hashfull);
        let elapsed = self.search.started.elapsed();
        if elapsed >= self.last_written + self.search.options.pv_interval {
            self.last_written = elapsed;
            let stats = self.total(progress.stats);
            self.gate
                .write_line(&self.search.info(stats, None, None, &[]));
        }
    }

    /// Reports the progress of a search for a mate, and makes each new line the fallback answer.
    pub(super) fn report(&mut self, progress: &Progress) {
        // A bound proven by an earlier search still holds.
        let bounds = self.mate_at_most.into_iter().chain(progress.bound());
        self.mate_at_most = bounds.min();
        self.hashfull = self.hashfull.max(progress.stats.hashfull);
        if !progress.line.is_empty() && progress.line != self.line {
            self.line.clone_from(&progress.line);
            let outcome = GoOutcome::Mate(self.line.clone());
            self.gate.set_fallback(outcome.answer(self.search.mate));
        }
        let elapsed = self.search.started.elapsed();
        if elapsed < self.last_written + self.search.options.pv_interval {
            return;
        }
        self.last_written = elapsed;
        let stats = self.total(progress.stats);
        // Before the first mate, the path that is being searched is shown without a score.
        let line = match self.mate_at_most {
            None => &progress.path[..],
            // The line of the strict game may be longer than the shortest mate known.
            Some(plies) if self.line.len() > plies as usize => &[][..],
            Some(_) => &self.line,
        };
        self.gate
            .write_line(&self.search.info(stats, None, self.mate_at_most, line));
    }
}

impl GoSearch {
    /// Searches, and writes `info` lines meanwhile.
    pub fn run(&self, solver: &mut Solver, gate: &AnswerGate) -> GoOutcome {
        if self.is_mated_already() {
            gate.tell(&both!(
                "the king is mated already: there is no move",
                "すでに詰んでいて、指す手がない"
            ));
            return GoOutcome::Mated;
        }
        let mut reporter = InfoReporter {
            search: self,
            gate,
            last_written: Duration::ZERO,
            mate_at_most: None,
            line: Vec::new(),
            hashfull: 0,
            earlier_nodes: 0,
        };
        if let (Goal::Mate, Some(plies)) = (self.options.goal, self.depth)
            && let Some(outcome) = self.mate_within(plies, solver, &mut reporter)
        {
            return outcome;
        }
        self.answer(solver, &mut reporter)
    }

    /// Returns whether the king is mated already, so that nothing is searched.
    pub fn is_mated_already(&self) -> bool {
        let position = Position::new(self.problem.setup());
        let is_mated = position.in_check(position.turn()) && !position.has_evasion();
        !self.problem.attacker_to_move() && is_mated
    }

    /// Looks for a mate within a limit of plies. Returns `None` if there is one that has to be examined further.
    fn mate_within(
        &self,
        plies: u32,
        solver: &mut Solver,
        reporter: &mut InfoReporter<'_>,
    ) -> Option<GoOutcome> {
        let is_any_enough = self.options.post_search == PostSearch::First;
        // The first mate that is found is one of the strict game.
        let level = if is_any_enough {
            Interpositions::Off
        } else {
            self.options.interpositions
        };
        solver.ask_for_shortest(!is_any_enough);
        let observer = &mut |progress: &Progress| reporter.report(progress);
        let (problem, limits) = (&self.problem, self.remaining_limits(0));
        let result = composed::mate_within(solver, problem, level, plies, &limits, observer);
        let (line, stats) = (result.line, reporter.total(result.stats));
        reporter.earlier_nodes = stats.nodes;
        let (mate, message, outcome) = match result.answer {
            Answer::Mate { plies, .. } if is_any_enough && !line.is_empty() => (
                Some(plies),
                both!("mate in at most {plies}", "{plies}手以内で詰み"),
                GoOutcome::Mate(line.clone()),
            ),
            Answer::Mate { .. } => return None,
            Answer::NoMate => {
                let plies = said::plies(plies);
                let message = both!(
                    [plies],
                    "no mate within {plies}; longer mates were not looked for",
                    "{plies}以内の詰みはない（より長い詰みは探していない）"
                );
                (None, message, GoOutcome::Unknown(self.any_reply()))
            }
            Answer::Unknown(_) => {
                let message = both!("not decided within the limits", "制限のため不明");
                (None, message, GoOutcome::Unknown(self.any_reply()))
            }
        };
        let gate = reporter.gate;
        gate.write_line(&self.info(stats, None, mate, &line));
        gate.tell(&message);
        Some(outcome)
    }

    /// Returns any legal move if the defender is to move, who should not resign unless mated.
    pub(super) fn any_reply(&self) -> Option<Move> {
        if self.problem.attacker_to_move() {
            return None;
        }
        let replies = self.problem.moves_after(self.options.goal, &[])?;
        replies.first().copied()
    }

    /// Returns the answer as long as nothing is known.
    #[must_use]
    pub fn unknown_answer(&self) -> String {
        GoOutcome::Unknown(self.any_reply()).answer(self.mate)
    }

    /// Returns the limits that remain after these nodes and the time so far.
    pub(super) fn remaining_limits(&self, nodes: u64) -> Limits {
        let elapsed = self.started.elapsed();
        Limits {
            nodes: self.limits.nodes.map(|limit| limit.saturating_sub(nodes)),
            time: self.limits.time.map(|limit| limit.saturating_sub(elapsed)),
            stop: self.limits.stop.clone(),
        }
    }

    /// Returns a line of `info`. `number` is the rank of the line (`multipv`), `mate` the plies of the mate. With the
    /// defender to move the score is negative.
    pub(super) fn info(
        &self,
        stats: Stats,
        number: Option<usize>,
        mate: Option<u32>,
        line: &[Move],
    ) -> String {
        let elapsed = self.started.elapsed().as_millis().max(1);
        let nps = u128::from(stats.nodes) * 1000 / elapsed;
        let depth = mate.unwrap_or(stats.depth);
        let seldepth = stats.depth.max(depth);
        let (nodes, hashfull) = (stats.nodes, stats.hashfull);
        let multipv = number.map_or(String::new(), |number| format!(" multipv {number}"));
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
