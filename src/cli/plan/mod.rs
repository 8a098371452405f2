//! The meaning of the options of some commands.

mod comparing;
mod many;
mod problems;

pub(super) use comparing::Comparing;
pub(super) use many::{Service, Validation};
pub(super) use problems::Plan;
