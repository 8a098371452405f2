//! `tsume show`: diagrams and lines, without any search.

use super::args::{ShowArgs, ShowFormat};
use super::diagnostics::{failure, warning};
use super::exit::Exit;
use super::files::is_folder;
use super::lang::{NO_PROBLEM, name_of, said, spoken, written};
use super::pictures;
use super::plan::{
    format_of_name, inputs_of, refuse_output, refuse_unquoted, set_color, tell_passed_over,
};
use super::sheet::{Sheet, Sheets};
use super::stdout::stdout;
use crate::batch::replace::AtomicFile;
use crate::composition::{Goal, Problem};
use crate::input::{Ids, Picked, Records, Source};
use crate::notation::record::{self, Format, Record, headers};
use crate::notation::{japanese, sfen, usi, western};
use crate::report::illegal::not_legal;
use crate::report::{diagram, printable};
use crate::shogi::setup::SetupProblem;
use crate::shogi::{Color, Move, Setup};
use crate::vocabulary::Notation;
use anstream::AutoStream;
use anyhow::{Context, bail};
use std::io::{self, BufWriter, IsTerminal, Write};
use unicode_width::UnicodeWidthStr;

/// The width if the width of the page is not known.
const PAGE: usize = 80;

pub(super) const CANNOT_WRITE: [&str; 2] = ["cannot write the diagrams", "図を書き込めない"];
pub(super) const WIDTH_IS_FOR_PNG: [&str; 2] = [
    "`--width` is for `--format png`",
    "--width は --format png のときだけ",
];

/// Returns the message that the line of a record cannot be played.
pub(super) fn unplayable(id: &str) -> String {
    both!(
        spoken(),
        "{id}: the line cannot be played",
        "{id}：手順を指せない"
    )
}

/// Shows everything.
///
/// # Errors
/// If the arguments do not fit together, or nothing can be written.
pub(super) fn run(args: &ShowArgs) -> anyhow::Result<Exit> {
    set_color(args.color);
    refuse_unquoted(&args.inputs)?;
    let sources: Vec<_> = args
        .inputs
        .iter()
        .map(|it| Source::from_argument(it))
        .collect();
    if let (None, Some(path)) = (args.format, args.output().filter(|it| !is_folder(it))) {
        format_of_name(path, ShowFormat::Text, ShowFormat::of_file, "--format")?;
    }
    tell_passed_over(&sources);
    match args.format() {
        ShowFormat::Svg | ShowFormat::Png => pictures::run(args, sources),
        ShowFormat::Text | ShowFormat::Bod | ShowFormat::Sfen => pages(args, sources),
    }
}

/// A problem to show.
pub(super) struct Shown<'a> {
    pub id: &'a str,
    pub goal: Goal,
    pub record: &'a Record,
    /// The whole line of the record.
    pub line: Vec<Move>,
    /// The number of its moves made before the diagram.
    pub ply: usize,
    pub attacker: Color,
}

/// Calls `make` with every problem and `put` with the result. A problem for which this fails is
/// reported, and the others go on.
///
/// # Errors
/// If a result cannot be put in its place, or if there is no problem.
pub(super) fn each<T>(
    args: &ShowArgs,
    sources: Vec<Source>,
    make: impl Fn(&Shown) -> anyhow::Result<T>,
    mut put: impl FnMut(&str, T) -> anyhow::Result<()>,
) -> anyhow::Result<Exit> {
    let mut sheets = Sheets {
        attacker: args.attacker,
        defender_hand: args.defender_hand,
        ids: Ids::new(),
    };
    let mut exit = Exit::Success;
    let mut made = 0;
    let records = Records::new(sources, args.input_format.map(Into::into));
    for input in Picked::new(records, &args.id) {
        let Some(sheet) = sheets.make(input) else {
            exit = Exit::Failure;
            continue;
        };
        if !sheet.complete {
            exit = Exit::Failure;
        }
        match shown(args, &sheet).and_then(|it| make(&it)) {
            Ok(it) => {
                put(&sheet.id, it)?;
                made += 1;
            }
            Err(error) => {
                failure(&error);
                exit = Exit::Failure;
            }
        }
    }
    if made == 0 && exit == Exit::Success {
        bail!(said(NO_PROBLEM));
    }
    Ok(exit)
}

