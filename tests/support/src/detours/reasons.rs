//! The reasons of a verdict, in words.

use super::lengths::{Reply, Search};
use super::rule::{Set, Turn, Verdict};
use tsume::notation::usi::{write_line, write_move};
use tsume::shogi::Move;
use tsume::verify::{Board, rules};

impl Turn<'_> {
    /// Tells what a verdict rests on: for a cook, the longest replies and an answer to each that keeps
    /// out of the set; for a detour, the longest replies on the way back.
    pub fn reasons(&mut self, verdict: &Verdict, after: &Board, rest: u32) -> Search<Vec<String>> {
        let mut reasons = Vec::new();
        if let Some((line, back_at)) = &verdict.back {
            let mut board = after.clone();
            for (number, &mv) in line.iter().enumerate().skip(1) {
                if number % 2 == 1 {
                    let replies = self.lengths.longest(&board, rest + verdict.extra)?;
                    reasons.push(tell_replies(&replies.unwrap_or_default()));
                }
                board = board.play(mv);
            }
            let (line, back_at) = (write_line(line), write_line(back_at));
            reasons.push(format!("{line} is back at [{back_at}]"));
        } else {
            let set = self.apart();
            self.tell(set, after, rest + verdict.extra, "", &mut reasons)?;
        }
        Ok(reasons)
    }

    /// Tells how a set is avoided from a turn of the defender on.
    fn tell(&mut self, set: Set, board: &Board, bound: u32, indent: &str, reasons: &mut Vec<String>) -> Search<()> {
        let replies = self.lengths.longest(board, bound)?.unwrap_or_default();
        for reply in replies {
            let mut answer = None;
            for (mv, after) in rules::checks(&reply.board) {
                let length = self.lengths.defend(&after, bound - 2)?;
                let is_better =
                    |best: &Option<(u32, Move, Board)>| best.as_ref().is_none_or(|best| length < Some(best.0));
                if let Some(length) = length
                    && is_better(&answer)
                    && self.defend(set, &after, bound - 2)?
                {
                    answer = Some((length, mv, after));
                }
            }
            let (length, mv, after) = answer.expect("the set is avoided");
            let (there, here) = (write_move(reply.mv), write_move(mv));
            reasons.push(format!("{indent}{there} ({}) {here} ({length})", reply.length));
            self.tell(set, &after, bound - 2, &format!("{indent}  "), reasons)?;
        }
        Ok(())
    }
}

fn tell_replies(replies: &[Reply]) -> String {
    let moves: Vec<Move> = replies.iter().map(|it| it.mv).collect();
    let length = replies.first().map_or(0, |it| it.length);
    format!("longest ({length}): {}", write_line(&moves))
}
