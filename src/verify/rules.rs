//! Legal moves and checks: every move is made on a copy of the board, and the copy looked at.

use super::board::{Board, between, oriented, slides, steps};
use crate::shogi::{Color, Move, Piece, PieceKind, Square};

/// A move together with the position it leads to.
pub type Played = (Move, Board);

/// How many ranks `square` is away from the far edge as `color` sees it: 0 on the last rank.
fn ranks_ahead(color: Color, square: Square) -> u8 {
    match color {
        Color::Black => square.rank(),
        Color::White => 8 - square.rank(),
    }
}

/// Rule: a pawn or lance may not rest on the last rank, a knight not on the last two
/// (行き所のない駒).
fn is_stuck(color: Color, kind: PieceKind, square: Square) -> bool {
    let needed = match kind {
        PieceKind::Pawn | PieceKind::Lance => 1,
        PieceKind::Knight => 2,
        _ => 0,
    };
    ranks_ahead(color, square) < needed
}

/// Where the piece of the side to move on `from` can go, whatever that does to the kings.
fn destinations(board: &Board, from: Square, kind: PieceKind) -> Vec<Square> {
    let us = board.turn();
    let mut squares = Vec::new();
    let is_ours = |square| board.piece(square).is_some_and(|p| p.color() == us);
    for &step in steps(kind) {
        let (df, dr) = oriented(us, step);
        squares.extend(from.offset(df, dr).filter(|&to| !is_ours(to)));
    }
    for &direction in slides(kind) {
        let (df, dr) = oriented(us, direction);
        let mut at = from;
        while let Some(to) = at.offset(df, dr) {
            if is_ours(to) {
                break;
            }
            squares.push(to);
            if board.piece(to).is_some() {
                break;
            }
            at = to;
        }
    }
    squares
}

/// Moves on the board, promoting and not, before looking at the own king.
fn board_moves(board: &Board) -> Vec<Move> {
    let us = board.turn();
    let mut moves = Vec::new();
    for (from, kind) in board.pieces(us) {
        for to in destinations(board, from, kind) {
            let in_zone = ranks_ahead(us, from) < 3 || ranks_ahead(us, to) < 3;
            if kind.can_promote() && in_zone {
                moves.push(Move::board(from, to, true));
            }
            if !is_stuck(us, kind, to) {
                moves.push(Move::board(from, to, false));
            }
        }
    }
    moves
}

/// Drops that leave no piece stuck and no second pawn on a file (rule: 二歩), and that parry the
/// check if there is one. Pawn-drop mate is not looked at here.
fn drops(board: &Board) -> Vec<Move> {
    let us = board.turn();
    // A drop moves no piece away, so it never exposes the own king; and it parries a check only
    // by standing between the king and the one slider that gives it.
    let checkers = board
        .king(us)
        .map_or_else(Vec::new, |king| board.attackers(king, !us));
    let targets: Vec<Square> = match (board.king(us), &checkers[..]) {
        (Some(king), &[checker]) => between(king, checker),
        (_, &[]) => Square::all()
            .filter(|&square| board.piece(square).is_none())
            .collect(),
        _ => Vec::new(),
    };
    let pawn = Piece::new(us, PieceKind::Pawn);
    let mut moves = Vec::new();
    for (kind, _) in board.hand(us).iter() {
        for &to in &targets {
            let second_pawn = kind == PieceKind::Pawn
                && Square::all().any(|at| at.file() == to.file() && board.piece(at) == Some(pawn));
            if !second_pawn && !is_stuck(us, kind, to) {
                moves.push(Move::drop(kind, to));
            }
        }
    }
    moves
}

/// All that may be legal: moves on the board and drops. In check, only the king moves, or a piece
/// takes the one that gives check or comes between; nothing else parries.
fn candidates(board: &Board) -> Vec<Move> {
    let mut moves = board_moves(board);
    if let Some(king) = board.king(board.turn()) {
        let parrying: Option<Vec<Square>> = match board.attackers(king, !board.turn())[..] {
            [] => None,
            [checker] => Some([between(king, checker), vec![checker]].concat()),
            _ => Some(Vec::new()),
        };
        if let Some(squares) = parrying {
            moves.retain(|mv| mv.from() == Some(king) || squares.contains(&mv.to()));
        }
    }
    moves.extend(drops(board));
    moves
}

