//! The writer of KIF and KI2, the formats of 柿木. Their reader is that of all texts, `crate::text`.

mod write;

pub(super) use write::{Style, write};

#[cfg(test)]
mod tests;
