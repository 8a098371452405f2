//! Conversions between the types of JKF and the types of this crate.

use super::model as jkf;
use crate::shogi::{Color, Hand, Piece, PieceKind, Setup, Square};
use crate::{End, handicap as handicaps};

pub(super) fn relative(words: &str) -> Option<jkf::Relative> {
    use jkf::Relative::{C, D, L, Ld, Lm, Lu, M, R, Rd, Rm, Ru, U};
    Some(match words {
        "左" => L,
        "直" => C,
        "右" => R,
        "上" => U,
        "寄" => M,
        "引" => D,
        "左上" => Lu,
        "左寄" => Lm,
        "左引" => Ld,
        "右上" => Ru,
        "右寄" => Rm,
        "右引" => Rd,
        _ => return None,
    })
}

pub(super) fn time(seconds: u32) -> jkf::TimeFormat {
    jkf::TimeFormat {
        h: u8::try_from(seconds / 3600).ok().filter(|&hours| hours > 0),
        m: (seconds / 60 % 60) as u8,
        s: (seconds % 60) as u8,
    }
}

pub(super) const fn color(color: Color) -> jkf::Color {
    match color {
        Color::Black => jkf::Color::Black,
        Color::White => jkf::Color::White,
    }
}

pub(super) const fn place_of(square: Square) -> jkf::PlaceFormat {
    jkf::PlaceFormat {
        x: square.file() + 1,
        y: square.rank() + 1,
    }
}

pub(super) fn state(setup: &Setup) -> jkf::StateFormat {
    let mut board = [[jkf::Piece::default(); 9]; 9];
    for (square, piece) in setup.pieces() {
        board[usize::from(square.file())][usize::from(square.rank())] = jkf::Piece {
            color: Some(color(piece.color())),
            kind: Some(their_kind(piece.kind())),
        };
    }
    let hand = |hand: Hand| {
        let count = |kind| hand.count(kind) as u8;
        jkf::Hand {
            fu: count(PieceKind::Pawn),
            ky: count(PieceKind::Lance),
            ke: count(PieceKind::Knight),
            gi: count(PieceKind::Silver),
            ki: count(PieceKind::Gold),
            ka: count(PieceKind::Bishop),
            hi: count(PieceKind::Rook),
        }
    };
    jkf::StateFormat {
        color: color(setup.turn),
        board,
        hands: setup.hands.map(hand),
    }
}

/// Returns the diagram of a state; `None` if a hand holds more pieces than a set has.
pub(super) fn diagram(state: &jkf::StateFormat) -> Option<Setup> {
    let our_color = |color| match color {
        jkf::Color::Black => Color::Black,
        jkf::Color::White => Color::White,
    };
    let mut setup = Setup::empty();
    for (file, ranks) in state.board.iter().enumerate() {
        for (rank, piece) in ranks.iter().enumerate() {
            if let (Some(color), Some(kind)) = (piece.color, piece.kind) {
                let square = Square::new(file as u8, rank as u8);
                let piece = Piece::new(our_color(color), kind_of(kind));
                setup.board[square.index()] = Some(piece);
            }
        }
    }
    for (ours, theirs) in setup.hands.iter_mut().zip(&state.hands) {
        let counts = [
            theirs.fu, theirs.ky, theirs.ke, theirs.gi, theirs.ki, theirs.ka, theirs.hi,
        ];
        if counts.iter().zip(PieceKind::SET).any(|(&n, most)| n > most) {
            return None;
        }
        *ours = Hand::from_counts(counts);
    }
    setup.turn = our_color(state.color);
    Some(setup)
}

pub(super) fn handicap(preset: jkf::Preset) -> Option<Setup> {
    use jkf::Preset::*;
    handicaps::diagram(match preset {
        Even => "平手",
        Lance => "香落ち",
        RightLance => "右香落ち",
        Bishop => "角落ち",
        Rook => "飛車落ち",
        RookLance => "飛香落ち",
        Two => "二枚落ち",
        Three => "三枚落ち",
        Four => "四枚落ち",
        Five => "五枚落ち",
        LeftFive => "左五枚落ち",
        Six => "六枚落ち",
        LeftSeven => "左七枚落ち",
        RightSeven => "右七枚落ち",
        Eight => "八枚落ち",
        Ten => "十枚落ち",
        Other => return None,
    })
}

pub(super) const fn kind_of(kind: jkf::Kind) -> PieceKind {
    match kind {
        jkf::Kind::Fu => PieceKind::Pawn,
        jkf::Kind::Ky => PieceKind::Lance,
        jkf::Kind::Ke => PieceKind::Knight,
        jkf::Kind::Gi => PieceKind::Silver,
        jkf::Kind::Ki => PieceKind::Gold,
        jkf::Kind::Ka => PieceKind::Bishop,
        jkf::Kind::Hi => PieceKind::Rook,
        jkf::Kind::Ou => PieceKind::King,
        jkf::Kind::To => PieceKind::ProPawn,
        jkf::Kind::Ny => PieceKind::ProLance,
        jkf::Kind::Nk => PieceKind::ProKnight,
        jkf::Kind::Ng => PieceKind::ProSilver,
        jkf::Kind::Um => PieceKind::Horse,
        jkf::Kind::Ry => PieceKind::Dragon,
    }
}

pub(super) const fn their_kind(kind: PieceKind) -> jkf::Kind {
    match kind {
        PieceKind::Pawn => jkf::Kind::Fu,
        PieceKind::Lance => jkf::Kind::Ky,
        PieceKind::Knight => jkf::Kind::Ke,
        PieceKind::Silver => jkf::Kind::Gi,
        PieceKind::Gold => jkf::Kind::Ki,
        PieceKind::Bishop => jkf::Kind::Ka,
        PieceKind::Rook => jkf::Kind::Hi,
        PieceKind::King => jkf::Kind::Ou,
        PieceKind::ProPawn => jkf::Kind::To,
        PieceKind::ProLance => jkf::Kind::Ny,
        PieceKind::ProKnight => jkf::Kind::Nk,
        PieceKind::ProSilver => jkf::Kind::Ng,
        PieceKind::Horse => jkf::Kind::Um,
        PieceKind::Dragon => jkf::Kind::Ry,
    }
}

pub(super) const fn end(special: jkf::MoveSpecial) -> End {
    use jkf::MoveSpecial::*;
    match special {
        Tsumi => End::Mate,
        Fuzumi => End::NoMate,
        Toryo => End::Resignation,
        Chudan | Matta | Error => End::Interruption,
        Sennichite => End::Repetition,
        Jishogi | Hikiwake => End::Impasse,
        TimeUp => End::TimeUp,
        IllegalMove => End::IllegalMove,
        IllegalActionBlack | IllegalActionWhite => End::IllegalAction,
        Kachi => End::Declaration,
    }
}

/// Returns the word for an end, with this side to move.
pub(super) const fn special(end: End, turn: Color) -> jkf::MoveSpecial {
    use jkf::MoveSpecial::*;
    match (end, turn) {
        (End::Mate, _) => Tsumi,
        (End::NoMate, _) => Fuzumi,
        (End::Resignation, _) => Toryo,
        (End::Interruption, _) => Chudan,
        (End::Repetition, _) => Sennichite,
        (End::Impasse, _) => Jishogi,
        (End::TimeUp, _) => TimeUp,
        (End::IllegalMove, _) => IllegalMove,
        // The side to move wins by an action of the other side.
        (End::IllegalAction, Color::White) => IllegalActionBlack,
        (End::IllegalAction, Color::Black) => IllegalActionWhite,
        (End::Declaration, _) => Kachi,
    }
}
