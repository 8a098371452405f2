//! `judge`: the judgement of a composition, told as it becomes known. The answer about another goal than a
//! mate is told as a whole.

use super::bench::Workbench;
use super::board::{self, Board, fields};
use super::fault::Fault;
use super::json::{finding, findings, line_in_words, moves, read};
use super::node::explanations;
use super::position::playable;
use super::remembered::AnswerKey;
use super::work::{Pace, Work, give_reason};
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
use std::sync::Arc;
use std::time::Duration;

/// Between two events of the same kind that only count, there is this time at least.
const PAUSE: Duration = Duration::from_millis(50);

/// Between two events about the progress, there is this time at least.
const PROGRESS: Duration = Duration::from_millis(240);

/// The number of checks between two events about progress, where there is no clock.
const CHECKS: usize = 16;

/// The part of a request that says which problem it is about.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct About {
    expected_plies: Option<u32>,
    /// Whether an answer that is remembered will do, such as one that was given in another language.
    known: bool,
}

/// A problem and what is asked about it.
pub(super) struct Asked {
    pub parsed: ParsedProblem,
    question: Question,
    key: AnswerKey,
    threads: usize,
    takes_known: bool,
}

impl Asked {
    /// Reads the question of a request. The rules of a row that is known, if there is one, come before
    /// those of the request.
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
            (question.rules, question.interpositions) = of_row(words);
        }
        let problem = board.problem()?;
        playable(&problem, board.goal(), &board.moves)?;
        let (is_mate, asked) = (board.goal() == Goal::Mate, board.asked);
        let is_solved = asked == board::Asked::Solve || is_mate && !problem.attacker_to_move();
        let mut parsed = ParsedProblem::new(board.name(), problem);
        parsed.goal = board.goal();
        // The length of the request comes before that of the text.
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
                goal: asked,
                rules: rules(question.rules, question.interpositions),
            },
            threads,
            takes_known: about.known
                && question.nodes_per_alternative.is_none()
                && !question.idle_pieces,
            parsed,
            question,
        })
    }

    /// Returns the answer that is remembered, or works it out and remembers it.
    pub fn answer(
        &self,
        bench: &Workbench,
        work: &Work<'_>,
        lang: Lang,
    ) -> Result<Arc<Row>, Fault> {
        match bench.remembered.get(&self.key) {
            Some(known) => Ok(known),
            None => self.work_out(bench, work, lang),
        }
    }

    /// Works out the answer, and remembers it. It is to be the same as that of `check`, whatever was asked before.
    fn work_out(&self, bench: &Workbench, work: &Work<'_>, lang: Lang) -> Result<Arc<Row>, Fault> {
        let (parsed, question) = (&self.parsed, &self.question);
        let teller = Teller::new(&parsed.problem, work, question.rules, lang);
        let hear = |event: &Event<'_>| teller.hear(event);
        let mut observer = |progress: &Progress| teller.hear_progress(progress);
        let listener = Listener::new(&hear);
        let row = bench.row(
            parsed,
            question,
            self.threads,
            false,
            &mut observer,
            listener,
        )?;
        if question.task == Task::Solve {
            teller.solved(&row);
        }
        Ok(bench.remembered.add(self.key.clone(), row))
    }
}

/// Returns the rules of a row.
fn of_row(words: &str) -> (Profile, Interpositions) {
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

/// Judges the composition of a request and tells what becomes known.
pub(super) fn stream(
    bench: &Workbench,
    request: &Value,
    work: &Work<'_>,
    lang: Lang,
) -> Result<(), Fault> {
    let asked = Asked::of(bench, request, None, work)?;
    work.begin();
    let known = bench.remembered.get(&asked.key);
    let known = known.filter(|_| asked.takes_known);
    let is_remembered = known.is_some();
    let answer = known.map_or_else(|| asked.work_out(bench, work, lang), Ok)?;
    let row = &*answer;
    let problem = &asked.parsed.problem;
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

/// Turns what becomes known into events for a page.
struct Teller<'a> {
    problem: &'a Problem,
    work: &'a Work<'a>,
    profile: Profile,
    lang: Lang,
    checks: Pace,
    progress: Pace,
}

impl<'a> Teller<'a> {
    fn new(problem: &'a Problem, work: &'a Work<'a>, profile: Profile, lang: Lang) -> Self {
        Self {
            problem,
            work,
            profile,
            lang,
            checks: Pace::new(PAUSE, CHECKS),
            progress: Pace::new(PROGRESS, usize::MAX),
        }
    }

    fn hear(&self, event: &Event<'_>) {
        match *event {
            Event::FirstMate { plies, line } => {
                let mut told = line_in_words(self.problem.setup(), &[], line);
                told["plies_at_most"] = json!(plies);
                self.work.tell("first", told);
            }
            Event::Length(plies) => self.length(Some(plies), None),
            Event::StrictLength(plies) => self.length(None, Some(plies)),
            Event::Line { moves, leftover } => self.line(moves, &sfen::write_hand(leftover)),
            Event::Checks { decided, all } => {
                if self.checks.tells(decided, all) {
                    let told = json!({"total": all, "left": all - decided});
                    self.work.tell("open", told);
                }
            }
            Event::Found(found) => {
                let it = Finding::ungrouped(self.problem, found, self.profile);
                let told = finding(self.problem, &[], &it, self.lang);
                self.work.tell("finding", told);
            }
        }
    }

    fn length(&self, plies: Option<u32>, strict: Option<u32>) {
        let told = json!({"plies": plies, "plies_strict": strict});
        self.work.tell("length", told);
    }

    fn line(&self, line: &[Move], leftover: &str) {
        let moves = moves(self.problem.setup(), line);
        let told = json!({"moves": moves, "leftover": leftover});
        self.work.tell("line", told);
    }

    fn hear_progress(&self, progress: &Progress) {
        if self.progress.tells(1, usize::MAX) {
            let told = json!({
                "nodes": progress.stats.nodes,
                "elapsed_ms": self.progress.elapsed_ms(),
                "plies_at_most": progress.bound(),
            });
            self.work.tell("progress", told);
        }
    }

    /// Tells of an answer that was not judged what the events tell of others.
    fn solved(&self, row: &Row) {
        if row.plies.is_some() {
            self.length(row.plies, row.plies_strict);
        }
        if row.plies.or(row.plies_at_most).is_some() && !row.solution.is_empty() {
            let leftover = row.leftover.as_deref().unwrap_or_default();
            self.line(&read(&row.solution), leftover);
        }
    }
}
