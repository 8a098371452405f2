//! `tsume`: a tsume shogi (詰将棋) solver.

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod collection;
pub mod notation;
#[cfg(feature = "cli")]
pub mod report;
pub mod search;
pub mod shogi;
pub mod tsume;
pub mod verify;

/// The example in the README is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
