//! `tsume show --format svg`: diagrams as files to look at.

use super::args::ShowArgs;
use super::convert::file_name;
use super::diagnostics::failure;
use super::exit::Exit;
use super::plan::refuse_overwriting;
use super::sheet::{Sheet, Sheets};
use super::show::plies;
use crate::collection::{Ids, Records, Source};
use crate::notation::record::expected_plies;
use crate::report::{Diagram, svg};
use crate::shogi::Color;
use crate::tsume::Problem;
use anyhow::{Context, anyhow, bail};
use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where pictures go.
enum Target {
    /// One picture; it waits for the end of the input, since a second one has no place.
    One(Option<PathBuf>, Option<String>),
    /// A file each.
    Folder(PathBuf, HashSet<String>),
}

/// Draws everything.
///
/// # Errors
/// When the arguments do not make sense together, or nothing can be written.
pub(super) fn run(args: &ShowArgs, sources: Vec<Source>) -> anyhow::Result<Exit> {
    let is_folder = |path: &Path| path.is_dir() || path.to_string_lossy().ends_with('/');
    let mut target = match args.output.as_deref() {
        Some(path) if is_folder(path) => {
            fs::create_dir_all(path)
                .with_context(|| format!("cannot write `{}`", path.display()))?;
            Target::Folder(path.to_owned(), HashSet::new())
        }
        Some(path) => {
            refuse_overwriting(path, &sources)?;
            Target::One(Some(path.to_owned()), None)
        }
        None => Target::One(None, None),
    };
    let mut sheets = Sheets {
        attacker: args.attacker.into(),
        defender_hand: args.defender_hand.into(),
        ids: Ids::new(),
    };
    let mut exit = Exit::Success;
    let mut drawn = 0;
    for input in Records::new(sources, args.input_format.map(Into::into)) {
        let Some(sheet) = sheets.make(input) else {
            exit = Exit::Failure;
            continue;
        };
        if !sheet.complete {
            exit = Exit::Failure;
        }
        let picture = match picture(args, &sheet) {
            Ok(picture) => picture,
            Err(error) => {
                failure(&error);
                exit = Exit::Failure;
                continue;
            }
        };
        drawn += 1;
        match &mut target {
            Target::One(_, Some(_)) => {
                bail!(
                    "there are several problems, and a file holds one picture: write to a folder, `-o FOLDER/`"
                )
            }
            Target::One(_, first) => *first = Some(picture),
            Target::Folder(folder, used) => {
                let path = folder.join(file_name(&sheet.id, used) + ".svg");
                write(&path, &picture)?;
            }
        }
    }
    match target {
        Target::One(Some(path), Some(picture)) => write(&path, &picture)?,
        Target::One(None, Some(picture)) => {
            let mut out = io::stdout().lock();
            out.write_all(picture.as_bytes())?;
            out.flush()?;
        }
        _ => {}
    }
    if drawn == 0 && exit == Exit::Success {
        bail!("there is no problem in the input");
    }
    Ok(exit)
}

fn write(path: &Path, picture: &str) -> anyhow::Result<()> {
    fs::write(path, picture).with_context(|| format!("cannot write `{}`", path.display()))
}

fn picture(args: &ShowArgs, sheet: &Sheet) -> anyhow::Result<String> {
    let record = &sheet.record;
    let line = record.tree.main_line();
    let ply = plies(args, sheet, &line)?;
    let problem = Problem::new(
        record.setup.clone(),
        args.attacker.into(),
        args.defender_hand.into(),
    );
    let diagram = Diagram {
        setup: &record.setup,
        line: &line[..ply],
        attacker: problem.map_or(Color::Black, |it| it.attacker()),
        title: record
            .header("作品名")
            .or_else(|| record.header("作品番号")),
        author: record.header("作者"),
        plies: record.header("手数").and_then(expected_plies),
        numbers: args.numbers,
        list_rest: args.list_rest,
    };
    svg(&diagram).ok_or_else(|| anyhow!("{}: the line cannot be played", sheet.id))
}
