//! Just enough SFEN and USI to write tests down, so that the witness's tests depend on no other
//! part of the product.

use tsume::shogi::{Color, Hand, Move, Piece, PieceKind, Setup, Square};

fn kind(letter: char) -> PieceKind {
    use PieceKind::*;
    match letter.to_ascii_uppercase() {
        'P' => Pawn,
        'L' => Lance,
        'N' => Knight,
        'S' => Silver,
        'G' => Gold,
        'B' => Bishop,
        'R' => Rook,
        'K' => King,
        _ => panic!("no piece is written {letter}"),
    }
}

fn color(letter: char) -> Color {
    if letter.is_ascii_uppercase() { Color::Black } else { Color::White }
}

pub fn setup(sfen: &str) -> Setup {
    let mut fields = sfen.split(' ');
    let mut field = || fields.next().expect("an SFEN has board, turn and hands");
    let mut setup = Setup::empty();
    for (rank, row) in (0..).zip(field().split('/')) {
        let mut file = 9;
        let mut promoted = false;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file -= empty as u8;
            } else if letter == '+' {
                promoted = true;
            } else {
                file -= 1;
                let kind = kind(letter);
                let kind = if promoted { kind.promote() } else { kind };
                promoted = false;
                setup.board[Square::new(file, rank).index()] = Some(Piece::new(color(letter), kind));
            }
        }
        assert_eq!(file, 0, "row {rank} of {sfen}");
    }
    setup.turn = match field() {
        "b" => Color::Black,
        "w" => Color::White,
        other => panic!("no side is written {other}"),
    };
    let mut count = 0;
    for letter in field().chars().filter(|&letter| letter != '-') {
        if let Some(digit) = letter.to_digit(10) {
            count = count * 10 + digit;
        } else {
            let hand: &mut Hand = &mut setup.hands[color(letter).index()];
            *hand = hand.with(kind(letter), count.max(1));
            count = 0;
        }
    }
    setup
}

fn square(text: &str) -> Square {
    let bytes = text.as_bytes();
    Square::new(bytes[0] - b'1', bytes[1] - b'a')
}

pub fn usi(text: &str) -> Move {
    if text.as_bytes()[1] == b'*' {
        let letter = text.chars().next().expect("a drop starts with a piece");
        Move::drop(kind(letter), square(&text[2..]))
    } else {
        Move::board(square(&text[..2]), square(&text[2..4]), text.ends_with('+'))
    }
}

pub fn line(text: &str) -> Vec<Move> {
    text.split_whitespace().map(usi).collect()
}
