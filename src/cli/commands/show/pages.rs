//! `tsume show` in formats of text.

use super::args::{ShowArgs, ShowFormat};
use super::{Shown, for_each_problem, unplayable};
use crate::answer::printable;
use crate::cli::exit::Exit;
use crate::cli::inputs::Inputs;
use crate::cli::lang::{message_lang, name_of};
use crate::cli::output::is_folder;
use crate::composition::Goal;
use crate::notation::record::{self, Format, Record, headers};
use crate::notation::{japanese, sfen, usi, western};
use crate::report::diagram;
use crate::shogi::{Color, Move, Setup};
use crate::vocabulary::Notation;
use anyhow::bail;
use std::io::Write;
use unicode_width::UnicodeWidthStr;

/// Writes formats of text.
///
/// # Errors
/// If the options do not fit together, or nothing can be written.
pub(super) fn run(args: &ShowArgs, format: ShowFormat, inputs: Inputs) -> anyhow::Result<Exit> {
    if let Some(path) = args.file.path().filter(|it| is_folder(it)) {
        let path = name_of(path);
        refuse!(
            "`{path}` is a folder, for pictures: give `--format svg` or `--format png`, or the \
                 name of a file",
            "「{path}」はフォルダーで、図のためのもの：--format svg か --format png を付けるか、\
                 ファイル名にする"
        );
    }
    let mut destination = args.file.open(&inputs.files)?;
    let width = destination.width();
    let mut out = destination.colored();
    let one_argument = inputs.is_one_argument();
    let mut is_first = true;
    let exit = for_each_problem(
        args,
        inputs.sources,
        |it| page(args, format, it, width),
        |id, page| {
            let mut write = || {
                if !is_first && format != ShowFormat::Sfen {
                    writeln!(out)?;
                }
                if !one_argument && format == ShowFormat::Text {
                    writeln!(out, "{}", printable(id))?;
                }
                out.write_all(page.as_bytes())
            };
            write()?;
            is_first = false;
            Ok(())
        },
    )?;
    destination.finish_unless(is_first)?;
    Ok(exit)
}

/// Returns the text of one problem.
fn page(
    args: &ShowArgs,
    format: ShowFormat,
    shown: &Shown,
    width: usize,
) -> anyhow::Result<String> {
    let (record, line, ply) = (shown.record, &shown.line[..], shown.ply);
    let mut setup = record.setup.clone();
    for &mv in &line[..ply] {
        if !setup.play(mv) {
            bail!(unplayable(shown.id));
        }
    }
    Ok(match format {
        ShowFormat::Sfen => sfen::write(&setup) + "\n",
        ShowFormat::Bod => {
            let (text, _) = record::write(&Record::new(setup), Format::Kif);
            let is_diagram = |line: &&str| !line.starts_with(['#', '手']);
            let lines: Vec<_> = text.lines().filter(is_diagram).collect();
            lines.join("\n") + "\n"
        }
        ShowFormat::Text | ShowFormat::Svg | ShowFormat::Png => {
            let mut text = headers(shown);
            text += &board_of(&setup, shown.attacker, width);
            text += &line_in_notations(args, ply, record, line, width);
            text
        }
    })
}

/// Returns title, author and so on in one line, with the goal unless it is a mate.
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
fn board_of(setup: &Setup, attacker: Color, width: usize) -> String {
    let lang = message_lang();
    let mut text = diagram(setup, attacker, width, lang).join("\n") + "\n";
    if setup.turn == Color::White {
        text += lang.of(["White to move\n", "後手番\n"]);
    }
    text
}

/// Returns the whole line in each notation asked for, with the last move before the diagram in brackets.
fn line_in_notations(
    args: &ShowArgs,
    ply: usize,
    record: &Record,
    line: &[Move],
    width: usize,
) -> String {
    let all = [Notation::Japanese, Notation::Western, Notation::Usi];
    let wanted: &[Notation] = match &args.notation {
        Some(one) => std::slice::from_ref(one),
        None => &all,
    };
    let mut text = String::new();
    if line.is_empty() {
        return text;
    }
    for notation in wanted {
        let mut moves = match notation {
            Notation::Japanese => japanese::write_line(&record.setup, line),
            Notation::Western => western::write_line(&record.setup, line),
            Notation::Usi => line.iter().map(|&mv| usi::write_move(mv)).collect(),
        };
        if let Some(mv) = ply.checked_sub(1).and_then(|index| moves.get_mut(index)) {
            *mv = format!("[{mv}]");
        }
        text.push('\n');
        let mut used_columns = 0;
        for mv in moves {
            let columns = mv.width() + 2;
            if used_columns > 0 && used_columns + columns > width {
                text.push('\n');
                used_columns = 0;
            }
            text += if used_columns == 0 { "  " } else { " " };
            text += &mv;
            used_columns += columns;
        }
        text.push('\n');
    }
    text
}
