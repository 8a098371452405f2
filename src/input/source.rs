//! Input arguments: a problem, a file, a folder or standard input.

use super::bad_line::BadLine;
use super::problem_text::looks_like_problem;
use crate::notation::FileType;
use crate::notation::record::{Format, Parts};
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

/// One input of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// The text of a problem itself.
    Text(String),
    /// A file of problems: lines, a table, JSON, records, or a text with diagrams.
    File(PathBuf),
    /// A folder, whose files are read in the order of their paths: all `*.sfen`, `*.jsonl`, `*.csv`, `*.tsv` and
    /// files of records in it and below, and those `*.txt` and `*.json` that have a problem.
    Folder(PathBuf),
    /// One problem of a file, `FILE:ID`.
    Problem {
        /// The file.
        file: PathBuf,
        /// The id of the problem, or the number of its line.
        id: String,
    },
    /// Standard input, with all that a file may have.
    Stdin,
}

/// An input that cannot be read at all. The other inputs are read all the same.
#[derive(Debug, thiserror::Error)]
#[error("cannot read `{name}`: {reason}")]
#[non_exhaustive]
pub struct Unreadable {
    /// The file or folder as it was named, `stdin`, `FILE:ID`, or the name of a field.
    pub name: String,
    /// Why it cannot be read.
    pub reason: Why,
}

/// The reasons why an input cannot be read at all.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Why {
    /// There is no such file or folder.
    #[error("no such file or folder")]
    NotFound,
    /// There is no problem of this id.
    #[error("no problem has this id or is in this line")]
    NoSuchProblem,
    /// The file is too large for records.
    #[error("the file is longer than 256 MiB, the limit for records")]
    TooLarge,
    /// A file of records contains none.
    #[error("there is no record in the file")]
    NoRecord,
    /// A text has no diagram in it.
    #[error("no diagram is found in this text")]
    NoDiagram,
    /// There is no problem in the JSON.
    #[error("there is no problem in this JSON")]
    NoProblem,
    /// The folder has no files of problems.
    #[error("no {} file in this folder", extensions())]
    NothingInFolder,
    /// The header of a table cannot be read.
    #[error("the header of the table (line {line}): {bad}")]
    BadHeader {
        /// The line.
        line: usize,
        /// The error in it.
        bad: Box<BadLine>,
    },
    /// The table has no column of positions.
    #[error("no column `sfen` in the header of the table (line {line}: {})", quoted(.names))]
    NoColumn {
        /// The line of the header.
        line: usize,
        /// The columns of the table.
        names: Vec<String>,
    },
    /// No input has a field or column whose name was given.
    #[error("no input has it as a field or column, the last one has {}", quoted(.0))]
    NoField(Vec<String>),
    /// An error of the system.
    #[error("{}", io_message(.0))]
    Io(io::Error),
}

impl Unreadable {
    /// Returns the file or folder. `None` if it was standard input, `FILE:ID`, or the name of a field.
    #[must_use]
    pub fn file(&self) -> Option<String> {
        let is_file =
            self.name != "stdin" && !matches!(self.reason, Why::NoSuchProblem | Why::NoField(_));
        is_file.then(|| self.name.clone())
    }
}

impl Why {
    /// Returns advice on how to correct it.
    #[must_use]
    pub const fn help(&self) -> Option<&'static str> {
        match self {
            Self::NotFound => {
                Some("a problem is given as one argument: put the whole SFEN in quotes")
            }
            Self::NoDiagram => Some(
                "a diagram is a board of nine ranks, an SFEN, a link to a board, or a list such as \
                 `攻方：１三歩 玉方：１一玉 持駒：金`",
            ),
            Self::NoProblem => Some(
                "`--field position=NAME` says which field has the position, and `--input-format` which format \
                 any file is read as",
            ),
            Self::NoColumn { .. } => {
                Some("`--field position=COLUMN` says which column has the position")
            }
            _ => None,
        }
    }
}

impl From<Why> for io::Error {
    fn from(why: Why) -> Self {
        Self::other(why)
    }
}