/// Makes `mv` if it is legal. `mv` must come from [`board_moves`] or [`drops`].
fn try_move(board: &Board, mv: Move) -> Option<Played> {
    let us = board.turn();
    let after = board.play(mv);
    if after.in_check(us) {
        return None;
    }
    // Rule: a pawn may not be dropped to give mate (打歩詰). Mate means that the other side has no
    // legal reply at all. Its replies to a pawn's contact check cannot be drops, so that this
    // test never calls itself a second time.
    if mv.dropped() == Some(PieceKind::Pawn) && after.in_check(!us) && !has_legal_move(&after) {
        return None;
    }
    Some((mv, after))
}

/// Whether the side to move has any legal move.
#[must_use]
pub fn has_legal_move(board: &Board) -> bool {
    let can = |mv| try_move(board, mv).is_some();
    candidates(board).into_iter().any(can)
}

/// The position after `mv`, if that is a legal move.
#[must_use]
pub fn play_legal(board: &Board, mv: Move) -> Option<Board> {
    let is_move = board_moves(board).contains(&mv) || drops(board).contains(&mv);
    let (_, after) = is_move.then(|| try_move(board, mv))??;
    Some(after)
}

/// Whether a legal move of some sort leads to a position such as is wanted.
pub fn any_legal(
    board: &Board,
    of: impl Fn(Move) -> bool,
    wanted: impl Fn(&Board) -> bool,
) -> bool {
    // Most positions are not wanted, which is sooner seen than that a move is legal.
    let can = |mv| of(mv) && wanted(&board.play(mv)) && try_move(board, mv).is_some();
    candidates(board).into_iter().any(can)
}

/// A pawn, lance or knight on the board that can never move.
#[must_use]
pub fn stuck_piece(board: &Board) -> Option<Square> {
    let stuck = |(square, kind), color| is_stuck(color, kind, square).then_some(square);
    Color::ALL
        .into_iter()
        .find_map(|color| board.pieces(color).find_map(|placed| stuck(placed, color)))
}

/// An unpromoted pawn that is the second of its side on a file (rule: 二歩).
#[must_use]
pub fn second_pawn(board: &Board) -> Option<Square> {
    Color::ALL.into_iter().find_map(|color| {
        let mut files = [false; 9];
        let mut pawns = board
            .pieces(color)
            .filter(|&(_, kind)| kind == PieceKind::Pawn);
        let is_second = |&(square, _): &_| {
            std::mem::replace(&mut files[usize::from(Square::file(square))], true)
        };
        Some(pawns.find(is_second)?.0)
    })
}

/// All legal moves of the side to move with the positions they lead to, promotions and
/// non-promotions alike. If its king is absent, no move is illegal for leaving it in check.
#[must_use]
pub fn legal_moves(board: &Board) -> Vec<Played> {
    candidates(board)
        .into_iter()
        .filter_map(|mv| try_move(board, mv))
        .collect()
}

/// The legal moves of the side to move that leave the other king attacked.
#[must_use]
pub fn checks(board: &Board) -> Vec<Played> {
    let us = board.turn();
    let Some(king) = board.king(!us) else {
        return Vec::new();
    };
    // A drop uncovers no line: it gives check only by itself.
    let checking_drops = drops(board).into_iter().filter(|mv| {
        mv.dropped()
            .is_some_and(|kind| board.attacks(Piece::new(us, kind), mv.to(), king))
    });
    board_moves(board)
        .into_iter()
        .filter(|&mv| board.play(mv).in_check(!us))
        .chain(checking_drops)
        .filter_map(|mv| try_move(board, mv))
        .collect()
}

/// Whether the side to move is mated: in check without a legal move.
#[must_use]
pub fn is_mate(board: &Board) -> bool {
    board.in_check(board.turn()) && !has_legal_move(board)
}
