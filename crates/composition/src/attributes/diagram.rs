//! Attributes of the diagram.

use super::{Attribute, count_on_board, kinds_on_board};
use crate::shogi::{Color, Piece, PieceKind, Position, Square};

pub(super) fn attributes(start: &Position) -> Vec<Attribute> {
    let ours = kinds_on_board(start, Color::Black);
    let theirs = kinds_on_board(start, Color::White);
    let two_kings = start.king(Color::Black).is_some();
    let hand = start.hand(Color::Black);
    let (board, held) = (count_on_board(start), hand.total());
    let mut kinds: Vec<PieceKind> = ours
        .iter()
        .chain(&theirs)
        .map(|kind| kind.unpromote())
        .chain(hand.iter().map(|(kind, _)| kind))
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    let has = |kind| kinds.contains(&kind);
    let major = has(PieceKind::Rook) || has(PieceKind::Bishop);
    let minor = kinds
        .iter()
        .any(|kind| !matches!(kind, PieceKind::Rook | PieceKind::Bishop));
    let bare = ours.is_empty() && theirs.is_empty();
    let tests = [
        (two_kings, Attribute::TwoKings),
        (bare && !two_kings, Attribute::BareKing),
        (bare && two_kings, Attribute::TwoBareKings),
        (ours.is_empty() && !two_kings, Attribute::Empty),
        (ours.len() == 1 && !two_kings, Attribute::SinglePiece),
        (board <= 5 && held <= 4, Attribute::Simple),
        (
            !has(PieceKind::Gold) && !has(PieceKind::Silver),
            Attribute::Poor,
        ),
        (!major, Attribute::Small),
        (major && !minor, Attribute::MajorOnly),
        (kinds.len() == 1, Attribute::OneKind),
        (kinds.len() == 7, Attribute::SevenKinds),
        (is_like_a_game(start), Attribute::LikeAGame),
    ];
    [
        Attribute::BoardPieces(board),
        Attribute::HandPieces(held),
        Attribute::Pieces(board + held),
    ]
    .into_iter()
    .chain(
        tests
            .into_iter()
            .filter_map(|(holds, attribute)| holds.then_some(attribute)),
    )
    .collect()
}

fn is_like_a_game(start: &Position) -> bool {
    let Some(king) = start.king(Color::White) else {
        return false;
    };
    let home = |kind, file| {
        let piece = Piece::new(Color::White, kind);
        start.piece_at(Square::new(file, 0)) == Some(piece)
    };
    let castle = |edge: u8, next: u8| {
        king.file().abs_diff(edge) < 3
            && home(PieceKind::Lance, edge)
            && home(PieceKind::Knight, next)
    };
    king.rank() < 3 && (castle(0, 1) || castle(8, 7))
}
