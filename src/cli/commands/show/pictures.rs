//! `tsume show --format svg` and `--format png`: diagrams as pictures.

use super::args::{ShowArgs, ShowFormat};
use super::{Shown, each, unplayable};
use crate::cli::diagnostics::warning;
use crate::cli::exit::Exit;
use crate::cli::inputs::Inputs;
use crate::cli::output::{Place, second_picture, type_of_format};
use crate::notation::record::{expected_plies, headers};
#[cfg(feature = "png")]
use crate::report::Painter;
use crate::report::{Diagram, is_caption_cut, svg};
#[cfg(feature = "png")]
use anyhow::Context;
use anyhow::{anyhow, bail};
use std::io::{self, IsTerminal, Write};

/// Draws everything.
///
/// # Errors
/// If the options do not fit together, or nothing can be written.
pub(super) fn run(args: &ShowArgs, format: ShowFormat, inputs: Inputs) -> anyhow::Result<Exit> {
    let pen: PictureWriter = match format {
        ShowFormat::Png if args.file.path().is_none() && io::stdout().is_terminal() => {
            refuse!(
                "a PNG is not for a terminal: write it to a file, `-o FILE.png`",
                "PNGは端末に出せない：-o でファイルに書く"
            )
        }
        ShowFormat::Png => pixels()?,
        _ => Box::new(|picture, _| Ok(picture.into_bytes())),
    };
    let mut target = args.file.place(type_of_format(&format), &inputs.files)?;
    // A picture waits for the end of the input, since a second one has no place.
    let mut only = None;
    let exit = each(
        args,
        inputs.sources,
        |it| pen(picture(it)?, it.id),
        |id, picture| match &mut target {
            Place::One(_) if only.is_some() => bail!(second_picture()),
            Place::One(_) => {
                only = Some(picture);
                Ok(())
            }
            Place::Folder(folder) => folder.write(id, &picture),
        },
    )?;
    if let (Place::One(mut out), Some(picture)) = (target, only) {
        out.write_all(&picture)?;
        out.finish()?;
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
fn pixels() -> anyhow::Result<PictureWriter> {
    /// Two pixels for a unit of the picture: sharp on most screens.
    const WIDTH: u32 = 972;
    let painter = Painter::default();
    Ok(Box::new(move |picture, id| {
        let drawn = painter.png(&picture, WIDTH);
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
fn pixels() -> anyhow::Result<PictureWriter> {
    refuse!(
        "this program was built without PNG: write `--format svg`, or build it anew with \
         `cargo install --path . --features png`",
        "このプログラムはPNGなしで作られている：--format svg にするか、\
         cargo install --path . --features png で作り直す"
    )
}
