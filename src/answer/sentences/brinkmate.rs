//! Sentences about findings in brinkmate problems (必至).

use crate::composition::verdict::{Detail, Finding, Length};
use crate::said::{Said, plies};

says! {
    forces_in(plies): "forces a brinkmate in {plies}", "{plies}手の必至になる";
    forces_within(plies): "forces a brinkmate in at most {plies}", "{plies}手以内の必至になる";
    forces(): "forces a brinkmate", "必至になる";
    none_within(plies): "there is no brinkmate within {plies}", "{plies}以内の必至はない";
    none_at_all(): "there is no brinkmate", "必至はかからない";
    as_soon(forces): "{forces}, too, as soon as the main line", "この手でも{forces}（本手順と同手数）";
    later(forces, plies): "{forces}, too, {plies} plies later than the main line",
        "この手でも{forces}（本手順より{plies}手長い）";
    too(forces): "{forces}, too", "この手でも{forces}";
    author_says(plies, forces): "the author says {plies} plies, but the attacker {forces}",
        "作意は{plies}手だが、{forces}";
    not_so_soon(): "the author's move does not force a brinkmate so soon",
        "作意の手では、この手数の必至にならない";
    is_not_longest(): "the author's defence here is not the longest", "作意のこの応手は最長でない";
    stops_short(): "the author's line stops before the brinkmate is complete; it goes on like this",
        "作意の手順は必至がかかる前で終わっていて、続きはこの手順になる";
    breaks(ply): "the author's line breaks off at ply {ply}: the move there is illegal",
        "作意は{ply}手目で途切れる：指せない手";
}

/// Returns the words that a move forces a brinkmate of this length.
fn forces_brinkmate(length: Option<Length>) -> Said {
    match length {
        Some(Length::Exactly(plies)) => forces_in(plies),
        Some(Length::AtMost(plies)) => forces_within(plies),
        None => forces(),
    }
}

/// Returns the sentence that there is no brinkmate, at all or within the plies looked at.
pub(super) fn no_brinkmate(found: &Finding) -> Said {
    match found.detail {
        Detail::Within(within) => none_within(plies(within)),
        _ => none_at_all(),
    }
}

/// Returns a sentence about another move that forces a brinkmate (余必至).
pub(super) fn extra_brinkmate(found: &Finding) -> Said {
    let forces = forces_brinkmate(found.length);
    match found.detail {
        Detail::Longer(0) => as_soon(forces),
        Detail::Longer(plies) => later(forces, plies),
        _ => too(forces),
    }
}

/// Returns a sentence about the author's line of a brinkmate.
pub(super) fn author_line(found: &Finding) -> Option<Said> {
    Some(match found.detail {
        Detail::BrinkmateAuthor(plies) => author_says(plies, forces_brinkmate(found.length)),
        Detail::BrinkmateMoveFails => not_so_soon(),
        Detail::BrinkmateReplyShort => is_not_longest(),
        Detail::BrinkmateLineStops => stops_short(),
        Detail::BrinkmateLineBreaks => breaks(found.ply()),
        _ => return None,
    })
}
