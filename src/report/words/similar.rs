//! Sentences on why a work is similar, and where it differs.

use super::{Bilingual, both};
use crate::composition::similar::{Alignment, Change, Difference, Place, SharedEnding};
use crate::notation::{japanese, piece_letter, square_name};
use crate::said::Said;
use crate::shogi::{Color, Piece};

/// The most pieces that a sentence names; rows have all of them.
const MOST_NAMED: usize = 8;

/// The headings of the lists of changes.
const LISTS: [[&str; 2]; 4] = [
    ["moved", "移動"],
    ["replaced", "変更"],
    ["gone", "なし"],
    ["new", "追加"],
];

/// Returns the list in which a change is told.
const fn list_of(change: Change) -> usize {
    match change {
        Change::Moved { .. } => 0,
        Change::Replaced { .. } => 1,
        Change::Removed(..) => 2,
        Change::Added(..) => 3,
    }
}

/// Returns the reason why a work is similar, and what differs, in a sentence.
pub(in crate::report) fn note(difference: &Difference, ending: Option<SharedEnding>) -> Said {
    let mut parts = Vec::new();
    if difference.changes.is_empty() {
        parts.push(both("the same pieces", "同じ配置"));
    }
    parts.extend(of_alignment(difference.alignment));
    if difference.turned {
        parts.push(both("colours exchanged", "先後反転"));
    }
    let named = &difference.changes[..difference.changes.len().min(MOST_NAMED)];
    for (list, [english, japanese]) in LISTS.iter().enumerate() {
        let changes = named.iter().copied().filter(|&it| list_of(it) == list);
        let words = changes.map(in_words);
        let (of_english, of_japanese): (Vec<_>, Vec<_>) =
            words.map(|[english, japanese]| (english, japanese)).unzip();
        if !of_english.is_empty() {
            parts.push(both(
                format!("{english} {}", of_english.join(", ")),
                format!("{japanese} {}", of_japanese.join("・")),
            ));
        }
    }
    match difference.changes.len() - named.len() {
        0 => {}
        1 => parts.push(both("1 piece more differs", "ほか1枚が違う")),
        more => parts.push(both(
            format!("{more} pieces more differ"),
            format!("ほか{more}枚が違う"),
        )),
    }
    if difference.other_turn {
        parts.push(both("the other side is to move", "手番が違う"));
    }
    if difference.other_defender_hand {
        parts.push(both("other pieces are out of the game", "使わない駒が違う"));
    }
    if let Some(SharedEnding { plies, from, .. }) = ending {
        let [here, there] = from;
        parts.push(both(
            format!("the same last {plies} plies, from ply {here}, there from ply {there}"),
            format!("最後の{plies}手が同じ（{here}手目から、先方は{there}手目から）"),
        ));
    }
    let (english, japanese): (Vec<_>, Vec<_>) = (parts
        .into_iter()
        .map(|[english, japanese]| (english, japanese)))
    .unzip();
    Said::new(english.join("; "), japanese.join("、"))
}

fn of_alignment(alignment: Alignment) -> Option<Bilingual> {
    let Alignment {
        mirrored,
        files,
        ranks,
    } = alignment;
    let count = |count: i8, noun: &str| match count.unsigned_abs() {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    };
    let (mut ways, mut steps) = (Vec::new(), Vec::new());
    if files != 0 {
        let [side, of_side] = if files > 0 {
            ["to the left", "左"]
        } else {
            ["to the right", "右"]
        };
        ways.push(format!("{} {side}", count(files, "file")));
        steps.push(format!("{of_side}へ{}筋", files.unsigned_abs()));
    }
    if ranks != 0 {
        let [way, of_way] = if ranks > 0 {
            ["down", "下"]
        } else {
            ["up", "上"]
        };
        ways.push(format!("{} {way}", count(ranks, "rank")));
        steps.push(format!("{of_way}へ{}段", ranks.unsigned_abs()));
    }
    let (ways, steps) = (ways.join(" and "), steps.concat());
    match (mirrored, ways.is_empty()) {
        (false, true) => None,
        (true, true) => Some(both("mirrored", "左右反転")),
        (false, false) => Some(both(format!("shifted {ways}"), format!("{steps}移動"))),
        (true, false) => Some(both(
            format!("mirrored and shifted {ways}"),
            format!("左右反転して{steps}移動"),
        )),
    }
}

fn in_words(change: Change) -> Bilingual {
    match change {
        Change::Removed(piece, from) => {
            let ([english, japanese], [at, of]) = (name(piece), place(from));
            both(format!("{english} {at}"), format!("{japanese}{of}"))
        }
        Change::Added(piece, to) => {
            let ([english, japanese], [at, of]) = (name(piece), place(to));
            both(format!("{english} {at}"), format!("{japanese}{of}"))
        }
        Change::Moved { piece, from, to } => {
            let ([english, japanese], [at, of], [goal, to]) = (name(piece), place(from), place(to));
            both(
                format!("{english} {at} → {goal}"),
                format!("{japanese}{of}→{to}"),
            )
        }
        Change::Replaced { was, from, is, .. } => {
            let ([english, japanese], [at, of]) = (name(was), place(Place::Board(from)));
            let [by, by_japanese] = name(is);
            both(
                format!("{english} {at} by {by}"),
                format!("{japanese}{of}が{by_japanese}"),
            )
        }
    }
}

/// Returns a piece in words: the letters of an SFEN, a capital for the attacker; `攻方金`.
fn name(piece: Piece) -> Bilingual {
    let letter = letters(piece);
    let side = match piece.color() {
        Color::Black => "攻方",
        Color::White => "玉方",
    };
    both(letter, format!("{side}{}", japanese::piece(piece.kind())))
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

fn place(place: Place) -> Bilingual {
    match place {
        Place::Board(square) => both(square_name(square), japanese::square(square)),
        Place::Hand => both("in hand", "持駒"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composition::similar::Arrangement;
    use crate::composition::{AttackerRule, DefenderHandRule, Problem};
    use crate::notation::sfen;
    use crate::report::Lang;

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
                "the same pieces",
                "同じ配置",
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
