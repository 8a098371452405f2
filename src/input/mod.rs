//! Reads problems from an argument, files, folders or standard input.
//!
//! A collection is read line by line and never held in memory: [`Records`] yields one
//! [`Record`] (the text of a problem and its [`Origin`]) after the other. The text is not interpreted here, so that
//! one bad line is one bad record and the next one is read all the same.
//!
//! - [`Ids`] gives each problem of a run its own id.
//! - [`Requests`] reads the lines of a program that waits for an answer to each.
//! - [`InputFiles`] recognises the files that are read by any of their names.
//! - [`TextPlace`] is a place in lines and columns.
//! - [`Extent`] counts the bytes read, and estimates how many problems are still to come.
//!
//! A line is an SFEN, or a JSON object with an `sfen`. Files named `.csv` or `.tsv`, and standard input that begins
//! with a header, are tables with a column `sfen`. Other columns and keys become the [`Fields`] of the record. A cell
//! in quotation marks may hold line ends. If a mark is missing, only this line is a bad record.
//!
//! JSON that is not an object in each line is read whole: arrays, maps, and problems inside other objects.
//! Fields have many names, which the manual lists.
//!
//! Files of records (KIF, KI2, CSA, JKF) are read whole, in any of the usual encodings, and divided into records
//! ([`Kifu`]). They are recognised by their extension, or by their beginning.
//!
//! A line, an argument, a field or a cell may also be a link to a board, or USEN.
//!
//! The reader is relaxed:
//!
//! - blank lines and lines that begin with `#` are skipped,
//! - lines may end in `\n` or `\r\n`, and a file may begin with a byte-order mark,
//! - a line that is not UTF-8 spoils only itself.

mod allowed;
mod bad_line;
mod extent;
mod fields;
mod folder;
pub mod formulas;
mod id;
mod identity;
mod json;
mod kifu;
mod lines;
mod names;
mod pasted;
mod position;
mod problem_text;
mod reader;
mod record;
mod requests;
mod sniff;
mod source;
pub(crate) mod source_record;
mod table;
mod tagged;
mod text_place;

pub use allowed::AllowedFolder;
pub use bad_line::BadLine;
pub use extent::Extent;
pub use fields::Fields;
pub use folder::{files_in, is_special, passed_over};
pub use id::Ids;
pub(crate) use identity::is_there;
pub use identity::{FileId, InputFiles, resolved};
pub use kifu::ReadAs;
pub use names::FieldNames;
pub(crate) use names::is_own;
pub use reader::Records;
pub use record::{Kifu, Medium, Origin, Record};
#[cfg(feature = "schema")]
pub use requests::Request;
pub use requests::Requests;
pub use sniff::format as sniffed;
pub use source::{Source, Unreadable, Why, extensions};
pub use table::TableRow;
pub use text_place::{TextLines, TextPlace};
