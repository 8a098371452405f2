//! `write`: writes the problem in a format, with the judgement if there is one.

use super::bench::Workbench;
use super::board::{Board, fields};
use super::fault::{Fault, FaultKind};
use super::judging::AskedProblem;
use super::position::check_playable;
use super::work::Work;
use crate::answer::{Row, Tally};
use crate::composition::Problem;
use crate::notation::record::TextForm;
use crate::notation::record::flat::sfen_line;
use crate::notation::record::{self, Format, Record, headers};
use crate::notation::{japanese, sfen};
use crate::report::{Diagram, Html, Page, PageSink, Pages, Report, diagram, svg, without_colours};
use crate::shogi::{Move, Setup};
use crate::vocabulary::Goal;
use crate::vocabulary::{Lang, Notation};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::io;

/// The longest title and the longest name of an author, which pictures show.
const MAX_NAME_BYTES: usize = 1_000;

/// The longest name of a file, without its extension.
const MAX_FILE_NAME_CHARS: usize = 60;

/// The columns of a text.
const WIDTH: usize = 80;

#[derive(Debug, Deserialize)]
struct WriteRequest {
    format: Form,
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    author: Option<String>,
    #[serde(default)]
    headers: Map<String, Value>,
    /// The judged row that the page shows. With it, the judgement is written, too.
    #[serde(default)]
    row: Option<Value>,
    #[serde(default)]
    expected_plies: Option<u32>,
    /// The width of a picture in pixels.
    #[serde(default)]
    width: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Form {
    Sfen,
    Kif,
    Ki2,
    Csa,
    Jkf,
    Svg,
    Png,
    Html,
    Usen,
    Bod,
    Text,
}

impl Form {
    /// Returns the extension and the type of files of this format.
    const fn file(self) -> (&'static str, &'static str) {
        match self {
            Self::Sfen => ("sfen", "text/plain;charset=utf-8"),
            Self::Kif => ("kifu", "text/plain;charset=utf-8"),
            Self::Ki2 => ("ki2u", "text/plain;charset=utf-8"),
            Self::Csa => ("csa", "text/plain;charset=utf-8"),
            Self::Jkf => ("jkf", "application/json"),
            Self::Svg => ("svg", "image/svg+xml"),
            Self::Png => ("png", "image/png"),
            Self::Html => ("html", "text/html;charset=utf-8"),
            Self::Usen => ("usen", "text/plain;charset=utf-8"),
            Self::Bod => ("bod", "text/plain;charset=utf-8"),
            Self::Text => ("txt", "text/plain;charset=utf-8"),
        }
    }

