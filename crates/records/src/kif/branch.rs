//! The places of branches: `変化：5手`.
//!
//! The branches of a line follow it, the last first, so that a branch leaves the line above it. Some
//! programs write the first branch first; then it leaves the main line. A branch that fits neither
//! line is left out, and the rest of the record is kept.

use super::parting::{LineKind, kind};
use super::read::KifReader;
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::growing::GrowingRecord;
use crate::lines::{Line, lines};
use crate::notation::digits::digit;
use crate::shogi::{Move, Position, Setup};
use crate::{NodeId, Record};

impl KifReader {
    /// Begins a branch, given the rest of its line and the text below.
    pub(super) fn branch(&mut self, line: Line<'_>, rest: &str, below: &str) {
        let Some(GrowingRecord { record, at, .. }) = &self.moving else {
            return;
        };
        if self.main.is_empty() {
            let mut main = vec![*at];
            while let Some(&last) = main.last().filter(|&&it| it != 0) {
                main.push(record.tree.node(last).parent);
            }
            main.reverse();
            self.main = main;
        }
        let digits: String = rest
            .trim_start_matches(['：', ':', ' ', '　'])
            .chars()
            .take_while(|&c| digit(c).is_some())
            .collect();
        let Some(ply) = number_of_move(&digits) else {
            self.leave_out(RecordError::new(Kind::NoPly, line.span()));
            return;
        };
        let before = ply.checked_sub(1);
        // The move that a branch replaces may be the one at which the main line is broken. A branch is never
        // the main line.
        let is_replaced =
            |node: &NodeId| self.places.broken.is_none() || self.main.last() != Some(node);
        let of_main = before.and_then(|ply| self.main.get(ply).copied());
        let of_main = of_main.filter(is_replaced);
        let of_line_above = before.and_then(|ply| record.tree.ancestor(*at, ply));
        let of_line_above = of_line_above.filter(is_replaced);
        let node = match (of_line_above, of_main) {
            (Some(above), Some(main)) if above != main => self.fitting(above, main, below),
            (Some(node), _) | (None, Some(node)) => node,
            (None, None) => {
                let error = RecordError::new(Kind::NoSuchPly(ply), line.span());
                self.leave_out(error);
                return;
            }
        };
        self.leaves_out = false;
        if let Some(growing) = &mut self.moving {
            growing.go_to(node, &mut self.diagrams);
        }
    }

    /// Returns the one of two nodes that the branch in the text below leaves.
    fn fitting(&mut self, above: NodeId, main: NodeId, below: &str) -> NodeId {
        let Some(GrowingRecord { record, .. }) = &self.moving else {
            return above;
        };
        let mut legal_moves = |node| {
            let setup = self.diagrams.at(record, node);
            legal_moves(setup, record.tree.node(node).mv, below)
        };
        let (after_above, after_main) = (legal_moves(above), legal_moves(main));
        if after_above != after_main {
            return if after_above > after_main {
                above
            } else {
                main
            };
        }
        // A move with a mark whose branch has not come yet. If branches are written in the usual
        // order, all of the main line have come before those of other branches.
        match &record.tree.node(main).children[..] {
            [child] if self.marked.contains(child) => main,
            _ => above,
        }
    }

    /// Reads a line of moves.
    pub(super) fn moves(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        match kind(line) {
            LineKind::Move => self.numbered(line),
            LineKind::BareMoves => self.bare(line),
            _ => self.relative(line),
        }
    }

    /// Leaves out the rest of a line from a move on that cannot be read or played. Other errors remain.
    pub(super) fn unless_in_line(
        &mut self,
        read: Result<(), RecordError>,
    ) -> Result<(), RecordError> {
        match read {
            Err(error) if matches!(error.kind, Kind::Move(_) | Kind::UnknownLine) => {
                self.leave_out(error);
                Ok(())
            }
            read => read,
        }
    }

    /// Leaves out the rest of the line, and keeps the reason.
    fn leave_out(&mut self, error: RecordError) {
        if self.main.is_empty() {
            self.places.broken = Some(error);
        } else {
            self.places.left_out.push(error);
        }
        self.leaves_out = true;
    }
}

/// Reads the number of a move. One that is too large for any record stays so.
fn number_of_move(digits: &str) -> Option<usize> {
    let values = digits.chars().filter_map(digit);
    let number = values.fold(0_usize, |number, value| {
        number.saturating_mul(10).saturating_add(value as usize)
    });
    (!digits.is_empty()).then_some(number)
}

/// Returns how many moves of a branch, which begins a text, are legal after a diagram and the move
/// before it.
fn legal_moves(setup: Setup, previous: Option<Move>, text: &str) -> usize {
    let mut position = Position::new(&setup);
    let mut record = Record::new(setup);
    record.tree.node_mut(0).mv = previous;
    let mut reader = KifReader::default();
    reader.moving = Some(GrowingRecord::new(record));
    for line in lines(text) {
        let is_readable = match kind(line) {
            LineKind::Branch(_) => break,
            LineKind::Move | LineKind::Moves | LineKind::BareMoves => reader.moves(line).is_ok(),
            _ => true,
        };
        if !is_readable {
            break;
        }
    }
    let Some(growing) = reader.moving else {
        return 0;
    };
    let moves = growing.record.tree.main_line();
    let legal = moves.iter().take_while(|&&mv| {
        let is_legal = position.legal_moves().contains(&mv);
        if is_legal {
            position.make(mv);
        }
        is_legal
    });
    legal.count()
}
