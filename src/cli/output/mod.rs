//! The destinations of answers.
//!
//! - `args`: the options about the output
//! - `names`: formats by the names of files, and names for new files
//! - `destination`: where bytes go, and which files must not be written
//! - `outlet`: one output of answers, which gets rows

mod args;
mod destination;
mod names;
mod outlet;

pub use crate::report::RowFormat;
pub use args::{ColorWhen, FileArgs, ListFormat, OutputArgs, Place};
pub use destination::{
    DEFAULT_COLUMNS, Destination, are_same_file, folder_to_write, named_on_error, refuse_output,
    refuse_overwriting, terminal_width,
};
pub use names::{format_of_name, is_folder, safe_name, type_of_format};
pub use outlet::{Reports, Stage, second_picture};

use super::diagnostics::warning;
use super::inputs::Inputs;
use super::lang::{given_twice, message_lang};
use super::values::is_stdout;
use crate::batch::rows::RowFile;
use crate::input::Source;
use crate::notation::FileType;
use crate::report::{Layout, PageLayout};
use anyhow::bail;
use outlet::Outlet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The outputs of a run before the first answer, each with its format.
pub struct Output {
    layout: Layout,
    style: Style,
    outlets: Vec<Outlet>,
    /// Whether the problems may come from several files, so that text names the file of each.
    pub has_files: bool,
}

/// The amount of text about each problem.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// One line for each problem.
    Quiet,
    /// A diagram for the only problem, or one line for each of several.
    Usual,
    /// A diagram with line and rating for each problem.
    Brief,
    /// A diagram for each problem, without notes.
    Detailed,
    /// A diagram and notes for each problem.
    Verbose,
}

impl OutputArgs {
    /// Opens standard output or the files asked for. The names of the files decide the formats. Files of
    /// rows grow; other files appear when they are complete. Until the first row comes, existing files keep
    /// their content. `judged` says whether compositions are judged, `allows_several` whether several files are
    /// allowed.
    ///
    /// # Errors
    /// If the options do not fit together, or if a file cannot be opened.
    pub fn open(
        &self,
        inputs: &Inputs,
        judged: bool,
        allows_several: bool,
    ) -> anyhow::Result<Output> {
        self.refuse_several(allows_several)?;
        let mut formats = Vec::new();
        for path in &self.files {
            if !is_folder(path) {
                refuse_output(path, &inputs.files, self.force)?;
            }
            formats.push(self.format_of(Some(path))?);
        }
        let mut outlets = Vec::new();
        for (path, format) in self.files.iter().zip(formats) {
            outlets.push(Outlet::open(path, format, self, inputs)?);
        }
        if outlets.is_empty() {
            outlets.push(Outlet::stdout(self, self.format_of(None)?));
        }
        let formats: Vec<_> = outlets.iter().map(Outlet::format).collect();
        self.refuse_unfit(&formats)?;
        if judged && !self.quiet && formats.contains(&RowFormat::Csa) {
            warning(&say!(
                "CSA holds one line: variations and findings are left out",
                "CSAに書けるのは一つの手順だけ：変化と検討結果は省略する"
            ));
        }
        let is_folder = |it: &Source| matches!(it, Source::Folder(_));
        Ok(Output {
            layout: Layout {
                notation: self.notation.unwrap_or_default(),
                judged,
                ..Layout::whole(DEFAULT_COLUMNS, message_lang())
            },
            style: match (self.quiet, self.verbose) {
                (true, _) => Style::Quiet,
                (_, true) => Style::Verbose,
                _ => Style::Usual,
            },
            outlets,
            has_files: inputs.sources.len() > 1 || inputs.sources.iter().any(is_folder),
        })
    }
}

impl Output {
    /// Returns the first of these files of `-o` with which an interrupted run can be continued.
    pub fn resumable_file(&self, files: &[PathBuf]) -> Option<PathBuf> {
        let mut outlets = files.iter().zip(&self.outlets);
        let (path, _) =
            outlets.find(|(path, it)| it.format() == RowFormat::Jsonl && !is_stdout(path))?;
        Some(path.clone())
    }

    /// Also writes a page to this file.
    ///
    /// # Errors
    /// If the file is one of the others, or if it cannot be opened.
    pub fn add_page(
        &mut self,
        path: &Path,
        args: &OutputArgs,
        inputs: &Inputs,
    ) -> anyhow::Result<()> {
        refuse_output(path, &inputs.files, args.force)?;
        let of_page = |file| (file == FileType::Html).then_some(());
        format_of_name(path, of_page, "-o")?;
        let mut others = args.files.iter();
        if others.any(|it| are_same_file(it, path)) {
            bail!(given_twice(path));
        }
        let page = Outlet::open(path, RowFormat::Html, args, inputs)?;
        self.outlets.push(page);
        Ok(())
    }

