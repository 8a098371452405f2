//! Sentences on why a work is similar, and where it differs.

use crate::answer::places::{of_square, shift_in_words};
use crate::composition::similar::{Alignment, Change, Difference, Place, SharedEnding};
use crate::notation::{japanese, piece_letter};
use crate::said::Said;
use crate::shogi::{Color, Piece};

/// The most changed pieces that a sentence names. Rows have all of them.
const MOST_NAMED: usize = 8;

says! {
    same_diagram(): "the same diagram", "同一図面";
    same_pieces(): "the same pieces", "同じ配置";
    mirrored(): "mirrored", "左右反転";
    shifted(shift): "shifted {shift}", "{shift}移動";
    mirrored_and_shifted(shift): "mirrored and shifted {shift}", "左右反転して{shift}移動";
    turned(): "colours exchanged", "先後反転";
    all_moved(changes): "moved {changes}", "移動 {changes}";
    all_replaced(changes): "replaced {changes}", "変更 {changes}";
    all_gone(changes): "gone {changes}", "なし {changes}";
    all_new(changes): "new {changes}", "追加 {changes}";
    one_more(): "1 piece more differs", "ほか1枚が違う";
    more(count): "{count} pieces more differ", "ほか{count}枚が違う";
    other_turn(): "the other side is to move", "手番が違う";
    others_out_of_game(): "other pieces are out of the game", "使わない駒が違う";
    same_ending(plies, here, there): "the same last {plies} plies, from ply {here}, there from ply {there}",
        "最後の{plies}手が同じ（{here}手目から、先方は{there}手目から）";
    stands(piece, at): "{piece} {at}", "{piece}{at}";
    moves(piece, from, to): "{piece} {from} → {to}", "{piece}{from}→{to}";
    becomes(was, at, is): "{was} {at} by {is}", "{was}{at}が{is}";
    in_hand(): "in hand", "持駒";
}

/// Returns the number of the list that a change is in: moved, replaced, gone or new pieces.
const fn list_of(change: Change) -> usize {
    match change {
        Change::Moved { .. } => 0,
        Change::Replaced { .. } => 1,
        Change::Removed(..) => 2,
        Change::Added(..) => 3,
    }
}

/// Returns a list of changes under its heading.
fn listed(all: &[Change]) -> Said {
    let changes: Vec<Said> = all.iter().copied().map(in_words).collect();
    let changes = Said::list(&changes, [", ", "・"]);
    match all[0] {
        Change::Moved { .. } => all_moved(changes),
        Change::Replaced { .. } => all_replaced(changes),
        Change::Removed(..) => all_gone(changes),
        Change::Added(..) => all_new(changes),
    }
}

/// Returns the reason why a work is similar, and what differs, in a sentence.
pub(in crate::report) fn similarity_in_words(
    difference: &Difference,
    ending: Option<SharedEnding>,
) -> Said {
    let mut parts = Vec::new();
    let Alignment { files, ranks, .. } = difference.alignment;
    if difference.changes.is_empty() {
        parts.push(match (files, ranks) {
            (0, 0) => same_diagram(),
            _ => same_pieces(),
        });
    }
    parts.extend(of_alignment(difference.alignment));
    parts.extend(difference.turned.then(turned));
    let count = difference.changes.len().min(MOST_NAMED);
    let mut named = difference.changes[..count].to_vec();
    named.sort_by_key(|&it| list_of(it));
    parts.extend(
        named
            .chunk_by(|&a, &b| list_of(a) == list_of(b))
            .map(listed),
    );
    match difference.changes.len() - count {
        0 => {}
        1 => parts.push(one_more()),
        unnamed => parts.push(more(unnamed)),
    }
    parts.extend(difference.other_turn.then(other_turn));
    parts.extend(difference.other_defender_hand.then(others_out_of_game));
    if let Some(SharedEnding { plies, from, .. }) = ending {
        parts.push(same_ending(plies, from[0], from[1]));
    }
    Said::list(&parts, ["; ", "、"])
}

/// Returns how the problem is moved onto the work. `None` if it is not.
fn of_alignment(alignment: Alignment) -> Option<Said> {
    let steps = shift_in_words(alignment.files, alignment.ranks);
    let shift = Said::list(&steps, [" and ", ""]);
    match (alignment.mirrored, steps.is_empty()) {
        (false, true) => None,
        (true, true) => Some(mirrored()),
        (false, false) => Some(shifted(shift)),
        (true, false) => Some(mirrored_and_shifted(shift)),
    }
}

