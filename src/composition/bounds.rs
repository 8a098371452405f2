//! Bounds of the length beside the author's, in case the length itself is not worked out within the
//! limits: a mate sooner than his is an early mate (早詰), however much sooner; and where there is no
//! mate within his length, the defender can last longer than his line does.

use super::author::Author;
use super::composed::exact;
use super::inquiry::Inquiry;
use super::verdict::{Detail, Finding, Kind, Length};
use crate::search::Answer;
use crate::search::Within;

/// The least number of nodes that a question about the author's length may cost.
const NODES: u64 = 2_000_000;

/// How many times what has been spent so far it may cost.
const SHARE: u64 = 2;

/// What is known of the composed length.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) at_most: u32,
    pub(super) at_least: u32,
}

/// Compares the length, at most so many plies, with the author's. The question that finds it out is one
/// that has to be asked anyway, if the author is right.
pub(super) fn beside_author(
    inquiry: &mut Inquiry<'_, '_>,
    author: &Author,
    at_most: u32,
) -> Bounds {
    let mut bounds = Bounds {
        at_most,
        at_least: 0,
    };
    let Some(told) = author.length().filter(|&told| told < at_most) else {
        return bounds;
    };
    let spent = inquiry.session.stats().nodes;
    let (found, _) = inquiry.within(NODES.max(SHARE * spent), |inquiry| {
        inquiry.mate_within(&[], told)
    });
    match found {
        Some(Within::Mate(plies)) => bounds.at_most = plies.min(at_most),
        Some(Within::No) => bounds.at_least = told + 1,
        None => {}
    }
    bounds
}

/// What the bounds say of the author's length.
pub(super) fn finding(
    inquiry: &mut Inquiry<'_, '_>,
    author: &Author,
    answer: Answer,
    known: Bounds,
) -> Option<Finding> {
    let told = author.length()?;
    let Answer::Mate { plies, .. } = answer else {
        return None;
    };
    if plies < told {
        let spent = inquiry.session.stats().nodes;
        let (line, _) = inquiry.within(NODES.max(spent), |inquiry| {
            let Within::Mate(strict) = inquiry.mate_near(&[], told - 1, NODES)? else {
                return None;
            };
            inquiry.strict_line(&[], strict)
        });
        // A line that is longer than the bound would not show it.
        let line = line.filter(|line| line.len() <= plies as usize);
        let line = line.unwrap_or_default();
        let is_shown = line.is_empty() || line.len() == plies as usize;
        return Some(Finding {
            length: Some(match exact(answer) {
                Some(plies) if is_shown => Length::Exactly(plies),
                _ => Length::AtMost(plies),
            }),
            line,
            detail: Detail::Author(told),
            ..Finding::new(Kind::EarlyMate, &[])
        });
    }
    (known.at_least > told).then(|| Finding {
        detail: Detail::LongerThan(told),
        ..Finding::new(Kind::AuthorLine, &[])
    })
}
