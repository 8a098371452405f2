//! Rows on the claims that certificates prove about the problems of a collection.

use super::row_error::RowError;
use super::tool::TOOL;
use crate::input::Origin;
use crate::vocabulary::{Goal, MissingClaim, Side};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The claims that certificates prove about one problem.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ProvenProblem {
    /// The name of the problem.
    pub id: String,
    /// The file in which the problem stands. Null for an argument and for standard input.
    pub file: Option<String>,
    /// The line of the file or of standard input in which the problem stands or begins. Null for an
    /// argument.
    pub line: Option<usize>,
    /// The number of the problem in its file or in standard input. Null for an argument.
    pub record: Option<usize>,
    /// The diagram, both hands complete. Null if the record is not a problem.
    pub sfen: Option<String>,
    /// The side that attacks.
    pub attacker: Option<Side>,
    /// The goal of the problem.
    #[serde(default)]
    pub goal: Goal,
    /// Whether it is proven that there is no mate.
    pub no_mate: bool,
    /// The proven composed length.
    pub plies: Option<u32>,
    /// The proven strict length.
    pub plies_strict: Option<u32>,
    /// The plies within which a mate is proven, or a brinkmate if that is the goal.
    pub plies_at_most: Option<u32>,
    /// The plies within which it is proven that there is neither a mate nor a brinkmate.
    pub none_within: Option<u32>,
    /// Whether, along one line of best play, only one check can mate at each turn of the attacker before
    /// the last. In a mate in one, the only turn counts.
    pub one_solution: bool,
    /// The length that the problem states.
    pub expected_plies: Option<u32>,
    /// The claims that were asked for and are not proven. Empty if nothing is missing.
    pub missing: Vec<MissingClaim>,
    /// Why the record is not a problem. Null if it is one.
    #[serde(default)]
    pub error: Option<RowError>,
    /// The program and its version.
    pub tool: Cow<'static, str>,
}

impl ProvenProblem {
    /// Returns the row of a problem about which nothing is proven so far.
    #[must_use]
    pub fn new(id: String) -> Self {
        Self {
            id,
            tool: Cow::Borrowed(TOOL),
            ..Self::default()
        }
    }

    /// Adds the file, line and number of the problem.
    #[must_use]
    pub fn with_origin(self, origin: &Origin) -> Self {
        Self {
            file: origin.file().map(str::to_owned),
            line: origin.line_there(),
            record: origin.record,
            ..self
        }
    }
}
