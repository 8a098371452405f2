//! The formats of records.

/// A format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// 柿木形式: moves with their origins.
    Kif,
    /// Moves in the relative notation of books.
    Ki2,
    /// The format of the Computer Shogi Association.
    Csa,
    /// JSON Kifu Format.
    Jkf,
}
