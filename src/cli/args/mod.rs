//! The options of commands whose run is elsewhere.

mod choices;
mod compare;
mod repair;
mod validate;
mod worker;

pub use choices::CompareFormat;
pub use compare::CompareArgs;
pub use repair::{RepairArgs, VersionArgs};
pub use validate::ValidateArgs;
pub use worker::WorkerArgs;
