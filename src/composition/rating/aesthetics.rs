//! The score for what there is to like in a composition.

use super::difficulty;
use super::moves::Turn;
use super::score::{Score, count};
use crate::composition::attributes::Attribute;
use crate::composition::rules::Severity;
use crate::composition::verdict::Judgement;
use crate::shogi::{Color, Position, Square};
use crate::vocabulary::RatingPart;
use rustc_hash::FxHashSet;

/// Returns the aesthetics of a composition with these turns. Black attacks.
pub(super) fn of(start: &Position, turns: &[Turn], judgement: &Judgement) -> Score {
    let mut score = Score::default();
    let moves = count(turns).max(1.0);
    let sacrifices = count(turns.iter().filter(|turn| turn.is_sacrifice));
    let given: u32 = turns.iter().map(Turn::sacrificed).sum();
    let share = f64::from(given) / moves;
    score.add(RatingPart::Sacrifices, sacrifices, (15.0 * share).min(25.0));
    let surprise: f64 = turns.iter().map(difficulty::surprise).sum();
    score.add(
        RatingPart::Surprises,
        surprise,
        (12.0 * surprise / moves).min(20.0),
    );
    let different: FxHashSet<_> = turns
        .iter()
        .map(|turn| (turn.kind, turn.mv.is_drop(), turn.is_sacrifice))
        .collect();
    let variety = count(different);
    score.add(
        RatingPart::Variety,
        variety,
        (20.0 * variety / moves).min(20.0),
    );
    let pieces = start.occupied().count() + start.hand(Color::Black).total();
    let economy = 20.0 - 1.5 * (f64::from(pieces) - 4.0 - moves).max(0.0);
    score.add(RatingPart::Economy, pieces.into(), economy.clamp(0.0, 20.0));
    let stays = turns.iter().any(|turn| turn.stays_unpromoted);
    let is_empty = |it: &Attribute| matches!(it, Attribute::NonPromotions(_)) && !stays;
    let attributes = judgement.attributes.iter().filter(|it| !is_empty(it));
    let themes: f64 = attributes.map(|&it| theme(it)).sum();
    score.add(RatingPart::Themes, themes, (4.0 * themes).min(12.0));
    let captures = count(turns.iter().filter(|turn| turn.captures));
    score.add(
        RatingPart::Captures,
        captures,
        -(10.0 * captures / moves).min(10.0),
    );
    let steps = turns.windows(2).filter(|two| two[1].repeats(&two[0]));
    let steps = count(steps);
    score.add(RatingPart::Chase, steps, -(8.0 * steps).min(24.0));
    let promoted = count(promoted(start));
    score.add(RatingPart::Promoted, promoted, -(3.0 * promoted).min(9.0));
    let left = attackers_at_the_end(start, judgement);
    score.add(
        RatingPart::FinalPosition,
        left,
        (15.0 - 3.0 * (left - 2.0)).clamp(0.0, 15.0),
    );
    let findings = judgement.findings.iter();
    let blemishes = count(findings.filter(|it| it.severity >= Severity::Minor));
    score.add(
        RatingPart::Blemishes,
        blemishes,
        -(5.0 * blemishes).min(20.0),
    );
    score
}

/// Returns the squares of the attacker's promoted pieces.
fn promoted(position: &Position) -> impl Iterator<Item = Square> + '_ {
    let is_promoted = |square: &Square| {
        let piece = position.piece_at(*square);
        piece.is_some_and(|it| it.kind().is_promoted())
    };
    position
        .pieces(Color::Black)
        .into_iter()
        .filter(is_promoted)
}

/// Returns the weight of an attribute that is a theme: 0 of others.
fn theme(attribute: Attribute) -> f64 {
    match attribute {
        Attribute::Smoke | Attribute::TwoBareKings | Attribute::BareKing => 3.0,
        Attribute::NonPromotions(_)
        | Attribute::SinglePieceMate
        | Attribute::UnguardedInterpositions(_)
        | Attribute::MovedInterpositions(_)
        | Attribute::CounterChecks(_)
        | Attribute::ExactDrops(_)
        | Attribute::Repetitions(_) => 1.0,
        Attribute::CentreMate
        | Attribute::ReturningKing
        | Attribute::PawnDropMates(_)
        | Attribute::FocalSacrifices(_)
        | Attribute::Interpositions(_)
        | Attribute::Empty
        | Attribute::OneKind => 0.5,
        _ => 0.0,
    }
}

/// Returns how many pieces of the attacker are on the board at the mate, without the king.
fn attackers_at_the_end(start: &Position, judgement: &Judgement) -> f64 {
    let mut position = start.clone();
    for &mv in judgement.composed.reading.iter().flat_map(|it| &it.line) {
        position.make(mv);
    }
    let king = position.king(Color::Black);
    let pieces = position.pieces(Color::Black).count();
    f64::from(pieces - u32::from(king.is_some()))
}
