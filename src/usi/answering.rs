//! The answer to a `go`: the row that the command line has, as lines for a GUI.

use super::go_search::{Found, GoSearch, InfoReporter};
use super::options::PostSearch;
use crate::answer::{BrinkDefenceRow, Finding, Member, Row};
use crate::composition::Questions;
use crate::composition::event::Listener;
use crate::composition::verdict::Kind;
use crate::judge::{Certifier, JudgeContext, ParsedProblem, Question, Task, ask};
use crate::notation::usi;
use crate::report::in_lines;
use crate::search::{Progress, Solver, Stats};
use crate::shogi::Move;
use crate::vocabulary::{Goal, Grade, Lang, Notation, Verdict};

impl GoSearch {
    /// Answers the question of the search as the command line does, and tells the answer.
    pub(super) fn answer(&self, solver: &mut Solver, reporter: &mut InfoReporter<'_>) -> Found {
        let gate = reporter.gate;
        let row = self.row(solver, reporter);
        if let Some(error) = row.error {
            gate.tell(&error.message);
            return Found::Unknown(self.any_reply());
        }
        let found = self.found(&row, &reporter.line);
        let line = match &found {
            Found::Mate(line) => &line[..],
            Found::Mated | Found::NoMate(_) | Found::Unknown(_) => &[],
        };
        let is_mate = row.goal == Goal::Mate || row.is_plain_mate();
        let plies = row.plies.or(row.plies_at_most).filter(|_| is_mate);
        // If every reply is futile, a move has to be answered all the same.
        let shown = plies.map(|it| if it == 0 { line.len() as u32 } else { it });
        let stats = reporter.in_all(stats(&row));
        let judged = row.goal == Goal::Mate && row.is_judged();
        let first = (judged && plies.is_some()).then_some(1);
        gate.say(&self.info(stats, first, shown, line));
        let lang = self.options.language;
        // GUIs get English in ASCII.
        let notation = match lang {
            Lang::English => Notation::Usi,
            Lang::Japanese => Notation::Japanese,
        };
        for line in in_lines(&row, lang, notation) {
            gate.tell(&[in_ascii(&line), line].into());
        }
        if plies.is_some() && line.is_empty() {
            gate.tell(&both!(
                "a limit was reached before the line of the mate could be read",
                "制限のため、詰む手順を読み出せなかった"
            ));
        }
        if plies.is_some_and(|it| line.len() > it as usize) {
            let longer = line.len();
            gate.tell(&both!(
                "the line has {longer} plies, because futile interpositions count in it",
                "示した手順は無駄合も数えるため{longer}手"
            ));
        }
        if judged && !line.is_empty() {
            let singly = row.each_finding();
            let lines = singly
                .iter()
                .filter_map(|(found, it)| shown_line(found, it));
            for (at, (line, plies)) in lines.enumerate().take(self.options.multi_pv - 1) {
                gate.say(&self.info(stats, Some(at + 2), Some(plies), &line));
            }
        }
        found
    }

    /// Returns the row that answers the question of the search.
    fn row(&self, solver: &mut Solver, reporter: &mut InfoReporter<'_>) -> Row {
        let options = &self.options;
        let attacks = self.problem.attacker_to_move();
        let mut judges = options.post_search == PostSearch::Check;
        if judges && !attacks && options.goal == Goal::Mate {
            judges = false;
            reporter.gate.tell(&both!(
                "the defender is to move: no composition begins like this, so there is \
                 nothing to judge",
                "玉方の手番で始まる作品はないので、検討はしない"
            ));
        }
        let mut parsed = ParsedProblem::new("position", self.problem.clone());
        parsed.goal = options.goal;
        let question = &Question {
            task: if judges { Task::Check } else { Task::Solve },
            goal: Some(options.goal),
            interpositions: options.interpositions,
            within: self.depth,
            first: options.post_search == PostSearch::First,
            further: Questions {
                refutation: attacks.then_some(false),
                ..Questions::default()
            },
            limits: self.limits(reporter.before),
            stats: true,
            ..Question::default()
        };
        let mut observer = |progress: &Progress| match options.goal {
            Goal::Mate => reporter.hear(progress),
            Goal::Brinkmate | Goal::Threatmate => reporter.count(progress),
        };
        let context = &mut JudgeContext {
            solver,
            question,
            observer: &mut observer,
            listener: Listener::default(),
        };
        match ask(context, &parsed, &mut Certifier::default()) {
            Ok((row, _)) => row,
            Err(error) => unreachable!("nothing is written: {error}"),
        }
    }

