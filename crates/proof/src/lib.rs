//! Proofs of answers: [certificates](certificate), their files, and an [independent checker](verify).
//!
//! This crate uses only the plain data and the notation of `tsume-core-shogi`. The checker therefore cannot
//! share code with the search.

#![cfg_attr(
    not(test),
    warn(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)
)]

pub mod certificate;
pub mod verify;

use tsume_core_shogi as shogi;
#[cfg(any(test, all(feature = "files", not(target_family = "wasm"))))]
use tsume_core_shogi::notation;
