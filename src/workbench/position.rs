//! The call `position`: facts about a diagram that need no search.

use super::board::Board;
use super::fault::Fault;
use super::json::moves;
use crate::answer::illegal::{not_legal, not_playable};
use crate::composition::{Goal, Problem};
use crate::judge::first_unplayable;
use crate::notation::{japanese, piece_letter, sfen, square_name, usi, western};
use crate::shogi::setup::SetupProblem;
use crate::shogi::{Color, Hand, Move, PieceKind, Position, Setup, Square};
use crate::vocabulary::Lang;
use serde_json::{Map, Value, json};

/// Answers facts about a diagram, legal or not, and about the position after its line.
pub(super) fn answer(request: &Value, lang: Lang) -> Result<Value, Fault> {
    let board = Board::of(request)?;
    let attacker = board.attacker.attacker(&board.setup);
    let problem = board.try_problem();
    let (setup, complaints) = match &problem {
        Ok(problem) => (problem.setup(), Vec::new()),
        Err(reasons) => (&board.setup, complaints(reasons, lang)),
    };
    let legal = problem.as_ref().ok();
    let (line, illegal) = playable_part(setup, legal, &board, lang);
    let mut after = setup.clone();
    let mut steps = Vec::new();
    for (mut step, &mv) in moves(setup, &line).into_iter().zip(&line) {
        let _ = after.play(mv);
        step["sfen"] = json!(sfen::write(&after));
        steps.push(step);
    }
    let last = line.last().map(|it| it.to());
    Ok(json!({
        "sfen": sfen::write(&after),
        "canonical": legal.map(|it| sfen::write(it.setup())),
        "attacker": side(attacker),
        "side": side(after.turn),
        "check": after.in_check(after.turn),
        "complaints": complaints,
        "missing": pieces(board.setup.missing()),
        "too_many": too_many(&board.setup),
        "moves": legal.map_or_else(Vec::new, |it| legal_moves(it, &after, last)),
        "line": steps,
        "illegal": illegal,
    }))
}

/// Returns the word for a side.
pub(super) const fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Returns the moves of a line as far as they can be played, and why the next one cannot.
fn playable_part(
    setup: &Setup,
    problem: Option<&Problem>,
    board: &Board,
    lang: Lang,
) -> (Vec<Move>, Option<Value>) {
    let line = &board.moves;
    let Some(problem) = problem else {
        // On a diagram that is not a legal problem, legality of moves cannot be decided.
        let mut after = setup.clone();
        let played = line.iter().take_while(|&&mv| after.play(mv));
        return (played.copied().collect(), None);
    };
    let Some((index, reason)) = first_unplayable(problem, board.goal(), line) else {
        return (line.clone(), None);
    };
    let illegal = json!({
        "ply": index + 1,
        "move": usi::write_move(line[index]),
        "message": not_playable(reason).in_lang(lang),
    });
    (line[..index].to_vec(), Some(illegal))
}

/// Returns the reasons why a diagram is not a legal problem, with the squares concerned.
pub(super) fn complaints(reasons: &[SetupProblem], lang: Lang) -> Vec<Value> {
    let complaint = |it: &SetupProblem| {
        let (kind, squares) = kind_and_squares(it);
        let squares: Vec<String> = squares.into_iter().map(square_name).collect();
        json!({
            "kind": kind,
            "square": squares.first(),
            "squares": squares,
            "message": not_legal(it).in_lang(lang),
        })
    };
    reasons.iter().map(complaint).collect()
}

/// Returns the kind of a complaint and its squares.
fn kind_and_squares(problem: &SetupProblem) -> (&'static str, Vec<Square>) {
    match problem {
        SetupProblem::TooMany { squares, .. } => ("too_many", squares.clone()),
        SetupProblem::SeveralKings { squares, .. } => ("several_kings", squares.clone()),
        SetupProblem::NoDefenderKing { attacker_king } => {
            ("no_king", attacker_king.iter().copied().collect())
        }
        SetupProblem::Nifu { squares, .. } => ("nifu", squares.clone()),
        SetupProblem::DeadEnd { square, .. } => ("dead_end", vec![*square]),
        SetupProblem::CheckOutOfTurn { king, checkers, .. } => {
            let squares = std::iter::once(king).chain(checkers);
            ("check_out_of_turn", squares.copied().collect())
        }
        SetupProblem::DefenderNotInCheck { king } => ("defender_not_in_check", vec![*king]),
    }
}

/// Returns the pieces of a hand by letter. Absent kinds are left out.
fn pieces(hand: Hand) -> Map<String, Value> {
    let counts = PieceKind::HAND.into_iter().rev();
    let counts = counts.filter(|&kind| hand.has(kind));
    counts
        .map(|kind| (piece_letter(kind).to_string(), json!(hand.count(kind))))
        .collect()
}

/// Returns by letter how many pieces exceed a full set.
fn too_many(setup: &Setup) -> Map<String, Value> {
    let mut excess = Map::new();
    for kind in PieceKind::HAND.into_iter().rev() {
        let in_set = u32::from(PieceKind::SET[kind.index()]);
        let count = setup.count(kind);
        if count > in_set {
            excess.insert(piece_letter(kind).to_string(), json!(count - in_set));
        }
    }
    excess
}

/// Returns every legal move of the position `after` a line. `last` is the destination of the line's last move.
fn legal_moves(problem: &Problem, after: &Setup, last: Option<Square>) -> Vec<Value> {
    let mut position = Position::new(after);
    let defender = problem.attacker().flip();
    let mut legal = position.legal_moves();
    legal.sort_by_key(|&mv| usi::write_move(mv));
    let mut values = Vec::with_capacity(legal.len());
    for mv in legal {
        let undo = position.make(mv);
        let check = position.turn() == defender && position.in_check(defender);
        let mate = check && !position.has_evasion();
        position.unmake(mv, undo);
        values.push(json!({
            "usi": usi::write_move(mv),
            "japanese": japanese::write_move(after, mv, last),
            "western": western::write_move(after, mv),
            "check": check,
            "mate": mate,
        }));
    }
    values
}

/// Checks that a line can be played from the diagram of a problem with this goal.
pub(super) fn check_playable(problem: &Problem, goal: Goal, line: &[Move]) -> Result<(), Fault> {
    use super::fault::FaultKind;
    match first_unplayable(problem, goal, line) {
        None => Ok(()),
        Some((index, reason)) => {
            let (word, ply) = (usi::write_move(line[index]), index + 1);
            let message = not_playable(reason).map(|lang, reason| {
                lang.of([
                    format!("move {ply} ({word}) cannot be played: {reason}"),
                    format!("{ply}手目（{word}）は指せない：{reason}"),
                ])
            });
            Err(Fault::new(FaultKind::Move, message))
        }
    }
}
