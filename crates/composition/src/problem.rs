//! A legal problem: who attacks, what the defender holds, and the board turned so that the attacker
//! is Black.
//!
//! Rules: the kings and the side to move decide the attacker, as in the table at
//! [`AttackerRule::Auto`]. If the diagram gives the defender no hand, the defender holds every
//! piece that is neither on the board nor in the attacker's hand, except kings (残り駒全部). The
//! attacker's king may be absent, and none is added.

use crate::shogi::{Color, Hand, Move, Position, Setup, setup::SetupProblem};
use crate::vocabulary::Goal;

pub use crate::vocabulary::{AttackerRule, DefenderHandRule};

/// A note on how a diagram was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemNote {
    /// The defender's hand is not that of the diagram, but these pieces.
    DefenderHandFilledIn(Hand),
    /// These pieces of the 40 are missing.
    PiecesMissing(Hand),
    /// Both kings are on the board and the side to move is in check. It is taken for the attacker,
    /// but the diagram could also mean a defender to move.
    AttackerInCheck,
}

/// A diagram that is a legal problem. Two problems are equal if their diagrams and attackers are; the
/// notes do not count.
#[derive(Clone, Debug)]
pub struct Problem {
    setup: Setup,
    normalised: Setup,
    attacker: Color,
    notes: Vec<ProblemNote>,
}

impl PartialEq for Problem {
    fn eq(&self, other: &Self) -> bool {
        self.attacker == other.attacker && self.setup == other.setup
    }
}

impl Eq for Problem {}

impl Problem {
    /// Decides the attacker and the defender's hand, and checks whether the problem is legal.
    ///
    /// A defender to move in check is a legal problem. Its answer is the longest defence.
    ///
    /// # Errors
    /// Every reason why the diagram is not a legal problem, with squares as in `setup`.
    pub fn new(
        setup: Setup,
        attacker_rule: AttackerRule,
        hand_rule: DefenderHandRule,
    ) -> Result<Self, Vec<SetupProblem>> {
        Self::for_goal(Goal::Mate, setup, attacker_rule, hand_rule)
    }

    /// Makes a problem with this goal, like [`Self::new`]. If the goal [begins with the
    /// defender](Goal::begins_with_defender), the side to move is the defender, unless the rule names
    /// the attacker, and need not be in check.
    ///
    /// # Errors
    /// Every reason why the diagram is not a legal problem, with squares as in `setup`.
    pub fn for_goal(
        goal: Goal,
        setup: Setup,
        attacker_rule: AttackerRule,
        hand_rule: DefenderHandRule,
    ) -> Result<Self, Vec<SetupProblem>> {
        let attacker = match attacker_rule {
            AttackerRule::Auto if goal.begins_with_defender() => setup.turn.flip(),
            rule => rule.attacker(&setup),
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
        let mut problems = setup.problems(attacker);
        if goal.begins_with_defender() {
            problems.retain(|it| !matches!(it, SetupProblem::DefenderNotInCheck { .. }));
        }
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

    /// Returns the given diagram, with the defender's hand filled in.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the same diagram with the attacker as Black, as [`search`](crate::search) needs it.
    #[must_use]
    pub const fn normalised(&self) -> &Setup {
        &self.normalised
    }

    /// Returns the attacking side of the given diagram.
    #[must_use]
    pub const fn attacker(&self) -> Color {
        self.attacker
    }

    /// Returns whether the attacker is to move. Otherwise the problem begins with the defender, who is
    /// in check unless the goal is another than mate.
    #[must_use]
    pub fn attacker_to_move(&self) -> bool {
        self.setup.turn == self.attacker
    }

    /// Returns whether a mate by checks can begin here: the attacker is to move, or the defender is in
    /// check.
    #[must_use]
    pub fn can_begin_mate(&self) -> bool {
        self.attacker_to_move() || self.setup.in_check(self.attacker.flip())
    }

    /// Returns whether a mate from here can take this many plies: the attacker makes the last move.
    #[must_use]
    pub fn can_take(&self, plies: u32) -> bool {
        (plies % 2 == 1) == self.attacker_to_move()
    }

    /// Returns every legal move after a line in a problem with this goal: the attacker's checks, or the
    /// defender's replies. If the goal is not a mate, the attacker's other moves are among them. `None`
    /// if the line cannot be played.
    #[must_use]
    pub fn moves_after(&self, goal: Goal, line: &[Move]) -> Option<Vec<Move>> {
        let mut position = self.position();
        for mv in self.for_black(line.to_vec()) {
            if !allowed(goal, &position).contains(&mv) {
                return None;
            }
            position.make(mv);
        }
        Some(self.as_given(allowed(goal, &position)))
    }

    /// Returns the attacker's hand after moves that can be played.
    #[must_use]
    pub fn hand_after(&self, line: &[Move]) -> Hand {
        let mut setup = self.setup.clone();
        let played = line.iter().all(|&mv| setup.play(mv));
        debug_assert!(played, "the line can be played");
        setup.hands[self.attacker.index()]
    }

    /// Returns the problem with a line on the board on which Black attacks: first as it is, then with
    /// left and right exchanged.
    #[must_use]
    pub fn images(&self, line: &[Move]) -> [Image; 2] {
        let line = self.for_black(line.to_vec());
        let mirrored = Image {
            setup: self.normalised.mirror(),
            line: line.iter().map(|mv| mv.mirror()).collect(),
            is_mirrored: true,
        };
        let plain = Image {
            setup: self.normalised.clone(),
            line,
            is_mirrored: false,
        };
        [plain, mirrored]
    }

    /// Returns the notes on how the diagram was read.
    #[must_use]
    pub fn notes(&self) -> &[ProblemNote] {
        &self.notes
    }
}

/// A problem and a line, on a board on which Black attacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// The diagram.
    pub setup: Setup,
    /// The line.
    pub line: Vec<Move>,
    /// Whether left and right are exchanged.
    pub is_mirrored: bool,
}

/// Returns the moves that the rules of a goal allow on a board on which Black attacks.
fn allowed(goal: Goal, position: &Position) -> Vec<Move> {
    let turn = position.turn();
    match turn {
        Color::Black if goal == Goal::Mate => position.checks(),
        Color::White if position.in_check(turn) => position.evasions(),
        _ => position.legal_moves(),
    }
}

impl AttackerRule {
    /// Returns the rule that this side attacks.
    #[must_use]
    pub const fn of(attacker: Color) -> Self {
        match attacker {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }

    /// Returns the attacker of a diagram.
    #[must_use]
    pub fn attacker(self, setup: &Setup) -> Color {
        match self {
            Self::Auto => attacker_of(setup),
            Self::Black => Color::Black,
            Self::White => Color::White,
        }
    }
}

/// Returns the attacker by the table at [`AttackerRule::Auto`]. Where the table has an error, this is the
/// side to move, and [`Problem::new`] then reports that there is no king to mate.
fn attacker_of(setup: &Setup) -> Color {
    let turn = setup.turn;
    let lone_king_in_check = setup.kings(!turn).next().is_none() && setup.in_check(turn);
    if lone_king_in_check { !turn } else { turn }
}
