//! Questions about one problem: mates and failures are answered in the strict game, lengths in the
//! composed game. An answer of `None` means that a limit was reached first.

use crate::length::futile::Interpositions;
use crate::length::line::{self, Reader};
use crate::search::games::ForbiddenPositions;
use crate::search::session::Session;
use crate::search::{Search, Within};
use crate::shogi::{Hand, Move, Position};

/// The most nodes for a mate within a number of plies, before any mate is looked for.
const NEAR_NODES: u64 = 128_000;

/// Asks questions about a problem and the positions after its lines.
pub(crate) struct Inquiry<'s, 'a> {
    pub(crate) session: &'s mut Session<'a>,
    /// The problem itself.
    pub(crate) root: Position,
    reader: Reader,
}

impl<'s, 'a> Inquiry<'s, 'a> {
    pub(crate) fn new(session: &'s mut Session<'a>, interpositions: Interpositions) -> Self {
        let root = session.position().clone();
        Self {
            session,
            root,
            reader: Reader::new(interpositions),
        }
    }

    /// Returns the interpositions that count as futile.
    pub(crate) const fn interpositions(&self) -> Interpositions {
        self.reader.interpositions
    }

    /// Returns the position after a line.
    pub(crate) fn position(&self, line: &[Move]) -> Position {
        line::position_after(&self.root, line)
    }

    /// Asks a question with a limit of nodes. Returns the nodes spent as well.
    pub(crate) fn within<T>(&mut self, nodes: u64, ask: impl FnOnce(&mut Self) -> T) -> (T, u64) {
        let before = self.session.stats().nodes;
        let outer = self.session.narrow(nodes);
        let result = ask(self);
        self.session.widen(outer);
        (result, self.session.stats().nodes - before)
    }

    /// Works on these tasks, at the same time if there are several threads.
    pub(crate) fn side_by_side<T: Send, R: Send>(
        &mut self,
        tasks: Vec<T>,
        work: impl Fn(&mut Inquiry<'_, '_>, T) -> R + Sync,
    ) -> Vec<R> {
        let interpositions = self.interpositions();
        self.session.side_by_side(tasks, |session, task| {
            work(&mut Inquiry::new(session, interpositions), task)
        })
    }

    /// Asks a question in the composed game about the position after a line.
    fn composed<T>(
        &mut self,
        line: &[Move],
        ask: impl FnOnce(&mut Search<'_, '_>, &mut Reader) -> T,
    ) -> T {
        let (interpositions, reader) = (self.interpositions(), &mut self.reader);
        self.session.variant(&interpositions, |search| {
            search.after_line(line, |search| ask(search, reader))
        })
    }

    /// Returns whether there is a mate after a line, with a bound of its length.
    pub(crate) fn mate(&mut self, line: &[Move]) -> Option<Within> {
        self.session
            .strict(|search| search.after_line(line, Search::any_mate))
    }

    /// Answers [`Inquiry::mate`] after a check that nobody intended and that mostly does not mate. A mate
    /// within `plies` is looked for first, because a short mate is found sooner when it is asked for.
    pub(crate) fn mate_near(&mut self, line: &[Move], plies: u32, nodes: u64) -> Option<Within> {
        let near = self.within((nodes / 2).min(NEAR_NODES), |inquiry| {
            inquiry.session.strict(|search| {
                search.after_line(line, |search| {
                    search.expecting_no_mate(|search| search.mate_within(plies))
                })
            })
        });
        match near {
            (Some(mate @ Within::Mate(_)), _) => Some(mate),
            _ => self.session.strict(|search| {
                search.after_line(line, |search| search.expecting_no_mate(Search::any_mate))
            }),
        }
    }

    /// Returns whether there is a mate after a line that avoids these positions. A mate within `plies` is
    /// looked for first.
    pub(crate) fn mate_without(
        &mut self,
        line: &[Move],
        forbidden: &ForbiddenPositions,
        plies: u32,
    ) -> Option<bool> {
        let mut ask = |plies| {
            self.session.forbidding(forbidden, |search| {
                search.after_line(line, |search| search.mate_within(plies))
            })
        };
        Some(!ask(plies)?.is_no() || !ask(u32::MAX)?.is_no())
    }

    /// Returns a line of the strict game to a mate that avoids these positions, with a bound of its length.
    /// `None` if there is none, or if a limit was reached.
    pub(crate) fn line_without(
        &mut self,
        line: &[Move],
        forbidden: &ForbiddenPositions,
    ) -> Option<(u32, Vec<Move>)> {
        let (plies, found) = self.session.forbidding(forbidden, |search| {
            search.after_line(line, |search| match search.any_mate()? {
                Within::Mate(plies) => Some((plies, search.line(plies, false)?)),
                Within::No => None,
            })
        })?;
        Some((plies, without_loops(&self.position(line), found)))
    }

    /// Returns whether there is a mate within `plies` composed plies after a line.
    pub(crate) fn mate_within(&mut self, line: &[Move], plies: u32) -> Option<Within> {
        self.composed(line, |search, _| search.mate_within(plies))
    }

    /// Returns whether there is a mate after a line, with its composed length.
    pub(crate) fn mate_in(&mut self, line: &[Move]) -> Option<Within> {
        match self.mate(line)? {
            Within::Mate(bound) => self.length(line, bound).map(Within::Mate),
            Within::No => Some(Within::No),
        }
    }

    /// Returns the composed length after a line, if it is at most `at_most`.
    pub(crate) fn length(&mut self, line: &[Move], at_most: u32) -> Option<u32> {
        self.composed(line, |search, _| search.shortest_mate(at_most))
    }

