//! `tsume convert`: converts between all formats.

use super::ledger::is_wanted;
use super::sheet::{DiagramNotes, Sheet, each_sheet};
use crate::answer::Row;
use crate::cli::diagnostics::{tell, unencodable};
use crate::cli::exit::Exit;
use crate::cli::inputs::{Inputs, ReadArgs};
use crate::cli::lang::localized;
use crate::cli::output::{FileArgs, Place, is_folder, type_of_format};
use crate::cli::values::only_word;
use crate::input::InputFiles;
use crate::input::formulas::quoted;
use crate::notation::FileType;
use crate::notation::record::flat::{Columns, json_line, sfen_line, table_row};
use crate::notation::record::{self, CsaVersion, Format, Losses, TextForm};
use crate::vocabulary::Encoding;
use clap::{Args, ValueEnum};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Write};
use std::sync::Arc;

const ABOUT: &str = "\
Convert problems and records: SFEN, KIF, KI2, CSA, JKF, JSONL, CSV.

Moves, branches, comments and headers are kept if the format can hold them; what it cannot hold is \
reported. Pieces that are missing in an SFEN belong to the defender, unless the SFEN gives the \
defender's hand.";

const EXAMPLES: &str = "\
Examples:
  tsume convert old.kif -o new.kifu            from CP932 to UTF-8
  tsume convert problems/ -o all.jsonl         a folder into one file
  tsume convert all.sfen -o kif/ --format kif  one file for each problem
  tsume convert --format ki2 game.csa          to the terminal

Formats:
  Files named .kif and .ki2 are written in CP932 (Shift_JIS) with CRLF, all others in UTF-8 with LF;
  --encoding chooses another encoding. Both are read. A character that the encoding does not have is
  an error.
  CSA has no branches, SFEN and CSV have neither branches nor comments. JSONL holds everything: what
  an SFEN cannot hold is JKF under the key `jkf`. A quotation mark in the tail of an SFEN is
  doubled. Illegal moves are reported and kept.";

/// Options of `tsume convert`.
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
#[command(mut_args(|it| match it.get_id().as_str() {
    "attacker" => it.help("Side that attacks in an SFEN"),
    "defender_hand" => it.help("Pieces in the defender's hand in an SFEN"),
    _ => it,
}))]
pub struct ConvertArgs {
    /// SFENs in quotes, files, problems of files (`FILE:ID`), folders, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<OsString>,

    /// Format to write [default: by the name of the output file]
    #[arg(long, visible_alias = "to", value_name = "FORMAT", value_enum)]
    pub format: Option<OutputFormat>,

    /// Write only the problems of rows with one of these results
    ///
    /// The words are those of `validate --only`. The input has to be rows of `check` or `validate`.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = only_word)]
    pub only: Option<Vec<&'static str>>,

    /// Encoding to write
    #[arg(long, value_name = "ENCODING", value_enum)]
    pub encoding: Option<Encoding>,

    /// How the problems are read.
    #[command(flatten)]
    pub read: ReadArgs,

    /// The output.
    #[command(flatten)]
    pub file: FileArgs,

    /// Do not report what the format cannot hold
    #[arg(short, long)]
    pub quiet: bool,
}

/// `--format` of `convert`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// One line for each problem: the SFEN, its moves and its opcodes.
    #[value(alias = "text")]
    Sfen,
    /// KIF, in files in CP932.
    Kif,
    /// KIF in UTF-8.
    Kifu,
    /// KI2, in files in CP932.
    Ki2,
    /// CSA, V2.2, which every program reads.
    Csa,
    /// CSA, V3.0, which names its encoding.
    Csa3,
    /// JSON Kifu Format.
    Jkf,
    /// USEN, the format of links to `ShogiHome`, one line for each problem.
    Usen,
    /// One JSON object on one line for each problem.
    Jsonl,
    /// A table with the columns `id` and `sfen`, and a column for each header of tsume records.
    Csv,
}

impl OutputFormat {
    /// Returns the type of its files.
    fn file_type(self) -> FileType {
        match self {
            Self::Csa3 => FileType::Csa,
            other => type_of_format(&other),
        }
    }

    /// Returns the text between two records in one file.
    fn separator(self) -> &'static str {
        match self {
            Self::Kif | Self::Kifu => "\n",
            // Nothing else tells where the headers of the next record begin.
            Self::Ki2 => "\n# KI2形式棋譜ファイル\n",
            Self::Csa | Self::Csa3 => "/\n",
            Self::Sfen | Self::Jkf | Self::Usen | Self::Jsonl | Self::Csv => "",
        }
    }
}

impl ConvertArgs {
    /// Converts everything.
    ///
    /// # Errors
    /// If the options do not fit together, or nothing can be written.
    pub fn run(&self) -> anyhow::Result<Exit> {
        self.file.color.set();
        let inputs = Inputs::find(&self.inputs, self.quiet)?;
        let Some(format) = self.file.format(self.format)? else {
            refuse!(
                "choose a format with `--format`",
                "--format で形式を指定する"
            )
        };
        let mut writer = Writer::new(self, format, &inputs.files)?;
        let exit = each_sheet(&self.read, inputs.sources, DiagramNotes::Turn, |sheet| {
            Ok(!self.wants(sheet)? || writer.write(sheet)?)
        })?;
        let lost = writer.finish()?;
        if !self.quiet {
            tell_lost(lost, format);
        }
        Ok(exit)
    }

