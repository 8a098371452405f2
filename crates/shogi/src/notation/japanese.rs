//! Moves and hands as Japanese books write them: `▲２三金打`, `△同玉`, `▲３四飛不成`.
//!
//! Source: the Japan Shogi Association's page on writing game records,
//! <https://www.shogi.or.jp/faq/kihuhyouki.html>. Where it leaves a choice:
//!
//! - 打 is written only where a piece of that kind on the board could also go there. Pinned pieces
//!   count: nobody who sees the diagram should have to look for pins.
//! - 同 stands for the square of the move before and takes no blank after it.
//! - 不成 is written whenever promotion was possible.
//! - The king is 玉 on either side, the promoted rook 龍.
//!
//! Nothing here asks whether a move is legal.

use super::usi;
use crate::{Color, Hand, Move, PieceKind, Setup, Square};

const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
const NUMERALS: [&str; 10] = ["〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"];

/// Writes a line of moves that begins at a diagram.
///
/// If the pieces cannot make a move (nothing to move, own piece in the way), it and all moves after it are
/// written in USI.
#[must_use]
pub fn write_line(setup: &Setup, line: &[Move]) -> Vec<String> {
    let mut setup = setup.clone();
    let mut previous = None;
    let mut playable = true;
    line.iter()
        .map(|&mv| {
            let text = write_move(&setup, mv, previous);
            playable = playable && setup.play(mv);
            previous = Some(mv.to());
            if playable { text } else { usi::write_move(mv) }
        })
        .collect()
}

/// Writes one move; `previous` is the destination of the move before, for 同.
///
/// If there is no piece on the origin, the move is written in USI.
#[must_use]
pub fn write_move(setup: &Setup, mv: Move, previous: Option<Square>) -> String {
    let kind = match (mv.from(), mv.dropped()) {
        (Some(from), _) => setup.piece_at(from).map(crate::Piece::kind),
        (None, dropped) => dropped,
    };
    let Some(kind) = kind else {
        return usi::write_move(mv);
    };
    let mut text = String::from(side(setup.turn));
    if previous == Some(mv.to()) {
        text.push('同');
    } else {
        text += &square(mv.to());
    }
    text += piece(kind);
    match mv.from() {
        Some(from) => {
            text += &relation(setup, from, mv.to());
            if mv.promotes() {
                text.push('成');
            } else if may_promote(setup.turn, kind, from, mv.to()) {
                text += "不成";
            }
        }
        None if origins(setup, kind, mv.to()).next().is_some() => text.push('打'),
        None => {}
    }
    text
}

/// Returns the mark in front of a move: ▲ for Black, △ for White.
#[must_use]
pub const fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "▲",
        Color::White => "△",
    }
}

/// Returns a square with full-width file and kanji rank: `２三`.
#[must_use]
pub fn square(square: Square) -> String {
    let file = FILES[usize::from(square.file())];
    format!("{file}{}", NUMERALS[usize::from(square.rank()) + 1])
}

/// Returns the name of a kind in a move.
#[must_use]
pub const fn piece(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "歩",
        PieceKind::Lance => "香",
        PieceKind::Knight => "桂",
        PieceKind::Silver => "銀",
        PieceKind::Gold => "金",
        PieceKind::Bishop => "角",
        PieceKind::Rook => "飛",
        PieceKind::King => "玉",
        PieceKind::ProPawn => "と",
        PieceKind::ProLance => "成香",
        PieceKind::ProKnight => "成桂",
        PieceKind::ProSilver => "成銀",
        PieceKind::Horse => "馬",
        PieceKind::Dragon => "龍",
    }
}

/// Returns the one-character name of a piece in diagrams (as in KIF).
#[must_use]
pub const fn glyph(kind: PieceKind) -> char {
    match kind {
        PieceKind::Pawn => '歩',
        PieceKind::Lance => '香',
        PieceKind::Knight => '桂',
        PieceKind::Silver => '銀',
        PieceKind::Gold => '金',
        PieceKind::Bishop => '角',
        PieceKind::Rook => '飛',
        PieceKind::King => '玉',
        PieceKind::ProPawn => 'と',
        PieceKind::ProLance => '杏',
        PieceKind::ProKnight => '圭',
        PieceKind::ProSilver => '全',
        PieceKind::Horse => '馬',
        PieceKind::Dragon => '龍',
    }
}

