//! Recognises pasted problems: links to boards, and texts with one position.

use super::bad_line::{BadLine, LONGEST_LINE};
use crate::notation::record::{self, Format, Linked, Parts, is_usen};
use crate::notation::sfen;

/// Returns the content of a link: SFEN, USEN or a whole record. A text that is no link is returned as it is.
///
/// # Errors
/// If it is a link without a position.
pub(super) fn unlinked(text: String) -> Result<String, BadLine> {
    let linked = record::read_link(&text).or_else(|| {
        let is_problem = || is_usen(text.trim()) || sfen::parse_leniently(&text).is_ok();
        let may_be_coded = || text.contains(['%', '.', '+', '=', '_']);
        (may_be_coded() && !is_problem()).then(|| record::read_coded(&text))?
    });
    let game = match linked {
        None => return Ok(text),
        Some(Linked::Position(text) | Linked::Record { text, .. }) => return Ok(text),
        Some(Linked::OtherGame(game)) => Some(game),
        // Also kinds of links that a later version may know.
        Some(_) => None,
    };
    Err(BadLine::NoPosition { text, game })
}

/// Returns whether a text is a link, and whether it has a position. `None` if it is no link.
pub(super) fn has_position(text: &str) -> Option<bool> {
    let linked = record::read_link(text).or_else(|| record::read_coded(text))?;
    Some(matches!(
        linked,
        Linked::Position(_) | Linked::Record { .. }
    ))
}

/// Returns whether a text is a position: SFEN, USEN, a link to one, or the text of a record.
pub(super) fn is_position(text: &str) -> bool {
    if text.len() > LONGEST_LINE || !text.contains(['/', '~', '_', '%', '\n']) {
        return false;
    }
    unlinked(text.to_owned()).is_ok_and(|text| {
        is_usen(text.trim()) || sfen::parse_leniently(&text).is_ok() || is_record(&text)
    })
}

/// Returns whether a text of several lines has exactly one position, in a record or a free text.
fn is_record(text: &str) -> bool {
    let has_one = |parts: Parts| parts.len() == 1 && parts.read(0).content.is_ok();
    let csa = || Parts::new(text.to_owned(), Format::Csa);
    text.contains('\n') && (has_one(Parts::of_text(text.to_owned())) || has_one(csa()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_hold_problems() {
        let sfen = "4k4/9/4P4/9/9/9/9/9/9_b_G_1";
        for (link, problem) in [
            (
                "https://lishogi.org/editor/4k4/9/4P4/9/9/9/9/9/9_b_G_1",
                sfen,
            ),
            (
                "https://lishogi.org/analysis/standard/4k4/9/4P4/9/9/9/9/9/9_b_G_1#2",
                sfen,
            ),
            (
                "https://lishogi.org/editor/4k4/9/4P4/9/9/9/9/9/9%20b%20G%201",
                "4k4/9/4P4/9/9/9/9/9/9 b G 1",
            ),
            (
                "https://example.org/x/?locale=ja&usen=~0.7ku.&ply=1",
                "~0.7ku.",
            ),
            ("https://example.org/?sfen=4k4%2F9", "4k4/9"),
            ("4k4/9/4P4/9/9/9/9/9/9+b+G+1", "4k4/9/4P4/9/9/9/9/9/9 b G 1"),
            ("4k4/9/4P4/9/9/9/9/9/9 b G 1", "4k4/9/4P4/9/9/9/9/9/9 b G 1"),
        ] {
            assert_eq!(unlinked(link.to_owned()).as_deref(), Ok(problem), "{link}");
        }
        let link = "https://lishogi.org/study/abc";
        let bad = BadLine::NoPosition {
            text: link.to_owned(),
            game: None,
        };
        assert_eq!(unlinked(link.to_owned()), Err(bad));
    }
}
