//! The findings about a composition: their kinds and grades, and the verdict.

pub mod rules;
pub(crate) mod solution;
pub mod verdict;
