//! The one place where boards and moves are turned by 180°.
//!
//! The search knows only Black as the attacker. If White attacks in the given diagram, a question is
//! turned on the way in and its answer on the way out. A second turn undoes the first.

use super::brinkmate;
use super::event::{Event, Listener};
use super::problem::Problem;
use super::repair::{self, Edit};
use crate::certificate::{ComposedEntry, Entry};
use crate::finding::verdict::{Detail, Finding, Judgement, OpenQuestion, Rejoin, Unresolved};
use crate::length::composed::{Composed, Study};
use crate::length::explain::{Explanation, Explanations};
use crate::length::proof::Proof;
use crate::length::reading::Reading;
use crate::length::refutation::{Outcome, Refutation};
use crate::length::variations::{Defence, Turn};
use crate::question::{Attempt, Author, Question, Questions};
use crate::search::session::Session;
use crate::search::{Limits, Progress, Solution, Solver, Stats, Uncertified};
use crate::shogi::{Color, Move, Piece, Position, Setup, Square};

/// A value with moves, squares or sides, which can be turned by 180° with the board.
pub(super) trait TurnRound {
    /// Turns it by 180°.
    fn turn_round(&mut self);
}

impl Problem {
    /// Returns the position to search, in which Black attacks.
    pub(super) fn position(&self) -> Position {
        Position::new(self.normalised())
    }

    /// Turns a part of a question to the board on which Black attacks.
    pub(super) fn for_black<T: TurnRound>(&self, given: T) -> T {
        self.as_given(given)
    }

    /// Turns a part of an answer to the given board.
    pub(super) fn as_given<T: TurnRound>(&self, mut found: T) -> T {
        if self.attacker() == Color::White {
            found.turn_round();
        }
        found
    }

    /// Does some work in a new session of the solver. Progress and result are turned to the given board.
    pub(super) fn session<T: TurnRound + Send>(
        &self,
        solver: &mut Solver,
        limits: &Limits,
        observer: &mut (dyn FnMut(&Progress) + Send),
        work: impl FnOnce(&mut Session<'_>) -> T + Send,
    ) -> T {
        let observer = &mut self.observed(observer);
        self.as_given(solver.session(&self.position(), limits, observer, work))
    }

    /// Does some work like [`Self::session`], but keeps what the solver knows, if this was its last
    /// problem.
    pub(super) fn go_on<T: TurnRound + Send>(
        &self,
        solver: &mut Solver,
        limits: &Limits,
        observer: &mut (dyn FnMut(&Progress) + Send),
        work: impl FnOnce(&mut Session<'_>) -> T + Send,
    ) -> T {
        let observer = &mut self.observed(observer);
        self.as_given(solver.go_on(&self.position(), limits, observer, work))
    }

    fn observed<'a>(
        &'a self,
        observer: &'a mut (dyn FnMut(&Progress) + Send),
    ) -> impl FnMut(&Progress) + Send + 'a {
        move |progress| observer(&self.as_given(progress.clone()))
    }

    /// Passes an event on to a listener, turned to the given board.
    pub(super) fn tell(&self, listener: Listener<'_>, event: &Event<'_>) {
        match *event {
            Event::FirstMate { plies, line } => {
                let line = &self.as_given(line.to_vec())[..];
                listener.tell(&Event::FirstMate { plies, line });
            }
            Event::Line { moves, leftover } => {
                let moves = &self.as_given(moves.to_vec())[..];
                listener.tell(&Event::Line { moves, leftover });
            }
            Event::Found(found) => listener.tell(&Event::Found(&self.as_given(found.clone()))),
            Event::Length(_) | Event::Checks { .. } | Event::StrictLength(_) => {
                listener.tell(event);
            }
        }
    }
}

impl TurnRound for Move {
    fn turn_round(&mut self) {
        *self = self.rotate();
    }
}

impl TurnRound for Square {
    fn turn_round(&mut self) {
        *self = self.rotate();
    }
}

impl TurnRound for Piece {
    fn turn_round(&mut self) {
        *self = self.flip();
    }
}

impl TurnRound for Setup {
    fn turn_round(&mut self) {
        *self = self.rotate();
    }
}