    /// Returns the format of records that can hold a judgement.
    const fn record_format(self) -> Option<Format> {
        match self {
            Self::Kif => Some(Format::Kif),
            Self::Ki2 => Some(Format::Ki2),
            Self::Csa => Some(Format::Csa),
            Self::Jkf => Some(Format::Jkf),
            Self::Sfen
            | Self::Usen
            | Self::Bod
            | Self::Text
            | Self::Svg
            | Self::Png
            | Self::Html => None,
        }
    }
}

/// Writes the problem of a request.
pub(super) fn answer(
    bench: &Workbench,
    request: &Value,
    work: &Work<'_>,
    lang: Lang,
) -> Result<Value, Fault> {
    let asked: WriteRequest = fields(request)?;
    let board = Board::of(request)?;
    let record = record_of(&board, &asked);
    let names = [headers::TITLE, headers::AUTHOR].map(|key| record.header(key));
    if (names.into_iter().flatten()).any(|it| it.len() > MAX_NAME_BYTES) {
        let message = [
            "the title or the author is too long",
            "作品名か作者名が長すぎる",
        ];
        return Err(Fault::new(FaultKind::Request, message));
    }
    let (extension, mime) = asked.format.file();
    let name = format!("{}.{extension}", name_of(&record));
    let wants_judged =
        asked.format == Form::Html || asked.row.is_some() && asked.format.record_format().is_some();
    let text = if wants_judged {
        let row = judged_row(bench, request, &asked, &record, work, lang)?;
        write_row(&row, asked.format, lang)?
    } else {
        write_unjudged(&board, &record, &asked, lang)?
    };
    if asked.format == Form::Png {
        let coded = png_as_base64(&text, asked.width)?;
        return Ok(json!({"name": name, "mime": mime, "base64": coded}));
    }
    Ok(json!({"name": name, "mime": mime, "text": text}))
}

/// Returns a name for a file: the title, with `-` for characters that a file system may refuse.
fn name_of(record: &Record) -> String {
    let title = record
        .header(headers::TITLE)
        .or_else(|| record.header(headers::ID))
        .unwrap_or("tsume");
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let name: String = title
        .chars()
        .map(|c| if is_plain(c) { c } else { '-' })
        .take(MAX_FILE_NAME_CHARS)
        .collect();
    let name = name.trim_matches('-');
    if name.is_empty() {
        "tsume".to_owned()
    } else {
        name.to_owned()
    }
}

/// Returns the record of a request: headers, diagram and line.
fn record_of(board: &Board, asked: &WriteRequest) -> Record {
    let problem = board.try_problem().ok();
    let setup = problem.as_ref().map_or(&board.setup, Problem::setup);
    let mut record = Record::new(setup.clone());
    for (key, value) in &asked.headers {
        let value = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => continue,
        };
        record.headers.push((key.clone(), value));
    }
    for (key, value) in [
        (headers::TITLE, &asked.title),
        (headers::AUTHOR, &asked.author),
    ] {
        if let Some(value) = value.as_ref().filter(|it| !it.trim().is_empty()) {
            record.set_header(key, value.clone());
        }
    }
    state_goal(&mut record, asked, board.goal());
    let mut after = setup.clone();
    let line = board.moves.iter().copied();
    let line: Vec<Move> = line.take_while(|&mv| after.play(mv)).collect();
    record.tree.add_line(0, &line);
    record
}

/// Writes the length and the goal into the headers. A goal other than a mate is written even without a length.
fn state_goal(record: &mut Record, asked: &WriteRequest, goal: Goal) {
    let plies = asked.expected_plies;
    if goal == Goal::Mate {
        if let Some(plies) = plies {
            record.set_header(headers::PLIES, format!("{plies}手詰"));
        }
        return;
    }
    // A threat has no length.
    let plies = plies.or_else(|| plies_of(asked));
    match plies.filter(|_| goal == Goal::Brinkmate) {
        Some(plies) => record.set_header(headers::PLIES, format!("{plies}手必至")),
        None if goal == Goal::Threatmate || asked.format == Form::Sfen => {
            record.set_header("goal", goal.name().to_owned());
        }
        None => record.set_header(headers::PLIES, "必至".to_owned()),
    }
}

/// Returns the row about the problem of a request, from a recent answer or a new one.
fn judged_row(
    bench: &Workbench,
    request: &Value,
    asked: &WriteRequest,
    record: &Record,
    work: &Work<'_>,
    lang: Lang,
) -> Result<Row, Fault> {
    // The rules of the row are those of the answer that the page shows.
    let question = AskedProblem::of(bench, request, asked.row.as_ref(), work)?;
    let parsed = &question.parsed;
    check_playable(&parsed.problem, parsed.goal, &record.tree.main_line())?;
    let mut row = Row::clone(&*question.answer(bench, work, lang)?);
    row.id = name_of(record);
    row.unwritten.source = Some(Box::new(record.clone()));
    Ok(row)
}

/// A sink that keeps one page.
#[derive(Default)]
struct OnePage(Vec<u8>);

impl PageSink for &mut OnePage {
    fn write_page(&mut self, _: &str, page: &[u8]) -> io::Result<()> {
        self.0 = page.to_vec();
        Ok(())
    }
}

