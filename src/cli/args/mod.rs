//! The options of commands whose run is elsewhere.

mod repair;

pub use repair::{RepairArgs, VersionArgs};
