//! What is found about a composition: the kinds of findings, their grades, and the verdict.

pub mod rules;
pub(crate) mod solution;
pub mod verdict;
