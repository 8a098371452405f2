//! Where problems come from: an argument, files, folders, standard input.
//!
//! A collection is read line by line and never held in memory: [`Records`] yields one
//! [`Record`] (the text of a problem and its [`Origin`]) after the other. What the text means is
//! not decided here, so that one bad line is one bad record and the next one is read all the same.
//! [`Ids`] names the problems of a run, each name once. [`Requests`] reads the lines of a program that waits for an answer to each.
//! [`InputFiles`] knows the files that are read by any of their names.
//! [`TextPlace`] is a place as people count lines and columns.
//! [`Extent`] counts the bytes read, and estimates how many problems will still come.
//!
//! A line is an SFEN, or a JSON object with an `sfen`; files named `.csv` or `.tsv`, and standard input
//! that begins so, are tables whose header has a column `sfen`. Other columns and keys go with the
//! records ([`Fields`]). A cell of a table in quotation marks may hold ends of lines. A row in which a mark is missing is a bad record of one line:
//! the next line is another row, unless the two together are well-formed and have the cells of the header.
//!
//! JSON that is not an object in each line is read whole: arrays, maps, and problems inside other objects.
//! Fields have many names, which the manual lists.
//!
//! Files of records (KIF, KI2, CSA, JKF) are read whole, in whichever encoding they are, and parted
//! ([`Kifu`]). Their extension tells them, or, of other files and standard input, how they begin.
//!
//! A line, an argument, a field or a cell may also be a link to a board, or USEN.
//!
//! The reader is relaxed:
//!
//! - blank lines and lines that begin with `#` are skipped,
//! - lines may end in `\n` or `\r\n`, and a file may begin with a byte-order mark,
//! - a line that is not UTF-8 spoils only itself.

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
