//! The inputs of a command: options about reading, and the problems that the arguments name.

use super::diagnostics::{Form, tell};
use super::lang::{listed, name_of};
use crate::answer::Row;
use crate::input::{FieldNames, FileId, InputFiles, Records, Source, passed_over};
use crate::judge::{Intake, ParsedProblem};
use crate::report::own_columns;
use crate::vocabulary::{AttackerRule, DefenderHandRule};
use clap::Args;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

/// The inputs that the arguments of a run name.
pub struct Inputs {
    pub sources: Vec<Source>,
    /// The files of the sources, which the run must not write.
    pub files: Arc<InputFiles>,
}

impl Inputs {
    /// Finds the inputs that the arguments name. Unless `quiet`, reports the files in folders that are not read.
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

/// Options about how the problems of the input are read.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Input")]
pub struct ReadArgs {
    /// Names of columns or keys, such as position=diagram,moves=line: of that meaning no others count
    #[arg(long, value_name = "MEANING=NAME", value_delimiter = ',', value_parser = field_name)]
    pub field: Vec<String>,

    /// The sides.
    #[command(flatten)]
    pub sides: SideArgs,
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

impl ReadArgs {
    /// Reads all records, also those that are no problems.
    pub fn records(&self, sources: Vec<Source>) -> Records {
        let names = FieldNames::new(&self.field).unwrap_or_default();
        Records::new(sources, None).with_fields(names)
    }

    /// Reads all problems, and reports records that are not problems.
    pub fn problems(&self, sources: Vec<Source>) -> Problems {
        Problems {
            records: self.records(sources),
            intake: self.sides.intake(),
            is_whole: true,
        }
    }
}

/// The problems of an input, one after another. Records that are not problems are reported and skipped.
pub struct Problems {
    records: Records,
    intake: Intake,
    /// Whether everything so far could be read.
    pub is_whole: bool,
}

impl Iterator for Problems {
    type Item = ParsedProblem;

    fn next(&mut self) -> Option<ParsedProblem> {
        loop {
            match self.intake.read(self.records.next()?) {
                Ok(parsed) => return Some(parsed),
                Err(why) => {
                    Form::Full.refused(&why);
                    self.is_whole = false;
                }
            }
        }
    }
}

/// Returns the columns of an input: those of tables, and the headers of records. For this the files are read an
/// additional time, which is not possible for standard input.
pub fn own_columns_of(sources: &[Source], read: &ReadArgs, mut intake: Intake) -> Vec<String> {
    let mut columns = Vec::new();
    let rereadable = sources.iter().filter(|it| **it != Source::Stdin);
    for record in read.records(rereadable.cloned().collect()) {
        let row = match intake.read(record) {
            Ok(parsed) => {
                let mut row = Row::about(String::new(), String::new());
                row.set_origin(&parsed.origin);
                row.set_input_fields(parsed.given_back());
                row
            }
            Err(refused) => refused.row(),
        };
        add_columns(&mut columns, &row);
    }
    columns
}

/// Adds the columns of the input that a row has and that are not in the list yet.
pub fn add_columns(columns: &mut Vec<String>, row: &Row) {
    for name in own_columns(row) {
        if !columns.contains(&name) {
            columns.push(name);
        }
    }
}

/// Options that say who attacks, and with what the defender defends.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Input")]
pub struct SideArgs {
    /// Side that attacks
    #[arg(long, value_name = "SIDE", value_enum, default_value_t)]
    pub attacker: AttackerRule,

    /// Pieces in the defender's hand
    #[arg(long, value_name = "HAND", value_enum, default_value_t)]
    pub defender_hand: DefenderHandRule,
}

impl SideArgs {
    /// Returns the intake that reads problems with these sides.
    pub fn intake(self) -> Intake {
        Intake::new(self.attacker, self.defender_hand)
    }
}

/// Refuses an SFEN without quotes, which arrives as several arguments. One message replaces a
/// complaint about each of them.
fn refuse_unquoted(inputs: &[OsString]) -> anyhow::Result<()> {
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

/// Finds the files that are to be read.
///
/// # Errors
/// If standard output goes to one of them. The answers would then be read in turn, without end.
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
fn tell_passed_over(sources: &[Source]) {
    let folders = sources.iter().filter_map(|it| match it {
        Source::Folder(folder) => Some(folder),
        _ => None,
    });
    let files = folders.flat_map(|it| passed_over(it));
    let names: Vec<_> = files.map(|it| name_of(&it)).collect();
    if !names.is_empty() {
        let names = listed(&names);
        tell(&say!(
            "passed over, no problem in it or of another kind: {names}",
            "問題のない、または種類の違うファイルは飛ばした：{names}"
        ));
    }
}
