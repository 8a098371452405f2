//! Changes of a diagram in words: ＋玉方３四香, `+ defender's lance 3d`.

use super::{Bilingual, both};
use crate::composition::repair::Edit;
use crate::notation::{japanese, reasons, square_name};
use crate::shogi::{Color, Piece};

/// Returns a change in words. Squares and sides are those of the given board; `attacker` attacks there.
pub(in crate::report) fn edit(edit: Edit, attacker: Color) -> Bilingual {
    let side = |color: Color| {
        if color == attacker {
            ["attacker's", "攻方"]
        } else {
            ["defender's", "玉方"]
        }
    };
    let english = |piece: Piece| {
        let [side, _] = side(piece.color());
        format!("{side} {}", reasons::kind_name(piece.kind()))
    };
    let kanji = |piece: Piece| japanese::piece(piece.kind());
    match edit {
        Edit::Add { piece, square } => {
            let [_, of] = side(piece.color());
            both(
                format!("+ {} {}", english(piece), square_name(square)),
                format!("＋{of}{}{}", japanese::square(square), kanji(piece)),
            )
        }
        Edit::Remove { piece, square } => {
            let [_, of] = side(piece.color());
            both(
                format!("− {} {}", english(piece), square_name(square)),
                format!("－{of}{}{}", japanese::square(square), kanji(piece)),
            )
        }
        Edit::Move { piece, from, to } => {
            let [_, of] = side(piece.color());
            let (here, there) = (japanese::square(from), japanese::square(to));
            both(
                format!(
                    "{} {} → {}",
                    english(piece),
                    square_name(from),
                    square_name(to)
                ),
                format!("{of}{here}{}→{there}", kanji(piece)),
            )
        }
        Edit::Swap { square, old, new } => {
            let [_, of] = side(old.color());
            both(
                format!(
                    "{} {} → {}",
                    english(old),
                    square_name(square),
                    reasons::kind_name(new.kind())
                ),
                format!(
                    "{of}{}{}→{}",
                    japanese::square(square),
                    kanji(old),
                    kanji(new)
                ),
            )
        }
        Edit::Side { square, old } => {
            let [new, now] = side(old.color().flip());
            let [_, of] = side(old.color());
            both(
                format!("{} {} → {new}", english(old), square_name(square)),
                format!("{of}{}{}→{now}", japanese::square(square), kanji(old)),
            )
        }
        Edit::Hand { color, kind, more } => {
            let [whose, of] = side(color);
            let [sign, kanji_sign] = if more { ["+", "＋"] } else { ["−", "－"] };
            both(
                format!("{sign} {} in the {whose} hand", reasons::kind_name(kind)),
                format!("{of}持駒{kanji_sign}{}", japanese::piece(kind)),
            )
        }
        Edit::Shift { files, ranks } => shift(files, ranks),
    }
}

fn shift(files: i8, ranks: i8) -> Bilingual {
    let mut english = Vec::new();
    let mut japanese = Vec::new();
    for (by, [less, more], unit) in [
        (files, [["right", "右"], ["left", "左"]], "筋"),
        (ranks, [["up", "上"], ["down", "下"]], "段"),
    ] {
        if by != 0 {
            let [word, kanji] = if by < 0 { less } else { more };
            english.push(format!("{} {word}", by.unsigned_abs()));
            japanese.push(format!("{kanji}へ{}{unit}", by.unsigned_abs()));
        }
    }
    both(
        format!("all pieces {}", english.join(", ")),
        format!("全体を{}", japanese.join("、")),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::{PieceKind, Square};

    #[test]
    fn changes_are_told_in_both_languages() {
        let lance = Piece::new(Color::White, PieceKind::Lance);
        let square = Square::new(2, 3);
        let told = |it| edit(it, Color::Black);
        let add = Edit::Add {
            piece: lance,
            square,
        };
        assert_eq!(told(add), ["+ defender's lance 3d", "＋玉方３四香"]);
        let moved = Edit::Move {
            piece: lance,
            from: square,
            to: Square::new(2, 4),
        };
        assert_eq!(told(moved), ["defender's lance 3d → 3e", "玉方３四香→３五"]);
        let side = Edit::Side { square, old: lance };
        assert_eq!(
            told(side),
            ["defender's lance 3d → attacker's", "玉方３四香→攻方"]
        );
        let hand = Edit::Hand {
            color: Color::Black,
            kind: PieceKind::Gold,
            more: false,
        };
        assert_eq!(
            told(hand),
            ["− gold in the attacker's hand", "攻方持駒－金"]
        );
        let shift = Edit::Shift {
            files: -1,
            ranks: 2,
        };
        assert_eq!(
            told(shift),
            ["all pieces 1 right, 2 down", "全体を右へ1筋、下へ2段"]
        );
    }
}