    /// Refuses `--layout` if no page is written.
    pub fn refuse_layout(&self, layout: PageLayout) -> anyhow::Result<()> {
        let mut formats = self.outlets.iter().map(Outlet::format);
        if layout != PageLayout::Cards && !formats.any(|it| it == RowFormat::Html) {
            refuse!(
                "`--layout` is for pages: add `--format html`, or write to a file `.html`",
                "--layout はHTMLのためのもの：--format html を付けるか、拡張子 .html のファイルに書く"
            );
        }
        Ok(())
    }

    /// Returns whether a table is written that has columns of the input.
    pub fn has_own_columns(&self) -> bool {
        self.outlets.iter().any(Outlet::has_own_columns)
    }

    /// Sets the columns of the input.
    pub fn take_own_columns(&mut self, own: Vec<String>) {
        let own: Arc<[String]> = own.into();
        for outlet in &mut self.outlets {
            outlet.take_own_columns(&own);
        }
    }

    /// Returns whether some of the output needs the whole judgement of every problem.
    pub fn needs_judgements(&self) -> bool {
        let mut traits = self.outlets.iter().map(|it| it.format().traits());
        traits.any(|it| it.needs_judgements)
    }

    /// Returns whether all of the output shows the answers of `--explain` and `--try`.
    pub fn shows_questions(&self) -> bool {
        let mut traits = self.outlets.iter().map(|it| it.format().traits());
        traits.all(|it| it.shows_questions)
    }

    /// Returns an output with the same settings that writes JSONL rows to this file.
    pub fn with_rows(&self, rows: RowFile, path: &Path) -> Self {
        Self {
            outlets: vec![Outlet::rows(rows, path)],
            ..*self
        }
    }

    /// Shows each problem in this style, unless the user has chosen how much to show.
    pub fn show(&mut self, style: Style) {
        if self.style == Style::Usual {
            self.style = style;
        }
    }

    /// Shows each problem with a hint instead of its solution.
    ///
    /// # Errors
    /// If some of the output is not text.
    pub fn show_hint(&mut self, number: u32) -> anyhow::Result<()> {
        if self.outlets.iter().any(|it| it.format() != RowFormat::Text) {
            refuse!(
                "`--hint` is for text: leave out the other format",
                "--hint はテキストのためのもの：ほかの形式は指定しない"
            );
        }
        self.layout.hint = Some(number);
        self.show(Style::Detailed);
        Ok(())
    }

    /// Returns whether rows on standard output say why an input is no problem, so that no message is needed.
    pub fn has_errors_in_rows(&self) -> bool {
        let mut outlets = self.outlets.iter();
        let has_rows = |it: &Outlet| it.is_stdout() && it.format() == RowFormat::Text;
        self.style == Style::Quiet && outlets.any(has_rows)
    }

    /// Returns whether the output is text, which ends with a summary, perhaps with a page beside it.
    pub fn has_summary(&self) -> bool {
        let formats = self.outlets.iter().map(Outlet::format);
        let mut others = formats.filter(|it| *it != RowFormat::Html);
        others.next() == Some(RowFormat::Text) && others.next().is_none()
    }

    /// Returns whether the summary goes to standard output.
    pub fn shows_summary(&self) -> bool {
        let mut outlets = self.outlets.iter();
        self.has_summary() && outlets.any(Outlet::is_stdout)
    }

    /// Returns whether a single problem is written differently, so that the first answer waits for a second problem.
    pub fn depends_on_number(&self) -> bool {
        self.has_summary() && self.style == Style::Usual
    }

    /// Returns the writer for one problem or several. `ids` says whether text has the id of each problem.
    pub fn report(self, several: bool, ids: bool) -> Reports {
        let diagrams = match self.style {
            Style::Quiet => false,
            Style::Usual => !several,
            Style::Brief | Style::Detailed | Style::Verbose => true,
        };
        let layout = Layout {
            diagrams,
            ids,
            notes: self.style == Style::Verbose,
            brief: self.style == Style::Brief,
            rating_parts: self.style == Style::Verbose,
            summary: self.style != Style::Quiet,
            ..self.layout
        };
        let files = self.has_files;
        let outlets = self.outlets.into_iter();
        let outlets = outlets.map(|it| it.report(layout, files));
        Reports(outlets.collect())
    }
}
