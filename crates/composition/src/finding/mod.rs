//! The findings about a composition, their grades under a profile of rules, and the verdict.

pub mod rules;
pub(crate) mod solution;
pub mod verdict;
