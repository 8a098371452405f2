//! Where problems come from: files, streams, records, tables, and every format into every other.

pub mod around;
pub mod broken;
pub mod files;
pub mod forgery;
pub mod inputs_stay;
pub mod json;
pub mod links;
pub mod pasted;
pub mod records;
pub mod round_trips;
pub mod tables;
pub mod wild;