/// Returns a change in words.
fn in_words(change: Change) -> Said {
    match change {
        Change::Removed(piece, at) | Change::Added(piece, at) => {
            stands(piece_in_words(piece), place_in_words(at))
        }
        Change::Moved { piece, from, to } => moves(
            piece_in_words(piece),
            place_in_words(from),
            place_in_words(to),
        ),
        Change::Replaced { was, from, is, .. } => {
            becomes(piece_in_words(was), of_square(from), piece_in_words(is))
        }
    }
}

/// Returns a piece in words: the letters of an SFEN, a capital for the attacker; `攻方金`.
fn piece_in_words(piece: Piece) -> Said {
    let side = match piece.color() {
        Color::Black => "攻方",
        Color::White => "玉方",
    };
    let kind = japanese::piece(piece.kind());
    Said::new(letters(piece), format!("{side}{kind}"))
}

/// Returns the letters of a piece in an SFEN in which the attacker is Black.
pub(in crate::report) fn letters(piece: Piece) -> String {
    let letter = piece_letter(piece.kind());
    let letter = match piece.color() {
        Color::Black => letter,
        Color::White => letter.to_ascii_lowercase(),
    };
    let promoted = if piece.kind().is_promoted() { "+" } else { "" };
    format!("{promoted}{letter}")
}

fn place_in_words(place: Place) -> Said {
    match place {
        Place::Board(square) => of_square(square),
        Place::Hand => in_hand(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composition::similar::Arrangement;
    use crate::composition::{AttackerRule, DefenderHandRule, Problem};
    use crate::notation::sfen;
    use crate::vocabulary::Lang;

    fn said(one: &str, other: &str, alignment: Alignment) -> [String; 2] {
        let [one, other] = [one, other].map(|text| {
            let setup = sfen::parse(text).unwrap().setup;
            let problem = Problem::new(setup, AttackerRule::Auto, DefenderHandRule::Auto);
            Arrangement::from(&problem.unwrap())
        });
        let difference = Difference::new(&one, &other, alignment);
        let note = similarity_in_words(&difference, None);
        [Lang::English, Lang::Japanese].map(|lang| note.in_lang(lang).to_owned())
    }

    #[test]
    fn a_difference_is_told_in_both_languages() {
        let alignment = |mirrored, files, ranks| Alignment {
            mirrored,
            files,
            ranks,
        };
        let first = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
        let cases = [
            (
                first,
                first,
                alignment(false, 0, 0),
                "the same diagram",
                "同一図面",
            ),
            (
                first,
                "9/2k6/9/2P6/9/9/9/9/9 b G 1",
                alignment(true, 2, 1),
                "the same pieces; mirrored and shifted 2 files to the left and 1 rank down",
                "同じ配置、左右反転して左へ2筋下へ1段移動",
            ),
            // Squares are those of each diagram as it is given.
            (
                first,
                "9/9/9/9/9/9/3+p5/9/4K4 w s 1",
                alignment(false, 0, 0),
                "colours exchanged; gone P 5c, G in hand; new +P 6g, S in hand",
                "先後反転、なし 攻方歩５三・攻方金持駒、追加 攻方と６七・攻方銀持駒",
            ),
            (
                first,
                "4k4/9/4N4/9/9/4G4/9/9/9 b - 1",
                alignment(false, 0, 0),
                "moved G in hand → 5f; replaced P 5c by N",
                "移動 攻方金持駒→５六、変更 攻方歩５三が攻方桂",
            ),
            (
                first,
                "5k3/9/4P4/9/9/9/9/9/9 b Gr 1",
                alignment(false, 0, 0),
                "moved k 5a → 4a; other pieces are out of the game",
                "移動 玉方玉５一→４一、使わない駒が違う",
            ),
        ];
        for (one, other, alignment, english, japanese) in cases {
            assert_eq!(said(one, other, alignment), [english, japanese]);
        }
    }

    #[test]
    fn many_differences_are_counted() {
        let [english, japanese] = said(
            "4k4/9/4P4/9/9/9/9/9/9 b G 1",
            "4k4/9/PPPPPPPPP/9/LL6L/9/9/9/9 b - 1",
            Alignment::default(),
        );
        assert!(english.ends_with("; 4 pieces more differ"), "{english}");
        assert!(japanese.ends_with("、ほか4枚が違う"), "{japanese}");
    }
}
