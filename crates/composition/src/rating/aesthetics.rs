//! The score for the aesthetics of a composition.

use super::end::End;
use super::moves::Turn;
use super::naive::count_sooner_checks;
use super::score::{Score, count};
use super::variations::Variations;
use super::{difficulty, gifts};
use crate::attributes::Attribute;
use crate::finding::rules::Severity;
use crate::finding::verdict::Judgement;
use crate::shogi::{Color, PieceKind, Position};
use crate::vocabulary::RatingPart;
use rustc_hash::FxHashSet;

/// Returns the aesthetics of a composition with these turns and variations. Black attacks.
pub(super) fn of(
    start: &Position,
    turns: &[Turn],
    variations: &Variations,
    judgement: &Judgement,
) -> Score {
    let mut score = Score::default();
    let moves = count(turns).max(1.0);
    of_moves(&mut score, turns, variations);
    let sooner = turns
        .first()
        .map_or(0.0, |it| count_sooner_checks(start, it.mv));
    score.add(
        RatingPart::SoonerChecks,
        sooner,
        (4.0 * (1.0 + sooner).log2()).min(12.0),
    );
    let pieces = start.occupied().count() + start.hand(Color::Black).total();
    let economy = 10.0 - 1.5 * (f64::from(pieces) - 4.0 - moves).max(0.0);
    score.add(RatingPart::Economy, pieces.into(), economy.clamp(0.0, 10.0));
    let hand = f64::from(start.hand(Color::Black).total());
    score.add(RatingPart::Hand, hand, (4.0 * hand).min(8.0));
    let stays = turns.iter().any(|turn| turn.stays_unpromoted);
    let is_no_theme = |it: &Attribute| matches!(it, Attribute::NonPromotions(_)) && !stays;
    let attributes = judgement.attributes.iter().filter(|it| !is_no_theme(it));
    let themes: f64 = attributes.map(|&it| theme(it)).sum();
    score.add(RatingPart::Themes, themes, (4.0 * themes).min(12.0));
    let (promoted, loss) = loss_by_promoted(start);
    score.add(RatingPart::Promoted, promoted, -loss.min(15.0));
    let end = End::new(start, judgement);
    let left = end.attackers();
    score.add(
        RatingPart::FinalPosition,
        left,
        (12.0 - 3.0 * (left - 2.0)).clamp(0.0, 12.0),
    );
    let passive = end.passive();
    score.add(RatingPart::Passive, passive, -(2.0 * passive).min(10.0));
    let off_edge = f64::from(u8::from(end.is_off_the_edge()));
    score.add(RatingPart::OffEdge, off_edge, 4.0 * off_edge);
    let findings = judgement.findings.iter();
    let blemishes = count(findings.filter(|it| it.severity >= Severity::Minor));
    score.add(
        RatingPart::Blemishes,
        blemishes,
        -(5.0 * blemishes).min(20.0),
    );
    score
}

/// Adds the parts that count moves.
fn of_moves(score: &mut Score, turns: &[Turn], variations: &Variations) {
    let sacrifices = count(turns.iter().filter(|turn| turn.is_sacrifice));
    let worth = gifts::worth_given(turns);
    score.add(RatingPart::Sacrifices, sacrifices, (7.0 * worth).min(28.0));
    let surprise = turns.iter().map(difficulty::surprise_of_move);
    let surprise: f64 = surprise.sum();
    score.add(RatingPart::Surprises, surprise, (6.0 * surprise).min(18.0));
    let different: FxHashSet<_> = turns
        .iter()
        .map(|turn| (turn.kind, turn.mv.is_drop(), turn.is_sacrifice))
        .collect();
    let variety = count(different);
    score.add(RatingPart::Variety, variety, (3.0 * variety).min(12.0));
    let has_choice = |at: &usize| turns[*at].king_walks || variations.turns.contains(at);
    let choices = count((0..turns.len()).filter(has_choice));
    let has_replies = turns.len() > 1;
    let points = match (choices > 0.0, has_replies) {
        (true, _) => (4.0 * choices).min(12.0),
        (false, true) => -8.0,
        (false, false) => 0.0,
    };
    score.add(RatingPart::Choices, choices, points);
    let others = count(turns.iter().filter(|turn| turn.other_moves));
    score.add(RatingPart::Defenders, others, (4.0 * others).min(8.0));
    let captures = count(turns.iter().filter(|turn| turn.captured.is_some()));
    let loss = gifts::loss_by_captures(turns);
    score.add(RatingPart::Captures, captures, -loss.min(20.0));
    let steps = turns.windows(2).filter(|two| two[1].repeats(&two[0]));
    let steps = count(steps);
    score.add(RatingPart::Chase, steps, -(8.0 * steps).min(24.0));
    let king_steps = gifts::king_steps_at_the_end(turns);
    let same_piece = f64::from(u8::from(gifts::last_piece_mates(turns)));
    let loss = 4.0 * king_steps + 6.0 * same_piece;
    score.add(RatingPart::Tail, king_steps + same_piece, -loss.min(20.0));
}

/// Returns the number of promoted pieces, and the points that they take away. A dragon or horse
/// takes 2, another one 5, and several take 3 more. A promoted piece looks like one from a game.
fn loss_by_promoted(start: &Position) -> (f64, f64) {
    let pieces = start.occupied().into_iter();
    let pieces = pieces.filter_map(|square| start.piece_at(square));
    let promoted: Vec<_> = pieces.filter(|it| it.kind().is_promoted()).collect();
    let loss = promoted.iter().map(|it| match it.kind() {
        PieceKind::Dragon | PieceKind::Horse => 2.0,
        _ => 5.0,
    });
    let loss: f64 = loss.sum();
    let of_several = if promoted.len() > 1 { 3.0 } else { 0.0 };
    (count(&promoted), loss + of_several)
}

/// Returns the weight of an attribute as a theme. 0 if it is none.
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
        Attribute::BoardPieces(_)
        | Attribute::HandPieces(_)
        | Attribute::Pieces(_)
        | Attribute::TwoKings
        | Attribute::SinglePiece
        | Attribute::Simple
        | Attribute::Poor
        | Attribute::Small
        | Attribute::MajorOnly
        | Attribute::SevenKinds
        | Attribute::LikeAGame
        | Attribute::CornerMate
        | Attribute::Sacrifices(_)
        | Attribute::DistantDrop(_)
        | Attribute::Checks(_) => 0.0,
    }
}
