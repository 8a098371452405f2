//! `repair`: the changes that make a composition sound, and `extend`: the sound problems two plies longer
//! that lead into one, told as they are found.

use super::Workbench;
use super::board::{Board, fields};
use super::fault::{Fault, FaultKind};
use super::json::findings;
use super::judging::Rules;
use super::position::playable;
use super::work::Work;
use crate::composition::Goal;
use crate::composition::repair::{
    Allowed, CannotRepair, EditKind, Event, Keep, Outcome, Repaired, Request, Version,
};
use crate::composition::verdict::Verdict;
use crate::judge::repair::{VersionWriter, of_other_goal, versions};
use crate::judge::{ParsedProblem, guarded};
use crate::notation::sfen;
use crate::notation::usi::parse_square;
use crate::report::{Lang, Notation, RepairRow, Said, edits_in_words, in_one_line};
use crate::search::{Solver, StopReason, Stopwatch};
use crate::shogi::{Position, Square};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Between two events about the progress, there is this time at least.
const PROGRESS: Duration = Duration::from_millis(240);

/// Where there is no clock, every so many versions are told.
const EVERY: usize = 32;

#[derive(Debug, Deserialize)]
struct RepairRequest {
    #[serde(default)]
    edits: Option<u32>,
    #[serde(default)]
    keep: Option<String>,
    #[serde(default)]
    allow: Vec<String>,
    #[serde(default)]
    fixed: Vec<String>,
    #[serde(default)]
    squares: Option<Vec<String>>,
    #[serde(default)]
    best: Option<usize>,
    #[serde(default)]
    nodes_per_version: Option<u64>,
}

/// The words for the sorts of changes.
const SORTS: [(&str, EditKind); 7] = [
    ("add", EditKind::Add),
    ("remove", EditKind::Remove),
    ("move", EditKind::Move),
    ("swap", EditKind::Swap),
    ("side", EditKind::Side),
    ("hand", EditKind::Hand),
    ("shift", EditKind::Shift),
];

/// So many versions are looked for, if no number is given.
const USUAL: usize = 10;

/// Repairs or extends the composition of a request and tells every version found.
pub(super) fn stream(
    bench: &Workbench,
    (request, extends): (&Value, bool),
    work: &Work<'_>,
    lang: Lang,
) -> Result<(), Fault> {
    let board = Board::of(request)?;
    if board.goal() != Goal::Mate {
        return Err(cannot(CannotRepair::OtherGoal(board.goal())));
    }
    let asked: RepairRequest = fields(request)?;
    let rules: Rules = fields(request)?;
    let problem = board.problem()?;
    playable(&problem, board.goal(), &board.moves)?;
    let wanted = wanted(&asked, &rules)?;
    let limits = bench.limits(request, work)?;
    let parsed = ParsedProblem::new("problem", problem).with_author(board.moves, None);
    let position = Position::new(parsed.problem.setup());
    work.begin();
    let mut lease = bench.solvers.take(1, &position);
    lease.solver().keep_facts(true);
    lease.solver().ask_for_shortest(true);
    let teller = Teller {
        writer: VersionWriter {
            parsed: &parsed,
            profile: wanted.profile,
            request: &wanted,
            notation: Notation::Japanese,
        },
        work,
        lang,
        watch: Stopwatch::start(),
        last: Mutex::new(None),
        number: Mutex::new(0),
    };
    let observer = |event: &Event<'_>| teller.hear(event);
    let solvers = std::slice::from_mut::<Solver>(lease.solver());
    let outcome = guarded(|| versions(solvers, &parsed, (&wanted, extends), &limits, &observer));
    let outcome = outcome.map_err(|reason| Fault::internal(&reason))?;
    lease.give_back();
    match outcome {
        Ok(outcome) => teller.done(&outcome),
        Err(why) => return Err(cannot(why)),
    }
    Ok(())
}

