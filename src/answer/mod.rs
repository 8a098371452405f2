//! The answer about a problem.
//!
//! [`Row`] is the one schema: the search and the judges fill it in, and every view shows it, fresh or read
//! from a file. Its sentences have both languages, and their moves are parts.

mod brinkmate;
mod expected;
mod finding;
mod groups;
mod judgement;
mod kinds;
mod note;
mod notes;
mod printable;
mod proof;
mod proven_problem;
mod reading;
mod repair;
mod row;
mod row_error;
mod row_json;
mod row_lines;
#[cfg(feature = "schema")]
mod schema;
mod sentences;
mod similar;
mod study;
mod tally;
mod tool;
mod unwritten;

pub use brinkmate::{BrinkDefenceRow, BrinkmateRow, DefenceGroup, PartialRow};
pub use finding::{Finding, Member, RowAttribute, Undecided};
pub(crate) use kinds::{english_of, term_of};
pub use kinds::{kind_named, kinds};
pub use note::Note;
pub(crate) use printable::is_obeyed;
pub use printable::{printable, printable_in_place, printable_lines};
pub use proof::{Certified, OnlyCheck, ProofProblem, ProofRow};
pub use proven_problem::ProvenProblem;
pub use repair::{
    EditRow, FindingRow, RepairRow, VersionRow, difference, edits_in_words, findings_in_words,
};
pub use row::{Row, RowStats, rules};
pub use row_error::RowError;
pub(crate) use row_lines::{BYTE_ORDER_MARK, RowLines};
pub use sentences::proofs::{claim_in_words, lines_in_words};
pub use sentences::{errors, illegal, taken};
pub(crate) use sentences::{places, proofs};
pub use similar::{SimilarChange, SimilarEnding, SimilarPair, SimilarRow};
pub use study::{DefenceRow, ExplanationRow, RefutationRow, TryRow, TurnRow};
pub use tally::Tally;
pub use tool::TOOL;
pub use unwritten::{LookedAt, Unwritten};
pub(crate) use unwritten::{problem_of, read_hand};
