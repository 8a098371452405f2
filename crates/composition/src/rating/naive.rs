//! The order in which checks come to a person's mind before reading ahead.

use crate::attributes::could_promote;
use crate::shogi::{Color, Move, PieceKind, Position};

/// Returns the number of other checks that come to mind before a check. A check that comes to mind
/// at the same time counts half.
pub(super) fn count_sooner_checks(position: &Position, check: Move) -> f64 {
    let own = appeal(position, check);
    let others = position.checks().into_iter().filter(|&it| it != check);
    let appeals = others.map(|other| appeal(position, other));
    appeals
        .map(|it| match it.cmp(&own) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        })
        .sum()
}

/// Returns how soon a check comes to mind: a greater number comes sooner. Captures, promotions,
/// pieces that cannot be captured and moves beside the king add to it. Not promoting a piece that
/// could promote takes away.
fn appeal(position: &Position, check: Move) -> i32 {
    let to = check.to();
    let captured = position.piece_at(to).map(|it| it.kind().unpromote());
    let mut sum = match captured {
        Some(PieceKind::Pawn) => 2,
        Some(_) => 4,
        None => 0,
    };
    sum += 2 * i32::from(check.promotes());
    if could_promote(position, check) && !check.promotes() {
        sum -= 3;
    }
    let mut after = position.clone();
    after.make(check);
    let is_lost = after.evasions().iter().any(|reply| reply.to() == to);
    sum += 2 * i32::from(!is_lost);
    let king = position.king(Color::White);
    let is_beside = king.is_some_and(|king| king.distance(to) == 1);
    sum + i32::from(is_beside)
}
