//! `judge`: judges a composition, and sends events for what becomes known. For another goal than a mate, only the
//! whole answer is sent.

use super::bench::Workbench;
use super::board::{self, Board, fields};
use super::fault::Fault;
use super::json::{finding, findings, line_in_words, moves, parse_moves};
use super::node::explanations;
use super::position::check_playable;
use super::remembered::AnswerKey;
use super::work::{Pace, Work, tell_end};
use crate::answer::{Finding, Row, rules};
use crate::composition::event::{Event, Listener};
use crate::composition::rules::Profile;
use crate::composition::{Goal, Interpositions, Problem};
use crate::judge::{ParsedProblem, Question, Task};
use crate::notation::sfen;
use crate::report::{ending_in_words, in_one_line};
use crate::search::Progress;
use crate::shogi::Move;
use crate::vocabulary::{Lang, Notation};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The shortest time between two events on the number of checks.
const COUNT_INTERVAL: Duration = Duration::from_millis(50);

/// The shortest time between two events on the progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(240);

/// The number of checks between two events where there is no clock.
const CHECKS_PER_EVENT: usize = 16;

/// The fields of a request besides the diagram and the question.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct About {
    expected_plies: Option<u32>,
    /// Whether a recent answer will do, such as one that was given in another language.
    known: bool,
}

/// A problem and the question about it.
pub(super) struct AskedProblem {
    pub parsed: ParsedProblem,
    question: Question,
    key: AnswerKey,
    threads: usize,
    /// Whether a recent answer will do.
    accepts_recent: bool,
}

impl AskedProblem {
    /// Reads the question of a request. If `row` is given, its rules replace those of the request.
    pub fn of(
        bench: &Workbench,
        request: &Value,
        row: Option<&Value>,
        work: &Work<'_>,
    ) -> Result<Self, Fault> {
        let board = Board::of(request)?;
        let about: About = fields(request)?;
        let (mut question, threads) = bench.question(request, work)?;
        if let Some(words) = row.and_then(|it| it.get("rules")?.as_str()) {
            (question.rules, question.interpositions) = parse_rules(words);
        }
        let problem = board.problem()?;
        check_playable(&problem, board.goal(), &board.moves)?;
        let (is_mate, kind) = (board.goal() == Goal::Mate, board.kind);
        let is_solved =
            kind == board::QuestionKind::Solve || is_mate && !problem.attacker_to_move();
        let mut parsed = ParsedProblem::new(board.name(), problem);
        parsed.goal = board.goal();
        // The first length counts, so that of the request is added before that of the text.
        parsed = parsed
            .with_author(board.moves, about.expected_plies)
            .with_opcodes(board.opcodes);
        question = Question {
            task: if is_solved { Task::Solve } else { Task::Check },
            goal: Some(parsed.goal),
            attributes: true,
            // Records and pages show the longest variation of each turn.
            shown_variations: 1,
            ..question
        };
        Ok(Self {
            key: AnswerKey {
                id: parsed.id.clone(),
                record: parsed.record.clone(),
                kind,
                rules: rules(question.rules, question.interpositions),
            },
            threads,
            accepts_recent: about.known
                && question.nodes_per_alternative.is_none()
                && !question.idle_pieces,
            parsed,
            question,
        })
    }

    /// Returns the recent answer, or works out a new one.
    pub fn answer(
        &self,
        bench: &Workbench,
        work: &Work<'_>,
        lang: Lang,
    ) -> Result<Arc<Row>, Fault> {
        match bench.recent.get(&self.key) {
            Some(recent) => Ok(recent),
            None => self.work_out(bench, work, lang),
        }
    }

    /// Works out the answer, and keeps it. Without facts of earlier searches it is the same as that of `check`.
    fn work_out(&self, bench: &Workbench, work: &Work<'_>, lang: Lang) -> Result<Arc<Row>, Fault> {
        let (parsed, question) = (&self.parsed, &self.question);
        let events = JudgeEvents::new(&parsed.problem, work, question.rules, lang);
        let on_event = |event: &Event<'_>| events.on_event(event);
        let mut observer = |progress: &Progress| events.on_progress(progress);
        let listener = Listener::new(&on_event);
        let row = bench.row(
            parsed,
            question,
            self.threads,
            false,
            &mut observer,
            listener,
        )?;
        // Those that are tolerated in any case may stay open, so that no event said the last count.
        events.tell_checks();
        if question.task == Task::Solve {
            events.tell_solved(&row);
        }
        Ok(bench.recent.add(self.key.clone(), row))
    }
}

