//! `tsume convert`: converts between all formats.

use super::args::{ConvertArgs, OutputFormat};
use super::diagnostics::{tell, unwritten};
use super::exit::Exit;
use super::files::is_folder;
use super::folder::OutputFolder;
use super::lang::{NO_PROBLEM, said, spoken, written};
use super::plan::{
    format_of_name, inputs_of, refuse_folder, refuse_output, refuse_unquoted, set_color,
    tell_passed_over,
};
use super::sheet::{Sheet, Sheets};
use super::stdout::stdout_for_texts;
use crate::batch::replace::AtomicFile;
use crate::input::formulas::quoted;
use crate::input::{Ids, InputFiles, Picked, Records, Source};
use crate::notation::FileType;
use crate::notation::record::flat::{Columns, cells, json_line, sfen_line};
use crate::notation::record::{self, CsaVersion, Format, Losses, TextForm};
use anyhow::{Context, bail};
use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::sync::Arc;

/// Converts everything.
///
/// # Errors
/// If the arguments do not fit together, or nothing can be written.
pub(super) fn run(args: &ConvertArgs) -> anyhow::Result<Exit> {
    set_color(args.color);
    refuse_unquoted(&args.inputs)?;
    let sources: Vec<_> = args
        .inputs
        .iter()
        .map(|it| Source::from_argument(it))
        .collect();
    let format = format(args)?;
    let inputs = Arc::new(inputs_of(&sources)?);
    if !args.quiet {
        tell_passed_over(&sources);
    }
    let mut writer = Writer::new(args, format, &inputs)?;
    let mut sheets = Sheets {
        attacker: args.attacker,
        defender_hand: args.defender_hand,
        ids: Ids::new(),
    };
    let mut exit = Exit::Success;
    let mut lost: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let records = Records::new(sources, args.input_format.map(Into::into));
    for input in Picked::new(records, &args.id) {
        let Some(sheet) = sheets.make(input) else {
            exit = Exit::Failure;
            continue;
        };
        if !sheet.complete {
            exit = Exit::Failure;
        }
        match writer.write(&sheet)? {
            Some((mut losses, named)) => {
                losses.headers |= sheet.has_more && format != OutputFormat::Jsonl;
                // The headers with known names are reported by name.
                let is_more = sheet.has_more || named.is_empty();
                let names = losses.names().filter(|it| is_more || *it != "headers");
                let named = named
                    .iter()
                    .map(|it| both!(spoken(), "the header `{it}`", "見出し「{it}」"));
                for name in names.map(in_words).chain(named) {
                    let entry = lost.entry(name).or_insert_with(|| (0, sheet.id.clone()));
                    entry.0 += 1;
                }
            }
            None => exit = Exit::Failure,
        }
    }
    let written = writer.finish()?;
    if !args.quiet {
        for (name, (count, first)) in lost {
            let more = match count {
                1 => String::new(),
                _ => said([
                    format!(" and {} more", count - 1),
                    format!("ほか{}題", count - 1),
                ]),
            };
            let format = file_type(format).extension().to_uppercase();
            let message = both!(
                spoken(),
                "left out: {name} of {first}{more} (not possible in {format})",
                "{format}には書けないため省略：{name}（{first}{more}）"
            );
            tell(&message);
        }
    }
    if written == 0 && exit == Exit::Success {
        bail!(said(NO_PROBLEM));
    }
    Ok(exit)
}

/// Returns the format asked for, or that of the output's name.
fn format(args: &ConvertArgs) -> anyhow::Result<OutputFormat> {
    if let Some(format) = args.to {
        return Ok(format);
    }
    let named = args.output().filter(|it| !is_folder(it));
    let format =
        named.map(|path| format_of_name(path, None, |file| of_file(file).map(Some), "--to"));
    match format.transpose()?.flatten() {
        Some(format) => Ok(format),
        None => bail!(said([
            "choose a format with `--to`",
            "--to で形式を指定する"
        ])),
    }
}

/// Returns the format of files of a type.
const fn of_file(file: FileType) -> Option<OutputFormat> {
    Some(match file {
        FileType::Sfen | FileType::Text => OutputFormat::Sfen,
        FileType::Kif => OutputFormat::Kif,
        FileType::Kifu => OutputFormat::Kifu,
        FileType::Ki2 | FileType::Ki2u => OutputFormat::Ki2,
        FileType::Csa => OutputFormat::Csa,
        FileType::Jkf => OutputFormat::Jkf,
        FileType::Usen => OutputFormat::Usen,
        FileType::Jsonl => OutputFormat::Jsonl,
        FileType::Csv => OutputFormat::Csv,
        _ => return None,
    })
}

/// Returns a part that was left out, by the name that [`Losses`] has for it, in words.
fn in_words(name: &str) -> String {
    let japanese = match name {
        "branches" => "変化の手順",
        "comments" => "コメント",
        "headers" => "見出し",
        "line breaks in headers" => "見出しの改行",
        "times" => "消費時間",
        "moves" => "指し手",
        _ => "終わり方の印（投了、詰みなど）",
    };
    said([name, japanese]).to_owned()
}

/// Returns the type of the files that hold a format.
const fn file_type(format: OutputFormat) -> FileType {
    match format {
        OutputFormat::Sfen => FileType::Sfen,
        OutputFormat::Kif => FileType::Kif,
        OutputFormat::Kifu => FileType::Kifu,
        OutputFormat::Ki2 => FileType::Ki2,
        OutputFormat::Csa => FileType::Csa,
        OutputFormat::Jkf => FileType::Jkf,
        OutputFormat::Usen => FileType::Usen,
        OutputFormat::Jsonl => FileType::Jsonl,
        OutputFormat::Csv => FileType::Csv,
    }
}

