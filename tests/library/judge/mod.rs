//! The types at the top of the crate: what they refuse, and that they answer as the command line does.

mod goals;
mod interruptions;
mod limits;
mod records;
mod rows;
mod words;
