//! A problem with its author's line and length.

use super::problem_error::ProblemError;
use crate::composition::{self, AttackerRule, Author, DefenderHandRule, Goal};
#[cfg(feature = "rows")]
use crate::judge::ParsedProblem;
use crate::notation::sfen::{self, SfenError, SfenRecord};
use crate::notation::{first_unplayable, japanese};
use crate::shogi::{Color, Move, Setup};
use std::fmt;
use std::str::FromStr;
#[cfg(feature = "rows")]
use std::sync::Arc;

/// A tsume problem: a legal diagram, the side that attacks, and the author's line and length.
///
/// Moves and squares are those of the given diagram, whichever side attacks. Two problems are equal if
/// diagram, goal, line, length and name are, however they were read.
///
/// ```
/// let problem: tsume::Problem = "4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b".parse()?;
/// assert_eq!(problem.author_line().len(), 1);
/// assert_eq!(problem.in_japanese(problem.author_line()), "▲５二金");
/// assert!(problem.to_string().starts_with("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"));
/// # Ok::<(), tsume::ProblemError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Problem {
    pub(super) id: Option<String>,
    pub(super) composition: composition::Problem,
    /// The author's line, with the moves of the given diagram.
    pub(super) line: Vec<Move>,
    /// The length that the text states, even if no mate from here can have it.
    pub(super) stated_plies: Option<u32>,
    pub(super) goal: Goal,
    /// The move at which the line of the record breaks off.
    pub(super) broken: Option<SfenError>,
    /// The record that the problem was read from.
    #[cfg(feature = "rows")]
    pub(super) source: Option<Arc<ParsedProblem>>,
}

impl Problem {
    /// Reads an SFEN. `moves …` (the author's line) and opcodes such as `id`, `plies` and `goal` may
    /// follow. If the SFEN gives the defender no hand, the defender holds the rest of the pieces.
    ///
    /// # Errors
    /// All errors in the text, each with its place in bytes.
    pub fn from_sfen(text: &str) -> Result<Self, ProblemError> {
        let record = sfen::parse_all(text).map_err(ProblemError::Sfen)?;
        let goal = record.opcode("goal").and_then(Goal::named);
        Self::of_record(goal.unwrap_or_default(), &record)
    }

    /// Reads an SFEN of a problem with this goal. For a [threatmate](Goal::Threatmate) the defender is to
    /// move.
    ///
    /// # Errors
    /// All errors in the text, each with its place in bytes.
    pub fn from_sfen_for(goal: Goal, text: &str) -> Result<Self, ProblemError> {
        let record = sfen::parse_all(text).map_err(ProblemError::Sfen)?;
        Self::of_record(goal, &record)
    }

    /// Makes a problem of a diagram. If the defender has no hand, the defender holds the rest of
    /// the pieces.
    ///
    /// # Errors
    /// Every reason why the diagram is not a legal problem.
    pub fn from_setup(setup: Setup) -> Result<Self, ProblemError> {
        Self::from_setup_for(Goal::Mate, setup)
    }

    fn from_setup_for(goal: Goal, setup: Setup) -> Result<Self, ProblemError> {
        let (attacker, hand) = (AttackerRule::Auto, DefenderHandRule::Auto);
        let composition = composition::Problem::for_goal(goal, setup, attacker, hand)
            .map_err(ProblemError::Illegal)?;
        Ok(Self {
            id: None,
            composition,
            line: Vec::new(),
            stated_plies: None,
            goal,
            broken: None,
            #[cfg(feature = "rows")]
            source: None,
        })
    }

    fn of_record(goal: Goal, record: &SfenRecord) -> Result<Self, ProblemError> {
        let problem = Self::of_playable_part(goal, record)?;
        match problem.broken {
            Some(error) => Err(ProblemError::Sfen(vec![error])),
            None => Ok(problem),
        }
    }

