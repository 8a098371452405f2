//! The JSON Schemas (draft 2020-12) of rows and requests.
//!
//! They are generated from the types of this version. Every key of a row is required.

/// A [`Row`](crate::answer::Row), as `solve`, `check`, `validate` and `worker` write it.
pub const ROW: &str = include_str!("schemas/row.json");

/// A request to `worker`.
pub const REQUEST: &str = include_str!("schemas/request.json");

/// A [`ProvenProblem`](crate::answer::ProvenProblem), as `verify --for` writes it.
pub const PROVEN_PROBLEM: &str = include_str!("schemas/proven_problem.json");

/// A [`ProofRow`](crate::answer::ProofRow), as `verify` writes it.
pub const CERTIFICATE: &str = include_str!("schemas/certificate.json");

/// A [`Comparison`](super::Comparison), as `compare` writes it.
pub const COMPARISON: &str = include_str!("schemas/comparison.json");