/// Writes a number from 0 to 99 in kanji: `十八`.
///
/// # Panics
/// If the number is above 99.
#[must_use]
pub fn numeral(number: u32) -> String {
    assert!(number < 100, "numerals go to 99");
    let (tens, ones) = (number as usize / 10, number as usize % 10);
    let mut text = String::new();
    if tens > 1 {
        text += NUMERALS[tens];
    }
    if tens > 0 {
        text.push('十');
    }
    if ones > 0 || tens == 0 {
        text += NUMERALS[ones];
    }
    text
}

/// Writes a hand, most valuable piece first: `飛 金四 歩十八`; `なし` if it is empty.
#[must_use]
pub fn hand(hand: Hand) -> String {
    let mut kinds: Vec<_> = hand
        .iter()
        .map(|(kind, count)| match count {
            1 => piece(kind).to_owned(),
            _ => format!("{}{}", piece(kind), numeral(count)),
        })
        .collect();
    if kinds.is_empty() {
        return "なし".to_owned();
    }
    kinds.reverse();
    kinds.join(" ")
}

/// Returns the squares of pieces of this kind and the side to move that could go to a square.
pub fn origins(setup: &Setup, kind: PieceKind, to: Square) -> impl Iterator<Item = Square> + '_ {
    setup
        .attackers(to, setup.turn)
        .filter(move |&from| (setup.piece_at(from)).is_some_and(|piece| piece.kind() == kind))
}

/// Returns whether a piece of this side and kind may promote with this move.
#[must_use]
pub const fn may_promote(side: Color, kind: PieceKind, from: Square, to: Square) -> bool {
    let in_zone = match side {
        Color::Black => from.rank() < 3 || to.rank() < 3,
        Color::White => from.rank() > 5 || to.rank() > 5,
    };
    in_zone && kind.can_promote()
}

/// How a piece gets to its square, as its player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Approach {
    /// The direction.
    pub motion: Motion,
    /// How many files the origin is to the right of the destination, as the player sees it.
    pub right: i8,
    /// Whether the piece goes straight ahead by one square.
    pub straight: bool,
}

/// The direction of a move, as its player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// 上
    Forward,
    /// 寄
    Sideways,
    /// 引
    Backward,
}

impl Approach {
    /// Returns how a piece of this side gets from one square to another.
    #[must_use]
    pub fn new(side: Color, from: Square, to: Square) -> Self {
        // File numbers grow to Black's left, ranks towards Black.
        let (right, ahead) = (
            to.file() as i8 - from.file() as i8,
            from.rank() as i8 - to.rank() as i8,
        );
        let (right, ahead) = match side {
            Color::Black => (right, ahead),
            Color::White => (-right, -ahead),
        };
        Self {
            motion: match ahead {
                1.. => Motion::Forward,
                0 => Motion::Sideways,
                _ => Motion::Backward,
            },
            right,
            straight: right == 0 && ahead == 1,
        }
    }
}

