//! Sentences about findings in brinkmate problems (必至).

use super::{Bilingual, both};
use crate::composition::verdict::{Detail, Finding, Length};
use crate::said::plies;
use crate::vocabulary::Lang;

/// Returns the length of a brinkmate.
fn brinkmate(length: Option<Length>) -> Bilingual {
    match length {
        Some(Length::Exactly(plies)) => both(
            format!("forces a brinkmate in {plies}"),
            format!("{plies}手の必至になる"),
        ),
        Some(Length::AtMost(plies)) => both(
            format!("forces a brinkmate in at most {plies}"),
            format!("{plies}手以内の必至になる"),
        ),
        None => both("forces a brinkmate", "必至になる"),
    }
}

/// Returns the sentence that there is no brinkmate, at all or within the plies looked at.
pub(super) fn none(found: &Finding) -> Bilingual {
    match found.detail {
        Detail::Within(within) => {
            let [english, japanese] = [Lang::English, Lang::Japanese].map(|it| plies(within, it));
            both(
                format!("there is no brinkmate within {english}"),
                format!("{japanese}以内の必至はない"),
            )
        }
        _ => both("there is no brinkmate", "必至はかからない"),
    }
}

/// Returns a sentence about another move that forces a brinkmate (余必至).
pub(super) fn extra(found: &Finding) -> Bilingual {
    let [english, japanese] = brinkmate(found.length);
    match found.detail {
        Detail::Longer(0) => both(
            format!("{english}, too, as soon as the main line"),
            format!("この手でも{japanese}（本手順と同手数）"),
        ),
        Detail::Longer(plies) => both(
            format!("{english}, too, {plies} plies later than the main line"),
            format!("この手でも{japanese}（本手順より{plies}手長い）"),
        ),
        _ => both(format!("{english}, too"), format!("この手でも{japanese}")),
    }
}

/// Returns a sentence about the author's line of a brinkmate.
pub(super) fn author_line(found: &Finding) -> Option<Bilingual> {
    let is_best = brinkmate(found.length);
    Some(match found.detail {
        Detail::BrinkmateAuthor(plies) => both(
            format!(
                "the author says {plies} plies, but the attacker {}",
                is_best[0]
            ),
            format!("作意は{plies}手だが、{}", is_best[1]),
        ),
        Detail::BrinkmateMoveFails => both(
            "the author's move does not force a brinkmate so soon",
            "作意の手では、この手数の必至にならない",
        ),
        Detail::BrinkmateReplyShort => both(
            "the author's defence here is not the longest",
            "作意のこの応手は最長でない",
        ),
        Detail::BrinkmateLineStops => both(
            "the author's line stops before the brinkmate is complete; it goes on like this",
            "作意の手順は必至がかかる前で終わっていて、続きはこの手順になる",
        ),
        Detail::BrinkmateLineBreaks => {
            let ply = found.ply();
            both(
                format!("the author's line breaks off at ply {ply}: the move there is illegal"),
                format!("作意は{ply}手目で途切れる：指せない手"),
            )
        }
        _ => return None,
    })
}
