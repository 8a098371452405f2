//! Judging: from a record to a row.
//!
//! [`intake`] makes a [`ParsedProblem`] of a record, or [`Complaint`]s about it. [`ask()`] makes the row of a
//! problem. No other place chooses the search for a task and a goal.
//! `evidence` has the independent checker replay every line that proves a defect. `claims` and
//! [`certificates`] prove the answer without trust in the search. [`Judge`] does all this for one
//! problem after another, even if one of them makes the program fail.
//!
//! Nothing here prints: complaints are returned, progress goes to an observer, certificates to a
//! [`CertificateSink`].

mod ask;
mod attempt;
mod author;
mod bad_line;
pub mod certificates;
mod claims;
mod complaint;
pub mod composed;
mod context;
mod entry;
mod evidence;
mod found;
mod goal;
pub mod intake;
mod parsed;
pub mod proven;
mod refused;
pub mod rejection;
pub mod repair;
mod settings;
mod turn;
mod witness;
mod worker;

pub use crate::guard::guarded;
pub use crate::question::{Question, Task};
pub use ask::ask;
pub use attempt::{attempt, played};
pub use author::first_unplayable;
pub use certificates::{CertificateFile, CertificateFolder, CertificateSink, Certifier};
pub use complaint::{Complaint, MessageLevel};
pub use context::JudgeContext;
pub use entry::row_of_duplicate;
pub use evidence::level;
pub use goal::{named_goal, unknown_goal};
pub use intake::{Intake, Refused};
pub use parsed::ParsedProblem;
pub use settings::Settings;
pub use worker::Judge;