/// Reads the text with the rules of a row.
fn parse_rules(words: &str) -> (Profile, Interpositions) {
    let (mut profile, mut interpositions) = Default::default();
    for word in words.split_whitespace() {
        if let Some(word) = word.strip_prefix("interpositions=") {
            interpositions = Interpositions::from_word(word).unwrap_or_default();
        } else if let Some(word) = Profile::from_word(word) {
            profile = word;
        }
    }
    (profile, interpositions)
}

/// Judges the composition of a request, and sends events for what becomes known.
pub(super) fn stream(
    bench: &Workbench,
    request: &Value,
    work: &Work<'_>,
    lang: Lang,
) -> Result<(), Fault> {
    let asked = AskedProblem::of(bench, request, None, work)?;
    work.begin();
    let recent = if asked.accepts_recent {
        bench.recent.get(&asked.key)
    } else {
        None
    };
    let is_recent = recent.is_some();
    let answer = recent.map_or_else(|| asked.work_out(bench, work, lang), Ok)?;
    let row = &*answer;
    let problem = &asked.parsed.problem;
    work.tell(
        "row",
        json!({
            "row": row,
            "text": in_one_line(row, lang),
            "moves": moves(problem.setup(), &parse_moves(&row.solution)),
            "findings": findings(problem, row, lang),
            "interpositions": explanations(problem, row, lang),
            "ending": ending_in_words(row, lang, Notation::Japanese),
            "html": null,
            "remembered": is_recent,
        }),
    );
    tell_end(work, row);
    Ok(())
}

/// Sends events to a page for what becomes known during a judgement.
struct JudgeEvents<'a> {
    problem: &'a Problem,
    work: &'a Work<'a>,
    profile: Profile,
    lang: Lang,
    checks: Pace,
    /// The number of other checks so far, and of those that are decided.
    counts: Mutex<Option<(usize, usize)>>,
    progress: Pace,
}

impl<'a> JudgeEvents<'a> {
    fn new(problem: &'a Problem, work: &'a Work<'a>, profile: Profile, lang: Lang) -> Self {
        Self {
            problem,
            work,
            profile,
            lang,
            checks: Pace::new(COUNT_INTERVAL, CHECKS_PER_EVENT),
            counts: Mutex::default(),
            progress: Pace::new(PROGRESS_INTERVAL, usize::MAX),
        }
    }

    fn on_event(&self, event: &Event<'_>) {
        match *event {
            Event::FirstMate { plies, line } => {
                let mut data = line_in_words(self.problem.setup(), &[], line);
                data["plies_at_most"] = json!(plies);
                self.work.tell("first", data);
            }
            Event::Length(plies) => self.length(Some(plies), None),
            Event::StrictLength(plies) => self.length(None, Some(plies)),
            Event::Line { moves, leftover } => self.line(moves, &sfen::write_hand(leftover)),
            Event::Checks { decided, all } => {
                // Threads may tell in another order than they count.
                {
                    let mut counts = self.counts();
                    *counts = (*counts).max(Some((all, decided)));
                }
                if self.checks.is_due(decided, all) {
                    self.tell_checks();
                }
            }
            Event::Found(found) => {
                let it = Finding::ungrouped(self.problem, found, self.profile);
                let data = finding(self.problem, &[], &it, self.lang);
                self.work.tell("finding", data);
            }
        }
    }

    fn counts(&self) -> MutexGuard<'_, Option<(usize, usize)>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends how many other checks are open.
    fn tell_checks(&self) {
        if let Some((all, decided)) = *self.counts() {
            let data = json!({"total": all, "left": all - decided});
            self.work.tell("open", data);
        }
    }

    fn length(&self, plies: Option<u32>, strict: Option<u32>) {
        let data = json!({"plies": plies, "plies_strict": strict});
        self.work.tell("length", data);
    }

    fn line(&self, line: &[Move], leftover: &str) {
        let moves = moves(self.problem.setup(), line);
        let data = json!({"moves": moves, "leftover": leftover});
        self.work.tell("line", data);
    }

    fn on_progress(&self, progress: &Progress) {
        if self.progress.is_due(1, usize::MAX) {
            let data = json!({
                "nodes": progress.stats.nodes,
                "elapsed_ms": self.progress.elapsed_ms(),
                "plies_at_most": progress.bound(),
            });
            self.work.tell("progress", data);
        }
    }

    /// Sends the length and line of an answer without a judgement, which had no events for them.
    fn tell_solved(&self, row: &Row) {
        if row.plies.is_some() {
            self.length(row.plies, row.plies_strict);
        }
        if row.plies.or(row.plies_at_most).is_some() && !row.solution.is_empty() {
            let leftover = row.leftover.as_deref().unwrap_or_default();
            self.line(&parse_moves(&row.solution), leftover);
        }
    }
}
