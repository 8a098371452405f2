//! Problems made from others, to have more detours than composers leave.

use support::detours::forbidden::Line;
use support::detours::lengths::{Lengths, Search};
use support::detours::table::Problem;
use support::notation;
use tsume::notation::{sfen, usi};
use tsume::shogi::{Move, PieceKind, Setup, Square};
use tsume::verify::{Board, rules};

/// Nodes for the length of a variant.
const NODES: u64 = 20_000;

/// Returns the problem with one piece a square further to the side, up or down, where that is a
/// mate of the same number of plies that leaves nothing over. The line is one of best play.
pub fn variants(problem: &Problem) -> Vec<Problem> {
    let setup = notation::setup(&problem.sfen);
    let plies = problem.main_line.split_whitespace().count() as u32;
    let mut found = Vec::new();
    for from in Square::all() {
        let piece = setup.board[from.index()];
        if piece.is_none_or(|it| it.kind() == PieceKind::King) {
            continue;
        }
        for (files, ranks) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let free = |to: &Square| setup.board[to.index()].is_none();
            let Some(to) = from.offset(files, ranks).filter(free) else {
                continue;
            };
            let mut setup = setup.clone();
            setup.board[to.index()] = setup.board[from.index()].take();
            if let Some(line) = clean_line(&setup, plies) {
                let name = format!("{}/{}", problem.name, found.len() + 1);
                found.push(Problem {
                    name,
                    sfen: sfen::write(&setup),
                    main_line: usi::write_line(&line),
                    known: Vec::new(),
                });
            }
        }
    }
    found
}

/// Returns a line of best play, if it has so many plies and leaves nothing over.
fn clean_line(setup: &Setup, plies: u32) -> Option<Vec<Move>> {
    let start = Board::new(setup).ok()?;
    if rules::stuck_piece(&start).is_some() || rules::second_pawn(&start).is_some() {
        return None;
    }
    let mut lengths = Lengths::new(setup.turn, NODES);
    let length = lengths.attack(&start, plies).ok()?;
    if length != Some(plies) || lengths.leaves(&start, plies).ok()? {
        return None;
    }
    best_line(&mut lengths, &start, plies).ok()
}

/// Returns the first line of best play by its text.
fn best_line(lengths: &mut Lengths, start: &Board, plies: u32) -> Search<Vec<Move>> {
    let mut line = Line::new(start, &[]);
    for rest in (1..=plies).rev() {
        let board = &line.boards[line.boards.len() - 1];
        let next: Vec<Move> = if board.turn() == lengths.attacker {
            let checks = lengths.fastest(board, rest)?;
            checks.into_iter().map(|it| it.0).collect()
        } else {
            let replies = lengths.longest(board, rest)?.unwrap_or_default();
            replies.into_iter().map(|it| it.mv).collect()
        };
        let mv = next.into_iter().min_by_key(|&mv| usi::write_move(mv));
        line.moves.push(mv.expect("a mate of so many plies"));
        line = Line::new(start, &line.moves);
    }
    Ok(line.moves)
}
