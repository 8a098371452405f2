//! What people and programs read: text, JSON, KIF, pages, pictures, two languages.

pub mod kif;
pub mod language;
pub mod pages;
pub mod pictures;
pub mod schema;
pub mod table;
