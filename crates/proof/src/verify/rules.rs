//! Legal moves and checks: every move is made on a copy of the board, which is then tested.

use super::board::Board;
use super::geometry::{between, goes, jumps, lines, oriented, slides, steps};
use crate::shogi::{Color, Move, Piece, PieceKind, Square};

/// A move together with the position it leads to.
pub type Played = (Move, Board);

/// Returns how many ranks lie between `square` and the last rank of `color`; 0 on the last rank.
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

/// Returns where the piece of the side to move on `from` can go, without regard to the kings.
fn destinations(board: &Board, from: Square, kind: PieceKind) -> impl Iterator<Item = Square> {
    let us = board.turn();
    let stepping = steps(kind).iter().filter_map(move |&step| {
        let (df, dr) = oriented(us, step);
        from.offset(df, dr)
    });
    let slides = slides(kind);
    let slides = move |direction| slides.contains(&oriented(us, direction));
    let sliding = (lines(from).iter())
        .filter(move |line| slides(line.direction))
        .flat_map(|line| board.visible(line).iter().copied());
    let is_ours = move |to: &Square| (board.piece(*to)).is_some_and(|piece| piece.color() == us);
    stepping.chain(sliding).filter(move |to| !is_ours(to))
}

/// Adds the moves of a piece from one square to another, with and without promotion.
fn add_moves(us: Color, kind: PieceKind, from: Square, to: Square, moves: &mut Vec<Move>) {
    let in_zone = ranks_ahead(us, from) < 3 || ranks_ahead(us, to) < 3;
    if kind.can_promote() && in_zone {
        moves.push(Move::board(from, to, true));
    }
    if !is_stuck(us, kind, to) {
        moves.push(Move::board(from, to, false));
    }
}

/// Returns whether a drop on an empty square leaves no piece stuck and no second pawn on a file
/// (rule: 二歩). Pawn-drop mate is not tested here.
fn can_drop(board: &Board, kind: PieceKind, to: Square) -> bool {
    let us = board.turn();
    let pawn = Piece::new(us, PieceKind::Pawn);
    let mut file = (0..9).map(|rank| board.piece(Square::new(to.file(), rank)));
    let second_pawn = kind == PieceKind::Pawn && file.any(|piece| piece == Some(pawn));
    !second_pawn && !is_stuck(us, kind, to)
}

/// The pieces that give check to the side to move.
enum Danger {
    /// No piece, or there is no king.
    None,
    /// One piece, with the squares between it and the king.
    Check(Square, &'static [Square]),
    /// Two pieces.
    DoubleCheck,
}

impl Danger {
    fn of(board: &Board) -> Self {
        let us = board.turn();
        let Some(king) = board.king(us) else {
            return Self::None;
        };
        let mut checkers = board.attackers(king, !us);
        match (checkers.next(), checkers.next()) {
            (None, _) => Self::None,
            (Some(checker), None) => Self::Check(checker, between(king, checker)),
            (Some(_), Some(_)) => Self::DoubleCheck,
        }
    }