    /// Makes a problem of a record. Its line ends before the first move that cannot be read or played.
    pub(super) fn of_playable_part(goal: Goal, record: &SfenRecord) -> Result<Self, ProblemError> {
        let problem = Self::from_setup_for(goal, record.setup.clone());
        let mut problem = problem.map_err(|error| match error {
            ProblemError::Illegal(reasons) => {
                ProblemError::Sfen(reasons.iter().map(|it| record.locate(it)).collect())
            }
            error => error,
        })?;
        let (setup, attacker) = (problem.setup(), problem.attacker());
        let moves = &record.moves;
        let illegal = first_unplayable(goal, setup, attacker, moves);
        let playable = illegal.map_or(moves.len(), |(index, _)| index);
        problem.line = moves[..playable].to_vec();
        let error = illegal.map(|(index, reason)| record.error_at(index, reason));
        problem.broken = error.or_else(|| record.broken.clone());
        problem.id = record.opcode("id").map(str::to_owned);
        let length = |key| record.opcode(key).and_then(|it| it.parse().ok());
        problem.stated_plies = length("plies").or_else(|| length("recorded"));
        Ok(problem)
    }

    /// Returns the problem with this name.
    #[must_use]
    pub fn with_id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// Returns the name, if the problem has one.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// Returns the diagram with the defender's hand filled in.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        self.composition.setup()
    }

    /// Returns the goal: a mate, unless the text or the program that made the problem names another.
    #[must_use]
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// Returns the side that attacks.
    #[must_use]
    pub const fn attacker(&self) -> Color {
        self.composition.attacker()
    }

    /// Returns whether the attacker is to move. If the defender is, the problem cannot be judged. It can
    /// be [solved](crate::Solver::solve) if the defender is in check, or if it asks for a
    /// [threatmate](Goal::Threatmate).
    #[must_use]
    pub fn attacker_to_move(&self) -> bool {
        self.composition.attacker_to_move()
    }

    /// Returns the author's line (作意); empty if there is none. It ends before the first move that
    /// [cannot be played](Self::broken_line).
    #[must_use]
    pub fn author_line(&self) -> &[Move] {
        &self.line
    }

    /// Returns the first move of the record that cannot be read or played, with its place in bytes of the
    /// text. It is left out of the author's line, and so are all moves after it.
    #[must_use]
    pub const fn broken_line(&self) -> Option<&SfenError> {
        self.broken.as_ref()
    }

    /// Returns the length that the author states, in plies. `None` for threatmates, and for a length that
    /// no mate from here can have, such as an even number with the attacker to move.
    #[must_use]
    pub fn author_plies(&self) -> Option<u32> {
        let stated = match self.goal {
            Goal::Threatmate => None,
            Goal::Mate | Goal::Brinkmate => self.stated_plies,
        };
        stated.filter(|&plies| self.composition.can_take(plies))
    }

    /// Returns every legal move after a line: the attacker's checks, or the defender's replies. If the
    /// goal is not a mate, the attacker's other moves are among them. `None` if the line cannot be
    /// played.
    #[must_use]
    pub fn moves_after(&self, line: &[Move]) -> Option<Vec<Move>> {
        self.composition.moves_after(self.goal, line)
    }

    /// Returns a line from the diagram in Japanese (▲５二金 △…).
    #[must_use]
    pub fn in_japanese(&self, line: &[Move]) -> String {
        japanese::write_line(self.setup(), line).join(" ")
    }

    /// Returns the diagram with its attacker, and the notes on how it was read.
    #[must_use]
    pub const fn composition(&self) -> &composition::Problem {
        &self.composition
    }

    /// Returns the author's line and length.
    pub(super) fn author(&self) -> Author {
        Author {
            line: self.line.clone(),
            plies: self.author_plies(),
            broken: false,
        }
    }
}

impl PartialEq for Problem {
    fn eq(&self, other: &Self) -> bool {
        self.composition == other.composition
            && (self.goal, &self.line, self.stated_plies, &self.id)
                == (other.goal, &other.line, other.stated_plies, &other.id)
    }
}

impl Eq for Problem {}

impl FromStr for Problem {
    type Err = ProblemError;

    fn from_str(text: &str) -> Result<Self, ProblemError> {
        Self::from_sfen(text)
    }
}

/// Writes the SFEN, with the author's line if there is one, and the goal if it is not a mate.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.setup())?;
        if !self.line.is_empty() {
            f.write_str(" moves")?;
        }
        self.line.iter().try_for_each(|mv| write!(f, " {mv}"))?;
        match self.goal {
            Goal::Mate => Ok(()),
            goal => write!(f, "; goal {}", goal.name()),
        }
    }
}
