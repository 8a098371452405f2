//! What a limit left open, in words.

use super::findings::piece_on;
use super::{Bilingual, both, term};
use crate::composition::Problem;
use crate::composition::verdict::{Kind, OpenQuestion};
use crate::report::Lang;

/// What a check that mates can be, where that was left open: ` (mates: cook or detour?)`.
pub(in crate::report) fn what_it_can_be(names: &[Kind], lang: Lang) -> String {
    let terms: Vec<_> = names.iter().map(|&it| term(it, lang)).collect();
    let terms = terms.join(lang.of([" or ", "か"]));
    match names {
        [] => lang.of([" (mates)", "（詰む）"]).to_owned(),
        _ => lang.of([format!(" (mates: {terms})"), format!("（詰む：{terms}）")]),
    }
}

/// A question about the whole that was left without an answer.
pub(in crate::report) fn missed_question(problem: &Problem, it: OpenQuestion) -> Bilingual {
    match it {
        OpenQuestion::Leftover => both(
            "whether a shorter line leaves nothing over",
            "より短く駒の余らない手順があるか",
        ),
        OpenQuestion::AuthorLine => both(
            "whether the author's line is best play",
            "作意が最善の手順か",
        ),
        OpenQuestion::GreyInterpositions => both(
            "what becomes of it if all grey interpositions are futile",
            "解釈の分かれる合駒をすべて無駄合とみなすとどうなるか",
        ),
        OpenQuestion::IdlePiece(square) => {
            let [english, japanese] = piece_on(problem, square);
            both(
                format!("whether {english} is idle"),
                format!("{japanese}が無駄駒か"),
            )
        }
    }
}