    /// Returns whether a drop on an empty square parries the check: the square has to be between king
    /// and checker. A drop moves no piece away, so it never exposes its own king.
    fn is_parried_on(&self, to: Square) -> bool {
        match self {
            Self::None => true,
            Self::Check(_, squares) => squares.contains(&to),
            Self::DoubleCheck => false,
        }
    }
}

/// Returns all moves on the board that are legal if they do not leave the own king in check. Where it is
/// in check, only three kinds can parry: the king moves, a piece captures the checker, or a piece
/// interposes.
fn board_moves(board: &Board, danger: &Danger) -> Vec<Move> {
    let us = board.turn();
    let mut moves = Vec::with_capacity(32);
    let mut add_all_of = |from, kind| {
        for to in destinations(board, from, kind) {
            add_moves(us, kind, from, to, &mut moves);
        }
    };
    let king = board.king(us);
    match (danger, king) {
        (Danger::None, _) | (_, None) => {
            for (from, kind) in board.pieces(us) {
                add_all_of(from, kind);
            }
        }
        (Danger::DoubleCheck, Some(king)) => add_all_of(king, PieceKind::King),
        (Danger::Check(checker, squares), Some(king)) => {
            add_all_of(king, PieceKind::King);
            // The pieces that attack a square are those that can go there.
            for &to in std::iter::once(checker).chain(*squares) {
                for from in board.attackers(to, us).filter(|&from| from != king) {
                    if let Some(piece) = board.piece(from) {
                        add_moves(us, piece.kind(), from, to, &mut moves);
                    }
                }
            }
        }
    }
    moves
}

/// Returns drops that may be legal.
fn drops(board: &Board, danger: &Danger) -> Vec<Move> {
    let empty: Vec<Square> = match danger {
        Danger::None => (Square::all())
            .filter(|&square| board.piece(square).is_none())
            .collect(),
        Danger::Check(_, squares) => squares.to_vec(),
        Danger::DoubleCheck => Vec::new(),
    };
    let mut moves = Vec::new();
    for (kind, _) in board.hand(board.turn()).iter() {
        let squares = empty.iter().filter(|&&to| can_drop(board, kind, to));
        moves.extend(squares.map(|&to| Move::drop(kind, to)));
    }
    moves
}

/// Returns all moves and drops that may be legal.
fn candidates(board: &Board) -> Vec<Move> {
    let danger = Danger::of(board);
    let mut moves = board_moves(board, &danger);
    moves.extend(drops(board, &danger));
    moves
}

/// Returns the position after `mv` if it is legal. A move that the piece can make is legal unless
/// it leaves its own king attacked. A drop is legal unless it is pawn-drop mate.
fn try_move(board: &Board, mv: Move) -> Option<Played> {
    let after = board.play(mv);
    is_allowed(board, mv, &after).then_some((mv, after))
}

/// Returns whether a move that led to `after` is legal.
fn is_allowed(board: &Board, mv: Move, after: &Board) -> bool {
    let us = board.turn();
    if after.in_check(us) {
        return false;
    }
    // Rule: a pawn must not be dropped to give mate (打歩詰). Mate means that the other side has no
    // legal reply at all. Replies to a pawn's contact check cannot be drops, so this test never
    // calls itself a second time.
    mv.dropped() != Some(PieceKind::Pawn) || !after.in_check(!us) || has_legal_move(after)
}

/// Returns whether the side to move has any legal move.
#[must_use]
pub fn has_legal_move(board: &Board) -> bool {
    let is_legal = |mv| try_move(board, mv).is_some();
    candidates(board).into_iter().any(is_legal)
}

/// Returns the position after `mv`, if that is a legal move.
#[must_use]
pub fn play_legal(board: &Board, mv: Move) -> Option<Board> {
    let (us, to) = (board.turn(), mv.to());
    let is_move = if let Some(from) = mv.from() {
        let piece = board.piece(from).filter(|piece| piece.color() == us)?;
        let mut moves = Vec::new();
        if destinations(board, from, piece.kind()).any(|square| square == to) {
            add_moves(us, piece.kind(), from, to, &mut moves);
        }
        moves.contains(&mv)
    } else {
        let mut held = board.hand(us).iter().map(|(kind, _)| kind);
        let kind = held.find(|&kind| mv == Move::drop(kind, to))?;
        board.piece(to).is_none() && can_drop(board, kind, to)
    };
    let (_, after) = is_move.then(|| try_move(board, mv))??;
    Some(after)
}

/// Returns whether some legal move among those that satisfy `is_chosen` leads to a position that
/// satisfies `is_wanted`.
pub fn any_legal(
    board: &Board,
    is_chosen: impl Fn(Move) -> bool,
    is_wanted: impl Fn(&Board) -> bool,
) -> bool {
    let leads_there = |mv| try_move(board, mv).is_some_and(|(_, after)| is_wanted(&after));
    candidates(board)
        .into_iter()
        .any(|mv| is_chosen(mv) && leads_there(mv))
}

/// Returns a pawn, lance or knight on the board that can never move.
#[must_use]
pub fn stuck_piece(board: &Board) -> Option<Square> {
    let stuck = |(square, kind), color| is_stuck(color, kind, square).then_some(square);
    Color::ALL
        .into_iter()
        .find_map(|color| board.pieces(color).find_map(|placed| stuck(placed, color)))
}

/// Returns an unpromoted pawn that is the second of its side on a file (rule: 二歩).
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

/// Returns all legal moves of the side to move with the positions they lead to, promotions and
/// non-promotions included. Without a king, no move is illegal for leaving it in check.
#[must_use]
pub fn legal_moves(board: &Board) -> Vec<Played> {
    candidates(board)
        .into_iter()
        .filter_map(|mv| try_move(board, mv))
        .collect()
}

/// Returns the legal moves of the side to move that leave the other king attacked.
#[must_use]
pub fn checks(board: &Board) -> Vec<Played> {
    let us = board.turn();
    let Some(king) = board.king(!us) else {
        return Vec::new();
    };
    let danger = Danger::of(board);
    // The king sees the squares up to the first piece in each direction, and those a knight's move
    // away. Nothing attacks it now, because it is our turn, so a move that neither leaves nor enters
    // these squares is not a check.
    let mut seen = [false; Square::COUNT];
    let on_lines = lines(king).iter().flat_map(|line| board.visible(line));
    for square in on_lines.copied().chain(jumps(king, !us)) {
        seen[square.index()] = true;
    }
    let is_seen = |square: Square| seen[square.index()];
    let mut moves = board_moves(board, &danger);
    moves.retain(|mv| is_seen(mv.to()) || mv.from().is_some_and(is_seen));
    moves.extend(checking_drops(board, king, &danger));
    (moves.into_iter())
        .filter_map(|mv| try_move(board, mv))
        .filter(|(_, after)| after.in_check(!us))
        .collect()
}

/// Returns the drops that may be legal and give check. A drop uncovers no other piece, so the dropped
/// piece itself gives the check.
fn checking_drops(board: &Board, king: Square, danger: &Danger) -> Vec<Move> {
    let us = board.turn();
    let mut moves = Vec::new();
    for (kind, _) in board.hand(us).iter() {
        let mut drop_on = |to| {
            let is_empty = board.piece(to).is_none();
            if is_empty && danger.is_parried_on(to) && can_drop(board, kind, to) {
                moves.push(Move::drop(kind, to));
            }
        };
        if kind == PieceKind::Knight {
            jumps(king, !us).for_each(&mut drop_on);
        }
        for line in lines(king) {
            for (&to, distance) in board.visible(line).iter().zip(1..) {
                if goes(Piece::new(us, kind), line.back, distance) {
                    drop_on(to);
                }
            }
        }
    }
    moves
}

/// Returns whether the side to move is mated: in check without a legal move.
#[must_use]
pub fn is_mate(board: &Board) -> bool {
    board.in_check(board.turn()) && !has_legal_move(board)
}