/// Writes a row in a format that can hold a judgement.
fn write_row(row: &Row, format: Form, lang: Lang) -> Result<String, Fault> {
    let notation = match lang {
        Lang::English => Notation::Usi,
        Lang::Japanese => Notation::Japanese,
    };
    let mut page = OnePage::default();
    let written = if let Some(format) = format.record_format() {
        let form = TextForm::PLAIN;
        let mut pages = Pages::new(&mut page, Page::Record(format), form, lang, notation);
        pages.answer(row)
    } else {
        let mut html = Html::new(&mut page.0, lang, Notation::Japanese);
        let mut tally = Tally {
            judged: true,
            ..Tally::default()
        };
        tally.add(row);
        html.answer(row).and_then(|()| html.finish(&tally))
    };
    written.map_err(|error| Fault::internal(&error.to_string()))?;
    String::from_utf8(page.0).map_err(|error| Fault::internal(&error.to_string()))
}

/// Writes a problem and its line without a judgement. The diagram need not be legal.
fn write_unjudged(
    board: &Board,
    source: &Record,
    asked: &WriteRequest,
    lang: Lang,
) -> Result<String, Fault> {
    let attacker = board.attacker.attacker(&board.setup);
    let line = source.tree.main_line();
    let setup = &source.setup;
    Ok(match asked.format {
        Form::Sfen => sfen_line(source).0,
        Form::Kif => record::write(source, Format::Kif).0,
        Form::Ki2 => record::write(source, Format::Ki2).0,
        Form::Csa => record::write(source, Format::Csa).0,
        Form::Jkf => record::write(source, Format::Jkf).0,
        Form::Usen => record::write_usen(source).0,
        Form::Bod => {
            let (text, _) = record::write(&Record::new(setup.clone()), Format::Kif);
            let is_diagram = |line: &&str| !line.starts_with(['#', '手']);
            let lines: Vec<_> = text.lines().filter(is_diagram).collect();
            lines.join("\n") + "\n"
        }
        Form::Text => as_text(source, setup, &line, attacker, lang),
        Form::Svg | Form::Png | Form::Html => {
            let picture = Diagram {
                title: source.header(headers::TITLE),
                author: source.header(headers::AUTHOR),
                plies: asked.expected_plies.or_else(|| plies_of(asked)),
                goal: board.goal(),
                ..Diagram::new(setup, attacker)
            };
            svg(&picture).ok_or_else(|| Fault::internal("no picture"))?
        }
    })
}

/// Returns the length in the judged row.
fn plies_of(asked: &WriteRequest) -> Option<u32> {
    let plies = asked.row.as_ref()?.get("plies")?.as_u64()?;
    u32::try_from(plies).ok()
}

/// Returns the text for people: names, diagram, line and SFEN.
fn as_text(
    source: &Record,
    setup: &Setup,
    line: &[Move],
    attacker: crate::shogi::Color,
    lang: Lang,
) -> String {
    let names = [headers::TITLE, headers::AUTHOR].map(|key| source.header(key));
    let names: Vec<&str> = names.into_iter().flatten().collect();
    let mut text = String::new();
    if !names.is_empty() {
        text.extend([&names.join(" · "), "\n\n"]);
    }
    let picture = diagram(setup, attacker, WIDTH, lang).join("\n");
    text += &without_colours(&picture);
    text.push('\n');
    if !line.is_empty() {
        let written = japanese::write_line(setup, line).join(" ");
        text.extend(["\n", &written, "\n"]);
    }
    let sfen = sfen::write(setup);
    text + &format!("\n{sfen}\n")
}

/// Draws a picture as PNG, in base64.
#[cfg(feature = "png")]
fn png_as_base64(picture: &str, width: Option<u32>) -> Result<String, Fault> {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;

    /// Pixels, two for each unit of the SVG: sharp on most screens.
    const DEFAULT_WIDTH: u32 = 972;
    const MAX_WIDTH: u32 = 4_000;
    let width = width.unwrap_or(DEFAULT_WIDTH).clamp(1, MAX_WIDTH);
    let drawn = crate::report::Painter::default().png(picture, width);
    let drawn = drawn.map_err(|error| Fault::internal(&error.to_string()))?;
    Ok(STANDARD.encode(drawn.bytes))
}

#[cfg(not(feature = "png"))]
fn png_as_base64(_: &str, _: Option<u32>) -> Result<String, Fault> {
    let message = both!(
        "this program was built without PNG",
        "このプログラムはPNGなしで作られている"
    );
    Err(Fault::new(FaultKind::Unsupported, message))
}
