//! `node`: finds whether there is a mate after a line, and why interpositions count or not. `notation`: writes lines
//! in all notations.

use super::bench::Workbench;
use super::board::{Board, fields};
use super::fault::{Fault, FaultKind};
use super::json::{line_in_words, parse_moves};
use super::position::{check_playable, side};
use super::work::Work;
use crate::answer::Row;
use crate::composition::event::Listener;
use crate::composition::{AttackerRule, DefenderHandRule, Goal, Problem};
use crate::judge::ParsedProblem;
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
    let (mut question, threads) = bench.question(request, work)?;
    let problem = board.problem()?;
    check_playable(&problem, board.goal(), &board.moves)?;
    let (node, goal) = problem_after(&problem, &board)?;
    question.goal = Some(goal);
    question.further.composed_only = true;
    let mut parsed = ParsedProblem::new("node", node);
    parsed.goal = goal;
    let listener = Listener::default();
    // What is proven about one node helps with the others.
    let row = &bench.row(&parsed, &question, threads, true, &mut |_| {}, listener)?;
    let is_explained = question.further.explain;
    let line = row.refutation.as_ref().map_or(&row.solution, |it| &it.line);
    let mut answer = line_in_words(problem.setup(), &board.moves, &parse_moves(line));
    let interpositions = is_explained.then(|| explanations(&parsed.problem, row, lang));
    let more = json!({
        "goal": row.goal,
        "verdict": verdict(row),
        "plies": row.plies,
        "plies_at_most": row.plies_at_most,
        "side": side(parsed.problem.setup().turn),
        "leftover": row.leftover,
        "end": row.refutation.as_ref().map(|it| it.end),
        "variations": row.variations,
        "interpositions": interpositions,
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

/// Returns the verdict. For a defender in check, a missing threat means that there is no mate.
fn verdict(row: &Row) -> Verdict {
    // The row says what threatens only if the defender is not in check.
    let is_check = row
        .brinkmate
        .as_ref()
        .is_some_and(|it| it.threatens.is_none());
    match row.verdict {
        Verdict::NoThreat if is_check => Verdict::NoMate,
        verdict => verdict,
    }
}

/// Returns the problem after the line of a request, and its goal.
fn problem_after(problem: &Problem, board: &Board) -> Result<(Problem, Goal), Fault> {
    let mut setup = problem.setup().clone();
    for &mv in &board.moves {
        let _ = setup.play(mv);
    }
    // For the other goals, the side to move decides the question: can it force a brinkmate, or does mate threaten?
    let goal = match board.goal() {
        Goal::Mate => Goal::Mate,
        _ if setup.turn == problem.attacker() => Goal::Brinkmate,
        _ => Goal::Threatmate,
    };
    let attacker = AttackerRule::of(problem.attacker());
    let problem = Problem::for_goal(goal, setup, attacker, DefenderHandRule::Given);
    problem
        .map(|it| (it, goal))
        .map_err(|reasons| super::board::illegal(&reasons))
}

/// Returns the explanations of a row, each with a sentence on why the interposition counts or not.
pub(super) fn explanations(problem: &Problem, row: &Row, lang: Lang) -> Vec<Value> {
    let main_line = parse_moves(&row.solution);
    let explained = row.explanations.iter().flatten().map(|it| {
        let mut value = serde_json::to_value(it).unwrap_or_default();
        let undecided = lang.of(["not decided within the limits", "制限のため未検討"]);
        let words = explanation_in_words(it, lang).unwrap_or_else(|| undecided.to_owned());
        value["text"] = json!(words);
        let mv = usi::parse_move(&it.mv).ok();
        let before = main_line.get(..it.ply.saturating_sub(1) as usize);
        if let (Some(mv), Some(before)) = (mv, before) {
            let mut setup = problem.setup().clone();
            let is_playable = before.iter().all(|&it| setup.play(it));
            let last = before.last().map(|it| it.to());
            let written = is_playable.then(|| japanese::write_move(&setup, mv, last));
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
const MAX_LINES: usize = 2_000;

/// `notation`: lines from a diagram in all notations, as far as they can be played.
pub(super) fn notation(request: &Value) -> Result<Value, Fault> {
    let board = Board::of(request)?;
    let asked: NotationRequest = fields(request)?;
    if asked.lines.len() > MAX_LINES {
        return Err(Fault::new(
            FaultKind::Request,
            ["too many lines", "手順が多すぎる"],
        ));
    }
    let problem = board.try_problem().ok();
    let setup = problem.as_ref().map_or(&board.setup, Problem::setup);
    let lines = asked.lines.iter().map(|words| {
        let mut after = setup.clone();
        let line = parse_moves(words).into_iter();
        let line: Vec<Move> = line.take_while(|&mv| after.play(mv)).collect();
        let mut value = line_in_words(setup, &[], &line);
        value["legal"] = json!(line.len());
        value
    });
    let lines: Vec<Value> = lines.collect();
    Ok(json!({"sfen": sfen::write(setup), "lines": lines}))
}
