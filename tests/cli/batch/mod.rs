//! Whole collections: runs, their outputs, what goes wrong around them, and going on.

pub mod answers;
pub mod breaks;
pub mod disks;
pub mod faults;
pub mod outputs;
pub mod panics;
pub mod poison;
pub mod readers;
pub mod resume;
pub mod scale;
pub mod validate;
pub mod worker;