    /// Returns whether a problem is one of those of `--only`.
    fn wants(&self, sheet: &Sheet) -> anyhow::Result<bool> {
        let Some(only) = &self.only else {
            return Ok(true);
        };
        let mut fields = sheet.others.clone();
        fields.insert("id".to_owned(), sheet.id.clone().into());
        let Ok(row) = Row::of_json(&serde_json::to_vec(&fields)?) else {
            let id = &sheet.id;
            refuse!(
                "`--only` chooses among rows of `check` or `validate` (JSONL): {id} is none",
                "--only は check や validate の行（JSONL）から選ぶ：{id} は行でない"
            );
        };
        Ok(is_wanted(&row, Some(only)))
    }
}

/// The parts that a format could not hold, each with the number of problems and the id of the first.
type Lost = BTreeMap<String, (usize, String)>;

/// Reports what the format could not hold.
fn tell_lost(lost: Lost, format: OutputFormat) {
    let format = format.file_type().extension().to_uppercase();
    for (name, (count, first)) in lost {
        let more = match count - 1 {
            0 => String::new(),
            more => say!(" and {more} more", "ほか{more}題"),
        };
        tell(&say!(
            "left out: {name} of {first}{more} (not possible in {format})",
            "{format}には書けないため省略：{name}（{first}{more}）"
        ));
    }
}

/// Returns encoding and line ends: those of the file's name, if it is the name of a record, else of the format.
fn text_form(args: &ConvertArgs, format: OutputFormat) -> TextForm {
    // On a terminal or in a pipe UTF-8 is expected.
    let Some(path) = args.file.path() else {
        return TextForm::PLAIN;
    };
    let named = FileType::of(path).filter(|it| it.record_format().is_some() && !is_folder(path));
    named.unwrap_or(format.file_type()).text_form()
}

/// Writes the problems of one run, and counts its losses.
struct Writer {
    format: OutputFormat,
    form: TextForm,
    target: Place,
    written: usize,
    /// The columns of the table.
    columns: Columns,
    lost: Lost,
}

impl Writer {
    fn new(
        args: &ConvertArgs,
        format: OutputFormat,
        inputs: &Arc<InputFiles>,
    ) -> anyhow::Result<Self> {
        let target = match args.file.place(format.file_type(), inputs)? {
            Place::One(out) => Place::One(out.with_escapes()),
            folder @ Place::Folder(_) => folder,
        };
        let mut form = text_form(args, format);
        if let Some(encoding) = args.encoding {
            form.encoding = encoding.into();
        }
        Ok(Self {
            format,
            form,
            target,
            written: 0,
            columns: Columns::default(),
            lost: Lost::new(),
        })
    }

    /// Writes a sheet, and counts the parts left out. If the encoding lacks a character, reports it and returns
    /// `false`.
    fn write(&mut self, sheet: &Sheet) -> anyhow::Result<bool> {
        let Sheet {
            id, record, others, ..
        } = sheet;
        let mut lost_headers = Vec::new();
        let begins_file = matches!(self.target, Place::Folder(_)) || self.written == 0;
        let (text, losses) = match self.format {
            OutputFormat::Sfen => sfen_line(record),
            OutputFormat::Jsonl => json_line(id, record, others),
            OutputFormat::Csv => {
                let mut table = csv::Writer::from_writer(Vec::new());
                if begins_file {
                    self.columns = Columns::new(others);
                    table.write_record(&self.columns.names)?;
                }
                let row = table_row(id, record, &self.columns);
                lost_headers = row.headers_left_out;
                // The SFEN in column 1 cannot be a formula; text of the input can.
                let cells = row.cells.into_iter().enumerate();
                table.write_record(cells.map(|(column, cell)| match column {
                    1 => cell,
                    _ => quoted(cell),
                }))?;
                (String::from_utf8(table.into_inner()?)?, row.losses)
            }
            OutputFormat::Kif | OutputFormat::Kifu => record::write(record, Format::Kif),
            OutputFormat::Ki2 => record::write(record, Format::Ki2),
            OutputFormat::Csa => record::write_csa(record, CsaVersion::V2),
            OutputFormat::Csa3 => record::write_csa(record, CsaVersion::V3),
            OutputFormat::Jkf => record::write(record, Format::Jkf),
            OutputFormat::Usen => record::write_usen(record),
        };
        let bytes = match self.form.bytes(&text) {
            Ok(bytes) => bytes,
            Err(error) => {
                unencodable(id, &text, &error);
                return Ok(false);
            }
        };
        let mark = if begins_file { self.form.mark() } else { b"" };
        let bytes = [mark, &bytes].concat();
        match &mut self.target {
            Place::One(out) => {
                let separator = if begins_file {
                    ""
                } else {
                    self.format.separator()
                };
                let separator = self.form.bytes(separator).unwrap_or_default();
                out.write_all(&separator)?;
                out.write_all(&bytes)?;
            }
            Place::Folder(folder) => {
                folder.write(id, &bytes)?;
            }
        }
        self.written += 1;
        self.count_losses(sheet, losses, &lost_headers);
        Ok(true)
    }

    /// Counts what could not be written of a problem. `headers` are the lost headers that can be named.
    fn count_losses(&mut self, sheet: &Sheet, mut losses: Losses, headers: &[String]) {
        losses.headers |= sheet.has_more && self.format != OutputFormat::Jsonl;
        losses.headers &= sheet.has_more || headers.is_empty();
        let headers = headers
            .iter()
            .map(|it| say!("the header `{it}`", "見出し「{it}」"));
        for name in losses
            .names()
            .map(|it| localized(it).to_owned())
            .chain(headers)
        {
            let entry = self.lost.entry(name);
            entry.or_insert_with(|| (0, sheet.id.clone())).0 += 1;
        }
    }

    /// Finishes the output, and returns the losses.
    fn finish(self) -> io::Result<Lost> {
        if let Place::One(mut out) = self.target {
            out.finish_unless(self.written == 0)?;
        }
        Ok(self.lost)
    }
}
