//! The options about where answers go, and how they look.

use super::format::{ColorWhen, LayoutChoice};
use super::naming::{FileFormat, chosen_format};
use super::overwriting::are_one;
use crate::cli::lang::given_twice;
use crate::cli::values::column;
use crate::notation::FileType;
use crate::report::{Page, PageLayout, RowFormat};
use crate::vocabulary::{Encoding, Notation};
use anyhow::bail;
use clap::Args;
use std::path::{Path, PathBuf};

/// Options about the output of answers.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Format of the answers
    ///
    /// By default the name of the output file decides. On standard output, a terminal or not, it is text.
    #[arg(long, alias = "to", value_name = "FORMAT", value_enum)]
    pub format: Option<RowFormat>,

    /// Replace files that are there already
    #[arg(long)]
    pub force: bool,

    /// Columns of CSV, such as own,verdict,plies
    ///
    /// `own` are those of the tables that are read, as they are, and the headers of records. By default they
    /// come first, and then all others. One whose name is taken gets the prefix `found_`.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = column)]
    pub columns: Vec<&'static str>,

    /// Form of a page
    #[arg(long, value_name = "LAYOUT", value_enum, default_value_t)]
    pub layout: LayoutChoice,

    /// Hide the solutions of a page until the reader asks for them
    #[arg(long)]
    pub puzzle: bool,

    /// Encoding of records and CSV [default: CP932 in files named .kif and .ki2, else UTF-8]
    ///
    /// Excel reads CSV in utf-8-bom.
    #[arg(long, value_name = "ENCODING", value_enum)]
    pub encoding: Option<Encoding>,

    /// Notation of moves in text [default: japanese; usi in CSV]
    #[arg(long, value_name = "NOTATION", value_enum)]
    pub notation: Option<Notation>,

    /// When to use colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub color: ColorWhen,

    /// Write the answers to this file instead of standard output (-)
    ///
    /// `validate` takes several: the name of each file decides its format.
    #[arg(id = "output", short = 'o', long = "output", value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Write one line for each problem, without summary and progress
    ///
    /// An error stands in the line of its problem.
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
        let format = chosen_format(self.format, output, "--format")?;
        Ok(format.unwrap_or(RowFormat::Text))
    }

    /// Returns whether some of the output shows variations without being asked.
    pub fn shows_variations(&self) -> bool {
        let shows = |format: RowFormat| format.traits().shows_variations;
        let of_name = |path: &PathBuf| RowFormat::of_file(FileType::of(path)?);
        match self.format {
            Some(format) => shows(format),
            None => self.files.iter().filter_map(of_name).any(shows),
        }
    }

    /// Returns the form of a page for browsers.
    pub const fn page_layout(&self) -> PageLayout {
        match (self.layout, self.puzzle) {
            (LayoutChoice::Book, _) => PageLayout::Book,
            (LayoutChoice::Cards, true) => PageLayout::Puzzles,
            (LayoutChoice::Cards, false) => PageLayout::Cards,
        }
    }

    /// Refuses columns, unless a table is written.
    ///
    /// # Errors
    /// If there are some.
    pub fn refuse_columns(&self, has_table: bool) -> anyhow::Result<()> {
        if !self.columns.is_empty() && !has_table {
            refuse!(
                "`--columns` is for CSV: add `--format csv`, or write to a file `.csv`",
                "--columns はCSVのためのもの：--format csv を付けるか、拡張子 .csv のファイルに書く"
            );
        }
        Ok(())
    }

    /// Refuses an encoding, unless records or a table are written.
    ///
    /// # Errors
    /// If there is one.
    pub(super) fn refuse_encoding(
        &self,
        mut formats: impl Iterator<Item = RowFormat>,
    ) -> anyhow::Result<()> {
        let is_encoded =
            |it: RowFormat| it == RowFormat::Csv || matches!(it.page(), Some(Page::Record(_)));
        if self.encoding.is_some() && !formats.any(is_encoded) {
            refuse!(
                "`--encoding` is for records and CSV: the other formats are UTF-8",
                "--encoding は棋譜とCSVのためのもの：ほかの形式はUTF-8で書く"
            );
        }
        Ok(())
    }

    /// Refuses several files, unless their names decide the formats and they are different.
    pub(super) fn refuse_several(&self, many: bool) -> anyhow::Result<()> {
        if self.files.len() < 2 {
            return Ok(());
        }
        if !many {
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
        for (i, path) in self.files.iter().enumerate() {
            if self.files[..i].iter().any(|it| are_one(it, path)) {
                bail!(given_twice(path));
            }
        }
        Ok(())
    }
}