fn shown<'a>(args: &ShowArgs, sheet: &'a Sheet) -> anyhow::Result<Shown<'a>> {
    let record = &sheet.record;
    let line = record.tree.main_line();
    let ply = match args.ply {
        usize::MAX => line.len(),
        ply => ply,
    };
    if ply > line.len() {
        let most = line.len();
        let id = &sheet.id;
        bail!(both!(
            spoken(),
            "{id}: no ply {ply}, the line has {most} moves",
            "{id}：{ply}手目はない（手順は{most}手）"
        ));
    }
    let problem = Problem::for_goal(
        sheet.goal,
        record.setup.clone(),
        args.attacker,
        args.defender_hand,
    );
    if let Err(faults) = &problem {
        tell_faults(&sheet.id, faults);
    }
    Ok(Shown {
        id: &sheet.id,
        goal: sheet.goal,
        record,
        line,
        ply,
        attacker: problem.map_or(Color::Black, |it| it.attacker()),
    })
}

/// Reports what is impossible on a board; it is shown all the same. A defender to move without
/// check is possible, only not a problem.
fn tell_faults(id: &str, faults: &[SetupProblem]) {
    let reasons = faults
        .iter()
        .filter(|it| !matches!(it, SetupProblem::DefenderNotInCheck { .. }))
        .map(|it| not_legal(it).in_lang(spoken()).to_owned());
    let reasons = reasons.collect::<Vec<_>>().join(said(["; ", "、"]));
    if !reasons.is_empty() {
        warning(&both!(
            spoken(),
            "{id}: {reasons}: the diagram is shown as it is, and the hands as they are given",
            "{id}：{reasons}（図と持駒は書かれているとおりに示す）"
        ));
    }
}

/// Writes formats of text.
fn pages(args: &ShowArgs, sources: Vec<Source>) -> anyhow::Result<Exit> {
    if args.numbers || args.list_rest {
        bail!(said([
            "`--numbers` and `--list-rest` are for pictures, `--format svg` or `png`",
            "--numbers と --list-rest は --format svg か --format png のときだけ",
        ]));
    }
    if args.width.is_some() {
        bail!(said(WIDTH_IS_FOR_PNG));
    }
    if let Some(path) = args.output().filter(|it| is_folder(it)) {
        let path = name_of(path);
        bail!(both!(
            spoken(),
            "`{path}` is a folder, for pictures: give `--format svg` or `--format png`, or the \
                 name of a file",
            "「{path}」はフォルダーで、図のためのもの：--format svg か --format png を付けるか、\
                 ファイル名にする"
        ));
    }
    let choice = if args.plain {
        anstream::ColorChoice::Never
    } else {
        AutoStream::choice(&io::stdout())
    };
    let inputs = inputs_of(&sources)?;
    let (whole, out): (_, Box<dyn Write>) = match args.output() {
        None => (None, Box::new(BufWriter::new(stdout()))),
        Some(path) => {
            refuse_output(path, &inputs, args.force)?;
            let (whole, file) = written(AtomicFile::begin(path), path)?;
            (whole, Box::new(BufWriter::new(file)))
        }
    };
    let choice = match args.output() {
        Some(_) if choice != anstream::ColorChoice::Always => anstream::ColorChoice::Never,
        _ => choice,
    };
    let mut out = AutoStream::new(out, choice);
    let one_argument = matches!(sources[..], [Source::Text(_)]);
    let width = match terminal_size::terminal_size() {
        Some((width, _)) if args.output().is_none() && io::stdout().is_terminal() => {
            usize::from(width.0)
        }
        _ => PAGE,
    };
    let format = args.format();
    let mut first = true;
    let exit = each(
        args,
        sources,
        |it| page(args, it, width),
        |id, page| {
            let mut write = || {
                if !first && format != ShowFormat::Sfen {
                    writeln!(out)?;
                }
                if !one_argument && format == ShowFormat::Text {
                    writeln!(out, "{}", printable(id))?;
                }
                out.write_all(page.as_bytes())
            };
            write().context(said(CANNOT_WRITE))?;
            first = false;
            Ok(())
        },
    )?;
    out.flush().context(said(CANNOT_WRITE))?;
    drop(out);
    // What was there before is better than nothing.
    if let Some(mut whole) = whole.filter(|_| !first) {
        whole.publish().context(said(CANNOT_WRITE))?;
    }
    Ok(exit)
}

