//! The commands one by one, and the rules that all of them follow.

pub mod brinkmate;
pub mod brinkmates_in_files;
pub mod check;
pub mod compare;
pub mod defaults;
pub mod generate;
pub mod goals;
pub mod limits;
pub mod proofs;
pub mod proven;
pub mod questions;
pub mod repair;
pub mod similar;
pub mod study;
