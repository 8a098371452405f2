//! Similar works (類似作), in the form of JSON.

use crate::said::Said;
use crate::vocabulary::SimilarChangeKind;
use serde::{Deserialize, Serialize};

/// A work that is similar to a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SimilarRow {
    /// The id of the work.
    pub id: String,
    /// Where it is from: a file, and the line in it.
    pub origin: String,
    /// The diagram, sides as given.
    pub sfen: String,
    /// 200 times the equal pieces by the pieces of both, rounded down: 100 if all pieces on the
    /// board and in the attacker's hand are equal.
    pub score: u8,
    /// Whether left and right are exchanged.
    pub mirrored: bool,
    /// Whether the colours are exchanged.
    pub turned: bool,
    /// By how many files the problem is to be shifted to the left, with the attacker below. The
    /// mirror comes first.
    pub files: i8,
    /// By how many ranks the problem is to be shifted down, with the attacker below.
    pub ranks: i8,
    /// How many pieces are equal: of the same kind and side on the same square, or in the
    /// attacker's hand.
    pub equal: u32,
    /// The pieces of the problem on the board, with the kings, and in the attacker's hand.
    pub pieces: u32,
    /// The same of the work.
    pub pieces_there: u32,
    /// The pieces that are not equal.
    pub changes: Vec<SimilarChange>,
    /// The plies that both lines end in. Null if a line is not known, or fewer than five plies are
    /// the same.
    pub ending: Option<SimilarEnding>,
    /// A sentence for people.
    pub note: Said,
}

/// A piece that differs between a problem and a similar work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SimilarChange {
    /// The change that makes the work of the problem: `removed`, `added`, `moved`, or `replaced` by
    /// another piece.
    pub change: SimilarChangeKind,
    /// The piece as in an SFEN: a capital is the attacker's.
    pub piece: String,
    /// The place in the problem, such as `2c`, or `hand`. Null if it was added.
    pub from: Option<String>,
    /// The place in the work. Null if it was removed.
    pub to: Option<String>,
    /// The piece that replaces it. Null otherwise.
    pub by: Option<String>,
}

/// The plies that two lines end in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SimilarEnding {
    /// How many there are.
    pub plies: u32,
    /// The ply of the first of them in the line of the problem, from 1.
    pub from: u32,
    /// The same in the line of the work.
    pub from_there: u32,
}

/// A problem and a work that is similar to it: a row of `tsume similar`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SimilarPair {
    /// The id of the problem.
    pub problem: String,
    /// The diagram of the problem, sides as given.
    pub problem_sfen: String,
    /// The work.
    #[serde(flatten)]
    pub work: SimilarRow,
}