impl TurnRound for Entry {
    fn turn_round(&mut self) {
        *self = self.rotate();
    }
}

impl TurnRound for ComposedEntry {
    fn turn_round(&mut self) {
        *self = self.rotate();
    }
}

impl<T: TurnRound> TurnRound for Vec<T> {
    fn turn_round(&mut self) {
        self.iter_mut().for_each(T::turn_round);
    }
}

impl<T: TurnRound> TurnRound for Option<T> {
    fn turn_round(&mut self) {
        self.iter_mut().for_each(T::turn_round);
    }
}

impl<A: TurnRound, B: TurnRound> TurnRound for (A, B) {
    fn turn_round(&mut self) {
        self.0.turn_round();
        self.1.turn_round();
    }
}

impl<T: TurnRound, E: TurnRound> TurnRound for Result<T, E> {
    fn turn_round(&mut self) {
        match self {
            Ok(found) => found.turn_round(),
            Err(error) => error.turn_round(),
        }
    }
}

/// A number has no side. This allows pairs of a number and something that turns.
impl TurnRound for u32 {
    fn turn_round(&mut self) {}
}

/// Implements [`TurnRound`] by turning these fields of a type. Its other fields have no moves, squares
/// or sides.
macro_rules! turn_fields {
    ($($type:ty: $($field:ident)*;)*) => {
        $(impl TurnRound for $type {
            fn turn_round(&mut self) {
                $(self.$field.turn_round();)*
            }
        })*
    };
}

turn_fields! {
    Author: line;
    Attempt: moves;
    Questions: attempts;
    Question: author further;

    Progress: line path;
    Stats:;
    Proof: entries composed brinkmates;
    Solution: line;
    Reading: line;
    Composed: reading strict study;
    Turn: defences set_aside open;
    Defence: reading turns;
    Explanations: interpositions open;
    Explanation: mv capture;
    Refutation: line;
    Study: variations explanations attempts refutation;
    Finding: before line authors_move detail back;
    Rejoin: solution;
    OpenQuestion: square;
    Unresolved: before mv;
    Judgement: composed findings unresolved open_questions idle_together refuted;

    brinkmate::Solution: mate first_moves line ending partial;
    brinkmate::PlainMate: line;
    brinkmate::Partial: mv counter_checks;
    brinkmate::Threat: threat defences groups;
    brinkmate::Defence: mv outcome;
    brinkmate::Group: defences line;

    repair::Allowed: squares fixed;
    repair::Request: line allowed;
    repair::Version: edits before setup;
    repair::Repaired: version line judgement;
    repair::Miss: version removed made left;
    repair::Outcome: original line found misses;
}

impl TurnRound for Detail {
    fn turn_round(&mut self) {
        if let Self::On(square) = self {
            square.turn_round();
        }
    }
}

impl TurnRound for Outcome {
    fn turn_round(&mut self) {
        match self {
            Self::Mate { reading, .. } => reading.turn_round(),
            Self::Fails(refutation) => refutation.turn_round(),
            Self::Unknown(_) => {}
        }
    }
}

impl TurnRound for brinkmate::Outcome {
    fn turn_round(&mut self) {
        if let Self::Mated(line) = self {
            line.turn_round();
        }
    }
}

impl TurnRound for Uncertified {
    fn turn_round(&mut self) {
        if let Self::Contradiction(setup) = self {
            setup.turn_round();
        }
    }
}

impl TurnRound for Edit {
    fn turn_round(&mut self) {
        match self {
            Self::Add { piece, square } | Self::Remove { piece, square } => {
                piece.turn_round();
                square.turn_round();
            }
            Self::Move { piece, from, to } => {
                piece.turn_round();
                from.turn_round();
                to.turn_round();
            }
            Self::Swap { square, old, new } => {
                square.turn_round();
                old.turn_round();
                new.turn_round();
            }
            Self::Side { square, old } => {
                square.turn_round();
                old.turn_round();
            }
            Self::Hand { color, .. } => *color = color.flip(),
            Self::Shift { files, ranks } => (*files, *ranks) = (-*files, -*ranks),
        }
    }
}
