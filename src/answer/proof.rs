//! The results of certificates, in the rows of answers and in rows of their own.

use super::tool::TOOL;
use crate::said::Said;
use crate::vocabulary::{ClaimKind, Limit, ProofErrorKind, ProofVerdict, Side};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A certificate made for an answer, or one that a limit prevented.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Certified {
    /// The kind of claim.
    pub claim: ClaimKind,
    /// The lines of moves after which the claim holds, in USI. Empty if it is about the problem
    /// itself.
    pub lines: Vec<Vec<String>>,
    /// The plies of the claim; null without a limit of plies.
    pub plies: Option<u32>,
    /// The number of positions in the proof; null if it could not be made.
    pub positions: Option<usize>,
    /// Whether the independent checker has confirmed it.
    pub verified: bool,
    /// The limit that prevented it.
    pub limit: Option<Limit>,
}

/// The checker's result for one certificate, or for a file that cannot be read further.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ProofRow {
    /// The file.
    pub file: String,
    /// The problem's id in the certificate. It proves nothing.
    pub id: Option<String>,
    /// The problem the claim is about, both hands complete.
    pub sfen: Option<String>,
    /// The side that attacks.
    pub attacker: Option<Side>,
    /// The lines of moves after which the claim holds, in USI. Empty if it is about the problem
    /// itself.
    pub lines: Vec<Vec<String>>,
    /// The kind of claim.
    pub claim: Option<ClaimKind>,
    /// The plies of the claim; null without a limit of plies.
    pub plies: Option<u32>,
    /// The number of positions in the certificate.
    pub positions: Option<usize>,
    /// Whether the claim is proven.
    pub verdict: ProofVerdict,
    /// The strict length, if this certificate and the one before it prove it together.
    pub plies_strict: Option<u32>,
    /// The composed length, if this certificate and the one before it prove it together.
    pub plies_composed: Option<u32>,
    /// The attacker's turns at which this certificate proves that no check but one mates: the moves
    /// before the turn, and this check. Empty if there are none.
    pub only_checks: Vec<OnlyCheck>,
    /// Why the certificate is rejected, or the file cannot be read. Null otherwise.
    pub error: Option<ProofProblem>,
    /// The program and its version.
    pub tool: Cow<'static, str>,
}

/// A turn of the attacker at which no check but one can mate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OnlyCheck {
    /// The moves from the problem on, in USI.
    pub after: Vec<String>,
    /// The one check, of which nothing is proven.
    #[serde(rename = "move")]
    pub mv: String,
}

/// An error of a certificate or its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ProofProblem {
    /// The kind of error.
    pub kind: ProofErrorKind,
    /// A sentence for people.
    pub message: Said,
    /// The position at which the proof fails. Null if it is not a single one.
    pub sfen: Option<String>,
}

impl ProofRow {
    /// Returns the row of a file that cannot be read, at all or to its end.
    #[must_use]
    pub fn of_error(file: &str, problem: ProofProblem) -> Self {
        Self {
            file: file.to_owned(),
            error: Some(problem),
            tool: Cow::Borrowed(TOOL),
            ..Self::default()
        }
    }
}
