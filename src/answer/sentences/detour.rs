//! Sentences about detours and transpositions: where they are back.

use super::{Moves, pieces};
use crate::composition::Problem;
use crate::composition::verdict::{Finding, Kind};
use crate::said::Said;
use crate::shogi::{Hand, Move, PieceKind};

/// Returns where a detour or a transposition is back in the solution, and after how many plies.
pub(super) fn sentence(found: &Finding, mate: &Said, moves: &mut Moves<'_>) -> Said {
    let ply = found.before.len() + found.line.len();
    let solution: &[Move] = found.back.as_ref().map_or(&[], |it| &it.solution);
    let is_on_the_way = solution.starts_with(&found.before) || found.before.starts_with(solution);
    let place = match solution.len() {
        0 => both!("the diagram", "初形"),
        // An equal line (変同) does not lead through the turn in question.
        _ if !is_on_the_way => {
            let line = moves.moves.line(solution.to_vec(), 0);
            both!("the position after {line}", "{line}の局面")
        }
        at => both!(
            "the position after ply {at} of the solution",
            "本手順の{at}手目の局面"
        ),
    };
    let more = more_in_hand(moves.problem, found, solution);
    let (way, is_there) = match found.kind {
        Kind::Transposition if is_on_the_way => {
            return both!(
                [mate],
                "{mate}, the same way in another order: back in the solution after ply {ply}",
                "{mate}が、手順が前後するだけ：{ply}手目で本手順に合流する"
            );
        }
        Kind::Transposition => (
            both!(
                "by joining another line of the solution",
                "同手数の別の手順に合流するだけ"
            ),
            both!("is at", "になる"),
        ),
        Kind::ReturningDetour => (
            both!("only by going back", "一度戻るだけの手順"),
            both!("is back at", "に戻る"),
        ),
        _ => (
            both!("only by a detour", "遠回りするだけ"),
            both!("is back at", "に戻る"),
        ),
    };
    both!(
        [mate, way, is_there, place, more],
        "{mate}, {way}: after ply {ply} it {is_there} {place}{more}",
        "{mate}が、{way}：{ply}手目で{place}{is_there}{more}"
    )
}

/// Returns what the attacker holds more than in the solution, in brackets.
fn more_in_hand(problem: &Problem, found: &Finding, solution: &[Move]) -> Said {
    let here = problem.hand_after(&[&found.before[..], &found.line].concat());
    let there = problem.hand_after(solution);
    let more = PieceKind::HAND.iter().fold(Hand::EMPTY, |more, &kind| {
        more.with(kind, here.count(kind).saturating_sub(there.count(kind)))
    });
    if more.is_empty() {
        return Said::default();
    }
    let more = pieces(more);
    both!(
        [more],
        " (with {more} more in hand)",
        "（持駒に{more}が加わっている）"
    )
}