    /// Returns the answer of a row. `known` is a line of the strict game.
    fn found(&self, row: &Row, known: &[Move]) -> Found {
        let defences = row.brinkmate.as_ref().map_or(&[][..], |it| &it.defences);
        let of_line = |line: Vec<Move>| {
            if line.is_empty() {
                Found::Unknown(self.any_reply())
            } else {
                Found::Mate(line)
            }
        };
        match (row.goal, row.verdict) {
            (Goal::Threatmate, Verdict::Brinkmate | Verdict::Mate) => {
                let mated = defences.iter().find(|it| it.mated == Some(true));
                let line = |it: &BrinkDefenceRow| [std::slice::from_ref(&it.mv), &it.line].concat();
                of_line(mated.map_or_else(Vec::new, |it| moves(&line(it))))
            }
            (Goal::Threatmate, verdict) => {
                let holding = defences.iter().find(|it| it.mated == Some(false));
                let holding = holding.or_else(|| defences.first());
                let holding = holding.and_then(|it| usi::parse_move(&it.mv).ok());
                match verdict {
                    Verdict::Unknown => Found::Unknown(holding),
                    _ => Found::NoMate(holding),
                }
            }
            (Goal::Brinkmate, Verdict::NoBrinkmate) => {
                let within = row.brinkmate.as_ref().and_then(|it| it.none_within);
                within.map_or(Found::NoMate(None), |_| Found::Unknown(None))
            }
            (Goal::Brinkmate, _) => of_line(moves(&row.solution)),
            (Goal::Mate, Verdict::NoMate) => {
                let refutation = row.refutation.as_ref();
                let escape = refutation.and_then(|it| moves(&it.line).first().copied());
                Found::NoMate(escape.or_else(|| self.any_reply()))
            }
            (Goal::Mate, _) if row.plies.or(row.plies_at_most).is_none() => of_line(Vec::new()),
            (Goal::Mate, _) => {
                let lines = [moves(&row.solution), moves(&row.unwritten.strict_line)];
                let line = lines.into_iter().find(|it| !it.is_empty());
                of_line(line.unwrap_or_else(|| known.to_vec()))
            }
        }
    }
}

/// Returns an English line without the Japanese terms beside the English ones.
fn in_ascii(line: &str) -> String {
    let line = line.replace('…', "...");
    let words = line.split_whitespace().filter(|it| it.is_ascii());
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the statistics of an answer.
fn stats(row: &Row) -> Stats {
    let known = row.stats.as_ref();
    Stats {
        nodes: row.nodes,
        depth: known.map_or(0, |it| it.depth),
        hashfull: known.map_or(0, |it| it.hashfull),
        ..Stats::default()
    }
}

/// Returns moves of a row, as far as they can be read.
fn moves(words: &[String]) -> Vec<Move> {
    let moves = words.iter().map_while(|it| usi::parse_move(it).ok());
    moves.collect()
}

/// Returns the whole line of a finding from the start, and the length of the mate it shows. A grey
/// interposition (無駄合の解釈) shows none: the line is a mate only if that were futile. Neither does a detour,
/// whose line ends where it is back in the solution.
fn shown_line(finding: &Finding, it: &Member) -> Option<(Vec<Move>, u32)> {
    let shows_none = finding.grade == Some(Grade::Remark)
        || finding.back_at.is_some()
        || finding.kind == Kind::GreyInterposition.key()
        || it.line.is_empty();
    let plies = finding.plies.or(finding.plies_at_most)?;
    (!shows_none).then(|| (moves(&[&it.before[..], &it.line[..]].concat()), plies))
}
