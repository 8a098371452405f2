//! `tsume show --format svg` and `--format png`: diagrams as pictures.

use super::args::{ShowArgs, ShowFormat};
use super::shown::{CANNOT_WRITE, Shown, WIDTH_IS_FOR_PNG, each, unplayable};
use crate::cli::diagnostics::warning;
use crate::cli::exit::Exit;
use crate::cli::inputs::Inputs;
use crate::cli::lang::{said, written};
use crate::cli::output::{Destination, FileFormat, OutputFolder, SecondPicture, is_folder};
use crate::notation::record::{expected_plies, headers};
#[cfg(feature = "png")]
use crate::report::Painter;
use crate::report::{Diagram, is_caption_cut, svg};
use anyhow::{Context, anyhow, bail};
use std::io::{self, IsTerminal, Write};

/// Where pictures go.
enum Target {
    /// One picture; it waits for the end of the input, since a second one has no place.
    One(Destination, Option<Vec<u8>>),
    /// A file each.
    Folder(OutputFolder),
}

/// Draws everything.
///
/// # Errors
/// If the options do not fit together, or nothing can be written.
pub(super) fn run(args: &ShowArgs, format: ShowFormat, inputs: Inputs) -> anyhow::Result<Exit> {
    let pen: PictureWriter = match format {
        ShowFormat::Png if args.output().is_none() && io::stdout().is_terminal() => {
            refuse!(
                "a PNG is not for a terminal: write it to a file, `-o FILE.png`",
                "PNGは端末に出せない：-o でファイルに書く"
            )
        }
        ShowFormat::Png => pixels(args)?,
        _ if args.width.is_some() => bail!(said(WIDTH_IS_FOR_PNG)),
        _ => Box::new(|picture, _| Ok(picture.into_bytes())),
    };
    let mut target = match args.output() {
        Some(path) if is_folder(path) => {
            Target::Folder(OutputFolder::create(path, inputs.files, args.force)?)
        }
        path => Target::One(Destination::open(path, &inputs.files, args.force)?, None),
    };
    let exit = each(
        args,
        inputs.sources,
        |it| pen(picture(it)?, it.id),
        |id, picture| match &mut target {
            Target::One(_, Some(_)) => bail!(SecondPicture),
            Target::One(_, first) => {
                *first = Some(picture);
                Ok(())
            }
            Target::Folder(folder) => folder.write(id, format.file_type().extension(), &picture),
        },
    )?;
    if let Target::One(mut out, Some(picture)) = target {
        let done = out.write_all(&picture).and_then(|()| out.finish());
        match args.output() {
            Some(path) => written(done, path)?,
            None => done.context(said(CANNOT_WRITE))?,
        }
    }
    Ok(exit)
}

fn picture(shown: &Shown) -> anyhow::Result<String> {
    let record = shown.record;
    let diagram = Diagram {
        setup: &record.setup,
        line: &shown.line[..shown.ply],
        attacker: shown.attacker,
        title: record
            .header(headers::TITLE)
            .or_else(|| record.header(headers::ID)),
        author: record.header(headers::AUTHOR),
        plies: plies(shown),
        goal: shown.goal,
    };
    if is_caption_cut(&diagram) {
        let id = shown.id;
        warning(&say!(
            "{id}: title and author are too long: they are cut",
            "{id}：題名と作者が長すぎるので切り詰めた"
        ));
    }
    svg(&diagram).ok_or_else(|| anyhow!(unplayable(shown.id)))
}

/// Returns the length below the board: a number of plies, perhaps with words.
fn plies(shown: &Shown) -> Option<u32> {
    let text = shown.record.header(headers::PLIES)?;
    // An opcode is a number, which gets 手詰 after it.
    let number = text.trim().trim_end_matches("手必至");
    let number = number.strip_suffix("手詰").unwrap_or(number);
    let is_odd = number.starts_with(['-', '+', '−', '－'])
        || number.contains(['.', '．'])
        || expected_plies(number) == Some(0);
    let plies = expected_plies(number).filter(|_| !is_odd);
    if plies.is_none() {
        let (id, text) = (shown.id, number.escape_debug());
        warning(&say!(
            "{id}: the expected length `{text}` is not a number of plies: it is not drawn",
            "{id}：手数「{text}」が数字でないので書き入れない"
        ));
    }
    plies
}

/// Makes the file of a picture of the problem with this id.
type PictureWriter = Box<dyn Fn(String, &str) -> anyhow::Result<Vec<u8>>>;

#[cfg(feature = "png")]
#[expect(clippy::unnecessary_wraps, reason = "without the feature it fails")]
fn pixels(args: &ShowArgs) -> anyhow::Result<PictureWriter> {
    /// Two pixels for a unit of the picture: sharp on most screens.
    const WIDTH: u32 = 972;
    let (painter, width) = (Painter::default(), args.width.unwrap_or(WIDTH));
    Ok(Box::new(move |picture, id| {
        let drawn = painter.png(&picture, width);
        let drawn =
            drawn.with_context(|| say!("{id}: cannot draw the picture", "{id}：図を描けない"))?;
        if !drawn.missing.is_empty() {
            let missing = drawn.missing;
            warning(&say!(
                "{id}: no font here has these characters of the caption: {missing}",
                "{id}：次の文字のあるフォントがない：{missing}"
            ));
        }
        Ok(drawn.bytes)
    }))
}

#[cfg(not(feature = "png"))]
fn pixels(_: &ShowArgs) -> anyhow::Result<PictureWriter> {
    refuse!(
        "this program was built without PNG: write `--format svg`, or build it anew with \
         `cargo install --path . --features png`",
        "このプログラムはPNGなしで作られている：--format svg にするか、\
         cargo install --path . --features png で作り直す"
    )
}
