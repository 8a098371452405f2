//! The problems to read.

use super::diagnostics::tell;
use super::lang::{name_of, said};
use crate::answer::Row;
use crate::input::{FieldNames, FileId, InputFiles, Picked, ReadAs, Records, Source, passed_over};
use crate::judge::Intake;
use crate::notation::record;
use crate::report::own_columns;
use crate::vocabulary::{AttackerRule, DefenderHandRule};
use clap::{Args, ValueEnum};
use std::collections::HashSet;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

/// The problems of a run, as the arguments name them.
pub struct Inputs {
    pub sources: Vec<Source>,
    /// The files of the sources, which the run must not write.
    pub files: Arc<InputFiles>,
}

impl Inputs {
    /// Finds the inputs that are named by arguments. Unless `quiet`, the files of folders without a
    /// problem are told.
    ///
    /// # Errors
    /// If an SFEN has no quotes, or if standard output goes to one of the inputs.
    pub fn find(arguments: &[OsString], quiet: bool) -> anyhow::Result<Self> {
        refuse_unquoted(arguments)?;
        let sources: Vec<_> = (arguments.iter())
            .map(|it| Source::from_argument(it))
            .collect();
        let files = Arc::new(inputs_of(&sources)?);
        if !quiet {
            tell_passed_over(&sources);
        }
        Ok(Self { sources, files })
    }

    /// Returns whether the only input is a problem given as an argument.
    pub fn is_one_argument(&self) -> bool {
        matches!(self.sources[..], [Source::Text(_)])
    }

    /// Returns whether all problems are given as arguments.
    pub fn are_arguments(&self) -> bool {
        let mut sources = self.sources.iter();
        sources.all(|it| matches!(it, Source::Text(_)))
    }
}

/// Options that choose among the problems of the input.
#[derive(Args, Debug, Default)]
pub struct PickArgs {
    /// Read only the problem with this id; may be given several times
    ///
    /// An id is that of the file, or `FILE:LINE` for a problem without one, as answers show it.
    #[arg(long, value_name = "ID")]
    pub id: Vec<String>,

    /// Read every file as this format, whatever its name
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub input_format: Option<InputFormat>,

    /// Names of columns or keys, each behind its meaning: `position=diagram,moves=line`
    ///
    /// The meanings are position, side, hands, `black_hand`, `white_hand`, moves, plies, title, author and id. A name
    /// that is given is the only one with its meaning; `moves=` says that there are none.
    #[arg(long, value_name = "MEANING=NAME", value_delimiter = ',', value_parser = field_name)]
    pub field: Vec<String>,
}

/// Checks a name of a field.
fn field_name(given: &str) -> Result<String, String> {
    let given = given.to_owned();
    match FieldNames::new(std::slice::from_ref(&given)) {
        Ok(_) => Ok(given),
        Err(_) => Err(format!(
            "write MEANING=NAME, the meaning one of {}",
            FieldNames::meanings().join(", ")
        )),
    }
}

impl PickArgs {
    /// Reads all problems.
    pub fn all(&self, sources: Vec<Source>) -> Records {
        let names = FieldNames::new(&self.field).unwrap_or_default();
        Records::new(sources, self.input_format.map(ReadAs::from)).with_fields(names)
    }

    /// Reads the chosen problems.
    pub fn records(&self, sources: Vec<Source>) -> Picked {
        Picked::new(self.all(sources), &self.id)
    }
}

/// Collects the columns of an input: those of tables, and the headers of records, in their order.
#[derive(Default)]
pub struct OwnColumns {
    names: Vec<String>,
    known: HashSet<String>,
}

impl OwnColumns {
    /// Reads all of an input but standard input, which can be read once.
    pub fn of(sources: &[Source], picks: &PickArgs, mut intake: Intake) -> Vec<String> {
        let mut columns = Self::default();
        let again = sources.iter().filter(|it| **it != Source::Stdin);
        for record in picks.records(again.cloned().collect()) {
            columns.add(&match intake.read(record) {
                Ok(parsed) => {
                    let mut row = Row::about(String::new(), String::new());
                    row.comes_from(&parsed.origin);
                    row.hand_through(parsed.given_back());
                    row
                }
                Err(refused) => refused.row(),
            });
        }
        columns.names()
    }