/// Returns how a text is written: by the name of its file, if that is one of records.
fn text_form(args: &ConvertArgs, format: OutputFormat) -> TextForm {
    // Readers of a terminal or a pipe expect UTF-8.
    let Some(path) = args.output() else {
        return TextForm::PLAIN;
    };
    let named = FileType::of(path).filter(|it| it.record_format().is_some() && !is_folder(path));
    named.unwrap_or(file_type(format)).text_form()
}

/// The destination of sheets.
enum Target {
    /// One output, with the file that appears when it is complete.
    One(Box<dyn Write>, Option<AtomicFile>),
    Folder(OutputFolder),
}

struct Writer {
    format: OutputFormat,
    csa: CsaVersion,
    form: TextForm,
    target: Target,
    written: usize,
    /// The columns of the table.
    columns: Columns,
    keeps_formulas: bool,
}

impl Writer {
    fn new(
        args: &ConvertArgs,
        format: OutputFormat,
        inputs: &Arc<InputFiles>,
    ) -> anyhow::Result<Self> {
        let target = match args.output() {
            None => Target::One(Box::new(BufWriter::new(stdout_for_texts())), None),
            Some(path) if is_folder(path) => {
                refuse_folder(path, inputs)?;
                Target::Folder(OutputFolder::create(path, Arc::clone(inputs), args.force)?)
            }
            Some(path) => {
                refuse_output(path, inputs, args.force)?;
                let (whole, file) = written(AtomicFile::begin(path), path)?;
                Target::One(Box::new(BufWriter::new(file)), whole)
            }
        };
        if args.csa.is_some() && format != OutputFormat::Csa {
            bail!(said([
                "`--csa` is for CSA: add `--to csa`",
                "--csa はCSA形式（--to csa）のためのもの",
            ]));
        }
        let mut form = text_form(args, format);
        if let Some(encoding) = args.encoding {
            form.encoding = encoding.into();
        }
        Ok(Self {
            format,
            csa: args.csa.map_or_else(CsaVersion::default, Into::into),
            form,
            target,
            written: 0,
            columns: Columns::default(),
            keeps_formulas: args.keep_formulas,
        })
    }

    /// Writes a sheet. Returns what was left out; `None` if it cannot be written, which is
    /// reported.
    fn write(&mut self, sheet: &Sheet) -> anyhow::Result<Option<(Losses, Vec<String>)>> {
        let Sheet {
            id, record, others, ..
        } = sheet;
        let mut named = Vec::new();
        let fresh = matches!(self.target, Target::Folder(_)) || self.written == 0;
        let (text, losses) = match self.format {
            OutputFormat::Sfen => sfen_line(record),
            OutputFormat::Jsonl => json_line(id, record, others),
            OutputFormat::Csv => {
                let mut table = csv::Writer::from_writer(Vec::new());
                if fresh {
                    self.columns = Columns::new(others);
                    table.write_record(&self.columns.names)?;
                }
                let (cells, losses, left_out) = cells(id, record, &self.columns);
                let quotes = !self.keeps_formulas;
                named = left_out;
                // The diagram is not a text of others.
                let cells = cells.into_iter().enumerate();
                table.write_record(cells.map(|(at, cell)| match at {
                    1 => cell,
                    _ if quotes => quoted(cell),
                    _ => cell,
                }))?;
                (String::from_utf8(table.into_inner()?)?, losses)
            }
            OutputFormat::Kif | OutputFormat::Kifu => record::write(record, Format::Kif),
            OutputFormat::Ki2 => record::write(record, Format::Ki2),
            OutputFormat::Csa => record::write_csa(record, self.csa),
            OutputFormat::Jkf => record::write(record, Format::Jkf),
            OutputFormat::Usen => record::write_usen(record),
        };
        let bytes = match self.form.bytes(&text) {
            Ok(bytes) => bytes,
            Err(error) => {
                unwritten(id, &text, &error);
                return Ok(None);
            }
        };
        match &mut self.target {
            Target::One(out, _) => {
                let between = match self.format {
                    _ if fresh => "",
                    OutputFormat::Kif | OutputFormat::Kifu => "\n",
                    // Nothing else tells where the headers of the next one begin.
                    OutputFormat::Ki2 => "\n# KI2形式棋譜ファイル\n",
                    OutputFormat::Csa => "/\n",
                    _ => "",
                };
                let between = self.form.bytes(between).unwrap_or_default();
                let written = out.write_all(&between).and_then(|()| out.write_all(&bytes));
                written.context(said(CANNOT_WRITE))?;
            }
            Target::Folder(folder) => {
                folder.write(id, file_type(self.format).extension(), &bytes)?;
            }
        }
        self.written += 1;
        Ok(Some((losses, named)))
    }

    fn finish(self) -> anyhow::Result<usize> {
        if let Target::One(mut out, whole) = self.target {
            out.flush().context(said(CANNOT_WRITE))?;
            drop(out);
            // What was there before is better than nothing.
            if let Some(mut whole) = whole.filter(|_| self.written > 0) {
                whole.publish().context(said(CANNOT_WRITE))?;
            }
        }
        Ok(self.written)
    }
}

const CANNOT_WRITE: [&str; 2] = ["cannot write the records", "棋譜を書き込めない"];
