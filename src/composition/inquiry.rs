//! Questions about one problem, asked of whichever game answers them: mates and failures of the
//! strict game, lengths of the composed game. An answer of `None` means that a limit came first.

use super::futile::Interpositions;
use super::line::{self, Known};
use crate::search::games::ForbiddenPositions;
use crate::search::session::Session;
use crate::search::{Search, Within};
use crate::shogi::{Color, Hand, Move, Position};

/// A problem under inquiry.
pub(super) struct Inquiry<'s, 'a> {
    pub(super) session: &'s mut Session<'a>,
    pub(super) interpositions: Interpositions,
    /// The problem itself.
    pub(super) root: Position,
    known: Known,
}

impl<'s, 'a> Inquiry<'s, 'a> {
    pub(super) fn new(session: &'s mut Session<'a>, interpositions: Interpositions) -> Self {
        let root = session.position().clone();
        Self {
            session,
            interpositions,
            root,
            known: Known::default(),
        }
    }

    /// The position after a line.
    pub(super) fn position(&self, line: &[Move]) -> Position {
        line::position_after(&self.root, line)
    }

    /// Asks something that may cost so many nodes and no more. Returns what it has cost, too.
    pub(super) fn within<T>(&mut self, nodes: u64, ask: impl FnOnce(&mut Self) -> T) -> (T, u64) {
        let before = self.session.stats().nodes;
        let outer = self.session.narrow(nodes);
        let result = ask(self);
        self.session.widen(outer);
        (result, self.session.stats().nodes - before)
    }

    /// Works on these tasks, side by side if there are several threads.
    pub(super) fn side_by_side<T: Send, R: Send>(
        &mut self,
        tasks: Vec<T>,
        work: impl Fn(&mut Inquiry<'_, '_>, T) -> R + Sync,
    ) -> Vec<R> {
        let interpositions = self.interpositions;
        self.session.side_by_side(tasks, |session, task| {
            work(&mut Inquiry::new(session, interpositions), task)
        })
    }

    fn composed<T>(
        &mut self,
        line: &[Move],
        ask: impl FnOnce(&mut Search<'_, '_>, Interpositions, &mut Known) -> T,
    ) -> T {
        let (interpositions, known) = (self.interpositions, &mut self.known);
        self.session.variant(&interpositions, |search| {
            search.along(line, |search| ask(search, interpositions, known))
        })
    }

    /// Whether there is a mate at all after a line, and a bound of its length.
    pub(super) fn mate(&mut self, line: &[Move]) -> Option<Within> {
        self.session
            .strict(|search| search.along(line, Search::any_mate))
    }

    /// As [`Inquiry::mate`], where about so many plies are likely: a short mate is found sooner when
    /// it is asked for.
    pub(super) fn mate_near(&mut self, line: &[Move], plies: u32, nodes: u64) -> Option<Within> {
        let near = self.within(nodes / 2, |inquiry| {
            inquiry
                .session
                .strict(|search| search.along(line, |search| search.mate_within(plies)))
        });
        match near {
            (Some(mate @ Within::Mate(_)), _) => Some(mate),
            _ => self.mate(line),
        }
    }

    /// Whether there is a mate after a line that does not come to these positions. About so many
    /// plies are likely.
    pub(super) fn mate_without(
        &mut self,
        line: &[Move],
        forbidden: &ForbiddenPositions,
        plies: u32,
    ) -> Option<bool> {
        let mut ask = |plies| {
            self.session.forbidding(forbidden, |search| {
                search.along(line, |search| search.mate_within(plies))
            })
        };
        Some(!ask(plies)?.is_no() || !ask(u32::MAX)?.is_no())
    }

    /// Whether there is a mate within so many composed plies after a line.
    pub(super) fn mate_within(&mut self, line: &[Move], plies: u32) -> Option<Within> {
        self.composed(line, |search, _, _| search.mate_within(plies))
    }

    /// The composed length after a line, at most so many plies.
    pub(super) fn length(&mut self, line: &[Move], at_most: u32) -> Option<u32> {
        self.composed(line, |search, _, _| search.shortest_mate(at_most))
    }

    /// Some line of optimal play after a line, where it is mate in exactly so many plies.
    pub(super) fn any_line(&mut self, line: &[Move], plies: u32) -> Option<Vec<Move>> {
        self.composed(line, |search, interpositions, _| {
            line::any(search, interpositions, plies)
        })
    }

    /// A line of the strict game to a mate of at most so many plies.
    pub(super) fn strict_line(&mut self, line: &[Move], at_most: u32) -> Option<Vec<Move>> {
        let found = self
            .session
            .strict(|search| search.along(line, |search| search.line(at_most, false)))?;
        Some(without_loops(&self.position(line), found))
    }

    /// What optimal play after a line leaves in hand, where it is mate in exactly so many plies.
    pub(super) fn leftover(&mut self, line: &[Move], plies: u32) -> Option<Hand> {
        self.composed(line, |search, interpositions, known| {
            Some(line::worth(search, interpositions, plies, known)?.leftover)
        })
    }

    /// Whether optimal play after a line leaves nothing in hand, where it is mate in exactly so many
    /// plies.
    pub(super) fn leaves_nothing(&mut self, line: &[Move], plies: u32) -> Option<bool> {
        Some(self.leftover(line, plies)?.is_empty())
    }

    /// The line of optimal play by custom after a line, of which the leftover has been asked for.
    pub(super) fn follow(&self, line: &[Move]) -> Vec<Move> {
        line::follow(&self.position(line), &self.known)
    }

    /// Whether a move keeps to the length after a line, where it is mate in exactly so many plies:
    /// a check that mates in time, a reply that lasts as long and is not futile.
    pub(super) fn is_optimal(&mut self, line: &[Move], mv: Move, plies: u32) -> Option<bool> {
        self.composed(line, |search, interpositions, _| {
            let attack = search.position().turn() == Color::Black;
            line::is_optimal(search, interpositions, mv, plies, attack)
        })
    }

    /// All replies that last longest after a line, where it is mate in exactly so many plies.
    pub(super) fn longest_replies(&mut self, line: &[Move], plies: u32) -> Option<Vec<Move>> {
        let mut longest = Vec::new();
        for mv in line::in_order(&self.position(line), false) {
            if self.is_optimal(line, mv, plies)? {
                longest.push(mv);
            }
        }
        Some(longest)
    }

    /// The moves after a line in the order of custom.
    pub(super) fn moves(&self, line: &[Move]) -> Vec<Move> {
        let position = self.position(line);
        line::in_order(&position, position.turn() == Color::Black)
    }
}

/// A line with one move more.
pub(super) fn with(line: &[Move], mv: Move) -> Vec<Move> {
    let mut longer = line.to_vec();
    longer.push(mv);
    longer
}

/// A line without the moves between two visits of the same position. Bounds of lengths that get
/// shorter while a line is read can make it go round once.
fn without_loops(start: &Position, line: Vec<Move>) -> Vec<Move> {
    let mut position = start.clone();
    let mut names = vec![line::name(&position)];
    let mut kept: Vec<Move> = Vec::new();
    for mv in line {
        position.make(mv);
        kept.push(mv);
        let name = line::name(&position);
        if let Some(at) = names.iter().position(|&known| known == name) {
            names.truncate(at);
            kept.truncate(at);
        }
        names.push(name);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::{Piece, PieceKind, Setup, Square};

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
