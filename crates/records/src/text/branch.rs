//! Finds the move that a branch (`変化：5手`) replaces.
//!
//! Programs write the branches of a line after it, the last one first. So a branch belongs to the line above it.
//! Some programs write the first branch first; then it belongs to the main line. A branch that fits neither line
//! is left out, and the other parts of the record are kept.

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
    /// Begins a branch. `rest` is the text of its line after 変化, `below` the text after the line.
    pub fn begin_branch(&mut self, line: Line<'_>, rest: &str, below: &str) {
        let tree = &self.growing.record.tree;
        let last = self.growing.at;
        if self.main_line.is_empty() {
            let mut nodes = vec![last];
            let mut node = last;
            while node != 0 {
                node = tree.node(node).parent;
                nodes.push(node);
            }
            nodes.reverse();
            self.main_line = nodes;
        }
        let digits = rest.trim_start_matches(['：', ':', ' ', '　']).chars();
        let digits: String = digits.take_while(|&c| digit(c).is_some()).collect();
        let Some(ply) = number_of_move(&digits) else {
            self.leave_out(RecordError::new(Kind::NoPly, line.span()));
            return;
        };
        let before = ply.checked_sub(1);
        // A branch cannot replace the move at which the main line is broken: it would continue that line.
        let can_be_left =
            |node: &NodeId| self.places.broken.is_none() || self.main_line.last() != Some(node);
        let of_main = before.and_then(|ply| self.main_line.get(ply).copied());
        let of_main = of_main.filter(can_be_left);
        let of_line_above = before.and_then(|ply| tree.ancestor(last, ply));
        let of_line_above = of_line_above.filter(can_be_left);
        let node = match (of_line_above, of_main) {
            (Some(above), Some(main)) if above != main => self.better_origin(above, main, below),
            (Some(node), _) | (None, Some(node)) => node,
            (None, None) => {
                self.leave_out(RecordError::new(Kind::NoSuchPly(ply), line.span()));
                return;
            }
        };
        self.leaves_out = false;
        self.growing.go_to(node, &mut self.diagrams);
    }

    /// Returns the one of two nodes from which more moves of the branch in the text below are legal.
    fn better_origin(&mut self, above: NodeId, main: NodeId, below: &str) -> NodeId {
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
        // The mark `+` of a move announces a branch. In the usual order the main line would have its branch
        // already, so an announced one that is missing must be this.
        match &record.tree.node(main).children[..] {
            [child] if self.marked_nodes.contains(child) => main,
            _ => above,
        }
    }

    /// Reads a line of moves.
    ///
    /// # Errors
    /// At the first move that cannot be read or played.
    pub fn play_line(&mut self, line: Line<'_>, token: &Token<'_>) -> Result<(), RecordError> {
        match token {
            Token::Move => self.play_numbered(line),
            Token::Moves(moves) if super::token::is_bare_move(*moves) => self.play_bare(*moves),
            Token::Moves(moves) => self.play_free(*moves),
            _ => Ok(()),
        }
    }

    /// Reads a line of moves. After a mistake, the moves up to the next branch are left out.
    ///
    /// # Errors
    /// If branches are nested too deep.
    pub fn play_line_or_leave_out(
        &mut self,
        line: Line<'_>,
        token: &Token<'_>,
    ) -> Result<(), RecordError> {
        match self.play_line(line, token) {
            Err(error) if matches!(error.kind, Kind::Move(_)) => {
                self.leave_out(error);
                Ok(())
            }
            result => result,
        }
    }
}

/// Reads the number of a move. One that is too large becomes the largest number.
fn number_of_move(digits: &str) -> Option<usize> {
    let values = digits.chars().filter_map(digit);
    let number = values.fold(0_usize, |number, value| {
        number.saturating_mul(10).saturating_add(value as usize)
    });
    (!digits.is_empty()).then_some(number)
}

/// Returns how many moves of the branch at the beginning of a text are legal from a diagram. `previous` is the
/// move that led to it.
fn legal_moves(setup: Setup, previous: Option<Move>, text: &str) -> usize {
    let mut position = Position::new(&setup);
    let mut record = Record::new(setup);
    record.tree.node_mut(0).mv = previous;
    let mut player = Player::new(record, Places::default());
    for line in lines(text) {
        let read = token(line, true);
        if matches!(read, Token::Branch(_)) || player.play_line(line, &read).is_err() {
            break;
        }
    }
    let mut count = 0;
    for mv in player.growing.record.tree.main_line() {
        if !position.legal_moves().contains(&mv) {
            break;
        }
        position.make(mv);
        count += 1;
    }
    count
}
