//! Sentences on why a work is similar, and where it differs.

use crate::answer::places::{of_square, steps};
use crate::composition::similar::{Alignment, Change, Difference, Place, SharedEnding};
use crate::notation::{japanese, piece_letter};
use crate::said::Said;
use crate::shogi::{Color, Piece};

/// The most pieces that a sentence names; rows have all of them.
const MOST_NAMED: usize = 8;

/// Returns the heading of the list in which a change is told, and the place of this list.
fn list_of(change: Change) -> (usize, Said) {
    match change {
        Change::Moved { .. } => (0, both!("moved", "移動")),
        Change::Replaced { .. } => (1, both!("replaced", "変更")),
        Change::Removed(..) => (2, both!("gone", "なし")),
        Change::Added(..) => (3, both!("new", "追加")),
    }
}

/// Returns the reason why a work is similar, and what differs, in a sentence.
pub(in crate::report) fn note(difference: &Difference, ending: Option<SharedEnding>) -> Said {
    let mut parts = Vec::new();
    let Alignment { files, ranks, .. } = difference.alignment;
    if difference.changes.is_empty() {
        parts.push(match (files, ranks) {
            (0, 0) => both!("the same diagram", "同一図面"),
            _ => both!("the same pieces", "同じ配置"),
        });
    }
    parts.extend(of_alignment(difference.alignment));
    if difference.turned {
        parts.push(both!("colours exchanged", "先後反転"));
    }
    let count = difference.changes.len().min(MOST_NAMED);
    let mut named = difference.changes[..count].to_vec();
    named.sort_by_key(|&it| list_of(it).0);
    for list in named.chunk_by(|&a, &b| list_of(a).0 == list_of(b).0) {
        let changes: Vec<Said> = list.iter().copied().map(in_words).collect();
        let (heading, changes) = (list_of(list[0]).1, Said::list(&changes, [", ", "・"]));
        parts.push(both!(
            [heading, changes],
            "{heading} {changes}",
            "{heading} {changes}"
        ));
    }
    match difference.changes.len() - count {
        0 => {}
        1 => parts.push(both!("1 piece more differs", "ほか1枚が違う")),
        more => parts.push(both!("{more} pieces more differ", "ほか{more}枚が違う")),
    }
    if difference.other_turn {
        parts.push(both!("the other side is to move", "手番が違う"));
    }
    if difference.other_defender_hand {
        parts.push(both!(
            "other pieces are out of the game",
            "使わない駒が違う"
        ));
    }
    if let Some(SharedEnding { plies, from, .. }) = ending {
        let [here, there] = from;
        parts.push(both!(
            "the same last {plies} plies, from ply {here}, there from ply {there}",
            "最後の{plies}手が同じ（{here}手目から、先方は{there}手目から）"
        ));
    }
    Said::list(&parts, ["; ", "、"])
}

fn of_alignment(alignment: Alignment) -> Option<Said> {
    let steps = steps(alignment.files, alignment.ranks, |count, way, unit| {
        let s = if count == 1 { "" } else { "s" };
        let to = if unit == "file" { "to the " } else { "" };
        format!("{count} {unit}{s} {to}{way}")
    });
    let shift = Said::list(&steps, [" and ", ""]);
    match (alignment.mirrored, steps.is_empty()) {
        (false, true) => None,
        (true, true) => Some(both!("mirrored", "左右反転")),
        (false, false) => Some(both!([shift], "shifted {shift}", "{shift}移動")),
        (true, false) => Some(both!(
            [shift],
            "mirrored and shifted {shift}",
            "左右反転して{shift}移動"
        )),
    }
}

fn in_words(change: Change) -> Said {
    match change {
        Change::Removed(piece, at) | Change::Added(piece, at) => {
            let (piece, at) = (name(piece), place(at));
            both!([piece, at], "{piece} {at}", "{piece}{at}")
        }
        Change::Moved { piece, from, to } => {
            let (piece, at, to) = (name(piece), place(from), place(to));
            both!([piece, at, to], "{piece} {at} → {to}", "{piece}{at}→{to}")
        }
        Change::Replaced { was, from, is, .. } => {
            let (was, at, is) = (name(was), of_square(from), name(is));
            both!([was, at, is], "{was} {at} by {is}", "{was}{at}が{is}")
        }
    }
}

/// Returns a piece in words: the letters of an SFEN, a capital for the attacker; `攻方金`.
fn name(piece: Piece) -> Said {
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

fn place(place: Place) -> Said {
    match place {
        Place::Board(square) => of_square(square),
        Place::Hand => both!("in hand", "持駒"),
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
        let note = note(&difference, None);
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
