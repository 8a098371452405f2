//! Judges and composes many problems at once.
//!
//! - [`run`] judges problems in parallel and yields their rows in order. [`pool`] has its threads.
//! - [`mod@compose`] composes problems.
//! - [`duplicates`] finds earlier problems with the same position.
//! - [`resume`](mod@resume) continues an interrupted run if its [`terms`] allow it. Its file of [`rows`] is
//!   [replaced](replace) as a whole.
//! - [`shard`] divides the work among machines.

pub mod compose;
mod created;
pub mod duplicates;
pub mod pool;
pub mod replace;
pub mod resume;
pub mod rows;
pub mod run;
pub mod shard;
pub mod terms;
