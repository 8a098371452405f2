//! Many problems at once.
//!
//! [`pool`] hands records to workers and gives their results back in the order of the records,
//! whatever the order in which they were done; [`duplicates`] tells which came before; [`resume`](mod@resume) goes on where a run was broken off
//! if its [`terms`] allow it, in a file of [`rows`] that is [replaced](replace) as a whole, and [`shard`] parts the work among machines.

pub mod duplicates;
pub mod pool;
pub mod replace;
pub mod resume;
pub mod rows;
pub mod shard;
pub mod terms;
