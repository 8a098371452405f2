//! Changes of a diagram in words: ＋玉方３四香, `+ defender's lance 3d`.

use super::places::{of_square, steps};
use crate::composition::repair::Edit;
use crate::notation::{japanese, reasons};
use crate::said::Said;
use crate::shogi::{Color, Piece, PieceKind, Square};

/// Returns a change in words. Squares and sides are those of the given board; `attacker` attacks there.
pub(in crate::answer) fn edit(edit: Edit, attacker: Color) -> Said {
    let side = |color: Color| {
        if color == attacker {
            both!("attacker's", "攻方")
        } else {
            both!("defender's", "玉方")
        }
    };
    let kind = |kind: PieceKind| Said::new(reasons::kind_name(kind), japanese::piece(kind));
    let there = |piece: Piece, square: Square| {
        let (side, kind, at) = (side(piece.color()), kind(piece.kind()), of_square(square));
        both!([side, kind, at], "{side} {kind} {at}", "{side}{at}{kind}")
    };
    let becomes = |old: Said, new: Said| both!([old, new], "{old} → {new}", "{old}→{new}");
    match edit {
        Edit::Add { piece, square } => {
            let piece = there(piece, square);
            both!([piece], "+ {piece}", "＋{piece}")
        }
        Edit::Remove { piece, square } => {
            let piece = there(piece, square);
            both!([piece], "− {piece}", "－{piece}")
        }
        Edit::Move { piece, from, to } => becomes(there(piece, from), of_square(to)),
        Edit::Swap { square, old, new } => becomes(there(old, square), kind(new.kind())),
        Edit::Side { square, old } => becomes(there(old, square), side(old.color().flip())),
        Edit::Hand {
            color,
            kind: of,
            more,
        } => {
            let (side, kind) = (side(color), kind(of));
            if more {
                both!(
                    [side, kind],
                    "+ {kind} in the {side} hand",
                    "{side}持駒＋{kind}"
                )
            } else {
                both!(
                    [side, kind],
                    "− {kind} in the {side} hand",
                    "{side}持駒－{kind}"
                )
            }
        }
        Edit::Shift { files, ranks } => {
            let steps = steps(files, ranks, |count, way, _| format!("{count} {way}"));
            let steps = Said::list(&steps, [", ", "、"]);
            both!([steps], "all pieces {steps}", "全体を{steps}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Lang;

    #[test]
    fn changes_are_told_in_both_languages() {
        let lance = Piece::new(Color::White, PieceKind::Lance);
        let square = Square::new(2, 3);
        let told = |it| {
            let said = edit(it, Color::Black);
            [Lang::English, Lang::Japanese].map(|lang| said.in_lang(lang).to_owned())
        };
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
