//! A legal problem: who attacks, what the defender holds, and the board turned so that the
//! attacker is Black.
//!
//! Rules: the attacker is decided by the kings and the side to move as in the table at
//! [`AttackerRule::Auto`]; a defender whose hand nobody stated holds every piece that is neither
//! on the board nor in the attacker's hand, kings excepted (残り駒全部). The attacker's king may be
//! absent, and none is invented.

use crate::shogi::{Color, Hand, Move, Setup, Square, setup::SetupProblem};

/// How the attacker (攻方) is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AttackerRule {
    /// From the diagram:
    ///
    /// | king of the side to move | in check | king of the other side | attacker |
    /// |---|---|---|---|
    /// | absent | – | present | side to move |
    /// | present | yes | absent | other side (the defender is to move) |
    /// | present | no | present | side to move |
    /// | present | yes | present | side to move (双玉; see [`ProblemNote::AttackerInCheck`]) |
    /// | any | no | absent | an error: nothing to mate |
    #[default]
    Auto,
    /// Black attacks, whoever is to move.
    Black,
    /// White attacks, whoever is to move.
    White,
}

/// What the defender (受方) holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DefenderHandRule {
    /// A stated hand is believed; where none is stated, the rest of the set of 40.
    #[default]
    Auto,
    /// What the diagram says, even if that is nothing.
    Given,
    /// The rest of the set of 40, whatever the diagram says.
    Rest,
}

/// Something worth telling about how a diagram was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemNote {
    /// The defender's hand was not taken from the diagram; it holds these.
    DefenderHandFilledIn(Hand),
    /// These pieces of a set of 40 are nowhere.
    PiecesMissing(Hand),
    /// Both kings stand on the board and the side to move is in check: it was taken for the
    /// attacker, but the diagram could also mean a defender to move.
    AttackerInCheck,
}

/// A diagram that is a legal problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    setup: Setup,
    normalised: Setup,
    attacker: Color,
    notes: Vec<ProblemNote>,
}

impl Problem {
    /// Decides attacker and defender's hand, and checks legality.
    ///
    /// A defender in check and to move is a legal problem (its answer is the longest defence).
    ///
    /// # Errors
    /// Every reason why the diagram is not a legal problem, with squares as in `setup`.
    pub fn new(
        setup: Setup,
        attacker_rule: AttackerRule,
        hand_rule: DefenderHandRule,
    ) -> Result<Self, Vec<SetupProblem>> {
        let attacker = match attacker_rule {
            AttackerRule::Auto => attacker_of(&setup),
            AttackerRule::Black => Color::Black,
            AttackerRule::White => Color::White,
        };
        let mut setup = setup;
        let stated = setup.hands[attacker.flip().index()];
        let fill_in = match hand_rule {
            DefenderHandRule::Auto => stated.is_empty(),
            DefenderHandRule::Given => false,
            DefenderHandRule::Rest => true,
        };
        if fill_in {
            setup.hands[attacker.flip().index()] = Hand::EMPTY;
        }
        let problems = setup.problems(attacker);
        if !problems.is_empty() {
            return Err(problems);
        }

        let mut notes = Vec::new();
        let missing = setup.missing();
        if fill_in {
            setup.hands[attacker.flip().index()] = missing;
            if missing != stated {
                notes.push(ProblemNote::DefenderHandFilledIn(missing));
            }
        } else if !missing.is_empty() {
            notes.push(ProblemNote::PiecesMissing(missing));
        }
        if attacker_rule == AttackerRule::Auto && attacker == setup.turn && setup.in_check(attacker)
        {
            notes.push(ProblemNote::AttackerInCheck);
        }

        let normalised = match attacker {
            Color::Black => setup.clone(),
            Color::White => setup.rotate(),
        };
        Ok(Self {
            setup,
            normalised,
            attacker,
            notes,
        })
    }

    /// The diagram as given, with the defender's hand filled in.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The same diagram with the attacker as Black.
    #[must_use]
    pub const fn normalised(&self) -> &Setup {
        &self.normalised
    }

    /// The attacking side of the diagram as given.
    #[must_use]
    pub const fn attacker(&self) -> Color {
        self.attacker
    }

    /// Whether the attacker is to move (otherwise the root is a defender in check).
    #[must_use]
    pub fn attacker_to_move(&self) -> bool {
        self.setup.turn == self.attacker
    }

    /// Whether the normalised board is the given one turned by 180°.
    #[must_use]
    pub fn turned_round(&self) -> bool {
        self.attacker == Color::White
    }

    /// Turns a move of the normalised board into one of the board as given.
    #[must_use]
    pub fn to_given(&self, mv: Move) -> Move {
        if self.turned_round() { mv.rotate() } else { mv }
    }

    /// Turns a square of the normalised board into one of the board as given.
    #[must_use]
    pub fn to_given_square(&self, square: Square) -> Square {
        if self.turned_round() {
            square.rotate()
        } else {
            square
        }
    }

    /// Turns a move of the board as given into one of the normalised board.
    #[must_use]
    pub fn to_normalised(&self, mv: Move) -> Move {
        // Turning round twice is not turning at all, so one direction does for both.
        self.to_given(mv)
    }

    /// What is worth telling about how the diagram was read.
    #[must_use]
    pub fn notes(&self) -> &[ProblemNote] {
        &self.notes
    }
}

/// The attacker by the table at [`AttackerRule::Auto`]. Where the table has no answer the side to
/// move is returned, and legality will miss the defender's king.
fn attacker_of(setup: &Setup) -> Color {
    let turn = setup.turn;
    let lone_king_in_check = setup.kings(!turn).next().is_none() && setup.in_check(turn);
    if lone_king_in_check { !turn } else { turn }
}
