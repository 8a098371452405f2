//! Changes of a diagram in words: ＋玉方３四香, `+ defender's lance 3d`.

use super::places::{kind_in_words, of_square, steps, whose};
use crate::composition::repair::Edit;
use crate::said::Said;
use crate::shogi::{Color, Piece, Square};

says! {
    stands(side, kind, at): "{side} {kind} {at}", "{side}{at}{kind}";
    becomes(old, new): "{old} → {new}", "{old}→{new}";
    plus(piece): "+ {piece}", "＋{piece}";
    minus(piece): "− {piece}", "－{piece}";
    more_in_hand(kind, side): "+ {kind} in the {side} hand", "{side}持駒＋{kind}";
    less_in_hand(kind, side): "− {kind} in the {side} hand", "{side}持駒－{kind}";
    all_shifted(steps): "all pieces {steps}", "全体を{steps}";
}

/// Returns a change in words. `attacker` is the side that attacks on the given board.
pub(in crate::answer) fn edit(edit: Edit, attacker: Color) -> Said {
    let side = |color: Color| whose(color == attacker);
    let there = |piece: Piece, square: Square| {
        let kind = kind_in_words(piece.kind());
        stands(side(piece.color()), kind, of_square(square))
    };
    match edit {
        Edit::Add { piece, square } => plus(there(piece, square)),
        Edit::Remove { piece, square } => minus(there(piece, square)),
        Edit::Move { piece, from, to } => becomes(there(piece, from), of_square(to)),
        Edit::Swap { square, old, new } => becomes(there(old, square), kind_in_words(new.kind())),
        Edit::Side { square, old } => becomes(there(old, square), side(old.color().flip())),
        Edit::Hand {
            color,
            kind,
            more: true,
        } => more_in_hand(kind_in_words(kind), side(color)),
        Edit::Hand { color, kind, .. } => less_in_hand(kind_in_words(kind), side(color)),
        Edit::Shift { files, ranks } => {
            let steps = steps(files, ranks, |count, way, _| format!("{count} {way}"));
            all_shifted(Said::list(&steps, [", ", "、"]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::PieceKind;
    use crate::vocabulary::Lang;

    #[test]
    fn changes_are_told_in_both_languages() {
        let lance = Piece::new(Color::White, PieceKind::Lance);
        let square = Square::new(2, 3);
        let in_both_languages = |it| {
            let said = edit(it, Color::Black);
            [Lang::English, Lang::Japanese].map(|lang| said.in_lang(lang).to_owned())
        };
        let add = Edit::Add {
            piece: lance,
            square,
        };
        assert_eq!(
            in_both_languages(add),
            ["+ defender's lance 3d", "＋玉方３四香"]
        );
        let moved = Edit::Move {
            piece: lance,
            from: square,
            to: Square::new(2, 4),
        };
        assert_eq!(
            in_both_languages(moved),
            ["defender's lance 3d → 3e", "玉方３四香→３五"]
        );
        let side = Edit::Side { square, old: lance };
        assert_eq!(
            in_both_languages(side),
            ["defender's lance 3d → attacker's", "玉方３四香→攻方"]
        );
        let hand = Edit::Hand {
            color: Color::Black,
            kind: PieceKind::Gold,
            more: false,
        };
        assert_eq!(
            in_both_languages(hand),
            ["− gold in the attacker's hand", "攻方持駒－金"]
        );
        let shift = Edit::Shift {
            files: -1,
            ranks: 2,
        };
        assert_eq!(
            in_both_languages(shift),
            ["all pieces 1 right, 2 down", "全体を右へ1筋、下へ2段"]
        );
    }
}
