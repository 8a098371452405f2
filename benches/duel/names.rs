//! The kinds of other mating checks, compared with the rule by brute force.

use support::detours::forbidden::Line;
use support::detours::lengths::Lengths;
use support::detours::reading::Reading;
use support::detours::table::{Effort, judge, tags};
use tsume::composition::verdict::{Detail, Finding, Judgement, Kind, Length};
use tsume::notation::usi;
use tsume::shogi::{Color, Setup};
use tsume::verify::Board;

/// The work for one check at first.
const EFFORT: Effort = Effort {
    nodes: 20_000,
    finding: 0,
    slack: 4,
};
/// The work for a check whose kind differs: an attack may also take more plies than it has to.
const FAR: Effort = Effort {
    nodes: 400_000,
    finding: 0,
    slack: 16,
};

/// Compares the kinds of the other checks at the attacker's turns of the judged line. Returns how many were
/// compared.
pub fn compare_names(judgement: &Judgement, setup: &Setup) -> Result<u64, String> {
    let Some(reading) = &judgement.composed.reading else {
        return Ok(0);
    };
    let start = Board::new(setup).expect("a legal diagram");
    let line = Line::new(&start, &reading.line);
    let mut lengths = Lengths::new(Color::Black, 0);
    let mut compared = 0;
    for it in &judgement.findings {
        let at = it.before.len();
        let is_other = reading.line.starts_with(&it.before)
            && at % 2 == 0
            && it
                .line
                .first()
                .is_some_and(|mv| reading.line.get(at) != Some(mv))
            && !matches!(
                it.kind,
                Kind::GreyInterposition | Kind::LongerVariation | Kind::LastMoveLeftover
            )
            && it.detail != Detail::WithoutComingBack;
        if let (true, Some(Length::Exactly(total))) = (is_other, it.length) {
            compared += u64::from(compare(&mut lengths, &line, it, total)?);
        }
    }
    Ok(compared)
}

/// Compares the kind of one check. Returns whether it could be compared.
fn compare(lengths: &mut Lengths, line: &Line, it: &Finding, total: u32) -> Result<bool, String> {
    let (ply, mv) = (it.ply(), it.line[0]);
    let tags = tags(line, ply, mv);
    let wrong = |expected: &str| {
        let (kind, mv) = (it.kind.key(), usi::write_move(mv));
        Err(format!(
            "{ply}:{mv}={total} is {kind}, not {expected} {tags}"
        ))
    };
    let may_be = match it.kind {
        Kind::PromotionDual => tags.contains("promo"),
        Kind::DistanceDual => tags.contains("far"),
        // Also the mirror image of a dual, for which there is no tag.
        Kind::MirrorDual => true,
        _ => false,
    };
    if may_be {
        return Ok(false);
    }
    if ply == line.moves.len() {
        let expected = match (ply, total as usize == ply) {
            (1, _) => Kind::Cook,
            (_, true) => Kind::LastMoveDual,
            (_, false) => Kind::LongLastMoveDual,
        };
        return if it.kind == expected {
            Ok(true)
        } else {
            wrong(expected.key())
        };
    }
    let ours = match it.kind {
        Kind::LongerPromotionDual if tags.contains("promo") => Kind::Cook.key(),
        kind => kind.key(),
    };
    for effort in [EFFORT, FAR] {
        let found = judge(lengths, line, ply, &[(mv, total)], Reading::CHOSEN, effort);
        let Some(found) = &found[0] else {
            return Ok(false);
        };
        // What takes longer than was looked at is looked at again.
        if found.class.name() == ours {
            return Ok(true);
        }
        // A cook may take longer than brute force looks, and then seems to come back.
        if effort.slack == FAR.slack && ours != Kind::Cook.key() {
            return wrong(found.class.name());
        }
    }
    Ok(false)
}
