//! Sentences about findings in brinkmate problems (必至).

use crate::composition::verdict::{Detail, Finding, Length};
use crate::said::{Said, plies};

/// Returns the length of a brinkmate.
fn brinkmate(length: Option<Length>) -> Said {
    match length {
        Some(Length::Exactly(plies)) => {
            both!("forces a brinkmate in {plies}", "{plies}手の必至になる")
        }
        Some(Length::AtMost(plies)) => both!(
            "forces a brinkmate in at most {plies}",
            "{plies}手以内の必至になる"
        ),
        None => both!("forces a brinkmate", "必至になる"),
    }
}

/// Returns the sentence that there is no brinkmate, at all or within the plies looked at.
pub(super) fn none(found: &Finding) -> Said {
    match found.detail {
        Detail::Within(within) => {
            let within = plies(within);
            both!(
                [within],
                "there is no brinkmate within {within}",
                "{within}以内の必至はない"
            )
        }
        _ => both!("there is no brinkmate", "必至はかからない"),
    }
}

/// Returns a sentence about another move that forces a brinkmate (余必至).
pub(super) fn extra(found: &Finding) -> Said {
    let forces = brinkmate(found.length);
    match found.detail {
        Detail::Longer(0) => both!(
            [forces],
            "{forces}, too, as soon as the main line",
            "この手でも{forces}（本手順と同手数）"
        ),
        Detail::Longer(plies) => both!(
            [forces],
            "{forces}, too, {plies} plies later than the main line",
            "この手でも{forces}（本手順より{plies}手長い）"
        ),
        _ => both!([forces], "{forces}, too", "この手でも{forces}"),
    }
}

/// Returns a sentence about the author's line of a brinkmate.
pub(super) fn author_line(found: &Finding) -> Option<Said> {
    Some(match found.detail {
        Detail::BrinkmateAuthor(plies) => {
            let forces = brinkmate(found.length);
            both!(
                [forces],
                "the author says {plies} plies, but the attacker {forces}",
                "作意は{plies}手だが、{forces}"
            )
        }
        Detail::BrinkmateMoveFails => both!(
            "the author's move does not force a brinkmate so soon",
            "作意の手では、この手数の必至にならない"
        ),
        Detail::BrinkmateReplyShort => both!(
            "the author's defence here is not the longest",
            "作意のこの応手は最長でない"
        ),
        Detail::BrinkmateLineStops => both!(
            "the author's line stops before the brinkmate is complete; it goes on like this",
            "作意の手順は必至がかかる前で終わっていて、続きはこの手順になる"
        ),
        Detail::BrinkmateLineBreaks => {
            let ply = found.ply();
            both!(
                "the author's line breaks off at ply {ply}: the move there is illegal",
                "作意は{ply}手目で途切れる：指せない手"
            )
        }
        _ => return None,
    })
}
