//! CSA, the format of the Computer Shogi Association, versions 1 to 3.
//!
//! The format has only a few headers. Others are written as comments before the diagram
//! (`'作者：…`), and read from there.

mod diagram;
mod names;
mod read;
mod write;

pub use write::CsaVersion;

pub(super) use names::{kind_of, name_of};
pub(super) use read::{divide, read};
pub(super) use write::write;

#[cfg(test)]
mod tests;
