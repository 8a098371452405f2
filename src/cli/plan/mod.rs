//! The meaning of the options of `tsume repair` and `tsume extend`.

mod problems;

pub(super) use problems::Plan;
