//! Sentences about detours and transpositions: where they come back to the solution.

use super::{Moves, pieces};
use crate::composition::Problem;
use crate::composition::verdict::{Finding, Kind};
use crate::said::Said;
use crate::shogi::{Hand, Move, PieceKind};

says! {
    the_diagram(): "the diagram", "初形";
    after_line(line): "the position after {line}", "{line}の局面";
    after_ply(ply): "the position after ply {ply} of the solution", "本手順の{ply}手目の局面";
    in_another_order(mate, ply): "{mate}, the same way in another order: back in the solution after ply {ply}",
        "{mate}が、手順が前後するだけ：{ply}手目で本手順に合流する";
    joining(): "by joining another line of the solution", "同手数の別の手順に合流するだけ";
    going_back(): "only by going back", "一度戻るだけの手順";
    by_detour(): "only by a detour", "遠回りするだけ";
    is_at(): "is at", "になる";
    is_back_at(): "is back at", "に戻る";
    back(mate, way, ply, is_there, place, more): "{mate}, {way}: after ply {ply} it {is_there} {place}{more}",
        "{mate}が、{way}：{ply}手目で{place}{is_there}{more}";
    with_more(pieces): " (with {pieces} more in hand)", "（持駒に{pieces}が加わっている）";
}

/// Returns the sentence that says where a detour or a transposition comes back to the solution, and after
/// how many plies.
pub(super) fn sentence(found: &Finding, mate: &Said, moves: &mut Moves<'_>) -> Said {
    let ply = found.before.len() + found.line.len();
    let solution: &[Move] = found.back.as_ref().map_or(&[], |it| &it.solution);
    let is_on_the_way = solution.starts_with(&found.before) || found.before.starts_with(solution);
    let place = match solution.len() {
        0 => the_diagram(),
        // An equal line (変同) does not lead through the turn in question.
        _ if !is_on_the_way => after_line(moves.lines.line(solution.to_vec(), 0)),
        ply => after_ply(ply),
    };
    let more = more_in_hand(moves.problem, found, solution);
    let (way, is_there) = match found.kind {
        Kind::Transposition if is_on_the_way => return in_another_order(mate, ply),
        Kind::Transposition => (joining(), is_at()),
        Kind::ReturningDetour => (going_back(), is_back_at()),
        _ => (by_detour(), is_back_at()),
    };
    back(mate, way, ply, is_there, place, more)
}

/// Returns the pieces that the attacker holds in addition to those in the solution, in brackets.
fn more_in_hand(problem: &Problem, found: &Finding, solution: &[Move]) -> Said {
    let hand = problem.hand_after(&[&found.before[..], &found.line].concat());
    let hand_in_solution = problem.hand_after(solution);
    let more = PieceKind::HAND.iter().fold(Hand::EMPTY, |more, &kind| {
        let count = hand.count(kind);
        more.with(kind, count.saturating_sub(hand_in_solution.count(kind)))
    });
    if more.is_empty() {
        Said::default()
    } else {
        with_more(pieces(more))
    }
}
