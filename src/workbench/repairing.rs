//! `repair`: the changes that make a composition sound, and `extend`: the sound problems two plies longer
//! that lead into one, told as they are found.

use super::bench::Workbench;
use super::board::{Board, fields};
use super::fault::{Fault, FaultKind};
use super::json::findings;
use super::position::playable;
use super::work::{Pace, Work};
use crate::answer::edits_in_words;
use crate::composition::Goal;
use crate::composition::repair::{CannotRepair, Event, Outcome, Repaired, Request, Version};
use crate::composition::verdict::Verdict;
use crate::judge::repair::{VersionWriter, find_versions, in_words};
use crate::judge::{ParsedProblem, guarded};
use crate::notation::sfen;
use crate::report::in_one_line;
use crate::search::{Solver, StopReason};
use crate::shogi::Position;
use crate::vocabulary::{Lang, Notation};
use serde_json::{Value, json};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Between two events about the progress, there is this time at least.
const PROGRESS: Duration = Duration::from_millis(240);

/// The number of versions between two events about progress, where there is no clock.
const STEPS: usize = 32;

/// The number of versions that are looked for, if none is given.
const USUAL: usize = 10;

/// Repairs or extends the composition of a request and tells every version found.
pub(super) fn stream(
    bench: &Workbench,
    request: &Value,
    extends: bool,
    work: &Work<'_>,
    lang: Lang,
) -> Result<(), Fault> {
    let board = Board::of(request)?;
    if board.goal() != Goal::Mate {
        return Err(cannot(CannotRepair::OtherGoal(board.goal())));
    }
    let mut wanted: Request = fields(request)?;
    wanted.extends = extends;
    wanted.best = match request.get("best") {
        Some(_) => wanted.best.max(1),
        None => USUAL,
    };
    let problem = board.problem()?;
    playable(&problem, board.goal(), &board.moves)?;
    let limits = bench.question(request, work)?.0.limits;
    let parsed = ParsedProblem::new("problem", problem).with_author(board.moves, None);
    let position = Position::new(parsed.problem.setup());
    work.begin();
    let mut lease = bench.solvers.take(1, &position);
    lease.solver().keep_facts(true);
    lease.solver().ask_for_shortest(true);
    let teller = Teller {
        writer: VersionWriter {
            parsed: &parsed,
            request: &wanted,
            notation: Notation::Japanese,
        },
        work,
        lang,
        pace: Pace::new(PROGRESS, STEPS),
        number: Mutex::new(0),
    };
    let observer = |event: &Event<'_>| teller.hear(event);
    let solvers = std::slice::from_mut::<Solver>(lease.solver());
    let outcome = guarded(|| find_versions(solvers, &parsed, &wanted, &limits, &observer));
    let outcome = outcome.map_err(|reason| Fault::internal(&reason))?;
    lease.give_back();
    match outcome {
        Ok(outcome) => teller.done(&outcome),
        Err(why) => return Err(cannot(why)),
    }
    Ok(())
}

fn cannot(why: CannotRepair) -> Fault {
    Fault::new(FaultKind::Illegal, in_words(why))
}

/// Turns what is found into events for a page.
struct Teller<'a> {
    writer: VersionWriter<'a>,
    work: &'a Work<'a>,
    lang: Lang,
    pace: Pace,
    number: Mutex<usize>,
}

impl Teller<'_> {
    fn hear(&self, event: &Event<'_>) {
        match *event {
            Event::Looked {
                at,
                of,
                found,
                nodes,
            } => {
                if self.pace.tells(at, of) {
                    let told = json!({"looked": at, "of": of, "found": found, "nodes": nodes});
                    self.work.tell("progress", told);
                }
            }
            Event::Found(repaired) => self.found(repaired),
        }
    }

    fn found(&self, repaired: &Repaired) {
        let mut number = self.number.lock().unwrap_or_else(PoisonError::into_inner);
        *number += 1;
        let (version, lang) = (&repaired.version, self.lang);
        match self.writer.row(repaired, *number) {
            Ok(row) => {
                let row = row.while_running();
                let (problem, answer) = (self.writer.problem(version), &row.row);
                let told = json!({
                    "number": *number,
                    "idea": repaired.idea,
                    "sfen": sfen::write(problem.setup()),
                    "moves": answer.solution,
                    "row": row,
                    "words": self.words(version),
                    "text": in_one_line(answer, lang),
                    "findings": findings(&problem, answer, lang),
                    "verdict": answer.verdict,
                });
                self.work.tell("version", told);
            }
            Err(why) => {
                let fault = Fault::new(FaultKind::Internal, why);
                self.work.tell("fault", fault.to_json(lang));
            }
        }
    }

    /// Returns what differs from the original, in each language: one sentence for each change, or one for
    /// the moves before it. So a page can change its language without another search.
    fn words(&self, version: &Version) -> Value {
        let words = |lang| {
            if version.before.is_empty() {
                return edits_in_words(&self.writer.parsed.problem, version, lang);
            }
            let told = self.writer.difference(version);
            vec![told.in_lang(lang).to_owned()]
        };
        json!({"en": words(Lang::English), "ja": words(Lang::Japanese)})
    }

    fn done(&self, outcome: &Outcome) {
        let reason = match outcome.stopped {
            Some(StopReason::Interrupt) => "stopped",
            Some(_) => "limit",
            None => "done",
        };
        let misses = outcome.misses.iter().map(|miss| {
            let problem = self.writer.problem(&miss.version);
            json!({
                "sfen": sfen::write(problem.setup()),
                "words": self.words(&miss.version),
                "version": self.writer.row_of_miss(miss).version,
            })
        });
        let misses: Vec<Value> = misses.collect();
        self.work.tell(
            "done",
            json!({
                "reason": reason,
                "found": outcome.found.len(),
                "looked": outcome.tally.looked_at,
                "alike": outcome.tally.alike,
                "left": outcome.tally.left,
                "undecided": outcome.tally.open,
                "nodes": outcome.nodes,
                "sound_already": outcome.verdict == Verdict::Sound,
                "flawed": matches!(outcome.verdict, Verdict::Flawed | Verdict::NoMate),
                "misses": misses,
            }),
        );
    }
}
