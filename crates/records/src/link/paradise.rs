//! Problems of スマホ詰パラ: `csv=2311_1311_…&answercsv=03330_21120_…`.
//!
//! `csv` has the 40 pieces of a set, each with its file, its rank, its side (0 or 1), and 2 if it is promoted.
//! A file or rank of 0 is a hand. `answercsv` has moves: origin, destination, and 1 for a promotion. The origin
//! `0n` is a drop of the kind with this number. Other lines follow after `@`.

use super::address::{AddressPart, value_of};
use super::value;
use crate::loss::{Losses, in_one_line};
use crate::notation::{sfen, usi};
use crate::shogi::{Color, Move, Piece, PieceKind, Setup, Square};

/// The kinds in the order of `csv`, with their number in a set.
const SET: [(PieceKind, usize); 8] = [
    (PieceKind::Pawn, 18),
    (PieceKind::Lance, 4),
    (PieceKind::Knight, 4),
    (PieceKind::Silver, 4),
    (PieceKind::Gold, 4),
    (PieceKind::Rook, 2),
    (PieceKind::Bishop, 2),
    (PieceKind::King, 2),
];

/// Returns the problem as SFEN, with its line and its title.
pub(super) fn read(parts: &[AddressPart<'_>]) -> Option<String> {
    let mut text = sfen::write(&setup(value_of(parts, "csv")?)?);
    let answer = value_of(parts, "answercsv").unwrap_or("");
    let answer = value::literal(answer);
    let plies = value_of(parts, "progresscnt").and_then(|it| it.parse().ok());
    let line = answer.split('@').next().unwrap_or("").split('_');
    let line = line.filter_map(read_move).take(plies.unwrap_or(usize::MAX));
    let line: Vec<Move> = line.collect();
    if !line.is_empty() {
        text.extend([" moves ", &usi::write_line(&line)]);
    }
    let mut separator = "; ";
    for (name, opcode) in [("title", "title"), ("authorname", "author")] {
        if let Some(raw) = value_of(parts, name) {
            let value = in_one_line(&value::text(raw), &mut Losses::default());
            let value = value.replace('"', "\"\"");
            text.extend([separator, opcode, " \"", &value, "\";"]);
            separator = " ";
        }
    }
    Some(text)
}

fn setup(csv: &str) -> Option<Setup> {
    let mut setup = Setup::empty();
    let kinds = SET
        .iter()
        .flat_map(|&(kind, count)| std::iter::repeat_n(kind, count));
    let mut words = csv.split('_');
    for kind in kinds {
        let [file, rank, side, state] = digits(words.next()?)?;
        let color = *Color::ALL.get(usize::from(side))?;
        match square(file, rank) {
            Some(square) if setup.piece_at(square).is_some() => return None,
            Some(square) => {
                let kind = if state == 2 && kind.can_promote() {
                    kind.promote()
                } else {
                    kind
                };
                setup.board[square.index()] = Some(Piece::new(color, kind));
            }
            // There is no king in a hand: this one is not on the board.
            None if kind == PieceKind::King => {}
            None => {
                let hand = &mut setup.hands[color.index()];
                *hand = hand.add(kind);
            }
        }
    }
    Some(setup)
}

fn read_move(word: &str) -> Option<Move> {
    let [file, rank, to_file, to_rank, promotes] = digits(word)?;
    let to = square(to_file, to_rank)?;
    if let Some(from) = square(file, rank) {
        return (from != to).then(|| Move::board(from, to, promotes == 1));
    }
    let (kind, _) = SET[..7].get(usize::from(rank).checked_sub(1)?)?;
    Some(Move::drop(*kind, to))
}

/// Returns the digits of a word. The letter `a` before the first move of a line is skipped.
fn digits<const N: usize>(word: &str) -> Option<[u8; N]> {
    let word = word.trim().trim_start_matches('a');
    let digits: Option<Vec<u8>> = word
        .chars()
        .map(|it| Some(it.to_digit(10)? as u8))
        .collect();
    digits?.try_into().ok()
}

fn square(file: u8, rank: u8) -> Option<Square> {
    (file > 0 && rank > 0).then(|| Square::new(file - 1, rank - 1))
}