    /// Adds the columns that a row knows.
    pub fn add(&mut self, row: &Row) {
        for name in own_columns(row) {
            if self.known.insert(name.clone()) {
                self.names.push(name);
            }
        }
    }

    /// Returns the columns.
    pub fn names(self) -> Vec<String> {
        self.names
    }
}

/// Options that say who attacks, and with what the defender defends.
#[derive(Args, Clone, Copy, Debug)]
pub struct SideArgs {
    /// Side that attacks
    #[arg(long, value_name = "SIDE", value_enum, default_value_t)]
    pub attacker: AttackerRule,

    /// Pieces in the defender's hand
    #[arg(long, value_name = "HAND", value_enum, default_value_t)]
    pub defender_hand: DefenderHandRule,
}

impl SideArgs {
    /// Makes problems of what is read.
    pub fn intake(self) -> Intake {
        Intake::new(self.attacker, self.defender_hand)
    }
}

/// `--input-format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InputFormat {
    /// Lines, each an SFEN or a JSON object.
    Sfen,
    /// KIF, in CP932 or UTF-8.
    #[value(alias = "kifu")]
    Kif,
    /// KI2, in CP932 or UTF-8.
    Ki2,
    /// CSA.
    Csa,
    /// JSON Kifu Format.
    Jkf,
}

impl From<InputFormat> for ReadAs {
    fn from(format: InputFormat) -> Self {
        match format {
            InputFormat::Sfen => Self::Lines,
            InputFormat::Kif => Self::Kifu(record::Format::Kif),
            InputFormat::Ki2 => Self::Kifu(record::Format::Ki2),
            InputFormat::Csa => Self::Kifu(record::Format::Csa),
            InputFormat::Jkf => Self::Kifu(record::Format::Jkf),
        }
    }
}

/// Refuses an SFEN without quotes, which arrives as several arguments. One message replaces a
/// complaint about each of them.
pub fn refuse_unquoted(inputs: &[OsString]) -> anyhow::Result<()> {
    for pair in inputs.windows(2) {
        let turn = pair[1] == "b" || pair[1] == "w";
        let board = pair[0]
            .to_str()
            .is_some_and(|text| text.contains('/') && !text.contains(char::is_whitespace));
        if board && turn && !Path::new(&pair[0]).exists() && !Path::new(&pair[1]).exists() {
            refuse!(
                "an SFEN is one argument: put quotes around it",
                "SFENは引数一つで渡す：全体を引用符で囲む"
            );
        }
    }
    Ok(())
}

/// Finds the files that are to be read. Standard output must be none of them: what is written there would
/// be read in turn, without end.
///
/// # Errors
/// When it is.
pub fn inputs_of(sources: &[Source]) -> anyhow::Result<InputFiles> {
    let inputs = InputFiles::new(sources);
    if inputs.has(FileId::of_stdout().as_ref()) {
        refuse!(
            "standard output goes to a file that is to be read; choose another one",
            "標準出力の行き先が読み込むファイル：別のファイルにする"
        );
    }
    Ok(inputs)
}

/// Says which files of the folders are not read, because there is no problem in them.
pub fn tell_passed_over(sources: &[Source]) {
    let folders = sources.iter().filter_map(|it| match it {
        Source::Folder(folder) => Some(folder),
        _ => None,
    });
    let files: Vec<_> = folders.flat_map(|it| passed_over(it)).collect();
    let names: Vec<_> = files.iter().take(NAMED).map(|it| name_of(it)).collect();
    let more = files.len() - names.len();
    if names.is_empty() {
        return;
    }
    let names = names.join(said([", ", "、"]));
    let others = match more {
        0 => String::new(),
        _ => say!(" and {more} more", "ほか{more}件"),
    };
    tell(&say!(
        "passed over, no problem in it or of another kind: {names}{others}",
        "問題のない、または種類の違うファイルは飛ばした：{names}{others}"
    ));
}

/// The number of files that are named, of those that are passed over.
const NAMED: usize = 5;
