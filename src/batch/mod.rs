//! Many problems at once.
//!
//! [`mod@compose`] composes problems. [`run`] judges problems at the same time and gives their rows in order. [`pool`] has its threads.
//! [`duplicates`] finds earlier problems with the same position. [`resume`](mod@resume) continues
//! an interrupted run if its [`terms`] allow it. Its file of [`rows`] is [replaced](replace) as a
//! whole. [`shard`] divides the work among machines.

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