/// Returns the message of an error of the system, in plain words if it is a common one.
fn io_message(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

fn quoted(names: &[String]) -> String {
    let names: Vec<_> = names.iter().map(|it| format!("`{it}`")).collect();
    names.join(", ")
}

/// Returns the extensions that are read in a folder: `.sfen, .txt, … or .bod`.
#[must_use]
pub fn extensions() -> String {
    let mut names: Vec<_> = FileType::problem_extensions()
        .map(|it| format!(".{it}"))
        .collect();
    let last = names.pop().unwrap_or_default();
    format!("{} or {last}", names.join(", "))
}

impl Unreadable {
    /// Returns advice on how to correct it.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        // A text with the extension of a file was not meant as a problem.
        let is_file = Path::new(&self.name).extension().is_some();
        let is_missing = matches!(self.reason, Why::NotFound);
        if is_missing && is_file {
            return None;
        }
        self.reason.help()
    }

    pub(super) fn new(path: &Path, error: io::Error) -> Self {
        let reason = match error.downcast() {
            Ok(why) => why,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Why::NotFound,
            Err(error) => Why::Io(error),
        };
        Self {
            name: path.display().to_string(),
            reason,
        }
    }
}

impl Source {
    /// Interprets an argument. `-` is standard input, and an existing path is a file or folder, even with a colon in
    /// its name. A text that looks like a problem is one. `FILE:ID` is a problem of an existing file. Anything else is
    /// a missing file.
    #[must_use]
    pub fn from_argument(argument: &OsStr) -> Self {
        if argument == "-" {
            return Self::Stdin;
        }
        let path = Path::new(argument);
        if path.is_dir() {
            return Self::Folder(path.to_owned());
        }
        match argument.to_str().filter(|_| !path.exists()) {
            Some(text) if looks_like_problem(text) => Self::Text(text.to_owned()),
            Some(text) => part_of_file(text).unwrap_or_else(|| {
                if has_diagram(text) || speaks_of_pieces(text) {
                    Self::Text(text.to_owned())
                } else {
                    Self::File(path.to_owned())
                }
            }),
            None => Self::File(path.to_owned()),
        }
    }

    /// Returns the name that its records have.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Text(_) => "argument".to_owned(),
            Self::Stdin => "stdin".to_owned(),
            Self::File(path) | Self::Folder(path) => path.display().to_string(),
            Self::Problem { file, id } => format!("{}:{id}", file.display()),
        }
    }

    /// Returns whether a file with this name is read in a folder.
    #[must_use]
    pub fn is_problem_file(path: &Path) -> bool {
        FileType::of(path).is_some_and(FileType::holds_problems)
    }
}

/// Returns the problem of an existing file that `FILE:ID` stands for. An id may have colons in it.
fn part_of_file(text: &str) -> Option<Source> {
    let mut colons = text.rmatch_indices(':');
    colons.find_map(|(at, _)| {
        let (file, id) = (Path::new(&text[..at]), text[at + 1..].trim());
        let is_problem = !id.is_empty() && file.is_file();
        is_problem.then(|| Source::Problem {
            file: file.to_owned(),
            id: id.to_owned(),
        })
    })
}

/// Returns whether a text that is not a problem itself has one in it.
fn has_diagram(text: &str) -> bool {
    let may_have = text.contains(char::is_whitespace) || !text.is_ascii();
    may_have && !Parts::of_text(text.to_owned()).is_empty()
}

/// Returns whether a text is meant as a list of pieces: it names two sides, or a side and a hand.
pub(super) fn speaks_of_pieces(text: &str) -> bool {
    const NAMES: [&[&str]; 5] = [
        &["攻方", "攻め方", "先手", "Black:", "Sente:"],
        &["玉方", "受方", "受け方", "後手", "White:", "Gote:"],
        &["持駒", "持ち駒", "In hand", "in hand", "hand:"],
        &["攻：", "攻:"],
        &["受：", "受:"],
    ];
    let occurs = |names: &&&[&str]| names.iter().any(|name| text.contains(name));
    NAMES.iter().filter(occurs).count() > 1
}

/// The largest file that is read whole, in bytes.
pub(super) const LARGEST_FILE: u64 = 1 << 28;

/// Returns whether the extension leaves the format open, so that the beginning of the file decides.
pub(super) fn is_of_unknown_format(path: &Path) -> bool {
    FileType::of(path) == Some(FileType::Json)
}

/// Returns the format of records by the extension of a file.
pub(super) fn kifu_format(path: &Path) -> Option<Format> {
    FileType::of(path)?.record_format()
}

