//! The same questions put to other libraries, with their answers as our moves.
//!
//! Positions and moves go over as text (SFEN and USI), which all of them speak.

use tsume::notation::{sfen, usi};
use tsume::shogi::{Color, Hand, Move, PieceKind, Position, Setup, Square};

fn moves<T: ToString>(theirs: impl IntoIterator<Item = T>) -> Vec<Move> {
    let mut moves: Vec<Move> = theirs.into_iter().map(|mv| usi::parse_move(&mv.to_string()).unwrap()).collect();
    moves.sort();
    moves
}

/// Returns the board of haitaka, if it can have one: without both kings it wants Black to attack
/// and gives White every piece that is neither on the board nor in Black's hand.
pub fn haitaka(position: &Position) -> Option<haitaka::Board> {
    let setup = position.to_setup();
    let both_kings = Color::ALL.iter().all(|&it| position.king(it).is_some());
    if both_kings {
        return haitaka::Board::from_sfen(&sfen::write(&setup)).ok();
    }
    if setup.turn == Color::White || position.king(Color::White).is_none() || !is_full(&setup) {
        return None;
    }
    let [black, _] = setup.hands;
    let asked = Setup { hands: [black, Hand::EMPTY], ..setup };
    haitaka::Board::tsume(&sfen::write(&asked)).ok()
}

/// Returns whether all forty pieces, or all but a king, are on the board or in a hand.
fn is_full(setup: &Setup) -> bool {
    setup.missing().is_empty()
}

pub fn haitaka_legal_moves(board: &haitaka::Board) -> Vec<Move> {
    let mut all = Vec::new();
    board.generate_moves(|some| {
        all.extend(some);
        false
    });
    moves(all)
}

pub fn rsshogi(position: &Position) -> rsshogi::board::Position {
    let mut theirs = rsshogi::board::Position::from_sfen(&sfen::write(&position.to_setup())).unwrap();
    theirs.init_stack();
    theirs
}

pub fn rsshogi_legal_moves(position: &rsshogi::board::Position) -> Vec<Move> {
    let mut all = rsshogi::board::MoveList::new();
    rsshogi::movegen::generate_legal_all(position, &mut all);
    moves(all.iter().map(|mv| mv.to_usi()))
}

/// Its checks come without a look at the own king; what that leaves out is asked for.
pub fn rsshogi_checks(position: &rsshogi::board::Position) -> Vec<Move> {
    let mut all = rsshogi::board::Move32List::new();
    rsshogi::movegen::generate_checks_all_move32(position, &mut all);
    let legal = all.iter().filter(|&&mv| position.is_legal_move32(mv));
    moves(legal.map(|mv| mv.to_usi()))
}

pub fn lite(position: &Position) -> shogi_core::PartialPosition {
    let mut theirs = shogi_core::PartialPosition::empty();
    for (square, piece) in position.to_setup().pieces() {
        let piece = shogi_core::Piece::new(lite_kind(piece.kind()), lite_color(piece.color()));
        theirs.piece_set(lite_square(square), Some(piece));
    }
    for color in Color::ALL {
        let hand = theirs.hand_of_a_player_mut(lite_color(color));
        for (kind, count) in position.hand(color).iter() {
            for _ in 0..count {
                *hand = hand.added(lite_kind(kind)).unwrap();
            }
        }
    }
    theirs.side_to_move_set(lite_color(position.turn()));
    theirs
}

fn lite_color(color: Color) -> shogi_core::Color {
    match color {
        Color::Black => shogi_core::Color::Black,
        Color::White => shogi_core::Color::White,
    }
}

fn lite_kind(kind: PieceKind) -> shogi_core::PieceKind {
    use shogi_core::PieceKind as Theirs;
    match kind {
        PieceKind::Pawn => Theirs::Pawn,
        PieceKind::Lance => Theirs::Lance,
        PieceKind::Knight => Theirs::Knight,
        PieceKind::Silver => Theirs::Silver,
        PieceKind::Gold => Theirs::Gold,
        PieceKind::Bishop => Theirs::Bishop,
        PieceKind::Rook => Theirs::Rook,
        PieceKind::King => Theirs::King,
        PieceKind::ProPawn => Theirs::ProPawn,
        PieceKind::ProLance => Theirs::ProLance,
        PieceKind::ProKnight => Theirs::ProKnight,
        PieceKind::ProSilver => Theirs::ProSilver,
        PieceKind::Horse => Theirs::ProBishop,
        PieceKind::Dragon => Theirs::ProRook,
    }
}

fn lite_square(square: Square) -> shogi_core::Square {
    shogi_core::Square::new(square.file() + 1, square.rank() + 1).unwrap()
}

fn from_lite(mv: shogi_core::Move) -> Move {
    let square = |theirs: shogi_core::Square| Square::new(theirs.file() - 1, theirs.rank() - 1);
    match mv {
        shogi_core::Move::Normal { from, to, promote } => Move::board(square(from), square(to), promote),
        shogi_core::Move::Drop { piece, to } => {
            let kind = PieceKind::HAND.into_iter().find(|&kind| lite_kind(kind) == piece.piece_kind()).unwrap();
            Move::drop(kind, square(to))
        }
    }
}

pub fn lite_legal_moves(position: &shogi_core::PartialPosition) -> Vec<Move> {
    let all = shogi_legality_lite::all_legal_moves_partial(position);
    let mut moves: Vec<_> = all.into_iter().map(from_lite).collect();
    moves.sort();
    moves
}
