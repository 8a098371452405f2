//! Compares bounds of the composed length with the author's length, if the length itself is not
//! worked out within the limits.
//!
//! Any mate sooner than the author's is an early mate (早詰). If there is no mate within the author's
//! length, the defender can last longer than in the author's line.

use crate::finding::verdict::{Detail, Finding, Kind, Length};
use crate::judge::author;
use crate::length::composed::exact;
use crate::length::inquiry::Inquiry;
use crate::question::Author;
use crate::search::Answer;
use crate::search::Within;

/// The least number of nodes for a question about the author's length.
const MIN_NODES: u64 = 2_000_000;

/// The first such question may take this many times the nodes spent so far, if that is above
/// [`MIN_NODES`].
const SPENT_FACTOR: u64 = 2;

/// The known bounds of the composed length, in plies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) at_most: u32,
    pub(crate) at_least: u32,
}

/// Asks for a mate within the author's length, if that is below `at_most`.
pub(crate) fn compare_with_author(
    inquiry: &mut Inquiry<'_, '_>,
    author: &Author,
    at_most: u32,
) -> Bounds {
    let mut bounds = Bounds {
        at_most,
        at_least: 0,
    };
    let Some(stated) = author.length().filter(|&stated| stated < at_most) else {
        return bounds;
    };
    let spent = inquiry.session.stats().nodes;
    let (found, _) = inquiry.within(MIN_NODES.max(SPENT_FACTOR * spent), |inquiry| {
        inquiry.mate_within(&[], stated)
    });
    match found {
        Some(Within::Mate(plies)) => bounds.at_most = plies.min(at_most),
        Some(Within::No) => bounds.at_least = stated + 1,
        None => {}
    }
    bounds
}

/// Returns the finding that the bounds give about the author's length.
pub(crate) fn finding(
    inquiry: &mut Inquiry<'_, '_>,
    author: &Author,
    answer: Answer,
    known: Bounds,
) -> Option<Finding> {
    let stated = author.length()?;
    let Answer::Mate { plies, .. } = answer else {
        return None;
    };
    if plies < stated && !author::is_strict_length(inquiry, stated)? {
        let spent = inquiry.session.stats().nodes;
        let (line, _) = inquiry.within(MIN_NODES.max(spent), |inquiry| {
            let Within::Mate(strict) = inquiry.mate_near(&[], stated - 1, MIN_NODES)? else {
                return None;
            };
            inquiry.strict_line(&[], strict)
        });
        // A longer line does not show a mate within the bound.
        let line = line.filter(|line| line.len() <= plies as usize);
        let line = line.unwrap_or_default();
        let line_agrees = line.is_empty() || line.len() == plies as usize;
        return Some(Finding {
            length: Some(match exact(answer) {
                Some(plies) if line_agrees => Length::Exactly(plies),
                _ => Length::AtMost(plies),
            }),
            line,
            detail: Detail::Author(stated),
            ..Finding::new(Kind::EarlyMate, &[])
        });
    }
    (known.at_least > stated).then(|| Finding {
        detail: Detail::LongerThan(stated),
        ..Finding::new(Kind::AuthorLine, &[])
    })
}
