//! The options about where answers go, and how they look.

use super::destination::{Destination, OutputFolder, are_same_file};
use super::names::{chosen_format, format_of_type, is_folder};
use crate::cli::lang::given_twice;
use crate::cli::values::{column, is_stdout};
use crate::input::InputFiles;
use crate::notation::FileType;
use crate::report::{Page, PageLayout, RowFormat};
use crate::vocabulary::{Encoding, Notation};
use anyhow::bail;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Options of the commands that write to one place.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct FileArgs {
    /// Write to this file instead of standard output (-)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replace files that are there already
    #[arg(long)]
    pub force: bool,

    /// When to use colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub color: ColorWhen,
}

/// The place of the output of a command that writes files of one type.
pub enum Place {
    /// Standard output or a file.
    One(Destination),
    /// A folder with a file for each problem.
    Folder(OutputFolder),
}

impl FileArgs {
    /// Returns the file or folder to write to; `None` is standard output.
    pub fn path(&self) -> Option<&Path> {
        self.output.as_deref().filter(|it| !is_stdout(it))
    }

    /// Returns the format asked for, else that of the file's name; `None` if neither says one.
    ///
    /// # Errors
    /// If no format has the ending of this name.
    pub fn format<F: ValueEnum>(&self, given: Option<F>) -> anyhow::Result<Option<F>> {
        chosen_format(given, self.path())
    }

    /// Opens the folder for files of this type, the file, or standard output.
    ///
    /// # Errors
    /// If it cannot be opened, or must not be written.
    pub fn place(&self, file: FileType, inputs: &Arc<InputFiles>) -> anyhow::Result<Place> {
        Ok(match self.path() {
            Some(path) if is_folder(path) => {
                Place::Folder(OutputFolder::create(path, file, inputs, self.force)?)
            }
            _ => Place::One(self.open(inputs)?),
        })
    }

    /// Opens the file, or standard output.
    ///
    /// # Errors
    /// If the file is to be read, is there without `--force`, or cannot be opened.
    pub fn open(&self, inputs: &InputFiles) -> anyhow::Result<Destination> {
        Destination::open(self.path(), inputs, self.force)
    }
}

/// Options about the output of answers.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Format of the answers [default: by the name of the output file, else text]
    #[arg(long, alias = "to", value_name = "FORMAT", value_enum)]
    pub format: Option<RowFormat>,

    /// Replace files that are there already
    #[arg(long)]
    pub force: bool,

    /// Columns of CSV, such as own,verdict,plies; `own` are those of the input [default: all, own first]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = column)]
    pub columns: Vec<&'static str>,

    /// Form of a page
    #[arg(long, value_name = "LAYOUT", value_enum, default_value_t)]
    pub layout: PageLayout,

    /// Encoding of records and CSV [default: CP932 in files named .kif and .ki2, else UTF-8]
    #[arg(long, value_name = "ENCODING", value_enum)]
    pub encoding: Option<Encoding>,

    /// Notation of moves in text [default: japanese; usi in CSV]
    #[arg(long, value_name = "NOTATION", value_enum)]
    pub notation: Option<Notation>,

    /// When to use colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub color: ColorWhen,

    /// Write the answers to this file instead of standard output (-)
    #[arg(id = "output", short = 'o', long = "output", value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Write one line for each problem, without summary and progress
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Write the diagram and the notes of every problem, even of many
    #[arg(short, long)]
    pub verbose: bool,
}

impl OutputArgs {
    /// Returns the format asked for, else that of the file's name, else text.
    ///
    /// # Errors
    /// If no format has the ending of this name.
    pub fn format_of(&self, output: Option<&Path>) -> anyhow::Result<RowFormat> {
        let format = chosen_format(self.format, output)?;
        Ok(format.unwrap_or(RowFormat::Text))
    }

    /// Returns whether a format of the output always shows variations.
    pub fn shows_variations(&self) -> bool {
        let shows = |format: RowFormat| format.traits().shows_variations;
        let of_name = |path: &PathBuf| format_of_type(FileType::of(path)?);
        match self.format {
            Some(format) => shows(format),
            None => self.files.iter().filter_map(of_name).any(shows),
        }
    }

    /// Refuses options that apply to none of these formats.
    ///
    /// # Errors
    /// If such an option was given.
    pub fn refuse_unfit(&self, formats: &[RowFormat]) -> anyhow::Result<()> {
        let is_encoded =
            |it: &RowFormat| *it == RowFormat::Csv || matches!(it.page(), Some(Page::Record(_)));
        if !self.columns.is_empty() && !formats.contains(&RowFormat::Csv) {
            refuse!(
                "`--columns` is for CSV: add `--format csv`, or write to a file `.csv`",
                "--columns はCSVのためのもの：--format csv を付けるか、拡張子 .csv のファイルに書く"
            );
        }
        if self.encoding.is_some() && !formats.iter().any(is_encoded) {
            refuse!(
                "`--encoding` is for records and CSV: the other formats are UTF-8",
                "--encoding は棋譜とCSVのためのもの：ほかの形式はUTF-8で書く"
            );
        }
        Ok(())
    }

    /// Refuses several files, unless the command allows them, their names decide the formats, and they differ.
    pub(super) fn refuse_several(&self, allows_several: bool) -> anyhow::Result<()> {
        if self.files.len() < 2 {
            return Ok(());
        }
        if !allows_several {
            refuse!(
                "only `validate` writes several files at once: give one `-o`",
                "複数のファイルに書けるのは validate だけ：-o は一つにする"
            );
        }
        if self.format.is_some() {
            refuse!(
                "the names of several `-o` files decide the formats: leave out `--format`",
                "-o が複数のときは拡張子で形式が決まる：--format は付けない"
            );
        }
        for (index, path) in self.files.iter().enumerate() {
            if self.files[..index].iter().any(|it| are_same_file(it, path)) {
                bail!(given_twice(path));
            }
        }
        Ok(())
    }
}

/// `--format` of the commands whose results are not answers about problems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// Text for people.
    #[default]
    Text,
    /// One JSON array.
    Json,
    /// One JSON object on each line, written at once.
    Jsonl,
}

/// `--color`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl ColorWhen {
    /// Sets when to use colour, for answers and diagnostics alike.
    pub fn set(self) {
        let choice = match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}
