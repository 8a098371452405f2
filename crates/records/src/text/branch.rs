//! The places of branches: `変化：5手`.
//!
//! The branches of a line follow it, the last first, so that a branch leaves the line above it. Some
//! programs write the first branch first; then it leaves the main line. A branch that fits neither
//! line is left out, and the rest of the record is kept.

use super::player::Player;
use super::token::{Token, token};
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::lines::{Line, lines};
use crate::notation::digits::digit;
use crate::part::Places;
use crate::record::Record;
use crate::shogi::{Move, Position, Setup};
use crate::tree::NodeId;

impl Player {
    /// Begins a branch, given the rest of its line and the text below.
    pub fn branch(&mut self, line: Line<'_>, rest: &str, below: &str) {
        let tree = &self.growing.record.tree;
        let at = self.growing.at;
        if self.main.is_empty() {
            let mut main = vec![at];
            while let Some(&last) = main.last().filter(|&&it| it != 0) {
                main.push(tree.node(last).parent);
            }
            main.reverse();
            self.main = main;
        }
        let digits = rest.trim_start_matches(['：', ':', ' ', '　']).chars();
        let digits: String = digits.take_while(|&c| digit(c).is_some()).collect();
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
        let of_line_above = before.and_then(|ply| tree.ancestor(at, ply));
        let of_line_above = of_line_above.filter(is_replaced);
        let node = match (of_line_above, of_main) {
            (Some(above), Some(main)) if above != main => self.fitting(above, main, below),
            (Some(node), _) | (None, Some(node)) => node,
            (None, None) => {
                self.leave_out(RecordError::new(Kind::NoSuchPly(ply), line.span()));
                return;
            }
        };
        self.leaves_out = false;
        self.growing.go_to(node, &mut self.diagrams);
    }

    /// Returns the one of two nodes that the branch in the text below leaves.
    fn fitting(&mut self, above: NodeId, main: NodeId, below: &str) -> NodeId {
        let record = &self.growing.record;
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
    ///
    /// # Errors
    /// At the first move that cannot be read or played.
    pub fn moves(&mut self, line: Line<'_>, read: &Token<'_>) -> Result<(), RecordError> {
        match read {
            Token::Move => self.numbered(line),
            Token::Moves(moves) if super::token::is_bare(*moves) => self.bare(*moves),
            Token::Moves(moves) => self.free(*moves),
            _ => Ok(()),
        }
    }

    /// Reads a line of moves, and leaves out the rest of the line of play after a mistake.
    ///
    /// # Errors
    /// If branches are nested too deep.
    pub fn moves_or_leave_out(
        &mut self,
        line: Line<'_>,
        read: &Token<'_>,
    ) -> Result<(), RecordError> {
        match self.moves(line, read) {
            Err(error) if matches!(error.kind, Kind::Move(_)) => {
                self.leave_out(error);
                Ok(())
            }
            read => read,
        }
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
    let mut player = Player::new(record, Places::default());
    for line in lines(text) {
        let read = token(line, true);
        if matches!(read, Token::Branch(_)) || player.moves(line, &read).is_err() {
            break;
        }
    }
    let moves = player.growing.record.tree.main_line();
    let legal = moves.iter().take_while(|&&mv| {
        let is_legal = position.legal_moves().contains(&mv);
        if is_legal {
            position.make(mv);
        }
        is_legal
    });
    legal.count()
}
