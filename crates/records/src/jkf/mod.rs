//! JSON Kifu Format. Its schema is in <https://github.com/na2hiro/json-kifu-format>.

mod read;
mod write;

pub(super) use read::{divide, read};
pub(super) use write::write;

#[cfg(test)]
mod tests;
