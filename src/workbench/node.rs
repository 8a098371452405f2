//! `node`: is there a mate after a line, and why do interpositions count or not?

use super::bench::Workbench;
use super::board::{Board, fields};
use super::fault::{Fault, FaultKind};
use super::json::{line_in_words, read};
use super::position::{playable, side};
use super::work::Work;
use crate::answer::Row;
use crate::composition::event::Listener;
use crate::composition::{AttackerRule, DefenderHandRule, Goal, Problem};
use crate::judge::{ParsedProblem, Question};
use crate::notation::{japanese, sfen, usi};
use crate::report::{explanation_in_words, in_one_line};
use crate::shogi::Move;
use crate::vocabulary::{Lang, Verdict};
use serde::Deserialize;
use serde_json::{Value, json};

/// Solves the position after a line.
pub(super) fn answer(
    bench: &Workbench,
    request: &Value,
    work: &Work<'_>,
    lang: Lang,
) -> Result<Value, Fault> {
    let board = Board::of(request)?;
    let (asked, threads) = bench.question(request, work)?;
    let problem = board.problem()?;
    playable(&problem, board.goal(), &board.moves)?;
    let (after, goal) = after(&problem, &board)?;
    let mut question = Question {
        goal: Some(goal),
        ..asked
    };
    question.further.composed_only = true;
    let mut parsed = ParsedProblem::new("node", after);
    parsed.goal = goal;
    let listener = Listener::default();
    // Results of one node serve the others.
    let row = &bench.row(&parsed, &question, threads, true, &mut |_| {}, listener)?;
    let is_explained = question.further.explain;
    let line = row.refutation.as_ref().map_or(&row.solution, |it| &it.line);
    let mut answer = line_in_words(problem.setup(), &board.moves, &read(line));
    let explained = is_explained.then(|| explanations(&parsed.problem, row, lang));
    let more = json!({
        "goal": row.goal,
        "verdict": verdict(row),
        "plies": row.plies,
        "plies_at_most": row.plies_at_most,
        "side": side(parsed.problem.setup().turn),
        "leftover": row.leftover,
        "end": row.refutation.as_ref().map(|it| it.end),
        "variations": row.variations,
        "interpositions": explained,
        "status": row.status,
        "limit": row.limit,
        "nodes": row.nodes,
        "text": in_one_line(row, lang),
    });
    if let (Value::Object(answer), Value::Object(more)) = (&mut answer, more) {
        answer.extend(more);
    }
    Ok(answer)
}

/// Returns the verdict. A defender in check who is not mated faces no mate, whatever else threatens.
fn verdict(row: &Row) -> Verdict {
    let is_check = row
        .brinkmate
        .as_ref()
        .is_some_and(|it| it.threatens.is_none());
    match row.verdict {
        Verdict::NoThreat if is_check => Verdict::NoMate,
        verdict => verdict,
    }
}

/// Returns the problem after a line, and what is asked about it. The defender's hand is what it is then.
fn after(problem: &Problem, board: &Board) -> Result<(Problem, Goal), Fault> {
    let mut setup = problem.setup().clone();
    for &mv in &board.moves {
        let _ = setup.play(mv);
    }
    // Of both goals, the side to move decides which question is left.
    let goal = match board.goal() {
        Goal::Mate => Goal::Mate,
        _ if setup.turn == problem.attacker() => Goal::Brinkmate,
        _ => Goal::Threatmate,
    };
    let attacker = AttackerRule::of(problem.attacker());
    let made = Problem::for_goal(goal, setup, attacker, DefenderHandRule::Given);
    made.map(|it| (it, goal))
        .map_err(|reasons| super::board::illegal(&reasons))
}

/// Returns for each interposition in the line a sentence on why it counts or not.
pub(super) fn explanations(problem: &Problem, row: &Row, lang: Lang) -> Vec<Value> {
    let main = read(&row.solution);
    let explained = row.explanations.iter().flatten().map(|it| {
        let mut value = serde_json::to_value(it).unwrap_or_default();
        let undecided = lang.of(["not decided within the limits", "制限のため未検討"]);
        let words = explanation_in_words(it, lang).unwrap_or_else(|| undecided.to_owned());
        value["text"] = json!(words);
        let mv = usi::parse_move(&it.mv).ok();
        let before = main.get(..it.ply.saturating_sub(1) as usize);
        if let (Some(mv), Some(before)) = (mv, before) {
            let mut setup = problem.setup().clone();
            let playable = before.iter().all(|&it| setup.play(it));
            let last = before.last().map(|it| it.to());
            let written = playable.then(|| japanese::write_move(&setup, mv, last));
            value["japanese"] = json!(written);
        }
        value
    });
    explained.collect()
}

#[derive(Debug, Deserialize)]
struct NotationRequest {
    lines: Vec<Vec<String>>,
}

/// The most lines of a request.
const MOST_LINES: usize = 2_000;

/// `notation`: lines from a diagram in all notations, as far as they can be played.
pub(super) fn notation(request: &Value) -> Result<Value, Fault> {
    let board = Board::of(request)?;
    let asked: NotationRequest = fields(request)?;
    if asked.lines.len() > MOST_LINES {
        return Err(Fault::new(
            FaultKind::Request,
            ["too many lines", "手順が多すぎる"],
        ));
    }
    let problem = board.try_problem().ok();
    let setup = problem.as_ref().map_or(&board.setup, Problem::setup);
    let lines = asked.lines.iter().map(|words| {
        let mut after = setup.clone();
        let line = read(words).into_iter();
        let line: Vec<Move> = line.take_while(|&mv| after.play(mv)).collect();
        let mut value = line_in_words(setup, &[], &line);
        value["legal"] = json!(line.len());
        value
    });
    let lines: Vec<Value> = lines.collect();
    Ok(json!({"sfen": sfen::write(setup), "lines": lines}))
}
