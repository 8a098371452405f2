//! Text ⇄ the types of [`shogi`](crate::shogi): diagrams, moves, hands, records.
//!
//! Parsers work on bytes. Every error has its place in the text as a span of bytes. Nothing here
//! searches, prints or reads files.

mod file_type;

pub use file_type::FileType;
#[cfg(feature = "records")]
#[doc(inline)]
pub use tsume_core_records as record;
#[doc(inline)]
pub use tsume_core_shogi::notation::*;
