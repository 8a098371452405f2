//! `repair`: finds changes that make a composition sound. `extend`: finds sound problems two plies longer that lead
//! into one. Both send an event for each version that is found.

use super::bench::Workbench;
use super::board::{Board, fields};
use super::fault::{Fault, FaultKind};
use super::json::findings;
use super::position::check_playable;
use super::work::{Pace, Work};
use crate::answer::{edits_in_words, findings_in_words};
use crate::composition::repair::{CannotRepair, Event, Miss, Outcome, Repaired, Request, Version};
use crate::composition::verdict::Verdict;
use crate::composition::{Goal, Problem};
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

/// The shortest time between two events on the progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(240);

/// The number of versions between two events on the progress where there is no clock.
const VERSIONS_PER_EVENT: usize = 32;

/// The number of ideas that are looked for if the request gives none.
const DEFAULT_BEST: usize = 10;

/// Repairs or extends the composition of a request, and sends an event for every version found.
pub(super) fn stream(
    bench: &Workbench,
    request: &Value,
    extends: bool,
    work: &Work<'_>,
    lang: Lang,
) -> Result<(), Fault> {
    let board = Board::of(request)?;
    if board.goal() != Goal::Mate {
        return Err(cannot_repair(CannotRepair::OtherGoal(board.goal())));
    }
    let mut wanted: Request = fields(request)?;
    wanted.extends = extends;
    wanted.best = match request.get("best") {
        Some(_) => wanted.best.max(1),
        None => DEFAULT_BEST,
    };
    let problem = board.problem()?;
    check_playable(&problem, board.goal(), &board.moves)?;
    let limits = bench.question(request, work)?.0.limits;
    let parsed = ParsedProblem::new("problem", problem).with_author(board.moves, None);
    let position = Position::new(parsed.problem.setup());
    work.begin();
    let mut lease = bench.solvers.take(1, &position);
    lease.solver().keep_facts(true);
    lease.solver().ask_for_shortest(true);
    let events = RepairEvents {
        writer: VersionWriter {
            parsed: &parsed,
            request: &wanted,
            notation: Notation::Japanese,
        },
        work,
        lang,
        pace: Pace::new(PROGRESS_INTERVAL, VERSIONS_PER_EVENT),
        number: Mutex::new(0),
    };
    let observer = |event: &Event<'_>| events.on_event(event);
    let solvers = std::slice::from_mut::<Solver>(lease.solver());
    let outcome = guarded(|| find_versions(solvers, &parsed, &wanted, &limits, &observer));
    let outcome = outcome.map_err(|reason| Fault::internal(&reason))?;
    lease.give_back();
    events.tell_done(&outcome.map_err(cannot_repair)?);
    Ok(())
}

fn cannot_repair(why: CannotRepair) -> Fault {
    Fault::new(FaultKind::Illegal, in_words(why))
}

/// Sends events to a page for the versions that are found.
struct RepairEvents<'a> {
    writer: VersionWriter<'a>,
    work: &'a Work<'a>,
    lang: Lang,
    pace: Pace,
    /// The number of versions sent so far.
    number: Mutex<usize>,
}

impl RepairEvents<'_> {
    fn on_event(&self, event: &Event<'_>) {
        match *event {
            Event::Looked {
                at,
                of,
                found,
                nodes,
            } => {
                if self.pace.is_due(at, of) {
                    let data = json!({"looked": at, "of": of, "found": found, "nodes": nodes});
                    self.work.tell("progress", data);
                }
            }
            Event::Found(repaired) => self.tell_version(repaired),
        }
    }

    fn tell_version(&self, repaired: &Repaired) {
        let mut number = self.number.lock().unwrap_or_else(PoisonError::into_inner);
        *number += 1;
        let (version, lang) = (&repaired.version, self.lang);
        match self.writer.row(repaired, *number) {
            Ok(row) => {
                let row = row.while_running();
                let (problem, answer) = (self.writer.problem(version), &row.row);
                let data = json!({
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
                self.work.tell("version", data);
            }
            Err(why) => {
                let fault = Fault::new(FaultKind::Internal, why);
                self.work.tell("fault", fault.to_json(lang));
            }
        }
    }

    /// Returns what differs from the original: one sentence for each change, or one for the moves before it. Both
    /// languages are there, so that a page can change its language without another search.
    fn words(&self, version: &Version) -> Value {
        let words = |lang| {
            if version.before.is_empty() {
                return edits_in_words(&self.writer.parsed.problem, version, lang);
            }
            let difference = self.writer.difference(version);
            vec![difference.in_lang(lang).to_owned()]
        };
        json!({"en": words(Lang::English), "ja": words(Lang::Japanese)})
    }

    fn tell_done(&self, outcome: &Outcome) {
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
                "remains": remains(&problem, miss),
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

/// Returns the fatal findings of a version that is not sound, in both languages.
fn remains(problem: &Problem, miss: &Miss) -> Value {
    let findings = [&miss.left[..], &miss.made].concat();
    let words = |lang| findings_in_words(problem, &findings, Notation::Japanese, lang);
    json!({"en": words(Lang::English), "ja": words(Lang::Japanese)})
}