fn page(args: &ShowArgs, shown: &Shown, width: usize) -> anyhow::Result<String> {
    let (record, line, ply) = (shown.record, &shown.line[..], shown.ply);
    let mut setup = record.setup.clone();
    for &mv in &line[..ply] {
        if !setup.play(mv) {
            bail!(unplayable(shown.id));
        }
    }
    Ok(match args.format() {
        ShowFormat::Sfen => sfen::write(&setup) + "\n",
        ShowFormat::Bod => {
            let (text, _) = record::write(&Record::new(setup), Format::Kif);
            let is_diagram = |line: &&str| !line.starts_with(['#', '手']);
            let lines: Vec<_> = text.lines().filter(is_diagram).collect();
            lines.join("\n") + "\n"
        }
        ShowFormat::Text | ShowFormat::Svg | ShowFormat::Png => {
            let mut text = headers(shown);
            text += &board_of(&setup, shown.attacker, width, args.plain);
            text += &lines(args, ply, record, line, width);
            text
        }
    })
}

/// Returns the headers of the problem, in one line, with its goal unless it is a mate.
fn headers(shown: &Shown) -> String {
    let keys = [
        headers::TITLE,
        headers::AUTHOR,
        headers::MAGAZINE,
        headers::PUBLISHED,
        headers::SOURCE,
        headers::PLIES,
        headers::SOUNDNESS,
    ];
    let mut words: Vec<_> = keys
        .iter()
        .filter_map(|key| shown.record.header(key))
        .filter(|value| *value != shown.id)
        .collect();
    let term = shown.goal.term();
    if shown.goal != Goal::Mate && !words.iter().any(|it| it.contains(term)) {
        words.push(term);
    }
    if words.is_empty() {
        return String::new();
    }
    printable(&words.join(" · ")).into_owned() + "\n\n"
}

/// Returns the board with the hands, and the side to move if it is unusual.
fn board_of(setup: &Setup, attacker: Color, width: usize, plain: bool) -> String {
    let lang = spoken();
    // With this width the hands are above and below.
    let width = if plain { 0 } else { width };
    let mut text = diagram(setup, attacker, width, lang).join("\n") + "\n";
    if setup.turn == Color::White {
        text += lang.of(["White to move\n", "後手番\n"]);
    }
    text
}

/// Returns the whole line in the notations asked for, with the move before the diagram in brackets.
fn lines(args: &ShowArgs, ply: usize, record: &Record, line: &[Move], width: usize) -> String {
    let all = [Notation::Japanese, Notation::Western, Notation::Usi];
    let wanted: &[Notation] = match &args.notation {
        Some(one) => std::slice::from_ref(one),
        None => &all,
    };
    let ranks = if args.rank_digits {
        western::Ranks::Digits
    } else {
        western::Ranks::Letters
    };
    let mut text = String::new();
    if line.is_empty() {
        return text;
    }
    for notation in wanted {
        let mut moves = match notation {
            Notation::Japanese => japanese::write_line(&record.setup, line),
            Notation::Western => western::write_line(&record.setup, line, ranks),
            Notation::Usi => line.iter().map(|&mv| usi::write_move(mv)).collect(),
        };
        if let Some(mv) = ply.checked_sub(1).and_then(|at| moves.get_mut(at)) {
            *mv = format!("[{mv}]");
        }
        text.push('\n');
        let mut used = 0;
        for mv in moves {
            let columns = mv.width() + 2;
            if used > 0 && used + columns > width {
                text.push('\n');
                used = 0;
            }
            text += if used == 0 { "  " } else { " " };
            text += &mv;
            used += columns;
        }
        text.push('\n');
    }
    text
}
