//! Chooses the lines that are shown for other checks.
//!
//! A finding first has any line of the right length, which proves it. It then gets a line of best play, like
//! the main line: of equally long lines the defender prefers one without leftover, the attacker one with
//! it. The line of a cook must also stay away from the solution, even if the mate then takes longer.
//!
//! All this comes after the verdict. It changes neither the verdict nor the count of nodes, and the limit of
//! nodes does not end it.

use crate::finding::solution::{Hands, Matching, SolutionPositions};
use crate::finding::verdict::{Detail, Finding, Judgement, Kind, Length};
use crate::judge::avoiding::{Avoiding, Away};
use crate::length::futile::Interpositions;
use crate::length::inquiry::{Inquiry, with};
use crate::search::session::Session;
use crate::shogi::Move;

/// The nodes for a line that stays away, and for the best play of all findings together, are as many as the
/// judgement took, but at least this number.
const MIN_NODES: u64 = 20_000;

/// The same nodes are at most this number.
const MAX_NODES: u64 = 200_000;

/// Chooses the lines of the findings of a judgement, as far as the nodes go.
pub(crate) fn choose_lines(
    session: &mut Session<'_>,
    interpositions: Interpositions,
    judgement: &mut Judgement,
) {
    let nodes = session.stats().nodes.clamp(MIN_NODES, MAX_NODES);
    let solution = judgement.solution.as_ref();
    session.without_node_limit(|session| {
        let mut inquiry = Inquiry::new(session, interpositions);
        let mut left = nodes;
        for finding in &mut judgement.findings {
            let avoided = solution.and_then(|it| avoided(it, finding));
            if let Some(avoided) = avoided
                && comes_back(&inquiry, avoided, finding, &finding.line)
            {
                stay_away(&mut inquiry, avoided, finding, nodes);
                continue;
            }
            let (line, spent) = inquiry.within(left, |inquiry| best_play(inquiry, finding));
            left = left.saturating_sub(spent);
            if let Some(line) = line
                && !avoided.is_some_and(|it| comes_back(&inquiry, it, finding, &line))
            {
                finding.line = line;
            }
        }
    });
}

/// Returns the positions that the line of a finding must not come back to.
fn avoided<'s>(solution: &'s SolutionPositions, finding: &Finding) -> Option<Matching<'s>> {
    let is_cook = finding.kind.is_cook() || finding.kind == Kind::EqualVariationCook;
    let hands = match finding.detail {
        Detail::Longer(0) | Detail::LongerThanMove(0) => Hands::Identical,
        _ => Hands::AtLeast,
    };
    (is_cook && !finding.line.is_empty()).then(|| solution.matching(hands))
}

/// Returns whether a line after the moves before a finding comes back to these positions.
fn comes_back(
    inquiry: &Inquiry<'_, '_>,
    avoided: Matching<'_>,
    finding: &Finding,
    line: &[Move],
) -> bool {
    avoided.is_met_on_the_way(&inquiry.position(&finding.before), line)
}

/// Gives a cook a line that does not come back, with its length. If none is found, the finding says that its
/// line comes back.
fn stay_away(
    inquiry: &mut Inquiry<'_, '_>,
    avoided: Matching<'_>,
    finding: &mut Finding,
    nodes: u64,
) {
    let line = with(&finding.before, finding.line[0]);
    let made = line.len() as u32;
    let mut avoiding = Avoiding::new(avoided, nodes);
    if finding.kind == Kind::EarlyMate {
        // A longer mate would perhaps be no early mate.
        let plies = (finding.before.len() + finding.line.len()) as u32 - made;
        let (found, _) = inquiry.within(nodes, |it| avoiding.within(it, &line, plies));
        if let Some(Away::Mates(rest)) = found {
            finding.line.splice(1.., rest);
        }
        return;
    }
    let (quickest, _) = inquiry.within(nodes, |it| avoiding.quickest(it, &line));
    let quickest = quickest.map(|rest| (Length::Exactly(made + rest.len() as u32), rest));
    let found = quickest.or_else(|| {
        let forbidden = avoided.forbidden();
        let (found, _) = inquiry.within(nodes, |it| it.line_without(&line, forbidden));
        found.map(|(plies, rest)| (Length::AtMost(made + plies), rest))
    });
    let Some((length, rest)) = found else {
        finding.detail = Detail::LineComesBack;
        return;
    };
    finding.line.splice(1.., rest);
    if finding.length != Some(length) {
        finding.length = Some(length);
        finding.detail = Detail::WithoutComingBack;
    }
}

/// Returns the check of a finding with best play after it. `None` if a limit was reached, or if the line shows
/// something else than a mate as soon as possible.
fn best_play(inquiry: &mut Inquiry<'_, '_>, finding: &Finding) -> Option<Vec<Move>> {
    let (&mv, rest) = finding.line.split_first()?;
    let is_exact = matches!(finding.length, Some(Length::Exactly(_))) && finding.back.is_none();
    if !finding.kind.is_proven_by_a_mate() || !is_exact || rest.is_empty() {
        return None;
    }
    let before = with(&finding.before, mv);
    inquiry.leftover(&before, rest.len() as u32)?;
    Some([&[mv], &inquiry.follow(&before)[..]].concat())
}