/// Returns the words that tell a piece from others of its kind that could go to the same square:
/// the motion if it is enough, else the side, else both; 直 for the one straight ahead.
#[must_use]
pub fn relation(setup: &Setup, from: Square, to: Square) -> String {
    let Some(piece) = setup.piece_at(from) else {
        return String::new();
    };
    let this = Approach::new(setup.turn, from, to);
    let others: Vec<_> = origins(setup, piece.kind(), to)
        .filter(|&other| other != from)
        .map(|other| Approach::new(setup.turn, other, to))
        .collect();
    let motion = match this.motion {
        Motion::Forward => "上",
        Motion::Sideways => "寄",
        Motion::Backward => "引",
    };
    let same_motion = || others.iter().filter(|other| other.motion == this.motion);
    let side_among = |others: &mut dyn Iterator<Item = &Approach>| {
        let (mut leftmost, mut rightmost) = (true, true);
        for other in others {
            leftmost &= this.right < other.right;
            rightmost &= this.right > other.right;
        }
        match (leftmost, rightmost) {
            (true, _) => "左",
            (_, true) => "右",
            _ => "",
        }
    };
    if others.is_empty() {
        String::new()
    } else if same_motion().next().is_none() {
        motion.to_owned()
    } else if this.straight && !matches!(piece.kind(), PieceKind::Horse | PieceKind::Dragon) {
        "直".to_owned()
    } else {
        let side = side_among(&mut others.iter());
        if side.is_empty() {
            format!("{}{motion}", side_among(&mut same_motion()))
        } else {
            side.to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;

    /// Writes the moves of an SFEN line in Japanese.
    fn line(text: &str) -> String {
        let record = sfen::parse(text).unwrap();
        write_line(&record.setup, &record.moves).join(" ")
    }

    /// Tests how single moves from a diagram are written.
    fn moves(board: &str, moves: &[(&str, &str)]) {
        for (mv, expected) in moves {
            assert_eq!(line(&format!("{board} moves {mv}")), *expected, "{mv}");
        }
    }

    #[test]
    fn a_line_says_same_square_drop_and_promotion() {
        assert_eq!(
            line("4k4/9/4P4/9/9/9/9/9/9 b 2G 1 moves G*5b 5a5b 5c5b+"),
            "▲５二金 △同玉 5c5b+"
        );
        assert_eq!(
            line("6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1 moves 3a3d+ 1d1e 3d2d 1e1f 2d2f"),
            "▲３四飛成 △１五玉 ▲２四龍 △１六玉 ▲２六龍"
        );
        assert_eq!(
            line("9/9/9/9/9/9/9/9/R8 b - 1 moves 9i9a 1a1b"),
            "▲９一飛不成 1a1b"
        );
    }

    #[test]
    fn a_drop_is_marked_only_where_a_piece_could_also_move() {
        moves(
            "9/9/9/9/5G3/9/9/9/9 b G 1",
            &[("G*5d", "▲５四金打"), ("G*5f", "▲５六金")],
        );
    }

    // The diagrams of the association's page, section by section.

    #[test]
    fn motion_tells_two_pieces_apart_first() {
        moves("7+R1/9/9/9/9/9/9/9/9 b - 1", &[("2a2b", "▲２二龍")]);
        moves(
            "2G6/G8/9/9/9/9/9/9/9 b - 1",
            &[("9b8a", "▲８一金上"), ("7a8a", "▲８一金寄")],
        );
        moves(
            "9/5G3/4G4/9/9/9/9/9/9 b - 1",
            &[("4b5b", "▲５二金寄"), ("5c5b", "▲５二金上")],
        );
        moves(
            "9/9/9/9/5G3/4G4/9/9/9 b - 1",
            &[("4e5e", "▲５五金寄"), ("5f5e", "▲５五金上")],
        );
        moves(
            "9/9/9/9/9/9/9/1S7/3S5 b - 1",
            &[("8h7g", "▲７七銀"), ("6i7h", "▲７八銀")],
        );
        moves(
            "9/9/9/9/9/9/4S4/9/3S5 b - 1",
            &[("5g6h", "▲６八銀引"), ("6i6h", "▲６八銀上")],
        );
    }

    #[test]
    fn sides_tell_pieces_of_the_same_motion_apart() {
        moves(
            "9/9/2G1G4/9/9/9/9/9/9 b - 1",
            &[("7c6b", "▲６二金左"), ("5c6b", "▲６二金右")],
        );
        moves(
            "2G1G4/9/9/9/9/9/9/9/9 b - 1",
            &[("7a6a", "▲６一金左"), ("5a6a", "▲６一金右")],
        );
        // White sees the board from the other side.
        moves(
            "2g1g4/9/9/9/9/9/9/9/9 w - 1",
            &[("7a6b", "△６二金右"), ("5a6b", "△６二金左")],
        );
    }

    #[test]
    fn the_piece_right_below_goes_straight() {
        moves(
            "9/9/9/9/9/9/9/9/3GG4 b - 1",
            &[("6i5h", "▲５八金左"), ("5i5h", "▲５八金直")],
        );
        moves(
            "9/9/9/9/9/9/9/9/1SS6 b - 1",
            &[("8i8h", "▲８八銀直"), ("7i8h", "▲８八銀右")],
        );
    }

    #[test]
    fn three_or_more_take_side_and_motion() {
        moves(
            "9/9/3GGG3/9/9/9/9/9/9 b - 1",
            &[
                ("6c5b", "▲５二金左"),
                ("5c5b", "▲５二金直"),
                ("4c5b", "▲５二金右"),
            ],
        );
        moves(
            "9/9/9/9/9/9/1+P7/+P8/+P+P+P6 b - 1",
            &[
                ("7i8h", "▲８八と右"),
                ("8i8h", "▲８八と直"),
                ("9i8h", "▲８八と左上"),
                ("9h8h", "▲８八と寄"),
                ("8g8h", "▲８八と引"),
            ],
        );
        moves(
            "9/9/9/9/9/9/6S1S/9/6SS1 b - 1",
            &[
                ("2i2h", "▲２八銀直"),
                ("1g2h", "▲２八銀右"),
                ("3i2h", "▲２八銀左上"),
                ("3g2h", "▲２八銀左引"),
            ],
        );
    }

    #[test]
    fn horses_and_dragons_never_go_straight() {
        moves(
            "+R8/9/9/1+R7/9/9/9/9/9 b - 1",
            &[("9a8b", "▲８二龍引"), ("8d8b", "▲８二龍上")],
        );
        moves(
            "9/4+R4/7+R1/9/9/9/9/9/9 b - 1",
            &[("5b4c", "▲４三龍引"), ("2c4c", "▲４三龍寄")],
        );
        moves(
            "9/9/9/9/4+R3+R/9/9/9/9 b - 1",
            &[("5e3e", "▲３五龍左"), ("1e3e", "▲３五龍右")],
        );
        moves(
            "9/9/9/9/9/9/9/9/+R+R7 b - 1",
            &[("9i8h", "▲８八龍左"), ("8i8h", "▲８八龍右")],
        );
        moves(
            "9/9/9/9/9/9/9/7+R1/8+R b - 1",
            &[("2h1g", "▲１七龍左"), ("1i1g", "▲１七龍右")],
        );
        moves(
            "+B+B7/9/9/9/9/9/9/9/9 b - 1",
            &[("9a8b", "▲８二馬左"), ("8a8b", "▲８二馬右")],
        );
        moves(
            "9/9/3+B5/9/+B8/9/9/9/9 b - 1",
            &[("9e8e", "▲８五馬寄"), ("6c8e", "▲８五馬引")],
        );
        moves(
            "8+B/9/9/6+B2/9/9/9/9/9 b - 1",
            &[("1a1b", "▲１二馬引"), ("3d1b", "▲１二馬上")],
        );
        moves(
            "9/9/9/9/9/9/9/9/+B3+B4 b - 1",
            &[("9i7g", "▲７七馬左"), ("5i7g", "▲７七馬右")],
        );
        moves(
            "9/9/9/9/9/9/5+B3/8+B/9 b - 1",
            &[("4g2i", "▲２九馬左"), ("1h2i", "▲２九馬右")],
        );
    }

    #[test]
    fn hands_are_written_in_kanji() {
        let record = sfen::parse("4k4/9/9/9/9/9/9/9/9 b r4g4s4n4l18p 1").unwrap();
        assert_eq!(hand(record.setup.hands[1]), "飛 金四 銀四 桂四 香四 歩十八");
        assert_eq!(hand(record.setup.hands[0]), "なし");
        let numerals: Vec<_> = [0, 1, 10, 11, 20, 99].map(numeral).into();
        assert_eq!(numerals, ["〇", "一", "十", "十一", "二十", "九十九"]);
    }
}
