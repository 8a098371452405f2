//! Sentences about detours and transpositions: where they are back.

use super::{Bilingual, Moves, both, pieces};
use crate::composition::Problem;
use crate::composition::verdict::{Finding, Kind};
use crate::notation::sfen;
use crate::shogi::{Hand, Move, PieceKind};

/// Returns where a detour or a transposition is back in the solution, and after how many plies.
pub(super) fn sentence(found: &Finding, mate: &Bilingual, moves: &mut Moves<'_>) -> Bilingual {
    let ply = found.before.len() + found.line.len();
    let solution: &[Move] = found.back.as_ref().map_or(&[], |it| &it.solution);
    let is_on_the_way = solution.starts_with(&found.before) || found.before.starts_with(solution);
    let place = match solution.len() {
        0 => both("the diagram", "初形"),
        _ if !is_on_the_way => an_equal_line(solution, moves),
        at => both(
            format!("the position after ply {at} of the solution"),
            format!("本手順の{at}手目の局面"),
        ),
    };
    let more = more_in_hand(moves.problem, found, solution);
    if found.kind == Kind::Transposition && is_on_the_way {
        return both(
            format!(
                "{}, the same way in another order: back in the solution after ply {ply}",
                mate[0]
            ),
            format!(
                "{}が、手順が前後するだけ：{ply}手目で本手順に合流する",
                mate[1]
            ),
        );
    }
    let [way, japanese_way] = match found.kind {
        Kind::ReturningDetour => ["only by going back", "一度戻るだけの手順"],
        Kind::Transposition => [
            "by joining another line of the solution",
            "同手数の別の手順に合流するだけ",
        ],
        _ => ["only by a detour", "遠回りするだけ"],
    };
    let [is_there, japanese_is_there] = match found.kind {
        Kind::Transposition => ["is at", "になる"],
        _ => ["is back at", "に戻る"],
    };
    both(
        format!(
            "{}, {way}: after ply {ply} it {is_there} {}{}",
            mate[0], place[0], more[0]
        ),
        format!(
            "{}が、{japanese_way}：{ply}手目で{}{japanese_is_there}{}",
            mate[1], place[1], more[1]
        ),
    )
}

/// Names a position of an equal line (変同) that does not lead through the turn in question.
fn an_equal_line(line: &[Move], moves: &mut Moves<'_>) -> Bilingual {
    let line = moves.all(line);
    both(
        format!("the position after {line}"),
        format!("{line}の局面"),
    )
}

/// Returns what the attacker holds more than in the solution, in brackets.
fn more_in_hand(problem: &Problem, found: &Finding, solution: &[Move]) -> Bilingual {
    let here = problem.hand_after(&[&found.before[..], &found.line].concat());
    let there = problem.hand_after(solution);
    let more = PieceKind::HAND.iter().fold(Hand::EMPTY, |more, &kind| {
        more.with(kind, here.count(kind).saturating_sub(there.count(kind)))
    });
    if more.is_empty() {
        return Bilingual::default();
    }
    both(
        format!(" (with {} more in hand)", sfen::write_hand(more)),
        format!("（持駒に{}が加わっている）", pieces(more)),
    )
}
