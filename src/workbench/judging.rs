//! `judge`: the judgement of a composition, told as it becomes known. The answer about another goal than a
//! mate is told as a whole.

use super::bench::Workbench;
use super::board::{self, Board, fields};
use super::fault::Fault;
use super::json::{finding, findings, line_in_words, moves, read};
use super::node::explanations;
use super::position::playable;
use super::remembered::AnswerKey;
use super::rules::Rules;
use super::work::{Work, give_reason};
use crate::answer::{Finding, Row};
use crate::composition::event::{Event, Listener};
use crate::composition::rules::Profile;
use crate::composition::{Goal, Problem};
use crate::judge::{self, Certifier, JudgeContext, ParsedProblem, Task, ask, guarded};
use crate::notation::sfen;
use crate::report::{ending_in_words, in_one_line};
use crate::search::{Progress, Stopwatch};
use crate::shogi::{Move, Position};
use crate::vocabulary::{Lang, Notation};
use serde_json::{Value, json};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Between two events of the same kind that only count, there is this time at least.
const PAUSE: Duration = Duration::from_millis(50);

/// Between two events about the progress, there is this time at least.
const PROGRESS: Duration = Duration::from_millis(240);

/// The number of checks between two events about progress, where there is no clock.
const CHECKS: usize = 16;

/// A question about a composition.
pub(super) struct Question {
    pub parsed: ParsedProblem,
    pub rules: Rules,
    pub asked: AnswerKey,
}

impl Question {
    /// Reads the question of a request. The rules of a row that is known, if there is one, come before
    /// those of the request.
    pub fn of(request: &Value, row: Option<&Value>) -> Result<Self, Fault> {
        let board = Board::of(request)?;
        let mut rules: Rules = fields(request)?;
        if let Some(words) = row.and_then(|it| it.get("rules")?.as_str()) {
            rules.take(words);
        }
        let problem = board.problem()?;
        playable(&problem, board.goal(), &board.moves)?;
        let asked = rules.asked(&problem, &board);
        let mut parsed = ParsedProblem::new(board.name(), problem);
        parsed.goal = board.goal();
        // The length of the request comes before that of the text.
        parsed = parsed
            .with_author(board.moves, rules.expected_plies)
            .with_opcodes(board.opcodes);
        Ok(Self {
            parsed,
            rules,
            asked,
        })
    }
}

/// Judges the composition of a request and tells what becomes known.
pub(super) fn stream(
    bench: &Workbench,
    request: &Value,
    work: &Work<'_>,
    lang: Lang,
) -> Result<(), Fault> {
    let question = Question::of(request, None)?;
    // An error in the limits is the answer, not an event.
    bench.limits(request, work)?;
    bench.threads(request)?;
    work.begin();
    let known = bench.remembered.get(&question.asked);
    let rules = &question.rules;
    let known = known.filter(|_| rules.known && !rules.all && !rules.idle_pieces);
    let is_remembered = known.is_some();
    let answer = if let Some(answer) = known {
        answer
    } else {
        let answer = judged(bench, request, &question, work, lang)?;
        bench.remembered.add(question.asked, answer)
    };
    let row = &*answer;
    let problem = &question.parsed.problem;
    work.tell(
        "row",
        json!({
            "row": row,
            "text": in_one_line(row, lang),
            "moves": moves(problem.setup(), &read(&row.solution)),
            "findings": findings(problem, row, lang),
            "interpositions": explanations(problem, row, lang),
            "ending": ending_in_words(row, lang, Notation::Japanese),
            "html": null,
            "remembered": is_remembered,
        }),
    );
    give_reason(work, row);
    Ok(())
}

