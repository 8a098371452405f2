//! Judging: from a record to a row.
//!
//! [`intake`] makes a [`ParsedProblem`] of a record, or [`Complaint`]s about it. [`solve`] and
//! [`composition`] make the [`Entry`] of a problem: its row, and what the row was made from.
//! [`brinkmate`] makes that of a problem with another goal than a mate.
//! `evidence` has the independent checker replay every line that proves a defect. `claims` and
//! [`certificates`] prove the answer without trust in the search. [`Judge`] does all this for one
//! problem after another, even if one of them makes the program fail.
//!
//! Nothing here prints: complaints are returned, progress goes to an observer, certificates to a
//! [`CertificateSink`].

mod attempt;
mod author;
pub mod brinkmate;
pub mod certificates;
mod claims;
mod complaint;
pub mod composition;
mod entry;
mod evidence;
mod goal;
mod guard;
pub mod intake;
pub mod proven;
mod refused;
pub mod rejection;
pub mod repair;
mod settings;
pub mod solve;
mod witness;
mod worker;

#[cfg(doc)]
use crate::report::Entry;
pub use attempt::attempt;
pub use author::first_unplayable;
pub use certificates::{CertificateFile, CertificateFolder, CertificateSink, Certifier};
pub use complaint::Complaint;
pub use entry::{failed, repeated};
pub use goal::own_goal;
pub use guard::guarded;
pub use intake::{Intake, ParsedProblem, Refused};
pub use settings::{Checks, JudgeContext, Settings};
pub use worker::Judge;