/// Returns what is asked of the repair.
fn wanted(asked: &RepairRequest, rules: &Rules) -> Result<Request, Fault> {
    let squares = |names: &[String]| -> Result<Vec<Square>, Fault> {
        let read = names
            .iter()
            .map(|it| parse_square(it).map_err(|_| Fault::request(&format!("square {it:?}"))));
        read.collect()
    };
    let kinds = asked.allow.iter().map(|word| {
        let found = SORTS.iter().find(|it| it.0 == word);
        found
            .map(|it| it.1)
            .ok_or_else(|| Fault::request(&format!("sort of change {word:?}")))
    });
    let kinds: Result<Vec<EditKind>, Fault> = kinds.collect();
    let kinds = kinds?;
    let usual = Allowed::default();
    Ok(Request {
        keep: keep(asked.keep.as_deref().unwrap_or("line"))?,
        edits: asked.edits.unwrap_or(1).clamp(1, 3),
        best: asked.best.unwrap_or(USUAL).max(1),
        allowed: Allowed {
            kinds: if kinds.is_empty() { usual.kinds } else { kinds },
            squares: asked.squares.as_deref().map(squares).transpose()?,
            fixed: squares(&asked.fixed)?,
        },
        interpositions: rules.interpositions,
        profile: rules.profile,
        nodes_per_version: asked.nodes_per_version.unwrap_or(u64::MAX),
        ..Request::default()
    })
}

/// Reads what must stay: `line`, `length`, `mate`, `key` or `key:N`.
fn keep(text: &str) -> Result<Keep, Fault> {
    let number = text.strip_prefix("key:").map(str::parse);
    match (text, number) {
        ("line", _) => Ok(Keep::Line),
        ("length", _) => Ok(Keep::Length),
        ("mate", _) => Ok(Keep::Mate),
        ("key", _) => Ok(Keep::Key(1)),
        (_, Some(Ok(number))) if number > 0 => Ok(Keep::Key(number)),
        _ => Err(Fault::request(&format!("what to keep: {text:?}"))),
    }
}

fn cannot(why: CannotRepair) -> Fault {
    let message = match why {
        CannotRepair::OtherGoal(goal) => of_other_goal(goal),
        CannotRepair::DefenderToMove => Said::new(
            why.to_string(),
            "玉方の手番になっている：作品は攻方の手から始まる",
        ),
        CannotRepair::Undecided(_) => {
            Said::new(why.to_string(), "残すべき手順が分かる前に制限に達した")
        }
        CannotRepair::LineBreaksOff => Said::new(
            why.to_string(),
            "作意が読めない手か指せない手で途切れていて、残すべき手順が分からない",
        ),
        CannotRepair::OtherLength { stated, found } => Said::new(
            why.to_string(),
            format!("作意は{stated}手とあるが手順がなく、最善手順は{found}手で詰む"),
        ),
        _ => Said::new(why.to_string(), "変えずに残す手順がない"),
    };
    Fault::new(FaultKind::Illegal, message)
}

/// Turns what is found into events for a page.
struct Teller<'a> {
    writer: VersionWriter<'a>,
    work: &'a Work<'a>,
    lang: Lang,
    watch: Stopwatch,
    last: Mutex<Option<Duration>>,
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
                let now = self.watch.elapsed();
                let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
                let is_soon = last.is_some_and(|before| now.saturating_sub(before) < PROGRESS);
                let is_told = now.is_zero() && at.is_multiple_of(EVERY);
                if is_soon && at < of && !is_told {
                    return;
                }
                *last = Some(now);
                drop(last);
                let told = json!({"looked": at, "of": of, "found": found, "nodes": nodes});
                self.work.tell("progress", told);
            }
            Event::Found(repaired) => self.found(repaired),
        }
    }

    fn found(&self, repaired: &Repaired) {
        let mut number = self.number.lock().unwrap_or_else(PoisonError::into_inner);
        *number += 1;
        let (version, lang) = (&repaired.version, self.lang);
        let original = &self.writer.parsed.problem;
        match self.writer.row(repaired, *number) {
            Ok(answer) => {
                let version_row = self.writer.version(version);
                let row = RepairRow {
                    row: &answer,
                    version: version_row,
                };
                let problem = answer.unwritten.problem.as_deref().unwrap_or(original);
                let told = json!({
                    "number": *number,
                    "sfen": sfen::write(problem.setup()),
                    "moves": answer.solution,
                    "row": row,
                    "words": self.words(version),
                    "text": in_one_line(&answer, lang),
                    "findings": findings(problem, &answer, lang),
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
                "version": self.writer.missed(miss),
            })
        });
        let misses: Vec<Value> = misses.collect();
        self.work.tell(
            "done",
            json!({
                "reason": reason,
                "found": outcome.found.len(),
                "looked": outcome.tally.looked_at,
                "undecided": outcome.tally.open,
                "nodes": outcome.nodes,
                "sound_already": outcome.verdict == Verdict::Sound,
                "flawed": matches!(outcome.verdict, Verdict::Flawed | Verdict::NoMate),
                "misses": misses,
            }),
        );
    }
}
