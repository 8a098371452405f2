//! The name of this program in answers.

/// Name and version of this program, which every row has.
pub const TOOL: &str = concat!("tsume ", env!("CARGO_PKG_VERSION"));
