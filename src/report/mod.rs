//! Writes answers.
//!
//! [`Text`], [`Json`], [`Csv`], [`Pages`] and [`Html`] show a [`Row`](crate::answer::Row); the trait
//! [`Report`] is common to them. [`svg()`] draws diagrams. A report writes to any
//! [`Write`](std::io::Write) and knows nothing of terminals: the caller sets the width of the text,
//! and passes on or removes its colours, which are ANSI sequences.

mod alike;
mod attributes;
mod board;
mod comparison;
mod ending;
mod format;
mod groups;
mod html;
mod kif;
mod lines;
mod proof;
mod proven_problem;
mod rating;
#[cfg(feature = "schema")]
mod schema;
pub mod schemas;
mod similar;
mod svg;
mod text;
mod view;
mod words;
mod writer;

pub use board::{board, diagram};
pub use comparison::{
    Comparison, ComparisonTally, DiagramChange, FindingsChange, Named, NoRow, Pair, PieceChange,
    StoredRows, ValueChange, compare, pairs,
};
pub use format::{
    ComparisonFormat, ComparisonReport, Csv, Form, FormatTraits, Json, OnePicture, Page, PageSink,
    PageStream, Pages, RowFormat, Unwritable, columns, own_columns,
};
pub use html::{Html, PageLayout};
pub use lines::in_lines;
pub use proof::{ProofFormat, ProofReport};
pub use rating::{parts as rating_parts, rating_in_words};
#[cfg(feature = "schema")]
pub use schema::derived_schemas;
pub use svg::{Diagram, is_caption_cut, outlines_as_json, svg};
#[cfg(feature = "png")]
pub use svg::{Painter, Png, PngError};
#[cfg(feature = "cli")]
pub(crate) use text::folded;
pub use text::{Layout, Text, defences_in_words, ending_in_words, first_finding, without_colours};
pub use words::answers::{by_defect, summary};
pub use words::brinkmate::threat_in_words;
pub use words::comparison::compared;
pub use words::judged::in_one_line;
pub use words::questions::reason as explanation_in_words;
pub use words::term_named;
pub use words::units::{amount, seconds};
pub use writer::Report;