/// Works out the answer to a question, with the limits of the request.
pub(super) fn judged(
    bench: &Workbench,
    request: &Value,
    question: &Question,
    work: &Work<'_>,
    lang: Lang,
) -> Result<Row, Fault> {
    let Question {
        parsed,
        rules,
        asked,
    } = question;
    let problem = &parsed.problem;
    let limits = bench.limits(request, work)?;
    let threads = bench.threads(request)?;
    let position = Position::new(problem.setup());
    let mut lease = bench.solvers.take(threads, &position);
    // The answer is to be the same as that of `check`, whatever was asked before.
    lease.solver().keep_facts(false);
    let teller = Teller::new(problem, work, rules.profile, lang);
    let hear = |event: &Event<'_>| teller.hear(event);
    let mut observer = |progress: &Progress| teller.progress(progress);
    let is_mate = parsed.goal == Goal::Mate;
    let is_solved = asked.goal == board::Asked::Solve || is_mate && !problem.attacker_to_move();
    let question = judge::Question {
        task: if is_solved { Task::Solve } else { Task::Check },
        goal: Some(parsed.goal),
        limits,
        attributes: true,
        // Records and pages show the longest variation of each turn.
        shown_variations: 1,
        ..rules.question()
    };
    let mut context = JudgeContext {
        solver: lease.solver(),
        question: &question,
        observer: &mut observer,
        listener: Listener::new(&hear),
    };
    let answered = guarded(|| ask(&mut context, parsed, &mut Certifier::default()));
    let (row, _) = answered
        .and_then(|it| it.map_err(|error| error.to_string()))
        .map_err(|reason| Fault::internal(&reason))?;
    lease.give_back();
    if is_solved {
        teller.solved(&row);
    }
    Ok(row)
}

/// Turns what becomes known into events for a page.
struct Teller<'a> {
    problem: &'a Problem,
    work: &'a Work<'a>,
    profile: Profile,
    lang: Lang,
    watch: Stopwatch,
    last: Mutex<Last>,
}

/// When something was last told.
#[derive(Default)]
struct Last {
    checks: Option<Duration>,
    progress: Option<Duration>,
}

impl<'a> Teller<'a> {
    fn new(problem: &'a Problem, work: &'a Work<'a>, profile: Profile, lang: Lang) -> Self {
        Self {
            problem,
            work,
            profile,
            lang,
            watch: Stopwatch::start(),
            last: Mutex::new(Last::default()),
        }
    }

    fn hear(&self, event: &Event<'_>) {
        match *event {
            Event::FirstMate { plies, line } => self.first(plies, line),
            Event::Length(plies) => self.length(Some(plies), None),
            Event::StrictLength(plies) => self.length(None, Some(plies)),
            Event::Line { moves, leftover } => {
                self.line(moves, &sfen::write_hand(leftover));
            }
            Event::Checks { decided, all } => self.checks(decided, all),
            Event::Found(found) => {
                let it = Finding::alone(self.problem, found, self.profile);
                let told = finding(self.problem, &[], &it, self.lang);
                self.work.tell("finding", told);
            }
        }
    }

    fn first(&self, plies: u32, line: &[Move]) {
        let mut told = line_in_words(self.problem.setup(), &[], line);
        told["plies_at_most"] = json!(plies);
        self.work.tell("first", told);
    }

    fn length(&self, plies: Option<u32>, strict: Option<u32>) {
        self.work
            .tell("length", json!({"plies": plies, "plies_strict": strict}));
    }

    fn line(&self, line: &[Move], leftover: &str) {
        let moves = moves(self.problem.setup(), line);
        self.work
            .tell("line", json!({"moves": moves, "leftover": leftover}));
    }

    fn checks(&self, decided: usize, all: usize) {
        let now = self.watch.elapsed();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let is_soon = last
            .checks
            .is_some_and(|before| now.saturating_sub(before) < PAUSE);
        let is_told = now.is_zero() && decided.is_multiple_of(CHECKS);
        if is_soon && decided < all && !is_told {
            return;
        }
        last.checks = Some(now);
        drop(last);
        self.work
            .tell("open", json!({"total": all, "left": all - decided}));
    }

    fn progress(&self, progress: &Progress) {
        let now = self.watch.elapsed();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let is_soon = |before: Duration| now.saturating_sub(before) < PROGRESS;
        if last.progress.is_some_and(is_soon) {
            return;
        }
        last.progress = Some(now);
        drop(last);
        let elapsed = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
        self.work.tell(
            "progress",
            json!({
                "nodes": progress.stats.nodes,
                "elapsed_ms": elapsed,
                "plies_at_most": progress.bound(),
            }),
        );
    }

    /// Tells of an answer that was not judged what the events tell of others.
    fn solved(&self, row: &Row) {
        if row.plies.or(row.plies_at_most).is_none() {
            return;
        }
        if row.plies.is_some() {
            self.length(row.plies, row.plies_strict);
        }
        if !row.solution.is_empty() {
            self.line(
                &read(&row.solution),
                row.leftover.as_deref().unwrap_or_default(),
            );
        }
    }
}