/// Returns whether a file with this extension is read line by line, whatever its beginning is.
pub(super) fn is_of_lines(path: &Path) -> bool {
    use FileType::{Csv, Jsonl, Sfen, Tsv, Usen};
    matches!(FileType::of(path), Some(Sfen | Jsonl | Csv | Tsv | Usen))
}

/// Returns the delimiter of the cells, if the file is a table.
pub(super) fn delimiter(path: &Path) -> Option<u8> {
    match FileType::of(path)? {
        FileType::Csv => Some(b','),
        FileType::Tsv => Some(b'\t'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn source(argument: &str) -> Source {
        Source::from_argument(OsStr::new(argument))
    }

    #[test]
    fn an_argument_is_stdin_a_file_a_folder_or_a_problem() {
        let sfen = "8k/9/8P/8L/9/9/9/9/9 b - 1";
        assert_eq!(source("-"), Source::Stdin);
        assert_eq!(source(sfen), Source::Text(sfen.to_owned()));
        assert_eq!(source(""), Source::Text(String::new()));
        assert_eq!(source("src"), Source::Folder("src".into()));
        assert_eq!(source("Cargo.toml"), Source::File("Cargo.toml".into()));
        assert_eq!(
            source("not here.sfen"),
            Source::File("not here.sfen".into())
        );
        assert_eq!(source("not-here"), Source::File("not-here".into()));
    }

    #[test]
    fn only_files_and_folders_are_told_as_the_file_of_an_error() {
        let file = |name: &str, reason| {
            let name = name.to_owned();
            Unreadable { name, reason }.file()
        };
        assert_eq!(file("a.kif", Why::NoRecord).as_deref(), Some("a.kif"));
        assert_eq!(file("stdin", Why::NoDiagram), None);
        assert_eq!(file("a.kif:7", Why::NoSuchProblem), None);
        assert_eq!(file("board", Why::NoField(Vec::new())), None);
    }

    #[test]
    fn a_path_that_is_not_there_is_no_problem() {
        for text in [
            "no/such/file",
            "no/such/file/that/is/here/at/all",
            "games/2024/01/02/03/04",
            "my file",
            "my games/no such file",
            "C:/a/b/c/d/e/f",
            "moves of a game",
            "Position of pieces",
            "\"my file\"",
            "not-here.sfen:50",
        ] {
            assert_eq!(source(text), Source::File(text.into()));
        }
        for text in [
            "4k4/9/4P3/9/9/9/9/9/9 b G 1",
            "４k4/9/4P4/9/9/9/9/9/9",
            "4k4/9/4P4 b G 1",
            "4k4/9/4x4/9/9/9/9/9/9",
            "sfen 4k4 b G 1",
            "position startpos moves 7g7f",
            "{\"sfen\": 4}",
            "https://lishogi.org/analysis",
            "Sfen: 4k4/9/4P4/9/9/9/9/9/9 b G 1",
            "Position SFEN 4k4/9/4P4/9/9/9/9/9/9 b G 1",
            "局面：4k4/9/4P4/9/9/9/9/9/9 b G 1",
            "\"4k4/9/4P4/9/9/9/9/9/9 b G 1\"",
            "「4k4/9/4P4/9/9/9/9/9/9」",
            "４ｋ４／９／４Ｐ４／９／９／９／９／９／９　ｂ　Ｇ　１",
            "4k4/9/4P4/9/9/9/9/9/9[G] w - - 0 1",
            "moves 7g7f 3c3d",
            "startpos",
        ] {
            assert_eq!(source(text), Source::Text(text.to_owned()));
        }
    }

    #[test]
    fn a_problem_of_a_file_follows_a_colon() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.sfen");
        let odd = folder.path().join("a.sfen:7");
        fs::write(&file, "").unwrap();
        let part = |id: &str| source(&format!("{}:{id}", file.display()));
        let problem = |id: &str| Source::Problem {
            file: file.clone(),
            id: id.to_owned(),
        };
        assert_eq!(part("50"), problem("50"));
        assert_eq!(part("of: two"), problem("of: two"));
        assert_eq!(part("7"), problem("7"));
        assert_eq!(
            part(""),
            Source::File(format!("{}:", file.display()).into())
        );
        // A file comes before a part of another one.
        if fs::write(&odd, "").is_ok() && odd.is_file() {
            assert_eq!(part("7"), Source::File(odd.clone()));
            assert_eq!(
                part("7:8"),
                Source::Problem {
                    file: odd,
                    id: "8".to_owned()
                }
            );
        }
    }
}
