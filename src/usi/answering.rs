//! Answers a `go` with the row that the command line would write, as lines for a GUI.

use super::go_search::{GoOutcome, GoSearch, InfoReporter};
use super::options::PostSearch;
use super::output::AnswerGate;
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
    /// Answers the question of the search, and writes the lines about the answer.
    pub(super) fn answer(&self, solver: &mut Solver, reporter: &mut InfoReporter<'_>) -> GoOutcome {
        let gate = reporter.gate;
        let row = self.row(solver, reporter);
        if let Some(error) = row.error {
            gate.tell(&error.message);
            return GoOutcome::Unknown(self.any_reply());
        }
        let outcome = self.outcome_of(&row, &reporter.line);
        let line = match &outcome {
            GoOutcome::Mate(line) => &line[..],
            GoOutcome::Mated | GoOutcome::NoMate(_) | GoOutcome::Unknown(_) => &[],
        };
        let is_mate = row.goal == Goal::Mate || row.is_plain_mate();
        let plies = row.plies.or(row.plies_at_most).filter(|_| is_mate);
        // A mate in 0 has only futile replies. The GUI still needs a move, so the score is the length of the line.
        let shown_plies = plies.map(|it| if it == 0 { line.len() as u32 } else { it });
        let stats = reporter.total(stats(&row));
        let judged = row.goal == Goal::Mate && row.is_judged();
        let first = (judged && plies.is_some()).then_some(1);
        gate.write_line(&self.info(stats, first, shown_plies, line));
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
            let line_plies = line.len();
            gate.tell(&both!(
                "the line has {line_plies} plies, because futile interpositions count in it",
                "示した手順は無駄合も数えるため{line_plies}手"
            ));
        }
        if judged && !line.is_empty() {
            self.write_findings(&row, stats, gate);
        }
        outcome
    }

    /// Writes the mates of findings as further lines after the main line, which has the number 1.
    fn write_findings(&self, row: &Row, stats: Stats, gate: &AnswerGate) {
        let findings = row.each_finding();
        let lines = findings
            .iter()
            .filter_map(|(finding, member)| mate_of_finding(finding, member));
        for (number, (line, plies)) in (2..).zip(lines).take(self.options.multi_pv - 1) {
            gate.write_line(&self.info(stats, Some(number), Some(plies), &line));
        }
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
            limits: self.remaining_limits(reporter.earlier_nodes),
            stats: true,
            ..Question::default()
        };
        let mut observer = |progress: &Progress| match options.goal {
            Goal::Mate => reporter.report(progress),
            Goal::Brinkmate | Goal::Threatmate => reporter.report_stats(progress),
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

    /// Returns the outcome that a row stands for. `strict_line` is the line of the strict game that the search reported
    /// last, for a row without lines.
    fn outcome_of(&self, row: &Row, strict_line: &[Move]) -> GoOutcome {
        let defences = row.brinkmate.as_ref().map_or(&[][..], |it| &it.defences);
        let of_line = |line: Vec<Move>| {
            if line.is_empty() {
                GoOutcome::Unknown(self.any_reply())
            } else {
                GoOutcome::Mate(line)
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
                    Verdict::Unknown => GoOutcome::Unknown(holding),
                    _ => GoOutcome::NoMate(holding),
                }
            }
            (Goal::Brinkmate, Verdict::NoBrinkmate) => {
                let within = row.brinkmate.as_ref().and_then(|it| it.none_within);
                within.map_or(GoOutcome::NoMate(None), |_| GoOutcome::Unknown(None))
            }
            (Goal::Brinkmate, _) => of_line(moves(&row.solution)),
            (Goal::Mate, Verdict::NoMate) => {
                let refutation = row.refutation.as_ref();
                let escape = refutation.and_then(|it| moves(&it.line).first().copied());
                GoOutcome::NoMate(escape.or_else(|| self.any_reply()))
            }
            (Goal::Mate, _) if row.plies.or(row.plies_at_most).is_none() => of_line(Vec::new()),
            (Goal::Mate, _) => {
                let lines = [moves(&row.solution), moves(&row.unwritten.strict_line)];
                let line = lines.into_iter().find(|it| !it.is_empty());
                of_line(line.unwrap_or_else(|| strict_line.to_vec()))
            }
        }
    }
}

/// Returns an English line without the Japanese terms in it.
fn in_ascii(line: &str) -> String {
    let line = line.replace('…', "...");
    let words = line.split_whitespace().filter(|it| it.is_ascii());
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the statistics of an answer.
fn stats(row: &Row) -> Stats {
    let row_stats = row.stats.as_ref();
    Stats {
        nodes: row.nodes,
        depth: row_stats.map_or(0, |it| it.depth),
        hashfull: row_stats.map_or(0, |it| it.hashfull),
        ..Stats::default()
    }
}

/// Reads moves in USI, up to the first that cannot be read.
fn moves(words: &[String]) -> Vec<Move> {
    let moves = words.iter().map_while(|it| usi::parse_move(it).ok());
    moves.collect()
}

/// Returns the whole line of a finding from the start, and its length in plies, if it ends in mate. The line of a grey
/// interposition (無駄合の解釈) does so only if the interposition is futile, and a detour (迂回) ends where it is back
/// in the solution: they have none.
fn mate_of_finding(finding: &Finding, member: &Member) -> Option<(Vec<Move>, u32)> {
    let has_no_mate = finding.grade == Some(Grade::Remark)
        || finding.back_at.is_some()
        || finding.kind == Kind::GreyInterposition.key()
        || member.line.is_empty();
    let plies = finding.plies.or(finding.plies_at_most)?;
    (!has_no_mate).then(|| {
        (
            moves(&[&member.before[..], &member.line[..]].concat()),
            plies,
        )
    })
}