    /// Returns some line of best play after a line, in a position that is mate in exactly `plies`.
    pub(crate) fn any_line(&mut self, line: &[Move], plies: u32) -> Option<Vec<Move>> {
        self.composed(line, |search, reader| {
            reader.interpositions.any_line(search, plies)
        })
    }

    /// Returns a line of the strict game to a mate of at most `at_most` plies.
    pub(crate) fn strict_line(&mut self, line: &[Move], at_most: u32) -> Option<Vec<Move>> {
        let found = self
            .session
            .strict(|search| search.after_line(line, |search| search.line(at_most, false)))?;
        Some(without_loops(&self.position(line), found))
    }

    /// Returns the leftover of best play after a line, in a position that is mate in exactly
    /// `plies`.
    pub(crate) fn leftover(&mut self, line: &[Move], plies: u32) -> Option<Hand> {
        self.composed(line, |search, reader| reader.leftover(search, plies))
    }

    /// Returns whether best play after a line leaves nothing over, in a position that is mate in
    /// exactly `plies`.
    pub(crate) fn leaves_nothing(&mut self, line: &[Move], plies: u32) -> Option<bool> {
        Some(self.leftover(line, plies)?.is_empty())
    }

    /// Returns the line of best play by custom after a line whose leftover has been asked for.
    pub(crate) fn follow(&self, line: &[Move]) -> Vec<Move> {
        self.reader.follow(&self.position(line))
    }

    /// Returns the same line, but with a last move that leaves nothing over, if there is one.
    pub(crate) fn with_another_last_move(&self, line: &[Move]) -> Option<Vec<Move>> {
        self.reader.with_another_last_move(&self.position(line))
    }

    /// Returns whether a move keeps to the length after a line, in a position that is mate in
    /// exactly `plies`: a check that mates in time, or a reply that lasts as long and is not
    /// futile.
    pub(crate) fn is_optimal(&mut self, line: &[Move], mv: Move, plies: u32) -> Option<bool> {
        self.composed(line, |search, reader| {
            reader.interpositions.is_optimal(search, mv, plies)
        })
    }

    /// Returns all moves that keep to the length after a line, in a position that is mate in exactly
    /// `plies`.
    pub(crate) fn optimal_moves(&mut self, line: &[Move], plies: u32) -> Option<Vec<Move>> {
        let mut optimal = Vec::new();
        for mv in self.moves(line) {
            if self.is_optimal(line, mv, plies)? {
                optimal.push(mv);
            }
        }
        Some(optimal)
    }

    /// Returns all replies that last longest after a line, in a position that is mate in exactly
    /// `plies`.
    pub(crate) fn longest_replies(&mut self, line: &[Move], plies: u32) -> Option<Vec<Move>> {
        self.optimal_moves(line, plies)
    }

    /// Returns the defender's best replies after a line, in a position that is mate in exactly
    /// `plies`: the longest ones that leave nothing over, or all the longest if each leaves
    /// something.
    pub(crate) fn best_replies(&mut self, line: &[Move], plies: u32) -> Option<Vec<Move>> {
        let longest = self.longest_replies(line, plies)?;
        if longest.len() < 2 {
            return Some(longest);
        }
        let mut best = Vec::new();
        for &reply in &longest {
            if self.leaves_nothing(&with(line, reply), plies - 1)? {
                best.push(reply);
            }
        }
        Some(if best.is_empty() { longest } else { best })
    }

    /// Returns the moves after a line in the order of custom.
    pub(crate) fn moves(&self, line: &[Move]) -> Vec<Move> {
        line::in_order(&self.position(line))
    }
}

/// Returns a line with one more move.
pub(crate) fn with(line: &[Move], mv: Move) -> Vec<Move> {
    let mut longer = line.to_vec();
    longer.push(mv);
    longer
}

/// Removes the moves between two visits of the same position. A line can come back to a position if bounds
/// of lengths improve while it is read.
fn without_loops(start: &Position, line: Vec<Move>) -> Vec<Move> {
    let mut position = start.clone();
    let mut names = vec![line::name(&position)];
    let mut moves: Vec<Move> = Vec::new();
    for mv in line {
        position.make(mv);
        moves.push(mv);
        let name = line::name(&position);
        if let Some(ply) = names.iter().position(|&known| known == name) {
            names.truncate(ply);
            moves.truncate(ply);
        }
        names.push(name);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::{Color, Piece, PieceKind, Setup, Square};

    #[test]
    fn a_loop_is_cut_out_of_a_line() {
        let at = |file, rank| Square::new(file, rank);
        let mut setup = Setup::empty();
        setup.board[at(0, 0).index()] = Some(Piece::new(Color::White, PieceKind::King));
        setup.board[at(0, 4).index()] = Some(Piece::new(Color::Black, PieceKind::Rook));
        let step =
            |from: (u8, u8), to: (u8, u8)| Move::board(at(from.0, from.1), at(to.0, to.1), false);
        let round = [
            step((0, 4), (0, 5)),
            step((0, 0), (1, 0)),
            step((0, 5), (0, 4)),
            step((1, 0), (0, 0)),
        ];
        let end = step((0, 4), (0, 3));
        let start = Position::new(&setup);
        let looped: Vec<Move> = round.into_iter().chain([end]).collect();
        assert_eq!(without_loops(&start, looped), [end]);
        assert_eq!(without_loops(&start, vec![end]), [end]);
        assert_eq!(without_loops(&start, round.to_vec()), []);
    }
}
